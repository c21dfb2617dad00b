import AdAttribution
import Bytes
import ECDSA
import OpenRTB
import Rules
import SKAdNetwork
import StrictJSON

/// Reads what SKAdNetwork signs, and knows which keys may have signed it. Verifying and validating ask it. One a thread.
struct SKAdNetworkInspector: ~Copyable {
    private var reader = SignedReader()
    private var examiner = SKAdNetworkExaminer()
    private let keys: TrustedKeys
    private var p192: P192Verifier?
    /// The place of Apple's key from version 2.1 on, where it is trusted.
    private var apple: [Int] = []
    /// The places of all keys that are not Apple's.
    private var local: [Int] = []
    /// Whether what follows from the keys is known.
    private var isPrepared = false
    /// Why what was read last has no signature that could be checked.
    private var fault: SKAdNetworkFault?

    init(_ keys: TrustedKeys) { self.keys = keys }

    /// Works out what follows from the keys with the first input, since most streams have none of SKAdNetwork.
    private mutating func prepare() {
        guard !isPrepared else { return }
        isPrepared = true
        if let key = SKAdNetworkKeys.appleP192 { p192 = P192Verifier(key) }
        apple = keys.all.indices.filter { keys.all[$0].publicKey == SKAdNetworkKeys.appleP256 }
        local = keys.all.indices.filter { keys.all[$0].environment == .local }
    }

    /// What is known of a signed object before its signature is checked.
    struct Facts {
        let isAd: Bool
        let version: SKAdNetworkVersion
        /// The window of a postback, counted from 0.
        var window = 0
        /// Whether Apple's key on P-192 made the signature, which batches do not check.
        var holdsOnP192 = false
        /// The keys that may have made it otherwise.
        var places: [Int] = []

        /// Whose key a signature is of that one of ``places`` made.
        func owner(_ environment: Environment) -> SKAdNetworkKeys.Owner {
            holdsOnP192 ? .appleP192 : environment == .local ? .local : .appleP256
        }
    }

    /// The text that was signed, and the signature: r then s.
    var signedText: UnsafeRawBufferPointer { unsafe reader.signedText }
    var rawSignature: UnsafeRawBufferPointer { unsafe reader.rawSignature }

    /// Reads an object as far as that takes no key; nil for one that lacks what its version signs.
    mutating func read(_ object: JSONView, _ form: SignedForm) -> Facts? {
        prepare()
        fault = reader.read(object, as: form)
        guard fault == nil else { return nil }
        let version = reader.order.version
        var facts = Facts(isAd: form != .postback, version: version)
        facts.window = Int(clamping: reader[.postbackSequenceIndex]?.unsignedInteger ?? 0)
        facts.places = local
        guard form == .postback else { return facts }
        switch version.curve {
        case .p256: facts.places = apple + local
        case .p192: facts.holdsOnP192 = unsafe p192?.isValid(reader.derSignature, for: reader.signedText) ?? false
        }
        return facts
    }

    /// Why no key can be asked; nil where one can.
    func absence(of facts: Facts) -> InputFault? {
        guard !facts.holdsOnP192, facts.places.isEmpty else { return nil }
        if !facts.isAd, facts.version.curve == .p192, p192 != nil { return .skAdNetworkSignature(isAd: facts.isAd) }
        return .skAdNetworkKey(isAd: facts.isAd)
    }

    /// Everything that is wrong with an object, but whether its signature holds.
    mutating func findings(of object: JSONView, _ form: SignedForm, now: Timestamp?) -> Findings {
        examiner.findings(of: object, as: form, now: now ?? Timestamp(milliseconds: .max))
    }

    /// The data tiers that the postback of ``findings(of:_:now:)`` fits, highest first; nil for what knows none.
    var tiers: [DataTier]? { examiner.tiers }

    /// Why each absent optional field of that postback may be absent.
    var absences: [Report.Absence] {
        examiner.absences.map { Report.Absence(field: $0.field, reason: $0.reason) }
    }

    /// Why an object could not be read, by the rules that it breaks.
    mutating func fault(of object: JSONView, _ form: SignedForm) -> InputFault {
        let errors = findings(of: object, form, now: nil).filter { $0.severity == .error }
        if let first = errors.first { return .rules(first, others: Array(errors.dropFirst())) }
        // OpenRTB's names and types are not those of the rules.
        guard let fault else { return .skAdNetworkSignature(isAd: form != .postback) }
        return .rules(
            Finding(BidRules.type, field: fault.field, found: fault.found, wanted: fault.wanted, hint: fault.hint),
            others: [])
    }

    /// Appends the members that the version of what was read last signs, or the others, as an object.
    @discardableResult
    mutating func append(
        _ object: JSONView, _ form: SignedForm, signed: Bool, to output: inout ByteBuffer,
        identifier: inout Range<Int>?
    ) -> Bool {
        object.append(form, reader.order, signed: signed, to: &output, identifier: &identifier)
    }

    /// What a value means, where it is written with escapes.
    func identity(_ isAd: Bool) -> String? {
        guard let value = reader[isAd ? .nonce : .transactionID], value.hasEscapes else { return nil }
        return value.string
    }
}

extension JSONView {
    /// Appends the members that an order signs, or the others but for the signature, as an object.
    ///
    /// - Parameter identifier: gets the place of the value by which the object is told from others.
    /// - Returns: whether there was any.
    func append(
        _ form: SignedForm, _ order: SignedOrder, signed: Bool, to output: inout ByteBuffer,
        identifier: inout Range<Int>?
    ) -> Bool {
        let start = output.count
        output.append(ASCII.openBrace)
        var members = members
        while let member = members.next() {
            let field = form.field(named: member.name)
            let isSigned = field.map { order.signs($0) } ?? false
            guard isSigned == signed, field?.isSignature != true else { continue }
            if output.count > start + 1 { output.append(ASCII.comma) }
            unsafe output.append(member.name.raw)
            output.append(ASCII.colon)
            let at = output.count
            JSONText.appendCompact(member.value, to: &output)
            if field?.isIdentifier == true, member.value.kind == .string {
                identifier = at..<output.count
            }
        }
        output.append(ASCII.closeBrace)
        return output.count > start + 2
    }
}
