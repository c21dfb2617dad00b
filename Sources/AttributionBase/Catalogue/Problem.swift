/// What is wrong with an input: where, what was found there, and what is required instead. Every fault is shown as a
/// `Problem`, which also contains the message.
public struct Problem: Error, Hashable, Sendable {
    /// The path of the value at fault, such as `events[3].kind`; empty for the whole input.
    package var place = ""
    /// The rule that the input breaks; nil if there are no rules for this kind of input, or if the text is not JSON.
    public package(set) var rule: Rule?
    /// The value that was found, shortened if it is long; nil for a missing or unknown member.
    public let found: String?
    /// What is wanted instead; nil for an unknown member.
    public let wanted: String?
    /// How to correct it, if there is a likely way.
    public package(set) var hint: String?
    /// The beginning of the message, behind the place; nil if it says what was found and nothing else.
    private var opening: String?
    /// How the message goes on; nil if as the rule says, or with what the value must be.
    package private(set) var demand: Demand?
    /// Whether the input is refused for it.
    fileprivate var isStrict = true
    /// What the whole input is called, with its article; nil if the message is a sentence, which names what it is about.
    fileprivate var whole: String? = Problem.document

    @usableFromInline package static let document = "the document"

    private init(found: String?, wanted: String?, hint: String?, opening: String?, demand: Demand? = .then("")) {
        (self.found, self.wanted, self.hint) = (found, wanted, hint)
        (self.opening, self.demand) = (opening, demand)
    }

    /// Creates the problem of a value that breaks a rule, with what the rule's own words do not say.
    ///
    /// - Parameter field: The field at fault, if it is not the rule's.
    package init(
        _ found: String, wanted: String? = nil, _ demand: Demand? = nil, hint: String? = nil, field: String? = nil
    ) {
        self.init(found: found, wanted: wanted, hint: hint, opening: nil, demand: demand)
        if let field { place = field }
    }

    package func at(_ place: String, breaking rule: Rule? = nil) -> Problem {
        var problem = self
        problem.place = place
        problem.rule = rule ?? problem.rule
        if let rule { problem.isStrict = rule.severity == .error }
        return problem
    }

    package func breaking(_ rule: Rule) -> Problem { at(place, breaking: rule) }

    /// Returns the same problem of an input that is called otherwise.
    package func of(_ whole: String, breaking rule: Rule? = nil) -> Problem {
        var problem = at(place, breaking: rule)
        problem.whole = whole
        return problem
    }

    package func hinting(_ hint: String?) -> Problem {
        var problem = self
        problem.hint = hint
        return problem
    }

    /// Returns the problem of an object at a path in the input.
    package func inside(_ path: String, _ member: (String) -> String) -> Problem {
        var problem = self
        if whole != nil, !place.isEmpty {
            // The field of an object that is wrong as a whole is its own name.
            problem.place = path == place || path.hasSuffix("." + place) ? path : member(place)
            if case .sentence(let sentence) = demand { problem.demand = .sentence("\(problem.place): \(sentence)") }
        } else {
            (problem.place, problem.whole, problem.opening) = (path, nil, "\(path): \(self)")
            problem.demand = .then("")
        }
        return problem
    }
}

extension Problem {
    /// A value of another type or out of range.
    package static func value(
        found: String, wanted: String?, _ demand: Demand = .be, nearest: String? = nil, hint: String? = nil
    ) -> Problem {
        let hint = nearest.map { "did you mean \"\($0)\"?" } ?? hint
        return Problem(found, wanted: wanted, demand, hint: hint)
    }

    /// An input that is as a whole another than is wanted: `this is a JSON array; it must be an object`.
    package static func whole(
        _ subject: String = "this", _ verb: String = "is", found: String, wanted: String?, _ demand: Demand? = nil,
        hint: String? = nil
    ) -> Problem {
        var problem = sentence("\(subject) \(verb) \(found)", found: found, wanted: wanted, hint: hint)
        problem.demand = demand ?? (verb == "has" ? .have : .be)
        return problem
    }

    /// A problem in words of its own, which name what they are about.
    package static func sentence(
        _ message: String, found: String? = nil, wanted: String? = nil, hint: String? = nil
    ) -> Problem {
        var problem = Problem(found: found, wanted: wanted, hint: hint, opening: message)
        problem.whole = nil
        return problem
    }

    package static func mismatch(_ other: String) -> String { "the signature does not match \(other)" }

    @usableFromInline package static func missing(wanted: String, _ demand: Demand = .be) -> Problem {
        Problem(found: nil, wanted: wanted, hint: nil, opening: "is missing", demand: demand)
    }

    /// A value, or its absence.
    package static func member(_ found: String?, wanted: String, _ demand: Demand = .be) -> Problem {
        found.map { .value(found: $0, wanted: wanted, demand) } ?? .missing(wanted: wanted, demand)
    }

    @usableFromInline package static func unknownKey(nearest: String?, known: [String]) -> Problem {
        let list = known.isEmpty ? nil : "known members: " + known.joined(separator: ", ")
        let hint = nearest.map { "did you mean \"\($0)\"?" } ?? list
        return Problem(
            found: nil, wanted: nil, hint: hint, opening: "is unknown", demand: .then(": there is no such member here"))
    }

    /// A value that conflicts with the rest of the input, in words that follow its place.
    package static func contradiction(_ words: String, wanted: String, _ demand: Demand = .be) -> Problem {
        Problem(found: words, wanted: wanted, hint: nil, opening: words, demand: demand)
    }

    package static func syntax(_ error: JSONSyntaxError) -> Problem {
        Problem(found: "\(error)", wanted: "JSON", hint: error.hint, opening: "is not JSON: \(error)")
    }

    /// A `kid` of Apple's, under which no other key may sign.
    package static func reserved(keyID: String) -> Problem {
        .value(found: "\(quoted(keyID)), which is Apple's", wanted: "one of your own").at("kid")
    }

    /// Returns the problem of an input that breaks a rule, with the rule's words for what this does not say.
    fileprivate func completed(by rule: Rule) -> Problem {
        let words = whole == nil ? Demand.sentence(description) : demand
        let field = place.isEmpty ? rule.field : place
        let isOfAll = field == "*"
        let found = found ?? (wanted == nil ? "unknown" : "missing")
        var problem = Problem(
            found: found, wanted: wanted ?? rule.wanted, hint: hint ?? rule.hint,
            opening: isOfAll ? "the token has \(found)" : nil,
            demand: words ?? rule.demand ?? (isOfAll ? .have : .be))
        if isOfAll { problem.whole = nil }
        (problem.place, problem.rule, problem.isStrict) = (field, rule, rule.severity == .error)
        return problem
    }

    /// Returns the same problem of another field, even if it was one of the whole input.
    fileprivate func moved(to field: String, found other: String?) -> Problem {
        Problem(other ?? found ?? "", wanted: wanted, demand, hint: hint, field: field)
    }
}

extension Problem: CustomStringConvertible {
    /// What was found and what is wanted, without the place.
    package var message: String {
        (opening ?? "is \(found ?? "missing")") + AttributionBase.demand(wanted, demand ?? .be, isStrict: isStrict)
    }

    /// The problem as the command line words it: `"events[3].kind" is 7; it must be download or redownload`.
    public var description: String {
        if case .sentence(let sentence) = demand { return sentence }
        guard let whole else { return message }
        return (place.isEmpty ? whole : "\"\(place)\"") + " " + message
    }
}

/// A violation of a rule by an input.
public struct Finding: Equatable, Sendable {
    /// What is wrong, in the words of the rule where it has none of its own.
    package private(set) var problem: Problem
    /// The rule that was broken.
    public let rule: Rule
    /// The severity of the rule, or a lower one in special cases, such as a postback from the developer settings.
    public private(set) var severity: Rule.Severity

    /// - Parameter rule: The rule of a problem that names none.
    package init(_ rule: Rule, _ problem: Problem) {
        self.rule = problem.rule ?? rule
        self.problem = problem.completed(by: self.rule)
        severity = self.rule.severity
    }

    package init(
        _ rule: Rule, field: String? = nil, found: String, wanted: String? = nil, demand: Demand? = nil,
        hint: String? = nil
    ) {
        self.init(rule, Problem(found, wanted: wanted, demand, hint: hint, field: field))
    }

    /// The field or part at fault; `*` for the whole input.
    public var field: String { problem.place }
    /// The value at fault as it was written, or a description of it.
    public var found: String { problem.found ?? "" }
    /// The values that satisfy the rule.
    public var wanted: String { problem.wanted ?? "" }
    /// How to correct the fault, if there is a likely way.
    public var hint: String? { problem.hint }

    /// Lowers the severity, and says "should" where it is no error any more.
    mutating func lower(to limit: Rule.Severity) {
        severity = Swift.min(severity, limit)
        problem.isStrict = severity == .error
    }

    /// Returns the same finding about another field, with the severity of its rule.
    ///
    /// - Parameter found: What was found, in other words.
    package func moved(to field: String, found: String? = nil) -> Finding {
        Finding(rule, problem.moved(to: field, found: found))
    }
}

extension Finding: CustomStringConvertible {
    /// What was found and what is wanted, without the rule.
    public var message: String { problem.description }

    /// The finding on one line, as the command line words it.
    public var description: String { "\(message) [\(rule.id)]" }
}

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

    /// Adds a problem. It is made only if it is listed, so that no document takes more memory for its problems than for itself.
    package mutating func append(_ problem: @autoclosure () -> Problem) {
        count += 1
        if list.count < Findings.defaultLimit { list.append(problem()) }
    }

    package mutating func removeAll() {
        list.removeAll(keepingCapacity: true)
        count = 0
    }

    /// Names the rules of the problems that have none, after a number of others.
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
