import AdAttribution
import AttributionJSON

/// What the signature of an ad or a postback is of, whether it holds, and if not, which mistake of the field it holds
/// with.
public struct SignatureExplanation: Equatable, Sendable {
    /// What was signed.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Kind: String, Sendable {
        /// What a device sent.
        case postback
        /// What a network signed.
        case ad
    }

    /// One value of the signed text.
    public struct Value: Equatable, Sendable {
        /// Its name in Apple's articles.
        public let field: String
        /// Its text, as it is signed.
        public let text: String
    }

    /// A mistake that people make, by what it is about.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Cause: String, CaseIterable, Sendable {
        /// Something else than U+2063 between the values, or anything before or after them.
        case separator
        /// The optional source app or domain left out, or put in though absent.
        case sourceAppID = "source-app-id"
        /// A zero or `false` taken for absent.
        case zeroAsAbsent = "zero-as-absent"
        /// The order, or a value, of another version.
        case versionOrder = "version-order"
        /// The nonce was signed in another letter case.
        case nonceCase = "nonce-case"
        /// Booleans, numbers or strings written otherwise.
        case boolean
        /// A field that is not signed, in the text.
        case unsignedField = "unsigned-field"
        /// Another timestamp was signed, or the same in another unit.
        case timestamp
        /// The signature's encoding, or another digest.
        case encoding
        /// Another key signed.
        case key
        /// The network's ID was signed in another letter case, or StoreKit gets a text where it wants a number.
        case networkCase = "network-case"
    }

    /// What was signed.
    public let kind: Kind
    /// As it stands in the document; `1.0` where none does.
    public let version: String
    /// The values that are signed, in order.
    public let values: [Value]
    /// The text that is to be signed, in UTF-8.
    public let text: [UInt8]
    /// Whether the signature is of this text, in its one encoding, and of a trusted key.
    public let holds: Bool
    /// The first mistake with which it would hold, in the order of ``Cause``; nil where none does.
    public let cause: Cause?
    /// What differs from the right text or form. Without a ``cause`` it is a value with which the signature would hold, and
    /// which was changed.
    public let difference: String?
    /// Why the document is malformed, whatever the signature.
    public let fault: SKAdNetworkFault?
    /// How many texts were tried in search of the mistake.
    public let triedCount: Int
    /// Whether the search ended before all known mistakes were tried: each input has room for some thousands of texts.
    public let isSearchCutShort: Bool

    /// Explains an ad or a postback; nil for an object that is neither.
    ///
    /// - Parameters:
    ///   - object: the ad or postback.
    ///   - keys: Apple's keys are for postbacks; ads, and test postbacks, need those that were added.
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

    /// - Parameter budget: how many texts may be tried for the input, of which this may be one object of several.
    package init(
        _ object: JSONView, as form: SignedForm, keys: SKAdNetworkKeys, within budget: inout SearchBudget
    ) {
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

    /// What came of the search for the mistake; nil where the signature holds.
    package var mistake: SignatureMistake? {
        guard !holds else { return nil }
        return SignatureMistake(
            cause: cause?.rawValue, difference: difference, triedCount: triedCount, isCutShort: isSearchCutShort)
    }

    /// The text in hexadecimal digits.
    public var hex: String {
        text.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
