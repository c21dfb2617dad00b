/// The problems of a document in the order of the text, so that all can be corrected together: a limited list, and the
/// number of further ones.
public struct Problems: Error, Hashable, Sendable {
    /// The first problems, at most 100.
    public private(set) var list: [Problem] = []
    @usableFromInline package private(set) var count = 0

    /// The number of problems beyond ``list``.
    public var more: Int { count - list.count }
    @inlinable package var isEmpty: Bool { count == 0 }

    @usableFromInline package init() {}

    package init(_ problem: Problem) { append(problem) }

    /// Adds a problem. It is created only if it will be listed, so that the problems of a document take no more memory than the document.
    package mutating func append(_ problem: @autoclosure () -> Problem) {
        count += 1
        if list.count < Findings.defaultLimit { list.append(problem()) }
    }

    package mutating func removeAll() {
        list.removeAll(keepingCapacity: true)
        count = 0
    }

    /// Sets the broken rule of each problem from index `first` on that has none: one rule for unknown members, one for missing members, one
    /// for wrong values.
    package mutating func nameRules(from first: Int, unknown: Rule, missing: Rule, value: Rule) {
        for place in list.indices.dropFirst(first) where list[place].rule == nil {
            let problem = list[place]
            list[place] = problem.breaking(problem.wanted == nil ? unknown : problem.found == nil ? missing : value)
        }
    }
}

extension Problems: CustomStringConvertible {
    /// The problems as the command line words them, one per line.
    public var description: String {
        (list.map(\.description) + (more > 0 ? ["and \(more) more"] : [])).joined(separator: "\n")
    }
}
