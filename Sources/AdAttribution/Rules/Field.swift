import StrictJSON

/// Fields, a bit each.
package struct FieldSet: Sendable {
    package private(set) var bits: UInt32

    package init(_ fields: Field...) { bits = fields.reduce(0) { $0 | $1.bit } }

    @inline(__always)
    package func contains(_ field: Field) -> Bool { bits & field.bit != 0 }

    package func contains(_ other: FieldSet) -> Bool { bits & other.bits == other.bits }

    package mutating func insert(_ field: Field) { bits |= field.bit }

    /// Whether one of the fields has this name.
    func hasField(named name: String) -> Bool {
        Field.allCases.contains { contains($0) && "\($0.name)" == name }
    }
}

/// The members of the objects that rules speak of.
package enum Field: Int, CaseIterable, Sendable {
    // Impressions and postbacks.
    case publisherItemIdentifier, impressionType, adNetworkIdentifier, sourceIdentifier, advertisedItemIdentifier
    // Impressions.
    case impressionIdentifier, timestamp, eligibleForReEngagement
    // Postbacks.
    case postbackIdentifier, conversionType, didWin, postbackSequenceIndex, marketplaceIdentifier
    // Postback bodies.
    case jwsString, adInteractionType, conversionValue, coarseConversionValue, countryCode

    package var name: StaticString {
        switch self {
        case .publisherItemIdentifier: "publisher-item-identifier"
        case .impressionType: "impression-type"
        case .adNetworkIdentifier: "ad-network-identifier"
        case .sourceIdentifier: "source-identifier"
        case .advertisedItemIdentifier: "advertised-item-identifier"
        case .impressionIdentifier: "impression-identifier"
        case .timestamp: "timestamp"
        case .eligibleForReEngagement: "eligible-for-re-engagement"
        case .postbackIdentifier: "postback-identifier"
        case .conversionType: "conversion-type"
        case .didWin: "did-win"
        case .postbackSequenceIndex: "postback-sequence-index"
        case .marketplaceIdentifier: "marketplace-identifier"
        case .jwsString: "jws-string"
        case .adInteractionType: "ad-interaction-type"
        case .conversionValue: "conversion-value"
        case .coarseConversionValue: "coarse-conversion-value"
        case .countryCode: "country-code"
        }
    }

    static let impression = FieldSet(
        .publisherItemIdentifier, .impressionType, .adNetworkIdentifier, .sourceIdentifier, .advertisedItemIdentifier,
        .impressionIdentifier, .timestamp, .eligibleForReEngagement)

    static let postback = FieldSet(
        .publisherItemIdentifier, .impressionType, .adNetworkIdentifier, .sourceIdentifier, .advertisedItemIdentifier,
        .postbackIdentifier, .conversionType, .didWin, .postbackSequenceIndex, .marketplaceIdentifier)

    static let body = FieldSet(
        .jwsString, .adInteractionType, .conversionValue, .coarseConversionValue, .countryCode)

    /// The field that a member's name means.
    static func named(_ name: JSONView) -> Field? {
        guard !name.hasEscapes else { return allCases.first { name.isString($0.name) } }
        let text = unsafe name.content
        // By length first, since nearly all lengths differ.
        switch text.count {
        case 7: return unsafe field(.didWin, text)
        case 9: return unsafe field(.timestamp, text)
        case 10: return unsafe field(.jwsString, text)
        case 12: return unsafe field(.countryCode, text)
        case 15: return unsafe field(.impressionType, text) ?? field(.conversionType, text)
        case 16: return unsafe field(.conversionValue, text)
        case 17: return unsafe field(.sourceIdentifier, text)
        case 19: return unsafe field(.postbackIdentifier, text) ?? field(.adInteractionType, text)
        case 21: return unsafe field(.impressionIdentifier, text) ?? field(.adNetworkIdentifier, text)
        case 22: return unsafe field(.marketplaceIdentifier, text)
        case 23: return unsafe field(.postbackSequenceIndex, text) ?? field(.coarseConversionValue, text)
        case 25: return unsafe field(.publisherItemIdentifier, text)
        case 26: return unsafe field(.advertisedItemIdentifier, text) ?? field(.eligibleForReEngagement, text)
        default: return nil
        }
    }

    @inline(__always)
    private static func field(_ field: Field, _ text: UnsafeRawBufferPointer) -> Field? {
        unsafe text.elementsEqual(field.name) ? field : nil
    }

    fileprivate var bit: UInt32 { 1 << UInt32(rawValue) }
}
