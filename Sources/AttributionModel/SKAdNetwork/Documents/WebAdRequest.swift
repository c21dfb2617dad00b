import AttributionBase
import AttributionCrypto

/// A device's request for a signed web ad, which it sends to the domain in a link [Get a Signed Web Ad Impression Payload; Creating an
/// attributable ad link].
package enum WebAdRequest {
    /// The only engagement that Apple documents.
    private static let engagement: StaticString = "click_to_App_Store"

    private enum Member: CaseIterable {
        case version, domain, nonce, engagement

        var name: StaticString {
            switch self {
            case .version: "version"
            case .domain: SignedForm.ad(.web).name(of: .sourceDomain)
            case .nonce: "source_nonce"
            case .engagement: "source_engagement_type"
            }
        }

        /// Returns what is wrong with a string as the value; nil if nothing is.
        func problem(_ value: JSONView) -> Problem? {
            switch self {
            case .version:
                if SKAdNetworkVersion(value)?.hasWebAds == true { return nil }
                let versions = SKAdNetworkVersion.allCases.filter(\.hasWebAds).map { "\"\($0.rawValue)\"" }
                return .value(found: value.excerpt, wanted: alternatives(versions))
            case .domain:
                let (text, bare) = (value.string, Publisher.bareDomain(in: value.string))
                if Publisher.isDomain(text) { return nil }
                return .value(
                    found: value.excerpt, wanted: "a domain such as example.com",
                    nearest: Publisher.isDomain(bare) ? bare : nil)
            case .nonce:
                if value.unescapedOrContent(WebAdRequest.isNonce) { return nil }
                return .value(
                    found: value.excerpt, wanted: "16 bytes in base64url (22 characters)",
                    hint: value.unescapedOrContent(WebAdRequest.look))
            case .engagement:
                if value.isString(WebAdRequest.engagement) { return nil }
                return .value(found: value.excerpt, wanted: "\"\(WebAdRequest.engagement)\"")
            }
        }
    }

    /// Whether an object is such a request, perhaps with wrong names. Reports of Private Click Measurement have an engagement and a nonce
    /// too, but no domain.
    package static func isRequest(_ object: JSONView) -> Bool {
        func value(_ name: StaticString) -> JSONView? {
            object.members.first { $0.value.kind != .null && $0.name.spells(name) }?.value
        }
        let engagement = value("sourceengagementtype")
        if engagement?.isString(Self.engagement) == true { return true }
        return value("sourcedomain") != nil && (engagement != nil || value("sourcenonce") != nil)
    }

    /// Returns what prevents an answer. Everything in a request counts, so a member that has no place in the answer is an error.
    package static func findings(of object: JSONView) -> Findings {
        var findings = Findings()
        func add(_ name: String, _ problem: Problem) {
            findings.append(Finding(InputRules.webAdRequest, problem.at(name)))
        }
        for member in Member.allCases {
            guard let value = object.member(member.name), value.kind != .null else {
                add("\(member.name)", Problem("missing", wanted: "a string", .then("")))
                continue
            }
            if value.kind != .string {
                add("\(member.name)", .value(found: value.excerpt, wanted: Field.Kind.string.rawValue))
            } else if let problem = member.problem(value) {
                add("\(member.name)", problem)
            }
        }
        let names = Member.allCases.map { "\($0.name)" }
        for member in object.members where member.value.kind != .null {
            if Member.allCases.contains(where: { member.name.isString($0.name) }) { continue }
            let name = member.name.string
            add(
                name,
                .value(
                    found: "unknown", wanted: alternatives(names), .then(": a request for a web ad has no such member"),
                    nearest: Spelling.nearest(to: name, among: names)))
        }
        return findings
    }

    /// Returns the values of the answer that the request determines.
    package static func values(of object: JSONView) -> AdValues {
        var values = AdValues()
        values[.version] = object.member(Member.version.name).map { JSONValue($0) }
        values[.sourceDomain] = object.member(Member.domain.name).map { JSONValue($0) }
        values[.nonce] = object.member(Member.nonce.name).map { value in
            let uuid = value.kind == .string ? value.unescapedOrContent { UUIDText.hyphenated($0) } : nil
            return uuid.map { .string($0) } ?? JSONValue(value)
        }
        return values
    }

    // MARK: - The nonce

    private static func isNonce(_ text: ByteView) -> Bool {
        var bytes = ByteBuffer(capacity: 24)
        return text.count == 22 && Base64URL.decode(text, to: &bytes) == nil
    }

    private static func look(of text: ByteView) -> String? {
        if UUIDText.isValid(text) {
            let nonce = SKAdNetworkNonce(text.text.lowercased()).map { ": \(self.nonce(of: $0))" } ?? ""
            return "this is the text of a UUID; a request has its bytes in base64url\(nonce)"
        }
        guard let uuid = UUIDText.hyphenated(text).flatMap({ SKAdNetworkNonce($0) }) else {
            return UUIDText.lookOfNonce(text)
        }
        return "did you mean \(quoted(nonce(of: uuid)))?"
    }

    private static func nonce(of uuid: SKAdNetworkNonce) -> String {
        String(decoding: Base64URL.encode(uuid.bytes), as: UTF8.self)
    }

    // MARK: - The link

    /// The names of attributes that only these links have, as HTML compares them.
    package static let linkAttributes = ["attributiondestination", "attributionsourcenonce"]

    /// Appends the opening tag of the link for an ad; nothing if its values are not those of a web ad.
    package static func appendLink(for ad: AdValues, to output: inout ByteBuffer) {
        guard case .number(let item)? = ad[.itunesItemID], case .string(let domain)? = ad[.sourceDomain],
            case .string(let text)? = ad[.nonce], let nonce = SKAdNetworkNonce(text)
        else { return }
        output.append(text: #"<a href="https://apps.apple.com/app/id\#(item)" attributionDestination="https://"#)
        output.append(text: #"\#(domain)" attributionSourceNonce="\#(self.nonce(of: nonce))">"#)
    }
}

extension JSONView {
    /// Whether a name has these letters, which are in lowercase, in any case and with any hyphens and underscores.
    fileprivate func spells(_ letters: StaticString) -> Bool {
        let written = content.lazy.filter { $0 != ASCII.minus && $0 != UInt8(ascii: "_") }
        return written.elementsEqual(ByteView(letters)) { $0 | 0x20 == $1 }
    }
}
