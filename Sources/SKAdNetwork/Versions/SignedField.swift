import AdAttribution
import Bytes
import Rules
import StrictJSON

/// A value of an ad or a postback, named as Apple's articles on signatures name it.
package enum SignedField: Int, CaseIterable, Sendable {
    // In the order in which ads and postbacks are written.
    case version, adNetworkID, campaignID, sourceIdentifier
    case itunesItemID, nonce
    case appID, transactionID, redownload
    case sourceAppID, sourceDomain, fidelityType
    case didWin, conversionValue, coarseConversionValue, postbackSequenceIndex, countryCode
    case timestamp, signature

    package var name: StaticString {
        switch self {
        case .version: "version"
        case .adNetworkID: "ad-network-id"
        case .campaignID: "campaign-id"
        case .sourceIdentifier: "source-identifier"
        case .sourceAppID: "source-app-id"
        case .sourceDomain: "source-domain"
        case .fidelityType: "fidelity-type"
        case .itunesItemID: "itunes-item-id"
        case .nonce: "nonce"
        case .timestamp: "timestamp"
        case .appID: "app-id"
        case .transactionID: "transaction-id"
        case .redownload: "redownload"
        case .didWin: "did-win"
        case .postbackSequenceIndex: "postback-sequence-index"
        case .conversionValue: "conversion-value"
        case .coarseConversionValue: "coarse-conversion-value"
        case .countryCode: "country-code"
        case .signature: BodyField.skAdNetworkSignature
        }
    }

    /// The field that a member's name means.
    package static func named(_ name: JSONView) -> SignedField? {
        unsafe name.unescapedOrContent { text in
            // By length first, since most lengths differ.
            switch text.count {
            case 5: unsafe field(.nonce, text)
            case 6: unsafe field(.appID, text)
            case 7: unsafe field(.version, text) ?? field(.didWin, text)
            case 9: unsafe field(.timestamp, text)
            case 10: unsafe field(.redownload, text)
            case 11: unsafe field(.campaignID, text)
            case 12: unsafe field(.countryCode, text)
            case 13:
                unsafe field(.adNetworkID, text) ?? field(.fidelityType, text) ?? field(.sourceAppID, text)
                    ?? field(.sourceDomain, text)
            case 14: unsafe field(.transactionID, text) ?? field(.itunesItemID, text)
            case 16: unsafe field(.conversionValue, text)
            case 17: unsafe field(.sourceIdentifier, text)
            case 21: unsafe field(.signature, text)
            case 23: unsafe field(.postbackSequenceIndex, text) ?? field(.coarseConversionValue, text)
            default: nil
            }
        }
    }

    @inline(__always)
    private static func field(_ field: SignedField, _ text: UnsafeRawBufferPointer) -> SignedField? {
        unsafe text.elementsEqual(field.name) ? field : nil
    }
}

extension SignedField: CustomStringConvertible {
    package var description: String { "\(name)" }
}

extension SignedField {
    /// The field with a value, as a member of an object.
    package func member(_ value: JSONValue) -> JSONValue.Member { JSONValue.Member(description, value) }
}

extension JSONValue {
    /// The value of an object's field, or nil; setting nil takes the field out.
    package subscript(field: SignedField) -> JSONValue? {
        get { self[field.description] }
        set { self[name: field.description] = newValue }
    }
}

extension SignedField {
    /// Whether it is the signature itself.
    package var isSignature: Bool { self == .signature }

    /// Whether objects are told from each other by it.
    package var isIdentifier: Bool { self == .transactionID || self == .nonce }
}
