import AdAttribution
import AttributionInspection
import AttributionJSON
import AttributionRules

/// An input that must be refused: by which rule, and at which step.
public struct BrokenInput: Sendable {
    /// What is wrong, in words; no two broken inputs have the same.
    public let name: String
    /// The input: a compact JWS, or JSON text.
    public var text: String { value.line }
    /// The first step that must refuse it.
    public let stage: Stage
    /// The rule that it breaks. It breaks no other of this severity or a graver one.
    public let rule: Rule
    /// The same input without the fault, where there is such a one: what must not be refused by this rule.
    public var soundText: String? { sound?.line }
    /// The bid request that the input, a bid response, answers; nil for what is looked at by itself.
    public var request: String? { requestValue?.text }
    /// The same for ``soundText``.
    public var soundRequest: String? { soundRequestValue?.text }

    let value: JSONValue
    let sound: JSONValue?
    let requestValue: JSONValue?
    private let soundRequestValue: JSONValue?

    /// The steps in which an input is read, in order [RFC 7515 §5.2].
    public typealias Stage = Report.Stage

    init(
        _ name: String, _ rule: Rule, at stage: Stage = .rules, _ value: JSONValue, sound: JSONValue?,
        request: JSONValue? = nil, soundRequest: JSONValue? = nil
    ) {
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
    /// A string as it is, anything else as JSON text: one line of input.
    var line: String {
        if case .string(let text) = self { return text }
        return text
    }
}
