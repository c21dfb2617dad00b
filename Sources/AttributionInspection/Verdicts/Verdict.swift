import AdAttribution
import AttributionJSON
import SKAdNetwork

/// What verification says of an input, or of one of the objects in it.
public struct Verdict: Sendable {
    /// Which of the inputs it is about, counted from 0.
    public let input: Int
    /// Where in the input the object stands, such as `seatbid[0].bid[1].ext.adattributionkit`; nil for the input itself.
    public let path: String?
    /// What was signed, or why it is refused.
    public let result: Result<VerifiedInput, RefusedInput>

    /// How verification ended.
    public var outcome: Outcome {
        switch result {
        case .success: .valid
        case .failure(let refusal): refusal.outcome
        }
    }

    /// How verification can end. The names are those of `aak verify`, and mean the same.
    ///
    /// Of several that apply, the first is given: malformed, unknown key, invalid, not ours, against rules, repeated.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Outcome: String, CaseIterable, Codable, Sendable {
        /// A trusted key signed it. Whether it keeps to Apple's rules was not asked, unless the verifier checks them.
        case valid
        /// The signature is not of a trusted key, or an identifier that is asked for is missing.
        case invalid
        /// No trusted key answers to the token's `kid`.
        case unknownKey = "unknown-key"
        /// It is not what a signature could be checked of.
        case malformed
        /// A trusted key signed it, and it is of another kind, network, app or environment than what is accepted.
        case notOurs = "not-ours"
        /// A trusted key signed it, and it breaks a rule, which the verifier was asked to check.
        case againstRules = "against-rules"
        /// A trusted key signed it, and its identifier came before.
        case repeated

        /// Whether it says something of the receiver, and nothing against the input.
        var isAboutReceiver: Bool { self == .notOurs || self == .repeated }
    }
}

/// What a trusted key signed. Only verification makes one.
public struct VerifiedInput: Sendable {
    /// A verdict on it is passed on several times before anybody looks at it, which should cost little.
    private final class Parts: Sendable {
        let kind: InputKind
        let keyID: String
        let environment: SigningEnvironment
        let repeatKey: RepeatKey?
        let repeatMark: RepeatMark?
        let owner: SKAdNetworkKeys.Owner?
        let skAdNetworkVersion: SKAdNetworkVersion?
        let text: [UInt8]
        /// The signed payload, the fields beside it and the identifier, one after the other.
        let storage: [UInt8]
        let payloadEnd: Int
        let unsignedEnd: Int
        let hasUnsigned: Bool

        init(
            kind: InputKind, keyID: String, environment: SigningEnvironment, repeatKey: RepeatKey?,
            repeatMark: RepeatMark?, owner: SKAdNetworkKeys.Owner?, skAdNetworkVersion: SKAdNetworkVersion?,
            text: [UInt8], storage: [UInt8], payloadEnd: Int, unsignedEnd: Int, hasUnsigned: Bool
        ) {
            self.kind = kind
            self.keyID = keyID
            self.environment = environment
            self.repeatKey = repeatKey
            self.repeatMark = repeatMark
            self.owner = owner
            self.skAdNetworkVersion = skAdNetworkVersion
            self.text = text
            self.storage = storage
            self.payloadEnd = payloadEnd
            self.unsignedEnd = unsignedEnd
            self.hasUnsigned = hasUnsigned
        }
    }

    private let parts: Parts

    /// ``InputKind/impression``, ``InputKind/postback``, or ``InputKind/token`` for a payload that is neither.
    public var kind: InputKind { parts.kind }
    /// The `kid` of the key.
    public var keyID: String { parts.keyID }
    /// Whose key it is. Only `production` counts.
    public var environment: SigningEnvironment { parts.environment }
    /// What tells the input from all others, made of signed values alone; nil where there is no identifier.
    public var repeatKey: RepeatKey? { parts.repeatKey }
    /// What the input says, in short; nil where nobody asked for repeats.
    public var repeatMark: RepeatMark? { parts.repeatMark }
    /// The input as it came.
    public var text: [UInt8] { parts.text }
    /// The version of a postback or an ad of SKAdNetwork, which the first does not name.
    package var skAdNetworkVersion: SKAdNetworkVersion? { parts.skAdNetworkVersion }

    /// The signed payload's JSON text, without white space between its tokens.
    public var payloadText: [UInt8] { Array(parts.storage[..<parts.payloadEnd]) }

    /// The JSON text of the fields that stand beside the signed part of a postback body. Nobody signed them.
    public var unsignedText: [UInt8]? {
        parts.hasUnsigned ? Array(parts.storage[parts.payloadEnd..<parts.unsignedEnd]) : nil
    }

    /// `postback-identifier`, `impression-identifier`, `transaction-id` or `nonce`, where there is one. To count a conversion
    /// once, take the ``repeatKey``: several windows may share a `transaction-id`.
    public var identifier: String? {
        repeatKey == nil ? nil : String(decoding: parts.storage[parts.unsignedEnd...], as: UTF8.self)
    }

    /// The signed payload.
    public var payload: JSONValue {
        get throws(JSONSyntaxError) { try JSONValue(parsing: parts.storage[..<parts.payloadEnd]) }
    }

    /// The fields that nobody signed.
    public var unsigned: JSONValue? {
        get throws(JSONSyntaxError) {
            parts.hasUnsigned ? try JSONValue(parsing: parts.storage[parts.payloadEnd..<parts.unsignedEnd]) : nil
        }
    }

    /// The postback with its fields as types, and what the rules have against it; nil for what is none in the body that a
    /// device sends.
    public var postback: ReceivedPostback? {
        switch kind {
        case .postback:
            guard parts.hasUnsigned, let payload = try? payload, case .object(let members)? = (try? unsigned) ?? nil
            else {
                return nil
            }
            let body = JSONValue.object([BodyField.token.member(.string(""))] + members)
            return VerifiedPostback(signed: payload, body: body, keyID: keyID, environment: environment)
                .map { .adAttributionKit($0) }
        case .skadnetworkPostback:
            return parts.owner.flatMap { VerifiedSKAdNetworkPostback(text, signedBy: $0) }.map { .skAdNetwork($0) }
        default: return nil
        }
    }

    /// The impression with its fields as types; nil for what is none of AdAttributionKit.
    ///
    /// - Throws: `Impression.Failure` for one that breaks a rule, whoever signed it.
    public func impression() throws(Impression.Failure) -> Impression? {
        guard kind == .impression else { return nil }
        let payload: JSONValue
        do throws(JSONSyntaxError) { payload = try self.payload } catch { throw .json(error) }
        return try Impression(payload, keyID: keyID)
    }

    init(
        kind: InputKind, keyID: String, environment: SigningEnvironment, repeatKey: RepeatKey?,
        repeatMark: RepeatMark?, payload: UnsafeRawBufferPointer, unsigned: UnsafeRawBufferPointer?,
        identifier: UnsafeRawBufferPointer?,
        owner: SKAdNetworkKeys.Owner?, skAdNetworkVersion: SKAdNetworkVersion?, text: [UInt8]
    ) {
        let payloadEnd = payload.count
        let unsignedEnd = payload.count + (unsafe unsigned?.count ?? 0)
        let count = unsignedEnd + (unsafe identifier?.count ?? 0)
        // One allocation for all of them.
        let storage = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            var end = 0
            func append(_ part: UnsafeRawBufferPointer) {
                unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[end...])
                    .copyMemory(from: part)
                end += part.count
            }
            unsafe append(payload)
            if let unsigned = unsafe unsigned { unsafe append(unsigned) }
            if let identifier = unsafe identifier { unsafe append(identifier) }
            initialized = end
        }
        parts = unsafe Parts(
            kind: kind, keyID: keyID, environment: environment, repeatKey: repeatKey, repeatMark: repeatMark,
            owner: owner, skAdNetworkVersion: skAdNetworkVersion, text: text, storage: storage, payloadEnd: payloadEnd,
            unsignedEnd: unsignedEnd, hasUnsigned: unsigned != nil)
    }
}

/// A postback of either framework whose signature held.
public enum ReceivedPostback: Equatable, Sendable {
    case adAttributionKit(VerifiedPostback)
    case skAdNetwork(VerifiedSKAdNetworkPostback)

    /// What Apple's rules have against it, as far as they are known today.
    public var findings: Findings {
        switch self {
        case .adAttributionKit(let postback): postback.findings
        case .skAdNetwork(let postback): postback.findings
        }
    }

    /// Only `production` counts.
    public var environment: SigningEnvironment {
        switch self {
        case .adAttributionKit(let postback): postback.environment
        case .skAdNetwork(let postback): postback.environment
        }
    }
}

/// An input that does not count, and why.
public struct RefusedInput: Error, Sendable {
    /// As of a verified input.
    private final class Parts: Sendable {
        let outcome: Verdict.Outcome
        let fault: InputFault
        let keyID: String?
        let isSame: Bool?
        let signed: VerifiedInput?

        init(outcome: Verdict.Outcome, fault: InputFault, keyID: String?, isSame: Bool?, signed: VerifiedInput?) {
            self.outcome = outcome
            self.fault = fault
            self.keyID = keyID
            self.isSame = isSame
            self.signed = signed
        }
    }

    private let parts: Parts

    /// Anything but ``Verdict/Outcome/valid``.
    public var outcome: Verdict.Outcome { parts.outcome }
    /// Why, with what is wrong.
    public var fault: InputFault { parts.fault }
    /// The `kid` that its header names, if that could be read. Anyone can write one.
    public var keyID: String? { parts.keyID }
    /// Of a repeat, whether it says what came before: true for an honest retry, false for the same identifier with other
    /// claims, nil where nothing is known of what came before.
    public var isSame: Bool? { parts.isSame }
    /// What was signed, where a trusted key signed it and it is refused for another reason.
    public var signed: VerifiedInput? { parts.signed }

    init(outcome: Verdict.Outcome, fault: InputFault, keyID: String?, isSame: Bool?, signed: VerifiedInput?) {
        parts = Parts(outcome: outcome, fault: fault, keyID: keyID, isSame: isSame, signed: signed)
    }
}

extension RefusedInput {
    /// The refusal of what a trusted key signed.
    init(_ outcome: Verdict.Outcome, _ fault: InputFault, _ input: VerifiedInput, isSame: Bool? = nil) {
        self.init(outcome: outcome, fault: fault, keyID: input.keyID, isSame: isSame, signed: input)
    }
}

extension RefusedInput: CustomStringConvertible {
    /// What is wrong, in the words of the command line.
    public var description: String { fault.description }
}
