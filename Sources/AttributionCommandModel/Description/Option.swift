/// An option of a command: a flag, or an option that takes a value.
///
/// It has all that help and the parser need, and nothing of the type that its value is read as: ``TypedOption`` knows that.
package struct Option: Sendable {
    /// Which declaration it is. What is read of an option is asked for by its declaration and never by its name.
    let identity = OptionIdentity()
    /// The long name without its dashes, such as `key` for `--key`.
    package var name: String
    /// The character of the short form, such as `k` for `-k`.
    package var short: Character?
    /// What the option takes, or `nil` for a flag.
    package var value: Value?
    /// Whether the option may be given more than once.
    package var isRepeatable: Bool
    /// Whether the command does not run without it.
    package var isRequired = false
    /// One line: lower case, without a final period.
    package var summary: String
    /// Further prose, shown in the full help and the manual page only.
    package var details: String?
    /// The heading under which help lists the option, or `nil` for "Options".
    package var group: String?
    /// What it cannot be combined with, and what it needs.
    package var relations: [Relation]
    /// A hidden option works but is named in no help, manual page or completion.
    package var isHidden: Bool

    /// The value an option takes. It is never optional: an option either always takes a value or never does.
    package struct Value: Sendable {
        /// What stands for the value in help, in upper case, such as `FILE`.
        package var placeholder: String
        /// What the value may be.
        package var kind: ValueKind
        /// Reads the text that is given.
        let read: @Sendable (String) throws(ValueFault) -> any Sendable

        /// Describes a value that is checked, and read as the text that it is.
        package init(_ placeholder: String, _ kind: ValueKind = .text) {
            self.init(ValueForm(placeholder, kind) { (text) throws(ValueFault) in try kind.checked(text) })
        }

        init<Value>(_ form: ValueForm<Value>) {
            placeholder = form.placeholder
            kind = form.kind
            read = { (text) throws(ValueFault) in try form.read(text) }
        }
    }

    /// Describes an option. Without a `value` it is a flag.
    package init(
        _ name: String,
        short: Character? = nil,
        value: Value? = nil,
        isRepeatable: Bool = false,
        summary: String,
        details: String? = nil,
        group: String? = nil,
        relations: [Relation] = [],
        isHidden: Bool = false
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.isRepeatable = isRepeatable
        self.summary = summary
        self.details = details
        self.group = group
        self.relations = relations
        self.isHidden = isHidden
    }
}

/// What tells one declaration of an option from all others. The same option in other words keeps it.
final class OptionIdentity: Sendable {}

/// What stands in a command's list of options.
package protocol DeclaredOption: Sendable {
    var option: Option { get }
}

extension Option: DeclaredOption {
    package var option: Option { self }
}

extension Option {
    /// The ways to write the option, short form first: `-k`, `--key`.
    var spellings: [String] {
        (short.map { ["-\($0)"] } ?? []) + ["--\(name)"]
    }
}

extension Option.Value {
    private static let longestChoiceList = 24

    /// What help shows for the value: the choices when they are short enough to stand in a column, such as
    /// `pem|jwk`, and the placeholder otherwise.
    var label: String {
        inlineChoices?.joined(separator: "|") ?? placeholder
    }

    /// The choices, when there are few enough to show in place of the placeholder.
    var inlineChoices: [String]? {
        guard let choices = kind.choices, !choices.isEmpty else { return nil }
        let length = choices.reduce(choices.count - 1) { $0 + $1.count }
        return length <= Self.longestChoiceList ? choices : nil
    }

    /// Which values are allowed, when the label does not say so already.
    var unstatedConstraint: String? {
        inlineChoices == nil ? kind.constraint : nil
    }
}

/// Options under the heading that help gives them.
struct OptionGroup {
    static let defaultTitle = "Options"

    let title: String
    var options: [Option]

    /// Puts options under their headings, each heading where its first option stands.
    static func groups(of options: [Option]) -> [OptionGroup] {
        var groups: [OptionGroup] = []
        for option in options {
            let title = option.group ?? defaultTitle
            if let index = groups.firstIndex(where: { $0.title == title }) {
                groups[index].options.append(option)
            } else {
                groups.append(OptionGroup(title: title, options: [option]))
            }
        }
        return groups
    }
}
