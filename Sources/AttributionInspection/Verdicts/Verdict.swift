import AdAttribution
import StrictJSON

/// What verification says of an input, or of one of the objects in it.
public struct Verdict: Sendable {
    /// Which of the inputs it is about, counted from 0.
    public let input: Int
    /// Where in the input the object stands, such as `seatbid[0].bid[1].ext.adattributionkit`; nil for the input itself.
    public let path: String?
    /// What was signed, or why it is not to be believed.
    public let result: Result<VerifiedInput, RefusedInput>

    /// How verification ended.
    public var outcome: Outcome {
        switch result {
        case .success: .valid
        case .failure(let refusal): refusal.outcome
        }
    }

    /// How verification can end. The names are those of `aak verify`, and mean the same.
    public enum Outcome: String, CaseIterable, Sendable {
        /// A trusted key signed it. Whether it keeps to Apple's rules was not asked, unless the verifier checks them.
        case valid
        /// The signature is not of a trusted key, or an identifier came before that may come once.
        case invalid
        /// No trusted key answers to the token's `kid`.
        case unknownKey = "unknown-key"
        /// It is not what a signature could be checked of.
        case malformed
        /// A trusted key signed it, and it is of a kind that the receiver does not take.
        case notOurs = "not-ours"
        /// A trusted key signed it, and it breaks a rule, which the verifier was asked to check.
        case againstRules = "against-rules"
    }
}

/// What a trusted key signed. Only verification makes one.
public struct VerifiedInput: Sendable {
    /// ``InputKind/impression``, ``InputKind/postback``, or ``InputKind/token`` for a payload that is neither.
    public let kind: InputKind
    /// The `kid` of the key.
    public let keyID: String
    /// Whose key it is. Only `production` counts.
    public let environment: Environment
    /// `postback-identifier`, `impression-identifier`, `transaction-id` or `nonce`, where there is one. To count a conversion
    /// once, take the ``repeatKey``: several windows may share a `transaction-id`.
    public let identifier: String?
    /// What tells the input from all others, made of signed values alone; nil where there is no identifier.
    public let repeatKey: RepeatKey?
    /// The signed payload's JSON text, without white space between its tokens.
    public let payloadText: [UInt8]
    /// The JSON text of the fields that stand beside the signed part of a postback body. Nobody signed them.
    public let unsignedText: [UInt8]?

    /// The signed payload.
    public let payload: JSONValue
    /// The fields that nobody signed.
    public let unsigned: JSONValue?

    /// The postback with its fields as types; nil for what is no postback of AdAttributionKit in the body that a device
    /// sends.
    ///
    /// - Throws: `PostbackBody.Failure.rules` for one that breaks a rule, whoever signed it.
    public func postback() throws(PostbackBody.Failure) -> VerifiedPostback? {
        guard kind == .postback, case .object(let members)? = unsigned else { return nil }
        let body = JSONValue.object([BodyField.token.member(.string(""))] + members)
        return try VerifiedPostback(signed: payload, body: body, keyID: keyID, environment: environment)
    }

    /// The impression with its fields as types; nil for what is none of AdAttributionKit.
    ///
    /// - Throws: `Impression.Failure.rules` for one that breaks a rule, whoever signed it.
    public func impression() throws(Impression.Failure) -> Impression? {
        kind == .impression ? try Impression(payload, keyID: keyID) : nil
    }

    /// - Throws: for texts that are no JSON.
    init(
        kind: InputKind, keyID: String, environment: Environment, identifier: String?, repeatKey: RepeatKey?,
        payloadText: [UInt8], unsignedText: [UInt8]?
    ) throws(JSONSyntaxError) {
        self.kind = kind
        self.keyID = keyID
        self.environment = environment
        self.identifier = identifier
        self.repeatKey = repeatKey
        self.payloadText = payloadText
        self.unsignedText = unsignedText
        payload = try JSONValue(parsing: payloadText)
        if let unsignedText { unsigned = try JSONValue(parsing: unsignedText) } else { unsigned = nil }
    }
}

/// An input that is not to be believed, and why. What it says is not given.
public struct RefusedInput: Error, Sendable {
    /// Anything but ``Verdict/Outcome/valid``.
    public let outcome: Verdict.Outcome
    /// Why, with what is wrong.
    public let fault: InputFault
    /// The `kid` that its header names, if that could be read. Anyone can write one.
    public let keyID: String?
}

extension RefusedInput: CustomStringConvertible {
    /// What is wrong, in the words of the command line.
    public var description: String { fault.description }
}
