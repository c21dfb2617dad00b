import AttributionBase
import AttributionInspection
import AttributionModel

/// An input that must be refused, with the rule and the step that must refuse it.
public struct BrokenInput: FixtureInput {
    /// The kind of the input before it was broken.
    public let kind: FixtureKind
    /// A description of the fault, unique among the broken inputs.
    public let name: String
    /// The input: a compact JWS or JSON text.
    public var text: String { value.line }
    /// The first step that must refuse it.
    package let stage: Stage
    /// The rule that the input breaks. It breaks no other rule of the same or a higher severity.
    public let rule: Rule
    /// The same input without the fault, if there is one; this rule must not refuse it. It can have the same identifier as
    /// ``text``, so do not give both to the same store.
    public var soundText: String? { sound?.line }
    /// The bid request that the input answers, if it is a bid response; nil for all other inputs.
    public var request: String? { requestValue?.text }
    /// The bid request that ``soundText`` answers.
    public var soundRequest: String? { soundRequestValue?.text }

    /// The name of the remedy that makes the input readable, as in aak's messages; nil if there is none.
    package let remedy: String?

    let value: JSONValue
    let sound: JSONValue?
    let requestValue: JSONValue?
    private let soundRequestValue: JSONValue?

    /// The steps in which an input is read, in order [RFC 7515 §5.2].
    package typealias Stage = Report.Stage

    init(
        _ kind: FixtureKind, _ name: String, _ rule: Rule, at stage: Stage = .rules, _ value: JSONValue,
        sound: JSONValue?, request: JSONValue? = nil, soundRequest: JSONValue? = nil, remedy: String? = nil
    ) {
        self.kind = kind
        self.name = name
        self.rule = rule
        self.stage = stage
        self.value = value
        self.remedy = remedy
        self.sound = sound
        requestValue = request
        soundRequestValue = soundRequest
    }
}
