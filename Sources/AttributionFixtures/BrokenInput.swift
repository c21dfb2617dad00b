import AdAttribution
import AttributionInspection
import Rules
import StrictJSON

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

    let value: JSONValue
    let sound: JSONValue?

    /// The steps in which an input is read, in order [RFC 7515 §5.2].
    public typealias Stage = Report.Stage

    init(_ name: String, _ rule: Rule, at stage: Stage = .rules, _ value: JSONValue, sound: JSONValue?) {
        self.name = name
        self.rule = rule
        self.stage = stage
        self.value = value
        self.sound = sound
    }
}

extension JSONValue {
    /// A string as it is, anything else as JSON text: one line of input.
    var line: String {
        if case .string(let text) = self { return text }
        return text
    }
}
