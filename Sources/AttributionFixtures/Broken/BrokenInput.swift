import AttributionInspection
import AttributionJSON
import AttributionRules

/// An input that must be refused, with the rule and the step that must refuse it.
public struct BrokenInput: Sendable {
    /// The kind of the input before it was broken.
    public let kind: Kind
    /// A description of the fault, unique among the broken inputs.
    public let name: String
    /// The input: a compact JWS or JSON text.
    public var text: String { value.line }
    /// The first step that must refuse it.
    public let stage: Stage
    /// The rule that the input breaks. It breaks no other rule of the same or a higher severity.
    public let rule: Rule
    /// The same input without the fault, if there is one; this rule must not refuse it.
    public var soundText: String? { sound?.line }
    /// The bid request that the input answers, if it is a bid response; nil for all other inputs.
    public var request: String? { requestValue?.text }
    /// The bid request that ``soundText`` answers.
    public var soundRequest: String? { soundRequestValue?.text }

    let value: JSONValue
    let sound: JSONValue?
    let requestValue: JSONValue?
    private let soundRequestValue: JSONValue?

    /// A kind of broken input.
    ///
    /// ```swift
    /// for input in fixtures.broken where input.kind == .postback { … }
    /// ```
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Kind: String, CaseIterable, Sendable {
        /// A line that is no single message.
        case line
        /// A compact JWS that is malformed or an attack; its payload is an impression.
        case token
        /// A signed impression.
        case impression
        /// A postback body.
        case postback
        /// The attribution rules in an app's Info.plist.
        case configuration
        /// A conversion schema.
        case schema
        /// A signed SKAdNetwork ad.
        case skAdNetworkAd = "skadnetwork-ad"
        /// A SKAdNetwork postback.
        case skAdNetworkPostback = "skadnetwork-postback"
        /// A bid request.
        case bidRequest = "bid-request"
        /// A bid response, with the ``request`` that it answers.
        case bidResponse = "bid-response"
    }

    /// The steps in which an input is read, in order [RFC 7515 §5.2].
    public typealias Stage = Report.Stage

    init(
        _ kind: Kind, _ name: String, _ rule: Rule, at stage: Stage = .rules, _ value: JSONValue, sound: JSONValue?,
        request: JSONValue? = nil, soundRequest: JSONValue? = nil
    ) {
        self.kind = kind
        self.name = name
        self.rule = rule
        self.stage = stage
        self.value = value
        self.sound = sound
        requestValue = request
        soundRequestValue = soundRequest
    }
}

extension JSONValue {
    /// The value as one line of input: a string without quotes, anything else as JSON text.
    var line: String {
        if case .string(let text) = self { return text }
        return text
    }
}
