/// One violation of one rule by one input.
public struct Finding: Equatable, Sendable {
    /// The rule that is broken.
    public let rule: Rule
    /// The field or part at fault; `*` where it is the whole.
    public let field: String
    /// The value at fault as it was written, or what is there instead.
    public let found: String
    /// The values that satisfy the rule.
    public let wanted: String
    /// What to do about it, where that can be said.
    public let hint: String?
    /// How grave it is here: the rule's severity, or less where an input is excused.
    public internal(set) var severity: Rule.Severity

    /// - Parameters:
    ///   - field: the field at fault, where it is not the rule's.
    ///   - wanted: what is wanted, where the rule's words are too general.
    ///   - hint: what to do about it, where the rule has no hint or too general a one.
    package init(_ rule: Rule, field: String? = nil, found: String, wanted: String? = nil, hint: String? = nil) {
        self.rule = rule
        self.field = field ?? rule.field
        self.found = found
        self.wanted = wanted ?? rule.wanted
        self.hint = hint ?? rule.hint
        severity = rule.severity
    }

    init(_ rule: Rule, _ violation: Violation) {
        self.init(
            rule, field: violation.field, found: violation.found, wanted: violation.wanted, hint: violation.hint)
    }
}

extension Finding: CustomStringConvertible {
    /// What was found and what is wanted, without the rule.
    public var message: String {
        (field == "*" ? "the token has " : "\"\(field)\" is ") + "\(found), want \(wanted)"
    }

    /// The finding in one line, as the command line words it.
    public var description: String { "\(message) [\(rule.id)]" }
}

/// What is wrong with one input: so many findings as are told, and how many there are beyond.
public struct Findings: Equatable, Sendable {
    /// How many findings of an input are told unless said otherwise.
    public static let defaultLimit = 100

    /// The findings that are told, in the order of the rules.
    public private(set) var list: [Finding] = []
    /// How many findings there are beyond ``list``.
    public private(set) var more = 0
    /// How grave the worst of those beyond is.
    private var worstBeyond: Rule.Severity?
    private let limit: Int

    /// - Parameter limit: how many findings are kept; memory is bounded by it, whatever the input.
    public init(limit: Int = Findings.defaultLimit) { self.limit = limit }

    /// How many more of a severity can be told.
    func room(for severity: Rule.Severity) -> Int { Swift.max(0, limit - list.count { $0.severity >= severity }) }

    /// Adds a finding. Where there are too many, those are told that are the gravest: nobody hides an error behind a hundred
    /// notes.
    package mutating func append(_ finding: Finding) {
        guard list.count >= limit else { return list.append(finding) }
        guard let least = list.map(\.severity).min(), least < finding.severity,
            let place = list.lastIndex(where: { $0.severity == least })
        else { return append(1, beyond: finding.severity) }
        list.remove(at: place)
        append(1, beyond: least)
        list.append(finding)
    }

    /// Counts findings that are not told.
    mutating func append(_ count: Int, beyond severity: Rule.Severity) {
        more += count
        if count > 0 { worstBeyond = Swift.max(severity, worstBeyond ?? severity) }
    }

    package mutating func insert(_ finding: Finding, at place: Int) {
        list.insert(finding, at: Swift.min(place, list.count))
    }

    /// The same findings, each told otherwise.
    package func changing(_ change: (Finding) -> Finding) -> Findings {
        var copy = self
        copy.list = list.map(change)
        return copy
    }

    /// Those of the findings that pass.
    package func filtered(_ isIncluded: (Finding) -> Bool) -> Findings {
        var copy = self
        copy.list = list.filter(isIncluded)
        return copy
    }

    /// Lowers what some rules found to a severity.
    package mutating func lower(_ rules: Set<Rule>, to severity: Rule.Severity) {
        for place in list.indices where rules.contains(list[place].rule) {
            list[place].severity = Swift.min(list[place].severity, severity)
        }
    }

    /// Whether an input is not good where findings count from this severity on.
    public func isBad(from threshold: Rule.Severity) -> Bool { worst.map { $0 >= threshold } ?? false }

    package static func += (left: inout Findings, right: Findings) {
        for finding in right.list { left.append(finding) }
        if let severity = right.worstBeyond { left.append(right.more, beyond: severity) }
    }

    /// How grave the worst finding is, told or not; nil if there is none.
    public var worst: Rule.Severity? { (list.map(\.severity) + (worstBeyond.map { [$0] } ?? [])).max() }
}

extension Findings: RandomAccessCollection {
    /// The first finding that is told.
    public var startIndex: Int { list.startIndex }
    /// Behind the last finding that is told.
    public var endIndex: Int { list.endIndex }
    /// The finding at a place.
    public subscript(place: Int) -> Finding { list[place] }
}

extension Findings: CustomStringConvertible {
    /// The findings as the command line words them, one per line.
    public var description: String { list.map(\.description).joined(separator: "\n") }
}
