import AttributionBase
import AttributionInspection
import AttributionModel

/// The members of one postback of either framework, reused for one postback after another. It points into the text of the postback.
///
/// Signed members are read from the signed object alone, and the others from beside it alone, so that an unsigned value can never take the
/// place of a signed one.
struct PostbackMembers: ~Copyable {
    /// A member, whatever the frameworks call it.
    enum Member: Int, CaseIterable {
        case identifier, network, advertisedItem, source, campaign, didWin, index, conversionType, redownload
        case app, domain, marketplace, fidelity
        // Beside the signed ones.
        case interaction, fine, coarse, country

        fileprivate var isSigned: Bool { rawValue < Self.interaction.rawValue }

        /// The member in the two frameworks; nil where it does not exist.
        fileprivate var fields: (own: Field?, skAdNetwork: SignedField?) {
            switch self {
            case .identifier: (PostbackField.identifier, .transactionID)
            case .network: (PostbackField.adNetworkIdentifier, .adNetworkID)
            case .advertisedItem: (PostbackField.advertisedItemIdentifier, .appID)
            case .source: (PostbackField.sourceIdentifier, .sourceIdentifier)
            case .campaign: (nil, .campaignID)
            case .didWin: (PostbackField.didWin, .didWin)
            case .index: (PostbackField.sequenceIndex, .postbackSequenceIndex)
            case .conversionType: (PostbackField.conversionType, nil)
            case .redownload: (nil, .redownload)
            case .app: (PostbackField.publisherItemIdentifier, .sourceAppID)
            case .domain: (nil, .sourceDomain)
            case .marketplace: (PostbackField.marketplaceIdentifier, nil)
            case .fidelity: (nil, .fidelityType)
            case .interaction: (BodyField.interactionType, nil)
            case .fine: (BodyField.conversionValue, .conversionValue)
            case .coarse: (BodyField.coarseConversionValue, .coarseConversionValue)
            case .country: (BodyField.countryCode, .countryCode)
            }
        }
    }

    /// The numbers of members in the tables that a postback is read into, since to ask the fields for them takes longer than to look
    /// the members up.
    private typealias Places = SIMD32<UInt8>

    /// Whether it is a postback of AdAttributionKit rather than of SKAdNetwork.
    private(set) var isOwn = true
    /// Whether the members beside the token are known.
    private(set) var hasBody = true
    private(set) var version: JSONView?
    private var signedFields = MemberTable()
    private var unsignedFields = MemberTable()
    /// The values that the version of SKAdNetwork signs.
    private var order = SignedOrder.postbacks[0]
    private var places = Self.own
    /// Those of the last postback of SKAdNetwork, and its version.
    private var others: (places: Places, version: SKAdNetworkVersion)?
    private let payloadShape = PostbackField.shape
    private let bodyShape = BodyField.shape

    private static let own = places { $0.fields.own?.index }

    private static func places(_ place: (Member) -> UInt8?) -> Places {
        // This is the index of no member, so nothing is ever found at it.
        var places = Places(repeating: UInt8(MemberNames.limit))
        for member in Member.allCases { if let place = place(member) { places[member.rawValue] = place } }
        return places
    }

    /// Reads a postback of AdAttributionKit.
    ///
    /// - Parameters:
    ///   - payload: the payload of its token.
    ///   - body: the members beside the token; nil for a bare token.
    mutating func read(payload: JSONView, body: JSONView?) {
        isOwn = true
        version = nil
        hasBody = body != nil
        places = Self.own
        signedFields.read(payload, as: payloadShape)
        if let body { unsignedFields.read(body, as: bodyShape) } else { unsignedFields.clear() }
    }

    /// Reads a postback of SKAdNetwork. Of the members that any version signs, only those that this version signs count as
    /// signed.
    ///
    /// - Parameters:
    ///   - signed: the object with the signed members.
    ///   - unsigned: the object with the others, which may be the same; nil if there are none.
    ///   - version: the version; nil for 1.0, which has no such member.
    mutating func read(skAdNetwork signed: JSONView, unsigned: JSONView?, version: JSONView?) {
        isOwn = false
        hasBody = true
        order = SignedOrder.postback(named: version)
        self.version = version
        if others?.version != order.version {
            others = (
                Self.places { member in
                    member.fields.skAdNetwork.flatMap { !member.isSigned || order.signs($0) ? $0.index : nil }
                }, order.version
            )
        }
        places = others?.places ?? Self.own
        signedFields.read(signed, as: SignedField.postbackShape)
        if let unsigned { unsignedFields.read(unsigned, as: SignedField.postbackShape) } else { unsignedFields.clear() }
    }

    subscript(member: Member) -> JSONView? {
        @inline(__always)
        get {
            let place = places[member.rawValue]
            return member.isSigned ? signedFields[place] : unsignedFields[place]
        }
    }

    /// The app that showed the ad, or the domain.
    var publisher: JSONView? { self[.app] ?? self[.domain] }

    /// The value of a field from which nothing is inferred.
    func value(of field: GroupField.Other) -> JSONView? {
        if isOwn { return field.field.flatMap { field.isSigned ? signedFields[$0] : unsignedFields[$0] } }
        return field.signedField.flatMap { signed in
            guard field.isSigned else { return unsignedFields[signed.index] }
            return order.signs(signed) ? signedFields[signed.index] : nil
        }
    }

    /// The key that repeats share; nil if there is no identifier.
    var repeatKey: RepeatKey? {
        guard let identifier = self[.identifier], identifier.kind == .string else { return nil }
        let field: InputFault.Identifier = isOwn ? .postback : .transaction
        // A conversion of AdAttributionKit has another identifier in each window.
        let index = isOwn ? nil : self[.index]
        return identifier.unescapedOrContent { RepeatKey(field, $0, index: index.map { $0.raw }) }
    }
}

extension PostbackMembers {
    /// The facts that a report counts, without texts. Words are compared in the order of their places.
    var fact: CountedPostback {
        var fact = CountedPostback()
        fact[.frameworks] = isOwn ? 0 : 1
        fact[.outcomes] = self[.didWin]?.truth.map { $0 ? 0 : 1 }
        fact[.windows] = self[.index]?.unsignedInteger.flatMap { $0 <= 2 ? Int($0) : nil }
        let digits = self[.source]?.digitCount
        fact[.digits] = digits.map { $0 - SourceIdentifier.digitCounts.lowerBound }
        if isOwn {
            fact[.conversionTypes] = self[.conversionType]?.place(among: "download", "redownload", "re-engagement")
            fact[.interactions] = self[.interaction]?.place(among: "click", "view")
        } else {
            fact[.conversionTypes] = self[.redownload]?.truth.map { $0 ? 1 : 0 }
            // StoreKit-rendered and web ads count as click-through.
            fact[.interactions] = self[.fidelity]?.unsignedInteger.flatMap { $0 == 1 ? 0 : $0 == 0 ? 1 : nil }
        }
        let (fine, coarse) = (self[.fine], self[.coarse])
        if isOwn || version.flatMap(SKAdNetworkVersion.init)?.hasTiers == true {
            fact[.tiers] = Int(tiers(of: fact, digits, fine, coarse).rawValue & 15)
        }
        if let number = fine?.unsignedInteger, number < 64 {
            fact[.fine] = Int(number)
        } else if let place = coarse?.place(among: "low", "medium", "high") {
            fact[.coarse] = place
        } else {
            let isPresent = fine != nil || coarse != nil
            fact[.absences] = (isPresent ? .unreadable : absence(in: fact)).rawValue
        }
        fact[.values] = fact[.fine] != nil ? 0 : fact[.coarse] != nil ? 1 : 2
        return fact
    }

    private func tiers(
        of fact: CountedPostback, _ digits: Int?, _ fine: JSONView?, _ coarse: JSONView?
    ) -> DataTiers {
        guard let window = fact[.windows] else { return [] }
        let present = DisclosedFields.Presence(
            publisher: publisher != nil, marketplaceIdentifier: self[.marketplace] != nil, fine: fine != nil,
            coarse: coarse != nil, country: self[.country] != nil)
        return DisclosedFields(
            isOwn ? .adAttributionKit : .skAdNetwork, isLater: window > 0, didWin: !fact.isLost, digits: digits,
            hasBody: hasBody, present: present
        ).tiers
    }

    /// The reason why there is no value.
    private func absence(in fact: CountedPostback) -> CountedPostback.Absence {
        if fact.isLost { return .nonwinning }
        guard hasBody else { return .tokenOnly }
        guard let tiers = fact[.tiers] else { return .thresholdOrNotSet }
        guard let window = fact[.windows] else { return .unreadable }
        return CountedPostback.Absence.ofWinning[(isOwn ? 0 : 48) + window * 16 + tiers]
    }
}

extension JSONView {
    /// Returns the place of a string among some; nil if it is none of them.
    fileprivate func place(among first: StaticString, _ second: StaticString, _ third: StaticString? = nil) -> Int? {
        if isString(first) { return 0 }
        if isString(second) { return 1 }
        return third.map { isString($0) } == true ? 2 : nil
    }
}

extension CountedPostback.Absence {
    /// Why winning postbacks have no value: ``Disclosure`` as a table by framework, window and tiers.
    fileprivate static let ofWinning: [CountedPostback.Absence] =
        [Disclosure.Framework.adAttributionKit, .skAdNetwork].flatMap { framework in
            ConversionWindow.allCases.flatMap { window in
                DataTiers.everySet.map { work(out: framework, window, $0) }
            }
        }

    private static func work(
        out framework: Disclosure.Framework, _ window: ConversionWindow, _ tiers: DataTiers
    ) -> CountedPostback.Absence {
        let reasons = Set(
            tiers.descending.map { reason(Disclosure(of: framework, tier: $0, window: window, didWin: true)) })
        guard let reason = reasons.first else { return .unreadable }
        return reasons.count == 1 ? reason : .tierOrNotSet
    }

    /// The reason if the tier is known. Every update sets a fine value, so in the first window there was one that the tier withheld, or no
    /// update at all. In later windows, only a coarse value would have been sent.
    private static func reason(_ disclosure: Disclosure) -> CountedPostback.Absence {
        var reason = disclosure.absence(of: .fine)
        if reason == .window { reason = disclosure.absence(of: .coarse) }
        return switch reason {
        case .window: .window
        case .tier: .tier
        default: .notSet
        }
    }
}

extension JSONView {
    /// The number of digits of a source identifier; nil for any other value.
    var digitCount: Int? {
        guard kind == .string, !hasEscapes else { return nil }
        let text = content
        guard text.count >= 2, text.count <= 4 else { return nil }
        for offset in 0..<text.count where !ASCII.isDigit(text[offset]) { return nil }
        return text.count
    }
}
