/// An option together with the type that it is read as: `invocation[Self.network]`.
///
/// A flag is read as `Bool`, an option with a default as its value, one without as an optional, and one that may be repeated as
/// an array.
package struct TypedOption<Result: Sendable>: DeclaredOption {
    package private(set) var option: Option
    /// Makes the result of all values that were given.
    let result: @Sendable ([any Sendable]) -> Result

    private init(_ option: Option, _ result: @escaping @Sendable ([any Sendable]) -> Result) {
        self.option = option
        self.result = result
    }

    /// Whether an option is this one, in whatever words.
    package func `is`(_ other: Option) -> Bool { other.identity === option.identity }

    /// The same option under another heading or in other words, for a command of which something else is to be said.
    package func worded(
        _ summary: String? = nil, details: String? = nil, placeholder: String? = nil, group: String? = nil
    ) -> TypedOption {
        var copy = self
        if let summary {
            copy.option.summary = summary
            copy.option.details = details
        }
        if let placeholder { copy.option.value?.placeholder = placeholder }
        if let group { copy.option.group = group }
        return copy
    }

    /// The same option where a command lets it stand to others in another way.
    package func related(_ relations: Relation...) -> TypedOption {
        var copy = self
        copy.option.relations = relations
        return copy
    }
}

extension TypedOption where Result == Bool {
    /// An option without a value.
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
    /// An option that may be given once.
    package static func value<Value>(
        _ name: String, short: Character? = nil, _ form: ValueForm<Value>, summary: String, details: String? = nil,
        group: String? = nil, relations: [Relation] = []
    ) -> TypedOption where Result == Value? {
        TypedOption(
            Option(
                name, short: short, value: .init(form), summary: summary, details: details, group: group,
                relations: relations)
        ) { $0.last.map(Self.cast) }
    }

    /// An option that stands for a value even where it is not given.
    package static func value(
        _ name: String, short: Character? = nil, _ form: ValueForm<Result>, default value: Result, summary: String,
        details: String? = nil, group: String? = nil, relations: [Relation] = []
    ) -> TypedOption {
        TypedOption(
            Option(
                name, short: short, value: .init(form), summary: summary, details: details, group: group,
                relations: relations)
        ) { $0.last.map(Self.cast) ?? value }
    }

    /// An option without which the command does not run.
    package static func required(
        _ name: String, short: Character? = nil, _ form: ValueForm<Result>, summary: String, details: String? = nil,
        group: String? = nil
    ) -> TypedOption {
        var option = Option(
            name, short: short, value: .init(form), summary: summary, details: details, group: group)
        option.isRequired = true
        return TypedOption(option) { values in
            guard let value = values.last else {
                preconditionFailure("--\(name) is required, and the parser let it be absent")
            }
            return cast(value)
        }
    }

    /// An option that may be given any number of times.
    package static func values<Value>(
        _ name: String, short: Character? = nil, _ form: ValueForm<Value>, summary: String, details: String? = nil,
        group: String? = nil, relations: [Relation] = []
    ) -> TypedOption where Result == [Value] {
        TypedOption(
            Option(
                name, short: short, value: .init(form), isRepeatable: true, summary: summary, details: details,
                group: group, relations: relations)
        ) { $0.map(Self.cast) }
    }

    /// A value as what the option's own form has read.
    private static func cast<Value>(_ value: any Sendable) -> Value {
        guard let value = value as? Value else { preconditionFailure("\(value) is no \(Value.self)") }
        return value
    }
}

extension TypedOption: Circumstance {
    package var spelling: String { "--\(option.name)" }
    package var options: [Option] { [option] }
    package func holds(in line: any CommandLineFacts) -> Bool { !line.values(option).isEmpty }

    /// That the option has this value, be it given or by default.
    package func being<Value>(_ value: Value) -> some Circumstance
    where Value: RawRepresentable<String> & Equatable & Sendable, Result == Value? {
        OptionValue(spelling: "\(spelling) \(value.rawValue)", options: options) { result($0.values(option)) == value }
    }

    /// That the option has this value, be it given or by default.
    package func being(_ value: Result) -> some Circumstance where Result: RawRepresentable<String> & Equatable {
        OptionValue(spelling: "\(spelling) \(value.rawValue)", options: options) { result($0.values(option)) == value }
    }
}

private struct OptionValue: Circumstance {
    let spelling: String
    let options: [Option]
    let isGiven: @Sendable (any CommandLineFacts) -> Bool

    func holds(in line: any CommandLineFacts) -> Bool { isGiven(line) }
}
