/// An option together with the type of its result: `invocation[Self.network]`.
///
/// The result is `Bool` for a flag, the value for an option with a default, an optional for one without, and an array
/// for a repeatable option.
package struct TypedOption<Result: Sendable>: DeclaredOption {
    package private(set) var option: Option
    /// Converts all given values to the type of the result.
    let result: @Sendable ([any Sendable]) -> Result

    private init(_ option: Option, _ result: @escaping @Sendable ([any Sendable]) -> Result) {
        self.option = option
        self.result = result
    }

    /// Whether an option has the same declaration as this one, whatever its wording.
    package func `is`(_ other: Option) -> Bool { other.identity === option.identity }

    /// Returns the same option with another heading or other wording, for one command.
    package func worded(
        _ summary: String? = nil, details: String? = nil, placeholder: String? = nil, group: String? = nil
    ) -> TypedOption {
        changed { option in
            if let summary { (option.home, option.summary, option.details) = (nil, summary, details) }
            if let placeholder { option.value?.placeholder = placeholder }
            if let group { option.group = group }
        }
    }

    /// Returns the same option, described only in the help that this command line shows, such as `aak sign --help`.
    package func described(by command: String) -> TypedOption { changed { $0.home = command } }

    /// The same option, marked as one that most people need.
    package var essential: TypedOption { changed { $0.isEssential = true } }

    /// Returns the same option with a shorter alternative to its name.
    package func named(briefly word: String) -> TypedOption { changed { $0.brief = word } }

    /// Returns the same option, whose value is for a field.
    package func standing(for field: any OptionField) -> TypedOption { changed { $0.field = field } }

    package func alsoRelated(_ relation: Relation) -> TypedOption { changed { $0.relations.append(relation) } }

    /// Returns the same option with other relations, for one command.
    package func related(_ relations: Relation...) -> TypedOption { changed { $0.relations = relations } }

    private func changed(_ change: (inout Option) -> Void) -> TypedOption {
        var copy = self
        change(&copy.option)
        return copy
    }
}

extension TypedOption where Result == Bool {
    package static func flag(
        _ name: String, short: Character? = nil, summary: String, details: String? = nil, group: String? = nil,
        relations: [Relation] = []
    ) -> TypedOption {
        TypedOption(
            Option(name, short: short, summary: summary, details: details, group: group, relations: relations)
        ) { !$0.isEmpty }
    }
}

extension TypedOption {
    /// Creates an option that may be given once.
    package static func value<Value>(
        _ name: String, short: Character? = nil, _ form: ValueForm<Value>, summary: String, details: String? = nil,
        group: String? = nil, relations: [Relation] = []
    ) -> TypedOption where Result == Value? {
        TypedOption(
            Option(
                name, short: short, value: form.map { $0 }, summary: summary, details: details, group: group,
                relations: relations)
        ) { $0.last.map(Self.cast) }
    }

    package static func value(
        _ name: String, short: Character? = nil, _ form: ValueForm<Result>, default value: Result, summary: String,
        details: String? = nil, group: String? = nil, relations: [Relation] = []
    ) -> TypedOption {
        TypedOption(
            Option(
                name, short: short, value: form.map { $0 }, summary: summary, details: details, group: group,
                relations: relations)
        ) { $0.last.map(Self.cast) ?? value }
    }

    /// Creates an option that may be given any number of times.
    package static func values<Value>(
        _ name: String, short: Character? = nil, _ form: ValueForm<Value>, summary: String, details: String? = nil,
        group: String? = nil, relations: [Relation] = []
    ) -> TypedOption where Result == [Value] {
        TypedOption(
            Option(
                name, short: short, value: form.map { $0 }, isRepeatable: true, summary: summary, details: details,
                group: group, relations: relations)
        ) { $0.map(Self.cast) }
    }

    /// Casts a value to the type that the option's form produces.
    private static func cast<Value>(_ value: any Sendable) -> Value {
        guard let value = value as? Value else { preconditionFailure("\(value) is no \(Value.self)") }
        return value
    }
}

extension CommandLineFacts {
    /// The result of an option.
    ///
    /// Like ``has(_:)``, this may be used only for options that the command, or a command above it, declares.
    package subscript<Result>(_ option: TypedOption<Result>) -> Result { option.result(values(option.option)) }

    package func has(_ option: any DeclaredOption) -> Bool { !values(option.option).isEmpty }
}

extension TypedOption: CommandLineCondition {
    package var spelling: String { option.spelling }
    package var options: [Option] { [option] }
    package func holds(in line: any CommandLineFacts) -> Bool { line.has(option) }

    /// Returns the condition that the option has this value, whether given or by default.
    package func being<Value>(_ value: Value) -> Condition
    where Value: RawRepresentable<String> & Equatable & Sendable, Result == Value? {
        being(value, named: value.rawValue)
    }

    /// Returns the condition that the option has this value, whether given or by default.
    package func being(_ value: Result) -> Condition where Result: RawRepresentable<String> & Equatable {
        being(value, named: value.rawValue)
    }

    package func being(_ value: Result, named name: String) -> Condition where Result: Equatable {
        Condition(spelling: "\(spelling) \(name)", options: options) { $0[self] == value }
    }
}
