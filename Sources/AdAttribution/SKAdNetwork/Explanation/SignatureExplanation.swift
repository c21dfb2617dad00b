import AttributionBase

/// An explanation of the signature of an ad or a postback: the text that it signs, whether it is valid and, if not,
/// which common mistake explains it.
public struct SignatureExplanation: Equatable, Sendable {
    /// The kind of object.
    public enum Kind: String, Sendable {
        /// A postback, sent by a device.
        case postback
        /// An ad, signed by a network.
        case ad
    }

    /// One value of the signed text.
    public struct Value: Equatable, Sendable {
        /// The field's name in Apple's articles.
        public let field: String
        /// The value's text, as it is signed.
        public let text: String
    }

    /// The category of a common mistake.
    public enum Cause: String, CaseIterable, Sendable {
        /// Another separator than U+2063 between the values, or extra bytes before or after them.
        case separator
        /// The optional source app or domain was omitted, or signed although it is absent.
        case sourceAppID = "source-app-id"
        /// A zero or `false` was treated as absent.
        case zeroAsAbsent = "zero-as-absent"
        /// The order or a value of another version was signed.
        case versionOrder = "version-order"
        /// The nonce was signed in another letter case.
        case nonceCase = "nonce-case"
        /// Booleans, numbers or strings were formatted differently.
        case boolean
        /// A field that must not be signed was part of the text.
        case unsignedField = "unsigned-field"
        /// Another timestamp was signed, or the same one in another unit.
        case timestamp
        /// The signature has another encoding or was made with another digest.
        case encoding
        /// Another key signed the text.
        case key
        /// The network's ID was signed in another letter case, or StoreKit is given a string where it expects a
        /// number.
        case networkCase = "network-case"
    }

    /// The kind of object.
    public let kind: Kind
    /// The version as written in the document; `1.0` if the document has none.
    public let version: String
    /// The signed values, in order.
    public let values: [Value]
    /// The text to sign, in UTF-8.
    public let text: [UInt8]
    /// Whether the signature is valid for this text and a trusted key, in the only correct encoding.
    public let holds: Bool
    /// The first mistake that explains the signature, in the order of ``Cause``; nil if none does.
    public let cause: Cause?
    /// The difference from the right text or form. Without a ``cause``, it names a value that was changed after
    /// signing, and for which the signature would be valid.
    public let difference: String?
    /// The fault that makes the document malformed, independent of its signature.
    public let fault: SKAdNetworkFault?
    /// The number of texts tried in the search for the mistake.
    public let triedCount: Int
    /// Whether the search ended before all known mistakes were tried; each input has a budget of some thousand texts.
    public let isSearchCutShort: Bool

    /// Explains an ad or a postback; returns nil for any other object.
    ///
    /// - Parameters:
    ///   - object: The ad or postback.
    ///   - keys: The trusted keys. Apple's keys verify postbacks; ads and test postbacks need keys that were added.
    public init?(_ object: JSONValue, keys: SKAdNetworkKeys) {
        let made: SignatureExplanation?? = object.withView { view in
            SignedForm(recognising: view).map { form in
                var budget = SearchBudget()
                return SignatureExplanation(view, as: form, keys: keys, within: &budget)
            }
        }
        guard let made, let made else { return nil }
        self = made
    }

    /// - Parameter budget: The number of texts that may be tried for the whole input, which can have several objects.
    package init(_ object: JSONView, as form: SignedForm, keys: SKAdNetworkKeys, within budget: inout SearchBudget) {
        let document = ExplainedDocument(object, form)
        let right = document.draft
        kind = form == .postback ? .postback : .ad
        version = document.versionText
        values = right.values.map { Value(field: "\($0.field.name)", text: String(decoding: $0.text, as: UTF8.self)) }
        text = right.bytes
        fault = document.fault
        holds = document.fault == nil && document.holds(for: text, by: keys)
        let triedBefore = budget.tried
        let (miss, isThrough) = holds ? (nil, true) : NearMissSearch.nearMiss(document, keys, within: &budget)
        cause = miss?.cause
        difference = miss?.difference
        triedCount = budget.tried - triedBefore
        isSearchCutShort = miss == nil && !isThrough
    }

    /// The result of the search for the mistake; nil if the signature is valid.
    package var mistake: SignatureMistake? {
        guard !holds else { return nil }
        return SignatureMistake(
            cause: cause?.rawValue, difference: difference, triedCount: triedCount, isCutShort: isSearchCutShort)
    }

    /// The text in hexadecimal digits.
    public var hex: String { ASCII.hexDigits(of: text).text }
}
