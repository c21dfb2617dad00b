import AttributionBase
import AttributionCrypto
import AttributionModel

/// Reads the signed values of SKAdNetwork, and determines the keys that may have signed them. Verification and
/// validation share it. Each thread needs its own inspector.
struct SKAdNetworkInspector: ~Copyable {
    private(set) var reader = SignedReader()
    var examiner = Examiner()
    private let trusted: TrustedKeys
    // Created for the first SKAdNetwork input, because most streams have none.
    private var keys: SKAdNetworkKeys?
    private var p192: SignatureVerifier?
    /// The reason why the signature of the last object cannot be checked.
    private var fault: SKAdNetworkFault?

    init(_ keys: TrustedKeys) { trusted = keys }

    /// The facts about a signed object before its signature is checked.
    struct Facts {
        let form: SignedForm
        let version: SKAdNetworkVersion
        /// Whether Apple's P-192 key made the signature. Signature batches do not check this curve.
        var holdsOnP192 = false
        /// Whether only Apple's key can have made the signature.
        let isAppleOnly: Bool
        /// The indices of the trusted keys that may have made the signature.
        var keyIndices: [Int] = []

        var isAd: Bool { form != .postback }

        func mismatch(by keys: TrustedKeys) -> InputFault {
            if let scopes = keys.scopeWords(without: keyIndices) {
                return .skAdNetworkSignature(.outOfScope(isAd: isAd, scopes))
            }
            let isOwnTried = keyIndices.contains { keys.all[$0].environment == .local }
            return .skAdNetworkSignature(isAd ? .ofAd : isAppleOnly && !isOwnTried ? .apple : .trusted)
        }

        var adForm: AdForm? { if case .ad(let form) = form { form } else { nil } }

        /// Returns the owner of the key that made the signature, given the environment of that key if it is one of ``keyIndices``.
        func owner(_ environment: SigningEnvironment) -> SKAdNetworkKeyOwner {
            holdsOnP192 ? .appleP192 : SKAdNetworkKeyOwner(ofP256: environment)
        }
    }

    /// Returns the fault if the last object is for another receiver.
    func foreignParty(_ form: SignedForm, to acceptance: Acceptance) -> InputFault? {
        let app: SignedField = form == .postback ? .appID : .itunesItemID
        return acceptance.foreignParty(
            network: ("\(form.name(of: .adNetworkID))", reader[.adNetworkID]),
            app: ("\(form.name(of: app))", reader[app]))
    }

    private mutating func madeKeys() -> SKAdNetworkKeys {
        if let keys { return keys }
        let made = SKAdNetworkKeys(trusted)
        keys = made
        if let key = made.p192 { p192 = SignatureVerifier(key) }
        return made
    }

    /// Reads an object, and returns nil if it lacks a value that its version signs.
    mutating func read(_ object: SignedObject) -> Facts? {
        let form = object.form
        fault = reader.read(object)
        guard fault == nil else { return nil }
        let version = reader.order.version
        let curve = form == .postback ? version.curve : nil
        let keys = madeKeys()
        var facts = Facts(form: form, version: version, isAppleOnly: keys.isAppleOnly)
        facts.keyIndices = keys.keyIndices(
            on: curve, network: reader[.adNetworkID].flatMap { $0.kind == .string ? [UInt8]($0.string.utf8) : nil })
        if curve == .p192 {
            facts.holdsOnP192 = p192?.isValid(der: reader.derSignature, for: reader.signedText) ?? false
        }
        return facts
    }

    /// Returns the reason why no key can check the signature; nil if one can.
    func absence(of facts: Facts) -> InputFault? {
        guard !facts.holdsOnP192, facts.keyIndices.isEmpty else { return nil }
        if !facts.isAd, facts.version.curve == .p192, p192 != nil { return facts.mismatch(by: trusted) }
        return .skAdNetworkKey(isAd: facts.isAd, scopes: facts.isAd ? trusted.scopeWords(without: []) : nil)
    }

    /// Returns the reason why an object could not be read, according to the rules that it breaks.
    mutating func fault(of object: SignedObject) -> InputFault {
        let form = object.form
        let errors = examiner.findings(of: object, now: nil).filter { $0.severity == .error }
        // Without a version, the rest of an OpenRTB object cannot be checked.
        let hasVersion = form != .ad(.openRTB) || fault?.problem.field != "\(form.name(of: .version))"
        if hasVersion, let first = errors.first { return .rules(first, others: Array(errors.dropFirst())) }
        guard let fault else { return .skAdNetworkSignature(form == .postback ? .trusted : .ofAd) }
        return .rules(fault.findingOfBid, others: [])
    }

    /// Returns the unescaped identifier if it is written with escapes.
    func identity(_ isAd: Bool) -> String? {
        guard let value = reader[isAd ? .nonce : .transactionID], value.hasEscapes else { return nil }
        return value.string
    }
}

extension SignedForm {
    /// Returns whether a member is signed in an order; nil for the signature itself, and for a member that is `null` but would be signed.
    func signs(_ member: (name: JSONView, value: JSONView), _ order: SignedOrder) -> Bool? {
        guard let field = field(named: member.name) else { return false }
        return order.signs(field) ? (member.value.kind == .null ? nil : true) : field == .signature ? nil : false
    }
}

extension SignedObject {
    /// Appends an object with the signed members. Returns the ranges of the identifier and of the index of a postback's window.
    @discardableResult
    func appendSigned(
        _ order: SignedOrder, to output: inout ByteBuffer
    ) -> (identifier: Range<Int>?, index: Range<Int>?) {
        var ranges: (identifier: Range<Int>?, index: Range<Int>?)
        output.openObject()
        var members = members
        while let member = members.next() {
            guard form.signs((member.name, member.value), order) == true, let field = form.field(named: member.name)
            else { continue }
            output.member(writtenAs: member.name)
            let at = output.count
            JSONText.appendCompact(member.value, to: &output)
            let isIdentifier = field == .transactionID || field == .nonce
            if isIdentifier, member.value.kind == .string { ranges.identifier = at..<output.count }
            if field == .postbackSequenceIndex { ranges.index = at..<output.count }
        }
        output.closeObject()
        return ranges
    }

    /// Appends an object with the unsigned members, except the signature. If there are none, appends nothing and returns false.
    func appendUnsigned(_ order: SignedOrder, to output: inout ByteBuffer) -> Bool {
        let start = output.count
        output.openObject()
        var members = members
        while let member = members.next() {
            guard form.signs((member.name, member.value), order) == false else { continue }
            output.member(writtenAs: member.name)
            JSONText.appendCompact(member.value, to: &output)
        }
        if let rest {
            output.member(named: rest.name)
            rest.value.append(to: &output)
        }
        guard output.count > start + 1 else {
            output.truncate(to: start)
            return false
        }
        output.closeObject()
        return true
    }
}
