/// The members of a finding, in the order in which `aak validate` writes them.
package enum FindingMember {
    @inlinable package static var rule: OutputMember {
        .init("rule", "The rule that is broken, which aak explain RULE explains.")
    }
    package static let severity = OutputMember("severity", "The severity of a finding: note, warning or error.")
    package static let field = OutputMember("field", "The field at fault.")
    package static let found = OutputMember("found", "What was found, in words.")
    package static let wanted = OutputMember("wanted", "What is required, in words.")
    package static let hint = OutputMember("hint", "How to correct it.")
    package static let article = OutputMember("article", "Where the rule is documented.")
    package static let appleError = OutputMember(
        "apple-error", "The error that a device or StoreKit Test throws.")

    /// The list of the findings of an input.
    package static let findings = OutputMember(
        "findings", "What is wrong with the input, one object for each finding.")
    /// The member beside the list.
    package static let more = OutputMember(
        "more", "The number of findings that were left out, because there are more than 100.")
}

extension Finding {
    /// Calls `body` for each member of the finding as an object. All values are texts.
    private func forEachMember(
        namesPlatformError: Bool, inLibrary: Bool = false, _ body: (StaticString, String) -> Void
    ) {
        let problem = inLibrary ? problem.inLibrary : problem
        body(FindingMember.rule.name, rule.id)
        body(FindingMember.severity.name, severity.rawValue)
        body(FindingMember.field.name, field)
        body(FindingMember.found.name, problem.found ?? "")
        body(FindingMember.wanted.name, problem.wanted ?? "")
        if let hint = inLibrary ? problem.hint : problem.advice?.text { body(FindingMember.hint.name, hint) }
        body(FindingMember.article.name, rule.article(of: field).description)
        if namesPlatformError, let error = rule.platformError { body(FindingMember.appleError.name, error.name) }
    }

    package func append(namesPlatformError: Bool, to output: inout ByteBuffer) {
        output.openObject()
        forEachMember(namesPlatformError: namesPlatformError) { output.member($0, $1) }
        output.closeObject()
    }

    package func json(namesPlatformError: Bool, inLibrary: Bool = false) -> JSONValue {
        var members: [JSONValue.Member] = []
        forEachMember(namesPlatformError: namesPlatformError, inLibrary: inLibrary) {
            members.append(.init($0.description, .string($1)))
        }
        return .object(members)
    }
}

extension Finding: Encodable {
    /// Encodes the finding as an object, with the members that `aak validate` writes.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

    fileprivate var json: JSONValue { json(namesPlatformError: true, inLibrary: true) }
}

extension Findings: Encodable {
    /// Encodes the findings as an object with the members that `aak validate` writes: `findings`, the array of those that are
    /// listed, and `more`, the number of further ones, if there are any.
    public func encode(to encoder: any Encoder) throws {
        var members = [FindingMember.findings.member(.array(list.map(\.json)))]
        if more > 0 { members.append(FindingMember.more.member(.number(String(more)))) }
        try JSONValue.object(members).encode(to: encoder)
    }
}

/// The findings for one input: a limited list, and the number of further ones. Calls that read or sign an input throw
/// all of its findings if one of them is an error.
public struct Findings: Error, Equatable, Sendable {
    package static let defaultLimit = 100

    /// The listed findings, in the order of the rules.
    package private(set) var list: [Finding] = []
    /// The number of findings beyond those that are listed; at most 100 are listed.
    public private(set) var more = 0
    /// The highest severity among the findings beyond ``list``.
    private var worstBeyond: Rule.Severity?
    private let limit: Int

    /// - Parameter limit: The greatest number of findings to list. It bounds the memory for any input.
    package init(limit: Int = Findings.defaultLimit) { self.limit = limit }

    package init(_ finding: Finding) {
        self.init()
        append(finding)
    }

    /// Adds a finding. If there are too many, the most severe ones are kept, so that a hundred notes cannot hide an error. Findings about
    /// what was not checked are kept too.
    package mutating func append(_ finding: Finding) {
        guard list.count >= limit else { return list.append(finding) }
        guard let place = leastSevere, list[place].weight < finding.weight else {
            return append(1, beyond: finding.severity)
        }
        append(1, beyond: list[place].severity)
        list.remove(at: place)
        list.append(finding)
    }

    /// Adds the finding for a problem. The problem is created only if the finding will be listed.
    package mutating func append(_ rule: Rule, _ problem: @autoclosure () -> Problem) {
        if list.count < limit || list.indices.contains(where: { list[$0].weight < rule.weight(rule.severity) }) {
            append(Finding(rule, problem()))
        } else {
            append(1, beyond: rule.severity)
        }
    }

    /// The index of the last among the least severe listed findings. It is searched for by index, because iterating over the findings would
    /// copy each of them.
    private var leastSevere: Int? {
        var found: Int?
        for place in list.indices {
            if let found, list[found].weight < list[place].weight { continue }
            found = place
        }
        return found
    }

    /// Counts findings that are not listed.
    private mutating func append(_ count: Int, beyond severity: Rule.Severity) {
        more += count
        if count > 0 { worstBeyond = Swift.max(severity, worstBeyond ?? severity) }
    }

    /// Keeps the most severe findings listed, and counts the others.
    package mutating func shorten(to count: Int) {
        while list.count > count, let place = leastSevere {
            append(1, beyond: list[place].severity)
            list.remove(at: place)
        }
    }

    package mutating func insert(_ finding: Finding, at place: Int) {
        list.insert(finding, at: Swift.min(place, list.count))
    }

    package func changing(_ change: (Finding) -> Finding) -> Findings {
        var copy = self
        copy.list = list.map(change)
        return copy
    }

    package func filtered(_ isIncluded: (Finding) -> Bool) -> Findings {
        var copy = self
        copy.list = list.filter(isIncluded)
        return copy
    }

    /// Lowers the listed findings of some rules to a severity.
    package mutating func lower(_ rules: Set<Rule>, to severity: Rule.Severity) {
        for place in list.indices where rules.contains(list[place].rule) {
            list[place].lower(to: severity)
        }
    }

    /// Whether the input is bad if only findings of at least this severity count.
    package func isBad(from threshold: Rule.Severity) -> Bool { worst.map { $0 >= threshold } ?? false }

    /// Whether there is an error among all findings, listed or not.
    public var hasErrors: Bool { isBad(from: .error) }

    package static func += (left: inout Findings, right: Findings) {
        for finding in right.list { left.append(finding) }
        if let severity = right.worstBeyond { left.append(right.more, beyond: severity) }
    }

    /// The highest severity of all findings, listed or not; nil if there are none.
    package var worst: Rule.Severity? {
        list.indices.reduce(worstBeyond) { worst, place in Swift.max(worst ?? .note, list[place].severity) }
    }
}

extension Finding {
    /// The importance of listing the finding.
    fileprivate var weight: Int { rule.weight(severity) }
}

extension Rule {
    /// Returns the importance of listing a finding with a severity.
    fileprivate func weight(_ severity: Severity) -> Int { isAlwaysListed ? .max : severity.rank }
}

extension Findings: RandomAccessCollection {
    /// The index of the first listed finding.
    public var startIndex: Int { list.startIndex }
    /// The index after the last listed finding.
    public var endIndex: Int { list.endIndex }
    /// The listed finding at an index.
    public subscript(place: Int) -> Finding { list[place] }
}

extension Findings: CustomStringConvertible {
    /// The listed findings as the command line words them, one per line.
    public var description: String { list.map(\.description).joined(separator: "\n") }
}
