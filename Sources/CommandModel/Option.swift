/// An option of a command: a flag, or an option that takes a value.
public struct Option: Sendable, Equatable {
    /// The long name without its dashes, such as `key` for `--key`.
    public var name: String
    /// The character of the short form, such as `k` for `-k`.
    public var short: Character?
    /// What the option takes, or `nil` for a flag.
    public var value: Value?
    /// Whether the option may be given more than once.
    public var isRepeatable: Bool
    /// One line: lower case, without a final period.
    public var summary: String
    /// Further prose, shown in the full help and the manual page only.
    public var details: String?
    /// The heading under which help lists the option, or `nil` for "Options".
    public var group: String?
    /// A hidden option works but is named in no help, manual page or completion.
    public var isHidden: Bool

    /// The value an option takes. It is never optional: an option either always takes a value or never does.
    public struct Value: Sendable, Equatable {
        /// What stands for the value in help, in upper case, such as `FILE`.
        public var placeholder: String
        /// What the value may be.
        public var kind: ValueKind

        /// Describes the value of an option.
        public init(_ placeholder: String, _ kind: ValueKind = .text) {
            self.placeholder = placeholder
            self.kind = kind
        }
    }

    /// Describes an option. Without a `value` it is a flag.
    public init(
        _ name: String,
        short: Character? = nil,
        value: Value? = nil,
        isRepeatable: Bool = false,
        summary: String,
        details: String? = nil,
        group: String? = nil,
        isHidden: Bool = false
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.isRepeatable = isRepeatable
        self.summary = summary
        self.details = details
        self.group = group
        self.isHidden = isHidden
    }
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
