import AttributionBase
import AttributionCommandModel
import AttributionModel

/// The field of messages to which an option gives a value. In every command, the option has the name of the field, and its value must
/// follow the same rules as `aak validate` applies to the field.
struct FieldOption: OptionField {
    /// A field in one kind of message.
    typealias Place = (field: Field, subject: Subject)

    let name: String
    /// The field according to the other options, which may choose another framework or version.
    private let place: @Sendable (any CommandLineFacts) -> Place
    /// Returns the value for which a text stands; nil if it stands for none, such as the word for the current time.
    private let value: @Sendable (String, Field) -> JSONValue?
    /// Whether the value is the input of the command, which then reports everything that is wrong with it.
    let isInput: Bool

    init(
        _ field: Field, _ subject: Subject, isInput: Bool = false,
        place: (@Sendable (any CommandLineFacts) -> Place?)? = nil,
        value: @escaping @Sendable (String, Field) -> JSONValue? = Self.plain
    ) {
        name = field.text
        self.place = { place?($0) ?? (field, subject) }
        self.value = value
        self.isInput = isInput
    }

    /// Returns a text as the value of a field: a number, if the field has numbers and the text is one.
    static func plain(_ text: String, of field: Field) -> JSONValue? {
        guard field.kind == .integer, let number = try? JSONValue(parsing: Array(text.utf8)), case .number = number
        else {
            return .string(text)
        }
        return number
    }

    /// Returns the rules that a text breaks as the value of the field, regardless of the rest of the message.
    func findings(of text: String, in line: any CommandLineFacts, now: Timestamp) -> Findings {
        let place = place(line)
        guard let value = value(text, place.field) else { return Findings() }
        return Examiner.findings(of: value, as: place.field, in: place.subject, now: now)
    }
}

extension Option {
    /// The field that the option's value stands for; nil for a flag, and for any other option.
    var checkedField: FieldOption? { value == nil ? nil : field as? FieldOption }

    /// Returns the message about a value of the option that breaks a rule of its field.
    func problem(_ finding: Finding, _ text: String) -> Diagnostic {
        // If the finding describes something other than the whole value, its own words are used.
        let found =
            [text, JSONValue.string(text).text].contains(finding.problem.found)
            ? shownValue(text) : finding.problem.found ?? ""
        return Diagnostic(finding.moved(to: spelling, found: found))
    }

    private func shownValue(_ text: String) -> String { text.isEmpty ? "empty" : quoted(text) }
}

extension Invocation {
    /// Returns the first error in a value of an option; nil if there is none, or if the option stands for no field.
    func finding(on text: String, of option: Option) -> Finding? {
        let now = takes(CommonOptions.now) ? now : .now
        return option.checkedField?.findings(of: text, in: self, now: now).first { $0.severity == .error }
    }
}

extension TypedOption {
    /// Returns the same option, which stands for a field of messages.
    func standing(for field: Field, of subject: Subject) -> TypedOption { standing(for: FieldOption(field, subject)) }
}
