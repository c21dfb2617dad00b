import AdAttribution
import AttributionBase
import AttributionInspection

/// A value that the postbacks of a group have in common.
package enum GroupValue: Hashable, Sendable {
    /// The postbacks lack the field, or nothing can be said of it.
    case none
    case bool(Bool)
    case integer(UInt64)
    /// A text, by its index among the texts of the counts.
    case text(Int)
    /// Any other value.
    case json(JSONValue)
    /// The possible campaigns, by their indices. A single one is certain.
    case campaigns([Int])

    static func number(_ number: Int) -> GroupValue { .integer(UInt64(clamping: number)) }
    static func number(_ number: Int?) -> GroupValue { number.map { .number($0) } ?? .none }
}

extension GroupTable {
    mutating func value(_ text: String?) -> GroupValue {
        guard var text else { return .none }
        return text.withUTF8 { unsafe .text(texts.place(of: ByteView($0))) }
    }

    /// Returns the value of a member. Equal values are equal however they were written.
    mutating func value(_ view: JSONView?) -> GroupValue {
        guard let view else { return .none }
        switch view.kind {
        case .null: return .none
        case .true: return .bool(true)
        case .false: return .bool(false)
        case .string: return view.unescapedOrContent { .text(texts.place(of: $0)) }
        case .number: if let number = view.unsignedInteger { return .integer(number) }
        case .object, .array: break
        }
        return .json(JSONValue(view))
    }

    /// Returns the value of a field, other than the campaign, a time or a member around the postback.
    mutating func value(
        of field: GroupField.Common, _ verdict: InputVerdict, _ fact: CountedPostback,
        _ postback: borrowing PostbackMembers
    ) -> GroupValue {
        switch field {
        case .verdict: value(verdict.rawValue)
        case .environment: value(fact.environment?.rawValue)
        case .framework: value(fact.framework.rawValue)
        case .version: value(postback.version)
        case .adNetworkIdentifier: value(postback.network)
        case .advertisedItemIdentifier: value(postback.advertisedItem)
        case .sourceIdentifier: value(postback.source)
        case .campaignIdentifier: value(postback.campaign)
        case .digits: .number(fact.digits)
        case .tier: value(fact.tiers?.rangeName)
        case .window: .number(fact.window?.number)
        case .didWin: value(postback.didWin)
        case .conversionType: value(fact.conversionType?.rawValue)
        case .interactionType: value(fact.interaction?.rawValue)
        case .publisherItemIdentifier: value(postback.publisher)
        case .marketplaceIdentifier: value(postback.marketplace)
        case .countryCode: value(postback.country)
        case .fineValue: value(postback.fine)
        case .coarseValue: value(postback.coarse)
        case .campaign, .hour, .day, .week: .none
        }
    }
}

extension TimeZoneOffset {
    /// Returns the number of the span that contains a time.
    func value(of time: Timestamp?, in unit: TimeSpanUnit) -> GroupValue {
        .number(time.map { place(of: $0, in: unit) })
    }
}
