import AdAttribution
import AttributionBytes
import AttributionInspection
import AttributionJSON
import SKAdNetwork

/// The members of one postback, from all the objects that contain them: signed members in one, the others in another.
@safe
struct PostbackMembers: ~Copyable {
    var environment: JSONView?
    var version, network, advertisedItem, source, campaign, didWin, index, conversionType, redownload: JSONView?
    var publisher, marketplace, interaction, fidelity, fine, coarse, country, identifier: JSONView?
    var framework = CountedPostback.Framework.adAttributionKit
    /// Whether the members beside the token are known.
    var hasBody = true
    /// The objects with the signed and the unsigned members.
    private let signedObject: LineObject
    private let isInToken: Bool
    private var unsignedObject: LineObject?
    /// The members that the version of SKAdNetwork signs.
    private var order: SignedOrder?

    /// Reads the signed members of an AdAttributionKit postback.
    ///
    /// - Parameter isInToken: whether `object` is the payload of a token, rather than an object of the line.
    init(token: borrowing JSONSlots, _ object: LineObject, isInToken: Bool) {
        signedObject = object
        self.isInToken = isInToken
        identifier = token[object.label(.postbackIdentifier)]
        network = token[object.label(.adNetworkIdentifier)]
        advertisedItem = token[object.label(.advertisedItemIdentifier)]
        source = token[object.label(.sourceIdentifier)]
        didWin = token[object.label(.didWin)]
        index = token[object.label(.index)]
        conversionType = token[object.label(.conversionType)]
        publisher = token[object.label(.publisherItemIdentifier)]
        marketplace = token[object.label(.marketplaceIdentifier)]
    }

    /// Reads the members beside the token.
    mutating func addUnsigned(_ slots: borrowing JSONSlots, _ object: LineObject) {
        unsignedObject = object
        interaction = slots[object.label(.interaction)]
        fine = slots[object.label(.fineValue)]
        coarse = slots[object.label(.coarseValue)]
        country = slots[object.label(.countryCode)]
    }

    /// Reads a SKAdNetwork postback. Of the members that any version signs, only those that this version signs are read.
    init(signed slots: borrowing JSONSlots, _ object: LineObject, unsigned: LineObject, version: JSONView?) {
        framework = .skAdNetwork
        signedObject = object
        isInToken = false
        self.version = version
        let order = SignedOrder.postback(named: version)
        self.order = order
        identifier = slots[object.label(.transactionIdentifier)]
        network = slots[object.label(.adNetworkID)]
        advertisedItem = slots[object.label(.appID)]
        if order.signs(.sourceIdentifier) { source = slots[object.label(.sourceIdentifier)] }
        if order.signs(.campaignID) { campaign = slots[object.label(.campaignID)] }
        if order.signs(.didWin) { didWin = slots[object.label(.didWin)] }
        if order.signs(.postbackSequenceIndex) { index = slots[object.label(.index)] }
        if order.signs(.redownload) { redownload = slots[object.label(.redownload)] }
        if order.signs(.sourceAppID) { publisher = slots[object.label(.sourceAppID)] }
        if publisher == nil, order.signs(.sourceDomain) { publisher = slots[object.label(.sourceDomain)] }
        if order.signs(.fidelityType) { fidelity = slots[object.label(.fidelity)] }
        addUnsigned(slots, unsigned)
    }

    /// Returns the value of a field that is only used for groups; nil if it is missing.
    ///
    /// - Parameters:
    ///   - slots: the members of the line.
    ///   - token: the members of the last token.
    func value(of field: OtherField, in slots: borrowing JSONSlots, token: borrowing JSONSlots) -> JSONView? {
        let isSigned: Bool
        switch framework {
        case .adAttributionKit:
            guard let known = field.isSigned else { return nil }
            isSigned = known
        case .skAdNetwork:
            guard let known = field.signedField else { return nil }
            isSigned = order?.signs(known) ?? false
        }
        guard isSigned else { return unsignedObject.flatMap { slots[$0.label(field.number)] } }
        return isInToken ? token[signedObject.label(field.number)] : slots[signedObject.label(field.number)]
    }

    /// The key that repeats have in common; nil without an identifier.
    var repeatKey: RepeatKey? {
        guard let identifier, identifier.kind == .string else { return nil }
        return identifier.unescapedOrContent { text in
            switch framework {
            case .adAttributionKit: RepeatKey(.postback, text, index: nil)
            // The index is nil unless it is signed.
            case .skAdNetwork: RepeatKey(.transaction, text, index: index.map { $0.raw })
            }
        }
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
        if framework == .adAttributionKit || version.flatMap(SKAdNetworkVersion.init)?.hasTiers == true {
            fact.tiers = tiers(of: fact)
        }
        fact.value = value(of: fact)
        return fact
    }

    private static func conversionType(_ view: JSONView) -> ConversionType? {
        if view.isString("download") { return .download }
        if view.isString("redownload") { return .redownload }
        return view.isString("re-engagement") ? .reEngagement : nil
    }

    private func tiers(of fact: CountedPostback) -> DataTiers {
        guard let window = fact.window else { return [] }
        let fields = DisclosedFields(
            framework == .adAttributionKit ? .adAttributionKit : .skAdNetwork, isLater: !window.isFirst,
            didWin: fact.didWin != false, digits: fact.digits, hasBody: hasBody
        ) { field in
            switch field {
            case .publisher: publisher != nil
            case .marketplace: marketplace != nil
            case .fineValue: fine != nil
            case .coarseValue: coarse != nil
            case .country: country != nil
            }
        }
        return fields.tiers
    }

    private func value(of fact: CountedPostback) -> CountedPostback.Value {
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
        return .none(AbsenceTable.reason(framework, fact.window, tiers))
    }
}

/// The reasons why winning postbacks have no value: ``Disclosure`` as a table by framework, window and tiers.
private enum AbsenceTable {
    static func reason(
        _ framework: CountedPostback.Framework, _ window: ConversionWindow?, _ tiers: DataTiers
    ) -> CountedPostback.Absence {
        guard let window else { return .unreadable }
        return table[(framework == .adAttributionKit ? 0 : 48) + window.rawValue * 16 + Int(tiers.rawValue & 15)]
    }

    private static let table: [CountedPostback.Absence] =
        [Disclosure.Framework.adAttributionKit, .skAdNetwork].flatMap { framework in
            ConversionWindow.allCases.flatMap { window in
                (UInt8(0)..<16).map { work(out: framework, window, DataTiers(rawValue: $0)) }
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
        var answer = disclosure.answer(on: .fineValue)
        if answer == .withheld(.window) { answer = disclosure.answer(on: .coarseValue) }
        return switch answer {
        case .withheld(.window): .window
        case .withheld(.tier): .tier
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
