import ECDSA
import StrictJSON

/// What the signature of an ad or a postback is of, whether it holds, and if not, which mistake of the field it holds
/// with.
public struct SignatureExplanation: Equatable, Sendable {
    /// What was signed.
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
        /// The timestamp was signed in another unit.
        case timestamp
        /// The signature's encoding, or another digest.
        case encoding
        /// Another key signed.
        case key
        /// The network's ID was signed in another letter case.
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

    /// Explains an ad or a postback; nil for an object that is neither.
    ///
    /// - Parameters:
    ///   - object: the ad or postback.
    ///   - keys: Apple's keys are for postbacks; ads, and test postbacks, need those that were added.
    public init?(_ object: JSONValue, keys: SKAdNetworkKeys) {
        let made: SignatureExplanation?? = object.withView { view in
            SignedForm(recognising: view).map { SignatureExplanation(view, as: $0, keys: keys) }
        }
        guard let made, let made else { return nil }
        self = made
    }

    /// How many mistakes are looked for in one input, each in thousands of texts: a hostile one has as many ads as it
    /// has room for.
    package static let mostSearches = 16

    /// - Parameters:
    ///   - inner: members that lie in an object of their own, as those of OpenRTB's fidelities do.
    ///   - seeksMistake: whether the mistake is looked for.
    package init(
        _ object: JSONView, as form: SignedForm, inner: JSONView? = nil, keys: SKAdNetworkKeys,
        seeksMistake: Bool = true
    ) {
        let document = ExplainedDocument(object, form, inner)
        let search = NearMissSearch(document, keys)
        let right = document.draft
        kind = form == .postback ? .postback : .ad
        version = document.versionText
        values = right.values.map { Value(field: "\($0.field.name)", text: String(decoding: $0.text, as: UTF8.self)) }
        text = right.bytes
        fault = document.fault
        holds = document.fault == nil && search.holds(right.bytes)
        let miss = holds || !seeksMistake ? nil : search.nearMiss()
        cause = miss?.cause
        difference = miss?.difference
    }

    /// The text in hexadecimal digits.
    public var hex: String {
        text.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}

extension SignatureExplanation {
    /// Explains the signature of an OpenRTB `skadn` object, or of one of its `fidelities`; nil for what is no object.
    package init?(
        skadn object: JSONValue, fidelity: JSONValue?, keys: SKAdNetworkKeys, seeksMistake: Bool = true
    ) {
        guard case .object(let members) = object else { return nil }
        // The other fidelities are none of its values, and may be many.
        let own = fidelity == nil ? object : .object(members.filter { $0.name != "fidelities" })
        let made: SignatureExplanation?? = own.withView { view in
            guard let fidelity else {
                return SignatureExplanation(view, as: .ad(.openRTB), keys: keys, seeksMistake: seeksMistake)
            }
            return fidelity.withView {
                SignatureExplanation(view, as: .ad(.openRTB), inner: $0, keys: keys, seeksMistake: seeksMistake)
            }
        }
        guard let made, let made else { return nil }
        self = made
    }
}
