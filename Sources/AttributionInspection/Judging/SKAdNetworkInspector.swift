import AdAttribution
import AttributionBytes
import AttributionECDSA
import AttributionJSON
import AttributionOpenRTB
import AttributionRules
import SKAdNetwork

/// Reads what SKAdNetwork signs, and knows which keys may have signed it. Verifying and validating ask it. One a thread.
struct SKAdNetworkInspector: ~Copyable {
    private var reader = SignedReader()
    private var examiner = SKAdNetworkExaminer()
    private let keys: TrustedKeys
    private var p192: P192Verifier?
    /// The place of Apple's key from version 2.1 on, where it is trusted.
    private var apple: [Int] = []
    /// The places of the keys that are not Apple's and have no `kid`, and so may be of any network.
    private var unnamed: [Int] = []
    /// Those with the `kid` of a network, by its bytes in lowercase: nothing else says whose key signed.
    private var named: [[UInt8]: [Int]] = [:]
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
        for place in keys.all.indices where keys.all[place].environment == .local {
            if let keyID = keys.keyID(ofPlace: place) {
                named[AdNetworkIdentifier.key(of: keyID.utf8), default: []].append(place)
            } else {
                unnamed.append(place)
            }
        }
    }

    /// What is known of a signed object before its signature is checked.
    struct Facts {
        let isAd: Bool
        let version: SKAdNetworkVersion
        /// Whether Apple's key on P-192 made the signature, which batches do not check.
        var holdsOnP192 = false
        /// The keys that may have made it otherwise.
        var places: [Int] = []

        /// Whose key a signature is of that one of ``places`` made.
        func owner(_ environment: SigningEnvironment) -> SKAdNetworkKeys.Owner {
            holdsOnP192 ? .appleP192 : environment == .local ? .local : .appleP256
        }
    }

    /// Why what was read last is for somebody else.
    func stranger(_ form: SignedForm, to acceptance: Acceptance) -> InputFault? {
        let app: SignedField = form == .postback ? .appID : .itunesItemID
        return acceptance.stranger(
            network: ("\(form.name(of: .adNetworkID))", reader[.adNetworkID]),
            app: ("\(form.name(of: app))", reader[app]))
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
        let local = localPlaces
        facts.places = local
        guard form == .postback else { return facts }
        switch version.curve {
        case .p256: facts.places = apple + local
        case .p192: facts.holdsOnP192 = unsafe p192?.isValid(reader.derSignature, for: reader.signedText) ?? false
        }
        return facts
    }

    /// The places of the keys besides Apple's that may have signed what was read last.
    private var localPlaces: [Int] {
        guard !named.isEmpty, let network = reader[.adNetworkID], network.kind == .string else { return unnamed }
        return named[AdNetworkIdentifier.key(of: network.string.utf8), default: []] + unnamed
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
        // OpenRTB has a version in each object, without which nothing can be said of the rest.
        let hasVersion = form != .ad(.openRTB) || fault?.field != "\(form.name(of: .version))"
        if hasVersion, let first = errors.first { return .rules(first, others: Array(errors.dropFirst())) }
        // OpenRTB's names and types are not those of the rules.
        guard let fault else { return .skAdNetworkSignature(isAd: form != .postback) }
        let (rule, wanted) =
            switch fault {
            case .missing: (BidRules.missing, fault.wanted)
            case .version: (BidRules.value, BidRules.versions)
            case .type(_, let found, .digits) where found.first == "\"": (BidRules.value, fault.wanted)
            default: (BidRules.type, fault.wanted)
            }
        return .rules(
            Finding(rule, field: fault.field, found: fault.found, wanted: wanted, hint: fault.hint), others: [])
    }

    /// Appends the members that the version of what was read last signs, as an object.
    mutating func appendSigned(_ object: JSONView, _ form: SignedForm, to output: inout ByteBuffer) -> SignedPlaces {
        object.appendSigned(form, reader.order, to: &output)
    }

    /// Appends the others, but for the signature, as an object; false, and nothing, if there are none.
    mutating func appendUnsigned(_ object: JSONView, _ form: SignedForm, to output: inout ByteBuffer) -> Bool {
        object.appendUnsigned(form, reader.order, to: &output)
    }

    /// What a value means, where it is written with escapes.
    func identity(_ isAd: Bool) -> String? {
        guard let value = reader[isAd ? .nonce : .transactionID], value.hasEscapes else { return nil }
        return value.string
    }
}

/// Where signed values lie in an object that was appended.
struct SignedPlaces {
    /// The value by which the object is told from others.
    var identifier: Range<Int>?
    /// The index of a postback's window.
    var index: Range<Int>?
}

extension JSONView {
    /// Appends the members that an order signs as an object, and says where those lie that tell it from others.
    @discardableResult
    func appendSigned(_ form: SignedForm, _ order: SignedOrder, to output: inout ByteBuffer) -> SignedPlaces {
        var places = SignedPlaces()
        output.openObject()
        var members = members
        while let member = members.next() {
            guard let field = form.field(named: member.name), order.signs(field) else { continue }
            output.member(writtenAs: member.name)
            let at = output.count
            JSONText.appendCompact(member.value, to: &output)
            if field.isIdentifier, member.value.kind == .string { places.identifier = at..<output.count }
            if field == .postbackSequenceIndex { places.index = at..<output.count }
        }
        output.closeObject()
        return places
    }

    /// Appends the members that an order does not sign, but for the signature, as an object; false, and nothing, if there
    /// are none.
    func appendUnsigned(_ form: SignedForm, _ order: SignedOrder, to output: inout ByteBuffer) -> Bool {
        let start = output.count
        output.openObject()
        var members = members
        while let member = members.next() {
            if let field = form.field(named: member.name), order.signs(field) || field.isSignature { continue }
            output.member(writtenAs: member.name)
            JSONText.appendCompact(member.value, to: &output)
        }
        guard output.count > start + 1 else {
            output.truncate(to: start)
            return false
        }
        output.closeObject()
        return true
    }
}
