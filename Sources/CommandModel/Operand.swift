/// What the arguments of a command that are not options mean.
public struct Operand: Sendable, Equatable {
    /// What stands for the operand in help, in upper case, such as `TOKEN`.
    public var name: String
    /// One line: lower case, without a final period.
    public var summary: String
    /// Whether any number may be given, rather than one.
    public var isRepeating: Bool
    /// Whether at least one must be given.
    public var isRequired: Bool
    /// What each operand may be.
    public var value: ValueKind

    /// Describes the operand of a command.
    public init(
        _ name: String,
        summary: String,
        isRepeating: Bool = false,
        isRequired: Bool = false,
        value: ValueKind = .text
    ) {
        self.name = name
        self.summary = summary
        self.isRepeating = isRepeating
        self.isRequired = isRequired
        self.value = value
    }
}

extension Operand {
    /// The operand without the brackets of an optional one: `TOKEN` or `TOKEN ...`.
    var label: String {
        isRepeating ? "\(name) ..." : name
    }
}

/// What a value may be: the parser checks choices and integers, completions offer choices, files and directories.
public enum ValueKind: Sendable, Equatable {
    /// Any text. The command itself judges it.
    case text
    /// The path of a file. The parser does not look whether it exists.
    case file
    /// The path of a directory. The parser does not look whether it exists.
    case directory
    /// One of these words, exactly.
    case choice([String])
    /// A name of which there are too many for help to list. Completions offer them; the command itself judges it.
    case name([String])
    /// A whole number in a range.
    case integer(ClosedRange<Int>)
}

extension ValueKind {
    /// The choices, when the kind is a choice.
    var choices: [String]? {
        if case .choice(let choices) = self { choices } else { nil }
    }

    /// What completions offer: the choices, and the numbers of a short range.
    var candidates: [String] {
        switch self {
        case .choice(let words), .name(let words): words
        case .integer(let range):
            // Clamped, since the range may be that of all numbers.
            range.lowerBound >= 0 && range.upperBound < 10 ? range.map(String.init) : []
        case .text, .file, .directory: []
        }
    }

    /// A phrase that says which values are allowed when the placeholder cannot: "one of: pem, jwk".
    var constraint: String? {
        switch self {
        case .text, .file, .directory, .name: nil
        case .choice(let choices): "one of: \(choices.joined(separator: ", "))"
        case .integer(let range): range.phrase
        }
    }
}

extension ClosedRange<Int> {
    /// The range in words, without the ends that only the machine sets.
    var phrase: String {
        switch (lowerBound == .min, upperBound == .max) {
        case (true, true): "a whole number"
        case (false, true): "a whole number, at least \(lowerBound)"
        case (true, false): "a whole number, at most \(upperBound)"
        case (false, false): "a whole number from \(lowerBound) to \(upperBound)"
        }
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
