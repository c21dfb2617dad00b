/// How an option stands to others: what it cannot be combined with, or what it needs.
///
/// The parser refuses what breaks a relation, and help tells it.
package struct Relation: Sendable {
    /// The message that refuses a command line, of the option's spelling and that of the other.
    package typealias Words = @Sendable (_ option: String, _ other: String) -> String

    enum Kind {
        /// Each of the others is one too many.
        case excludes
        /// At least one of the others must be there.
        case requires
    }

    let kind: Kind
    /// Asked for late, since two options may each need the other.
    let others: @Sendable () -> [any Circumstance]
    /// Whether help tells it: not where many options would all say the same.
    let isTold: Bool
    private let words: Words

    /// - Parameter words: the message, where there is something better to say.
    package static func excludes(
        _ others: @autoclosure @escaping @Sendable () -> [any Circumstance], isTold: Bool = true,
        _ words: @escaping Words = { "both \($0) and \($1) are given, want one of them" }
    ) -> Relation {
        Relation(kind: .excludes, others: others, isTold: isTold, words: words)
    }

    /// - Parameter words: the message, where there is something better to say.
    package static func requires(
        _ others: @autoclosure @escaping @Sendable () -> [any Circumstance],
        _ words: @escaping Words = { "\($0) is given without \($1), want both" }
    ) -> Relation {
        Relation(kind: .requires, others: others, isTold: true, words: words)
    }

    /// Why an option that is given cannot be obeyed; nil where it can.
    func fault(of option: Option, in line: any CommandLineFacts) -> String? {
        let others = others()
        switch kind {
        case .excludes:
            guard let other = others.first(where: { $0.holds(in: line) }) else { return nil }
            return words("--\(option.name)", other.spelling)
        case .requires:
            guard !others.contains(where: { $0.holds(in: line) }) else { return nil }
            return words("--\(option.name)", others.map(\.spelling).joined(separator: " or "))
        }
    }
}

extension Option {
    /// What the option cannot be combined with, as it is spelled.
    var exclusions: [String] { others(.excludes).flatMap { $0 } }

    /// What the option needs: of each list, one.
    var needs: [[String]] { others(.requires) }

    private func others(_ kind: Relation.Kind) -> [[String]] {
        relations.filter { $0.kind == kind && $0.isTold }.map { $0.others().map(\.spelling) }
    }
}

extension [String] {
    /// The words as a list: `a, b or c`.
    func list(_ conjunction: String) -> String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
    }
}

/// What circumstances ask of a command line.
package protocol CommandLineFacts: Sendable {
    var hasOperands: Bool { get }
    /// What an option's values were read as, in the order given; of a flag, something each time.
    func values(_ option: Option) -> [any Sendable]
}

/// What a command line has or lacks: an option, a value of one, operands.
package protocol Circumstance: Sendable {
    /// What it is called in messages, such as `--format jwk`.
    var spelling: String { get }
    /// The options that it asks about.
    var options: [Option] { get }
    func holds(in line: any CommandLineFacts) -> Bool
}

/// That there are operands, or one of some options, which together have a name.
package struct AnyGiven: Circumstance {
    package let spelling: String
    private let parts: [any Circumstance]
    private let hasOperands: Bool

    package init(_ spelling: String, operands: Bool, options: [any Circumstance]) {
        self.spelling = spelling
        parts = options
        hasOperands = operands
    }

    package var options: [Option] { parts.flatMap(\.options) }

    package func holds(in line: any CommandLineFacts) -> Bool {
        hasOperands && line.hasOperands || parts.contains { $0.holds(in: line) }
    }
}
