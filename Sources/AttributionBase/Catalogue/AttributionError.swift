/// An error about an input or a value: what is wrong, as separate properties and as the message of the command line.
///
/// ```swift
/// do {
///     try report.add(unverified: line, receivedAt: nil)
/// } catch let error as any AttributionError {
///     log(error.rule?.id, error.field, error)
/// }
/// ```
public protocol AttributionError: Error, Sendable, CustomStringConvertible {
    /// What is wrong. If several things are, it is the first.
    var problem: Problem { get }
}

// These are defaults. An error's own property of the same name takes precedence, if its type is not optional.
extension AttributionError {
    /// The rule that is broken; nil if it is not in the catalogue.
    @_disfavoredOverload public var rule: Rule? { problem.rule }
    /// The field or part at fault; nil for the whole input.
    @_disfavoredOverload public var field: String? { problem.place.isEmpty ? nil : problem.place }
    /// What was found, shortened if it is long; nil if it is missing or obvious.
    @_disfavoredOverload public var found: String? { problem.found }
    /// What is wanted instead; nil if it is obvious.
    @_disfavoredOverload public var wanted: String? { problem.wanted }
    /// How to correct it, if there is a likely way.
    @_disfavoredOverload public var hint: String? { problem.hint }
}

extension Problem: AttributionError {
    /// The problem itself.
    public var problem: Problem { self }
}

extension Problems: AttributionError {
    /// The first problem.
    public var problem: Problem { list.first ?? .sentence("nothing is wrong") }
}

extension Findings: AttributionError {
    /// The first error, otherwise the first finding.
    public var problem: Problem {
        (first { $0.severity == .error } ?? first).map(\.problem.inLibrary) ?? .sentence("nothing is wrong")
    }
}
