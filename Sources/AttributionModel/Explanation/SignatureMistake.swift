import AttributionBase

/// The result of the search for the mistake behind an invalid signature, for both frameworks.
public struct SignatureMistake: Equatable, Sendable {
    /// The name of the mistake's category, such as `timestamp`, as in `aak verify --explain` and `aak skan explain`; nil if a
    /// value was changed after signing or no mistake was found.
    public var cause: String? { category?.rawValue }
    package let category: Cause?
    /// The difference between what was signed and what is right, in words; nil if no mistake was found.
    public let difference: String?
    package let triedCount: Int
    /// Whether the search ended without a result before all known mistakes were tried.
    package let isCutShort: Bool

    /// What to report if no mistake was found.
    package var silence: String {
        isCutShort ? "the search stopped after \(triedCount) variants" : "no known mistake explains it"
    }

    /// Appends the members that describe the mistake to an open object.
    package func append(to output: inout ByteBuffer) { Self.record.append(self, to: &output) }

    package static let record = Record<SignatureMistake>(
        .init(MistakeMember.cause) { $0.cause.map { .string($0) } },
        .init(MistakeMember.difference) { $0.difference.map { .string($0) } },
        .init(MistakeMember.tried) { $0.difference == nil ? .number(String($0.triedCount)) : nil },
        .init(MistakeMember.cutShort) { $0.difference == nil && $0.isCutShort ? true : nil })
}

/// The members that describe a mistake.
package enum MistakeMember {
    package static let cause = OutputMember("cause", "The mistake that explains why the signature is invalid.")
    package static let difference = OutputMember(
        "difference", "The difference between what was signed and what should have been signed.")
    package static let tried = OutputMember("tried", "The number of variants that were tested without success.")
    package static let cutShort = OutputMember(
        "cut-short", "True if the search ended before all known mistakes were tried.")
}

extension SignatureMistake {
    /// The categories of mistakes, in the order of the manual.
    package enum Cause: String, CaseIterable, Sendable {
        case separator
        case signedText = "signed-text"
        case sourceAppID = "source-app-id"
        case zeroAsAbsent = "zero-as-absent"
        case versionOrder = "version-order"
        case header, json
        case nonceCase = "nonce-case"
        case identifierCase = "identifier-case"
        case boolean
        case unsignedField = "unsigned-field"
        case timestamp, encoding, key
        case networkCase = "network-case"

        /// The categories that occur for messages of each framework.
        package static let ofTokens = allCases.filter {
            ![.separator, .sourceAppID, .zeroAsAbsent, .versionOrder, .nonceCase, .unsignedField].contains($0)
        }
        package static let ofSKAdNetwork = allCases.filter {
            ![.signedText, .header, .json, .identifierCase].contains($0)
        }

        package var words: String {
            switch self {
            case .separator: "Something other than U+2063 separated the values, or something came before or after them."
            case .signedText:
                "The signed text was not the header and the payload in base64url, joined by a dot."
            case .sourceAppID:
                "The optional source app or domain was left out of the signed text, or was signed although the message does not have it."
            case .zeroAsAbsent: "A zero or false was treated as absent."
            case .versionOrder: "The field order, or a value, of a different version was used."
            case .header: "A different header was signed."
            case .json: "The payload was signed as a different JSON encoding of the same values."
            case .nonceCase: "The nonce or transaction ID was signed in a different letter case or without hyphens."
            case .identifierCase: "The identifier was signed in a different letter case or without hyphens."
            case .boolean: "Booleans, numbers or strings were written in a different form in the signed text."
            case .unsignedField: "A field that does not belong in the signed text was included."
            case .timestamp: "A different timestamp was signed, or the same one in a different unit or cut to 32 bits."
            case .encoding:
                "The signature is encoded as in the other framework, made with a different digest, or made over the text in base64."
            case .key:
                "The signer used a key other than the one for this kid, version or network."
            case .networkCase:
                "Either the ad network ID is in the wrong letter case, or a number was passed to StoreKit as a string."
            }
        }
    }
}
