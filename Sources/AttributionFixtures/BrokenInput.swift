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

    /// - Parameter rule: the ID of a rule of the catalogue, whole, so that it can be searched for.
    init(_ name: String, _ rule: String, at stage: Stage = .rules, _ value: JSONValue, sound: JSONValue?) {
        guard let found = RuleCatalogue.all[rule] else { preconditionFailure("there is no rule \(rule)") }
        self.name = name
        self.rule = found
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

    /// The value of an object's member; setting nil takes the member out.
    subscript(name name: String) -> JSONValue? {
        get { self[name] }
        set {
            guard case .object(var members) = self else { return }
            let place = members.firstIndex { $0.name == name }
            switch (place, newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append(.init(name, value))
            case (nil, nil): break
            }
            self = .object(members)
        }
    }
}
