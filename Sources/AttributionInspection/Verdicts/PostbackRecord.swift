import AttributionBase
import AttributionModel

/// The values of a received postback, to store in a document or in the columns of a table. Encoded, all values are members
/// of one object. The members of ``signed`` are members of the record too.
///
/// A record says what a receiver found when it received the postback. It proves nothing, because anyone who can write
/// to the store can write a record. A record that you read back is not a ``ReceivedPostback``; to get one, verify the
/// record's ``body`` again:
///
/// ```swift
/// let verdict = try await verifier.verdict(on: record.body.utf8)
/// ```
@dynamicMemberLookup
public struct PostbackRecord: Hashable, Codable, Sendable {
    /// The key that identifies the conversion and its window.
    public var key: RepeatKey
    /// A digest of the contents.
    public var mark: RepeatMark
    /// The outcome: ``Verdict/Outcome/valid`` for a postback that a receiver counted. A postback of an ``InputVerifier``
    /// that does not check rules is ``Verdict/Outcome/againstRules`` if it breaks any.
    public var verdict: Verdict.Outcome
    /// The environment of the signing key.
    public var environment: SigningEnvironment
    /// The IDs of the rules that the postback broke, according to the findings at that time.
    public var brokenRules: [String]
    /// When the postback was received.
    public var time: Timestamp
    /// The framework.
    public var framework: Framework
    /// The values that both frameworks sign.
    public var signed: ReceivedPostback.Signed
    /// The values that nobody vouched for.
    public var unsigned: ReceivedPostback.Unsigned
    /// The body as it was received.
    public var body: String

    /// Creates the record of a postback.
    ///
    /// - Parameters:
    ///   - postback: the postback, as a store gets it. One that a verifier refused, or only looked at, is not yours.
    ///   - time: when it was received.
    public init(_ postback: ReceivedPostback, receivedAt time: Timestamp) {
        key = postback.key
        mark = postback.mark
        verdict =
            postback.brokenRule != nil ? .againstRules : postback.input.isForCounting ? .valid : .notOurs
        environment = postback.environment
        brokenRules = postback.findings.filter { $0.severity == .error }.map(\.rule.id)
        self.time = time
        framework = postback.framework
        signed = postback.signed
        unsigned = postback.unsigned
        body = String(decoding: postback.body, as: UTF8.self)
    }

    /// A member of ``signed``.
    public subscript<Value>(dynamicMember member: WritableKeyPath<ReceivedPostback.Signed, Value>) -> Value {
        get { signed[keyPath: member] }
        set { signed[keyPath: member] = newValue }
    }
}

extension PostbackRecord {
    private enum CodingKeys: String, CodingKey {
        case key, mark, verdict, environment, time, framework, body
        case brokenRules = "broken-rules"
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        key = try members.decode(RepeatKey.self, forKey: .key)
        mark = try members.decode(RepeatMark.self, forKey: .mark)
        verdict = try members.decode(Verdict.Outcome.self, forKey: .verdict)
        environment = try members.decode(SigningEnvironment.self, forKey: .environment)
        brokenRules = try members.decode([String].self, forKey: .brokenRules)
        time = try members.decode(Timestamp.self, forKey: .time)
        framework = try members.decode(Framework.self, forKey: .framework)
        signed = try ReceivedPostback.Signed(from: decoder)
        unsigned = try ReceivedPostback.Unsigned(from: decoder)
        body = try members.decode(String.self, forKey: .body)
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(key, forKey: .key)
        try members.encode(mark, forKey: .mark)
        try members.encode(verdict, forKey: .verdict)
        try members.encode(environment, forKey: .environment)
        try members.encode(brokenRules, forKey: .brokenRules)
        try members.encode(time, forKey: .time)
        try members.encode(framework, forKey: .framework)
        try signed.encode(to: encoder)
        try unsigned.encode(to: encoder)
        try members.encode(body, forKey: .body)
    }
}
