/// An option of a command: a flag, or an option that takes a value.
///
/// It describes the option for help and the parser. The type of the value is known only to ``TypedOption``.
package struct Option: Sendable {
    /// The identity of the declaration. Values are looked up by declaration, never by name.
    let identity = OptionIdentity()
    /// The long name without dashes, such as `key` for `--key`.
    package var name: String
    /// The character of the short form, such as `k` for `-k`.
    package var short: Character?
    /// A shorter alternative to the name, such as `fine` for `--conversion-value`.
    package var brief: String?
    /// The option as the command line has it, such as `-k`; nil for an option that is not given.
    var given: String?
    /// The value that the option takes, or `nil` for a flag.
    package var value: Value?
    package var isRepeatable: Bool
    /// One line: lowercase, without a final period.
    package var summary: String
    /// Further text, shown only in the full help and the manual page.
    package var details: String?
    /// The heading for the option in help, or `nil` for "Options".
    package var group: String?
    /// The command line whose help describes the option for all commands that share it, such as `aak sign --help`; nil if each command's
    /// help describes it.
    package var home: String?
    /// Whether most people need the option. Short help shows only such options.
    package var isEssential = false
    package var relations: [Relation]
    /// The field of messages to which the option gives a value, or a limit for checking; nil for any other option.
    package var field: (any OptionField)?

    /// An option's value. Options with optional values do not exist.
    package typealias Value = ValueForm<any Sendable>

    /// Creates an option. Without a `value`, it is a flag.
    package init(
        _ name: String, short: Character? = nil, value: Value? = nil, isRepeatable: Bool = false, summary: String,
        details: String? = nil, group: String? = nil, relations: [Relation] = []
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.isRepeatable = isRepeatable
        self.summary = summary
        self.details = details
        self.group = group
        self.relations = relations
    }
}

/// The identity of an option's declaration. Copies of an option with other wording share it.
final class OptionIdentity: Sendable {}

/// A field of messages that an option gives.
package protocol OptionField: Sendable {
    var name: String { get }
}

package protocol DeclaredOption: Sendable {
    var option: Option { get }
}

extension Option: DeclaredOption {
    package var option: Option { self }
}

extension Option {
    /// The spellings of the option, the shortest first: `-k`, `--key`.
    package var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + words.map { "--\($0)" } }

    /// The words for the option, without dashes.
    var words: [String] { (brief.map { [$0] } ?? []) + [name] }

    /// The option in messages: as it is given, or `--key`.
    package var spelling: String { given ?? "--\(name)" }
}

extension Option.Value {
    /// Creates a value that stays text.
    package init(_ placeholder: String, _ kind: ValueKind = .text) {
        self.init(placeholder, kind) { (text) throws(ValueFault) in try kind.checked(text) }
    }

    private static let longestChoiceList = 24

    /// The value as help shows it: its choices if they are short enough for a column, such as `pem|jwk`, otherwise the placeholder.
    var label: String { inlineChoices?.joined(separator: "|") ?? placeholder }

    /// The choices, if they are short enough to replace the placeholder.
    var inlineChoices: [String]? {
        guard let choices = kind.choices, !choices.isEmpty else { return nil }
        let length = choices.reduce(choices.count - 1) { $0 + $1.count }
        return length <= Self.longestChoiceList ? choices : nil
    }

    /// The allowed values, if the label does not name them.
    var unstatedConstraint: String? { inlineChoices == nil ? kind.constraint : nil }
}
