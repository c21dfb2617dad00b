import AttributionBase

/// A value of an ad or a postback, with its name in Apple's articles on signatures.
package enum SignedField: Int, CaseIterable, Sendable {
    // The fields, in the order in which ads and postbacks are written.
    case version, adNetworkID, campaignID, sourceIdentifier
    case itunesItemID, nonce
    case appID, transactionID, redownload
    case sourceAppID, sourceDomain, fidelityType
    case didWin, conversionValue, coarseConversionValue, postbackSequenceIndex, countryCode
    case timestamp, signature

    package var name: StaticString { row.name }

    /// The JSON type of the value in Apple's articles. Some forms of an ad have another type.
    package var type: Field.Kind { row.type }

    private var row: (name: StaticString, type: Field.Kind) {
        switch self {
        case .version: ("version", .string)
        case .adNetworkID: ("ad-network-id", .string)
        case .campaignID: ("campaign-id", .integer)
        case .sourceIdentifier: ("source-identifier", .integer)
        case .sourceAppID: ("source-app-id", .integer)
        case .sourceDomain: ("source-domain", .string)
        case .fidelityType: ("fidelity-type", .integer)
        case .itunesItemID: ("itunes-item-id", .integer)
        case .nonce: ("nonce", .string)
        case .timestamp: ("timestamp", .integer)
        case .appID: ("app-id", .integer)
        case .transactionID: ("transaction-id", .string)
        case .redownload: ("redownload", .boolean)
        case .didWin: ("did-win", .boolean)
        case .postbackSequenceIndex: ("postback-sequence-index", .integer)
        case .conversionValue: ("conversion-value", .integer)
        case .coarseConversionValue: ("coarse-conversion-value", .string)
        case .countryCode: ("country-code", .string)
        case .signature: ("attribution-signature", .string)
        }
    }

    /// All texts that can be signed for the field, if there are only a few. Explanations try each of them.
    package var fewTexts: [StaticString] {
        switch self {
        case .redownload, .didWin: ["true", "false"]
        case .fidelityType: ["1", "0"]
        case .postbackSequenceIndex: ["0", "1", "2"]
        case .version, .adNetworkID, .campaignID, .sourceIdentifier, .itunesItemID, .nonce, .appID, .transactionID,
            .sourceAppID, .sourceDomain, .conversionValue, .coarseConversionValue, .countryCode, .timestamp, .signature:
            []
        }
    }
}

extension SignedField: CustomStringConvertible {
    package var description: String { "\(name)" }
}

extension SignedField {
    package func member(_ value: JSONValue) -> JSONValue.Member { JSONValue.Member(description, value) }
}

extension JSONValue {
    /// The value of a field; nil if the object lacks it. Setting nil removes the field.
    package subscript(field: SignedField) -> JSONValue? {
        get { self[field.description] }
        set { self[name: field.description] = newValue }
    }
}
