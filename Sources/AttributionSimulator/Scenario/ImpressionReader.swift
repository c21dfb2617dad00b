import AdAttribution
import StrictJSON

/// Tells what an impression's token says and whether its signature holds. Whoever has keys gives one.
package typealias TokenJudge = @Sendable (_ token: String) -> AdImpression

/// Reads the impressions of events, each of which mostly comes more than once.
struct ImpressionReader {
    private let judge: TokenJudge
    private let readsTemplates: Bool
    private var tokens: [String: AdImpression] = [:]
    /// The texts of objects read last.
    private var recent: [(text: [UInt8], impression: AdImpression)] = []
    private var nextRecent = 0

    private static let tokenLimit = 4096
    private static let recentLimit = 4

    /// - Parameter readsTemplates: whether objects may lack an identifier, since each use gives them a new one.
    init(_ judge: @escaping TokenJudge, readsTemplates: Bool = false) {
        self.judge = judge
        self.readsTemplates = readsTemplates
    }

    mutating func read(_ view: JSONView, _ reader: inout MemberReader) -> AdImpression? {
        switch view.kind {
        case .string:
            let token = view.string
            if let known = tokens[token] { return known }
            let impression = judge(token)
            if tokens.count >= Self.tokenLimit { tokens.removeAll(keepingCapacity: true) }
            tokens[token] = impression
            return impression
        case .object:
            for known in recent where unsafe view.raw.elementsEqual(known.text) { return known.impression }
            let impression =
                view.member("skadnetwork").map { Self.readSKAdNetwork(view, $0, isTemplate: readsTemplates, &reader) }
                ?? Self.readFields(view, isTemplate: readsTemplates, &reader)
            guard let impression else { return nil }
            let entry = unsafe (text: [UInt8](view.raw), impression: impression)
            if recent.count < Self.recentLimit {
                recent.append(entry)
            } else {
                recent[nextRecent] = entry
                nextRecent = (nextRecent + 1) % Self.recentLimit
            }
            return impression
        default:
            reader.reportValue(view, wanted: "a compact JWS, or an object with an impression's fields")
            return nil
        }
    }

    // MARK: - AdAttributionKit

    private static let fields = [
        "impression-identifier", "publisher-item-identifier", "impression-type", "ad-network-identifier",
        "source-identifier", "timestamp", "advertised-item-identifier", "eligible-for-re-engagement",
    ]

    private static func readFields(
        _ view: JSONView, isTemplate: Bool, _ reader: inout MemberReader
    ) -> AdImpression? {
        for member in view.members {
            let name = member.name.string
            if !fields.contains(name) { reader.reportUnknown(name, known: fields + ["skadnetwork"]) }
        }
        return readPayload(view, isTemplate: isTemplate, &reader)
    }

    /// Reads the fields that an impression has, and passes over others.
    static func readPayload(
        _ view: JSONView, isTemplate: Bool = false, _ reader: inout MemberReader
    ) -> AdImpression? {
        let before = reader.faults.count
        var identifier = isTemplate ? "" : nil
        var network: String?
        var advertised: UInt64?
        var publisher: UInt64?
        var source: SourceIdentifier?
        var timestamp: Int64?
        var isEligible = false
        func value(_ key: StaticString, _ reader: inout MemberReader, _ body: (inout MemberReader) -> Void) -> Bool {
            reader.inside(.key(key), body)
            return true
        }
        reader.members(of: view, known: fields) { reader, name, member in
            if name.isString("impression-identifier") {
                return value("impression-identifier", &reader) { identifier = $0.uuid(member) }
            } else if name.isString("ad-network-identifier") {
                return value("ad-network-identifier", &reader) { network = $0.network(member) }
            } else if name.isString("advertised-item-identifier") {
                return value("advertised-item-identifier", &reader) { advertised = $0.item(member) }
            } else if name.isString("publisher-item-identifier") {
                return value("publisher-item-identifier", &reader) {
                    publisher = $0.item(member, allowsZero: true)
                }
            } else if name.isString("source-identifier") {
                return value("source-identifier", &reader) {
                    source = $0.integer(member, SourceIdentifier.range).flatMap { SourceIdentifier($0) }
                }
            } else if name.isString("timestamp") {
                return value("timestamp", &reader) { timestamp = $0.integer(member, 0...Int.max).map(Int64.init) }
            } else if name.isString("eligible-for-re-engagement") {
                return value("eligible-for-re-engagement", &reader) { isEligible = $0.bool(member) ?? false }
            } else if name.isString("impression-type") {
                return value("impression-type", &reader) {
                    if !member.isString("app-impression") { $0.reportValue(member, wanted: "\"app-impression\"") }
                }
            }
            return true
        }
        guard reader.faults.count == before else { return nil }
        guard let identifier, let network, let advertised, let publisher, let source else {
            for name in fields
            where !["impression-type", "timestamp", "eligible-for-re-engagement"].contains(name)
                && !(isTemplate && name == "impression-identifier") && view.member(named: name) == nil
            {
                reader.report(.name(name), .missing(wanted: "it, as in every impression"))
            }
            return nil
        }
        return AdImpression(
            identifier: identifier, network: network, advertised: advertised, publisher: publisher, source: source,
            timestamp: timestamp, isEligibleForReEngagement: isEligible)
    }

    // MARK: - SKAdNetwork

    private static let versions: [(text: StaticString, number: Int)] = [
        ("1.0", 10), ("2.0", 20), ("2.1", 21), ("2.2", 22), ("3.0", 30), ("4.0", 40),
    ]

    private static func readSKAdNetwork(
        _ outer: JSONView, _ view: JSONView, isTemplate: Bool, _ reader: inout MemberReader
    ) -> AdImpression? {
        let before = reader.faults.count
        for member in outer.members where !member.name.isString("skadnetwork") {
            reader.reportUnknown(member.name.string, known: ["skadnetwork"])
        }
        let impression = reader.inside(.key("skadnetwork")) { readSignedFields(view, isTemplate: isTemplate, &$0) }
        return reader.faults.count == before ? impression : nil
    }

    private static func readSignedFields(
        _ view: JSONView, isTemplate: Bool, _ reader: inout MemberReader
    ) -> AdImpression? {
        guard view.kind == .object else {
            reader.reportValue(view, wanted: "an object with the signed fields")
            return nil
        }
        func member(_ name: StaticString) -> JSONView? { view.member(name) }
        guard let versionText = member("version"),
            let version = versions.first(where: { versionText.isString($0.text) })?.number
        else {
            let names = versions.map { "\"\($0.text)\"" }
            if let found = member("version") {
                reader.inside(.key("version")) { $0.reportValue(found, wanted: MemberReader.list(names)) }
            } else {
                reader.report(.key("version"), .missing(wanted: MemberReader.list(names)))
            }
            return nil
        }
        var known = ["version", "ad-network-id", "itunes-item-id", "nonce", "timestamp", "attribution-signature"]
        known.append(version >= 40 ? "source-identifier" : "campaign-id")
        if version >= 20 { known.append("source-app-id") }
        if version >= 40 { known.append("source-domain") }
        if version >= 22 { known.append("fidelity-type") }
        for member in view.members {
            let name = member.name.string
            if !known.contains(name) { reader.reportUnknown(name, known: known) }
        }
        func required<Value>(
            _ name: StaticString, _ reader: inout MemberReader, _ read: (inout MemberReader, JSONView) -> Value?
        ) -> Value? {
            guard let value = member(name) else {
                reader.report(.key(name), .missing(wanted: "it, as in every ad of this version"))
                return nil
            }
            return reader.inside(.key(name)) { read(&$0, value) }
        }
        let network = required("ad-network-id", &reader) { $0.network($1) }
        let advertised = required("itunes-item-id", &reader) { $0.item($1) }
        let nonce = isTemplate && member("nonce") == nil ? "" : required("nonce", &reader) { $0.uuid($1) }
        var publisher: UInt64?
        var domain: String?
        if let value = member("source-domain"), version >= 40 {
            domain = reader.inside(.key("source-domain")) { $0.string(value) }
            if let both = member("source-app-id") {
                reader.inside(.key("source-app-id")) { $0.reportValue(both, wanted: "no app beside a source-domain") }
            }
        } else if version >= 20 {
            publisher = required("source-app-id", &reader) { $0.item($1, allowsZero: true) }
        }
        let fidelity = version >= 22 ? required("fidelity-type", &reader) { $0.integer($1, 0...1) } : 1
        let campaign = version < 40 ? required("campaign-id", &reader) { $0.integer($1, 1...100) } : nil
        let source =
            version >= 40
            ? required("source-identifier", &reader) { $0.integer($1, SourceIdentifier.range) }
                .flatMap { SourceIdentifier($0) }
            : campaign.flatMap { SourceIdentifier($0 < 10 ? "0\($0)" : String($0)) }
        var timestamp: Int64?
        if let value = member("timestamp") {
            timestamp = reader.inside(.key("timestamp")) { $0.integer(value, 0...Int.max).map(Int64.init) }
        }
        guard let network, let advertised, let nonce, let fidelity, let source else { return nil }
        return AdImpression(
            identifier: nonce, network: network, advertised: advertised, publisher: publisher, source: source,
            timestamp: timestamp,
            skAdNetwork: .init(version: version, fidelity: fidelity, campaign: campaign, sourceDomain: domain),
            trust: member("attribution-signature") == nil ? .good : .unchecked)
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func elementsEqual(_ bytes: [UInt8]) -> Bool {
        unsafe count == bytes.count && bytes.withUnsafeBytes { unsafe elementsEqual($0) }
    }
}
