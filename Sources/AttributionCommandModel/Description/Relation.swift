/// A relation of an option to others: it excludes or requires them.
///
/// The parser rejects command lines that break a relation, and help mentions it.
package struct Relation: Sendable {
    /// Returns the error message, given the spellings of the option and the other one.
    package typealias Words = @Sendable (_ option: String, _ other: String) -> String

    /// Whether none of the others may be given. If false, at least one of them must be.
    let isExclusion: Bool
    /// A closure, because two options may require each other.
    let others: @Sendable () -> [any CommandLineCondition]
    /// Whether help mentions the relation; false where many options would repeat the same one.
    let isDescribed: Bool
    private let words: Words

    /// - Parameter words: The message, if the default one is not clear enough.
    package static func excludes(
        _ others: @autoclosure @escaping @Sendable () -> [any CommandLineCondition], isDescribed: Bool = true,
        _ words: @escaping Words = { "\($0) and \($1) cannot be combined" }
    ) -> Relation {
        Relation(isExclusion: true, others: others, isDescribed: isDescribed, words: words)
    }

    /// - Parameter words: The message, if the default one is not clear enough.
    package static func requires(
        _ others: @autoclosure @escaping @Sendable () -> [any CommandLineCondition],
        _ words: @escaping Words = { "\($0) requires \($1)" }
    ) -> Relation {
        Relation(isExclusion: false, others: others, isDescribed: true, words: words)
    }

    /// Returns why a given option breaks the relation; nil if it does not.
    func fault(of option: Option, in line: any CommandLineFacts) -> String? {
        let others = others()
        let found = others.first { $0.holds(in: line) }
        guard (found != nil) == isExclusion else { return nil }
        return words(option.spelling, found?.spelling ?? others.map(\.spelling).list("or"))
    }
}

extension Option {
    /// The spellings of what the option excludes.
    var exclusions: [String] { others(isExclusion: true).flatMap { $0 } }

    /// The spellings of what the option requires, one list for each relation. One element of each list is enough.
    var needs: [[String]] { others(isExclusion: false) }

    private func others(isExclusion: Bool) -> [[String]] {
        relations.filter { $0.isExclusion == isExclusion && $0.isDescribed }.map { $0.others().map(\.spelling) }
    }
}

extension [String] {
    /// Joins the words as in `a, b or c`.
    func list(_ conjunction: String) -> String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
    }
}

/// What conditions can ask about a command line. The protocol keeps their description independent of the parser.
package protocol CommandLineFacts {
    /// The arguments that are not options, in the order given.
    var operands: [String] { get }
    /// Returns the converted values of an option in the order given; for a flag, one value per occurrence.
    func values(_ option: Option) -> [any Sendable]
}

/// A condition on a command line, such as the presence of an option, of one of its values, or of operands.
package protocol CommandLineCondition: Sendable {
    /// Its name in messages, such as `--format jwk`.
    var spelling: String { get }
    var options: [Option] { get }
    func holds(in line: any CommandLineFacts) -> Bool
}

/// A condition other than the presence of one option.
package struct Condition: CommandLineCondition {
    package let spelling: String
    package let options: [Option]
    let isMet: @Sendable (any CommandLineFacts) -> Bool

    package func holds(in line: any CommandLineFacts) -> Bool { isMet(line) }

    /// Returns the condition that there are operands or any of several options, under a common name.
    package static func anyGiven(_ spelling: String, options parts: [any CommandLineCondition]) -> Condition {
        Condition(spelling: spelling, options: parts.flatMap(\.options)) { line in
            !line.operands.isEmpty || parts.contains { $0.holds(in: line) }
        }
    }
}
