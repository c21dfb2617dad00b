import AttributionBase
import AttributionInspection
import AttributionModel

/// The members of one postback of either framework, reused for one postback after another. It points into the text of the
/// postback.
///
/// Signed members are read from the signed object alone, and the others from beside it alone, so that nothing unsigned can
/// take the place of what a signature vouches for.
struct PostbackMembers: ~Copyable {
    private(set) var framework = Framework.adAttributionKit
    /// Whether the members beside the token are known.
    private(set) var hasBody = true
    private var signedFields = MemberTable()
    private var unsignedFields = MemberTable()
    /// The values that the version of SKAdNetwork signs.
    private var order = SignedOrder.postbacks[0]
    private(set) var version: JSONView?
    /// Where the members are in the two tables.
    private var places = MemberPlaces.adAttributionKit
    private let own = MemberPlaces.adAttributionKit
    private let payloadShape = PostbackField.shape
    private let bodyShape = BodyField.shape

    /// Reads a postback of AdAttributionKit.
    ///
    /// - Parameters:
    ///   - payload: the payload of its token.
    ///   - body: the members beside the token; nil for a bare token.
    mutating func read(payload: JSONView, body: JSONView?) {
        framework = .adAttributionKit
        version = nil
        hasBody = body != nil
        places = own
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
        framework = .skAdNetwork
        hasBody = true
        order = SignedOrder.postback(named: version)
        self.version = version
        places = MemberPlaces(signedBy: order)
        signedFields.read(signed, as: SignedField.postbackShape)
        if let unsigned { unsignedFields.read(unsigned, as: SignedField.postbackShape) } else { unsignedFields.clear() }
    }

    var identifier: JSONView? { signedFields[places.identifier] }
    var network: JSONView? { signedFields[places.network] }
    var advertisedItem: JSONView? { signedFields[places.advertisedItem] }
    var source: JSONView? { signedFields[places.source] }
    var campaign: JSONView? { signedFields[places.campaign] }
    var didWin: JSONView? { signedFields[places.didWin] }
    var index: JSONView? { signedFields[places.index] }
    var conversionType: JSONView? { signedFields[places.conversionType] }
    var redownload: JSONView? { signedFields[places.redownload] }
    var publisher: JSONView? { signedFields[places.publisher] ?? signedFields[places.domain] }
    var marketplace: JSONView? { signedFields[places.marketplace] }
    var fidelity: JSONView? { signedFields[places.fidelity] }
    var interaction: JSONView? { unsignedFields[places.interaction] }
    var fine: JSONView? { unsignedFields[places.fine] }
    var coarse: JSONView? { unsignedFields[places.coarse] }
    var country: JSONView? { unsignedFields[places.country] }

    /// The value of a field from which nothing is inferred.
    func value(of field: GroupField.Other) -> JSONView? {
        switch framework {
        case .adAttributionKit:
            field.field.flatMap { field.isSigned ? signedFields[$0] : unsignedFields[$0] }
        case .skAdNetwork:
            field.signedField.flatMap { signed in
                guard field.isSigned else { return unsignedFields[signed.index] }
                return order.signs(signed) ? signedFields[signed.index] : nil
            }
        }
    }

    /// The key that repeats have in common; nil without an identifier.
    var repeatKey: RepeatKey? {
        guard let identifier, identifier.kind == .string else { return nil }
        let field: InputFault.Identifier = framework == .adAttributionKit ? .postback : .transaction
        // A conversion of AdAttributionKit has another identifier in each window.
        let index = framework == .adAttributionKit ? nil : index
        return identifier.unescapedOrContent { RepeatKey(field, $0, index: index.map { $0.raw }) }
    }
}

/// The numbers of members in the tables that a postback is read into: those of signed members, and of the others.
///
/// They are here in numbers, since to ask the fields for them takes longer than to look the members up.
private struct MemberPlaces {
    let identifier, network, advertisedItem, source, campaign, didWin, index, conversionType, redownload: UInt8
    let publisher, domain, marketplace, fidelity: UInt8
    let interaction, fine, coarse, country: UInt8

    /// No table has this place, so nothing is found in it.
    private static let none = UInt8(MemberNames.limit)

    static let adAttributionKit = MemberPlaces(
        { field, _ in field?.index ?? none }, unsigned: { field, _ in field?.index ?? none })

    /// - Parameter order: what the version of a postback of SKAdNetwork signs.
    init(signedBy order: SignedOrder) {
        self.init(
            { _, field in field.flatMap { order.signs($0) ? $0.index : nil } ?? Self.none },
            unsigned: { _, field in field?.index ?? Self.none })
    }

    /// - Parameters:
    ///   - signed: returns the place of the signed member that is called differently in the two frameworks.
    ///   - unsigned: returns the place of a member beside the signed ones.
    private init(_ signed: (Field?, SignedField?) -> UInt8, unsigned: (Field?, SignedField?) -> UInt8) {
        identifier = signed(PostbackField.identifier, .transactionID)
        network = signed(PostbackField.adNetworkIdentifier, .adNetworkID)
        advertisedItem = signed(PostbackField.advertisedItemIdentifier, .appID)
        source = signed(PostbackField.sourceIdentifier, .sourceIdentifier)
        campaign = signed(nil, .campaignID)
        didWin = signed(PostbackField.didWin, .didWin)
        index = signed(PostbackField.sequenceIndex, .postbackSequenceIndex)
        conversionType = signed(PostbackField.conversionType, nil)
        redownload = signed(nil, .redownload)
        publisher = signed(PostbackField.publisherItemIdentifier, .sourceAppID)
        domain = signed(nil, .sourceDomain)
        marketplace = signed(PostbackField.marketplaceIdentifier, nil)
        fidelity = signed(nil, .fidelityType)
        interaction = unsigned(BodyField.interactionType, nil)
        fine = unsigned(BodyField.conversionValue, .conversionValue)
        coarse = unsigned(BodyField.coarseConversionValue, .coarseConversionValue)
        country = unsigned(BodyField.countryCode, .countryCode)
    }
}

extension PostbackMembers {
    /// The facts that a report counts, without names.
    var fact: CountedPostback {
        var fact = CountedPostback()
        fact.framework = framework
        fact.didWin = didWin?.truth
        fact.window = index?.unsignedInteger.flatMap { $0 <= 2 ? ConversionWindow(rawValue: Int($0)) : nil }
        fact.digits = source?.digitCount
        switch framework {
        case .adAttributionKit:
            fact.conversionType = conversionType.flatMap(Self.conversionType)
            if let interaction {
                fact.interaction = interaction.isString("click") ? .click : interaction.isString("view") ? .view : nil
            }
        case .skAdNetwork:
            fact.conversionType = redownload?.truth.map { $0 ? .redownload : .download }
            // StoreKit-rendered and web ads count as click-through.
            fact.interaction = fidelity?.unsignedInteger.flatMap { $0 == 1 ? .click : $0 == 0 ? .view : nil }
        }
        let fine = fine
        let coarse = coarse
        if framework == .adAttributionKit || version.flatMap(SKAdNetworkVersion.init)?.hasTiers == true {
            fact.tiers = tiers(of: fact, fine, coarse)
        }
        fact.value = value(of: fact, fine, coarse)
        return fact
    }

    private static func conversionType(_ view: JSONView) -> ConversionType? {
        if view.isString("download") { return .download }
        if view.isString("redownload") { return .redownload }
        return view.isString("re-engagement") ? .reEngagement : nil
    }

    private func tiers(of fact: CountedPostback, _ fine: JSONView?, _ coarse: JSONView?) -> DataTiers {
        guard let window = fact.window else { return [] }
        let present = DisclosedFields.Presence(
            publisher: publisher != nil, marketplaceIdentifier: marketplace != nil, fine: fine != nil,
            coarse: coarse != nil, country: country != nil)
        return DisclosedFields(
            framework == .adAttributionKit ? .adAttributionKit : .skAdNetwork, isLater: window != .first,
            didWin: fact.didWin != false, digits: fact.digits, hasBody: hasBody, present: present
        ).tiers
    }

    private func value(of fact: CountedPostback, _ fine: JSONView?, _ coarse: JSONView?) -> CountedPostback.Value {
        if let number = fine?.unsignedInteger, number < 64 { return .fine(Int(number)) }
        if let coarse {
            if coarse.isString("low") { return .coarse(.low) }
            if coarse.isString("medium") { return .coarse(.medium) }
            if coarse.isString("high") { return .coarse(.high) }
        }
        if fine != nil || coarse != nil { return .none(.unreadable) }
        if fact.didWin == false { return .none(.nonwinning) }
        guard hasBody else { return .none(.tokenOnly) }
        guard let tiers = fact.tiers else { return .none(.thresholdOrNotSet) }
        return .none(.reason(framework, fact.window, tiers))
    }
}

/// The reasons why winning postbacks have no value: ``Disclosure`` as a table by framework, window and tiers.
extension CountedPostback.Absence {
    fileprivate static func reason(
        _ framework: Framework, _ window: ConversionWindow?, _ tiers: DataTiers
    ) -> CountedPostback.Absence {
        guard let window else { return .unreadable }
        return table[(framework == .adAttributionKit ? 0 : 48) + window.rawValue * 16 + Int(tiers.rawValue & 15)]
    }

    private static let table: [CountedPostback.Absence] =
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

    /// The reason if the tier is known. Every update sets a fine value, so in a window that has fine values the tier withheld one,
    /// or there was none; in a later one, only a coarse value could have come.
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
