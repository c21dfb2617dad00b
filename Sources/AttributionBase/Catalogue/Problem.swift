/// What is wrong with an input: where, what was found there, and what is required instead. Every fault is shown as a
/// `Problem`, which also contains the message.
public struct Problem: Error, Hashable, Sendable {
    /// The path of the wrong value, such as `events[3].kind`; empty for the whole input.
    package var place = ""
    /// The rule that the input breaks; nil if there are no rules for this kind of input, or if the text is not JSON.
    public package(set) var rule: Rule?
    /// The value that was found, shortened if it is long; nil for a missing or unknown member.
    public let found: String?
    /// What is wanted instead; nil for an unknown member.
    public let wanted: String?
    /// How to correct it on the command line, if there is a likely way.
    package var advice: Advice?
    /// The message after the place, up to the ending; nil for the usual `is FOUND`.
    private var opening: String?
    /// How the message continues. Nil means as the rule says, or else with what the value must be.
    package private(set) var ending: MessageEnding?
    /// Whether the input is rejected because of the problem.
    fileprivate var isStrict = true
    /// The name of the whole input, with its article. Nil if the message is a complete sentence that names what it is about.
    fileprivate var whole: String? = Problem.document

    @usableFromInline package static let document = "the document"

    private init(found: String?, wanted: String?, hint: String?, opening: String?, ending: MessageEnding? = .then("")) {
        (self.found, self.wanted, advice) = (found, wanted, hint.map { Advice($0) })
        (self.opening, self.ending) = (opening, ending)
    }

    /// Creates the problem of a value that breaks a rule. The rule supplies the words that are not given.
    ///
    /// - Parameter field: The wrong field, if it is not that of the rule.
    package init(
        _ found: String, wanted: String? = nil, _ ending: MessageEnding? = nil, hint: String? = nil,
        field: String? = nil
    ) {
        self.init(found: found, wanted: wanted, hint: hint, opening: nil, ending: ending)
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

    /// Returns the same problem with another name for the whole input.
    package func of(_ whole: String, breaking rule: Rule? = nil) -> Problem {
        var problem = at(place, breaking: rule)
        problem.whole = whole
        return problem
    }

    package func hinting(_ hint: String?) -> Problem {
        var problem = self
        problem.advice = hint.map { Advice($0) }
        return problem
    }

    /// Returns the problem with its place put inside the object at a path.
    ///
    /// - Parameter member: Returns the path of a member of the object.
    package func inside(_ path: String, _ member: (String) -> String) -> Problem {
        var problem = self
        if whole != nil, !place.isEmpty {
            // If the object itself is wrong, its path already names the field.
            problem.place = path == place || path.hasSuffix("." + place) ? path : member(place)
            if case .sentence(let sentence) = ending { problem.ending = .sentence("\(problem.place): \(sentence)") }
        } else {
            (problem.place, problem.whole, problem.opening) = (path, nil, "\(path): \(self)")
            problem.ending = .then("")
        }
        return problem
    }
}

extension Problem {
    /// The problem of a value with the wrong type, or out of range.
    package static func value(
        found: String, wanted: String?, _ ending: MessageEnding = .be, nearest: String? = nil, hint: String? = nil
    ) -> Problem {
        let hint = nearest.map { "did you mean \"\($0)\"?" } ?? hint
        return Problem(found, wanted: wanted, ending, hint: hint)
    }

    /// The problem of an input that is something else as a whole: `this is a JSON array; it must be an object`.
    package static func whole(
        _ subject: String = "this", _ verb: String = "is", found: String, wanted: String?,
        _ ending: MessageEnding? = nil,
        hint: String? = nil
    ) -> Problem {
        var problem = sentence("\(subject) \(verb) \(found)", found: found, wanted: wanted, hint: hint)
        problem.ending = ending ?? (verb == "has" ? .have : .be)
        return problem
    }

    /// A problem described by a complete sentence, which names what it is about.
    package static func sentence(
        _ message: String, found: String? = nil, wanted: String? = nil, hint: String? = nil
    ) -> Problem {
        var problem = Problem(found: found, wanted: wanted, hint: hint, opening: message)
        problem.whole = nil
        return problem
    }

    package static func mismatch(_ other: String) -> String { "the signature does not match \(other)" }

    @usableFromInline package static func missing(wanted: String, _ ending: MessageEnding = .be) -> Problem {
        Problem(found: nil, wanted: wanted, hint: nil, opening: "is missing", ending: ending)
    }

    /// The problem of a wrong or missing value.
    package static func member(_ found: String?, wanted: String, _ ending: MessageEnding = .be) -> Problem {
        found.map { .value(found: $0, wanted: wanted, ending) } ?? .missing(wanted: wanted, ending)
    }

    @usableFromInline package static func unknownKey(nearest: String?, known: [String]) -> Problem {
        let list = known.isEmpty ? nil : "known members: " + known.joined(separator: ", ")
        let hint = nearest.map { "did you mean \"\($0)\"?" } ?? list
        return Problem(
            found: nil, wanted: nil, hint: hint, opening: "is unknown", ending: .then(": there is no such member here"))
    }

    /// The problem of a value that contradicts the rest of the input. The words follow its place.
    package static func contradiction(_ words: String, wanted: String, _ ending: MessageEnding = .be) -> Problem {
        Problem(found: words, wanted: wanted, hint: nil, opening: words, ending: ending)
    }

    package static func syntax(_ error: JSONSyntaxError) -> Problem {
        Problem(found: "\(error)", wanted: "JSON", hint: error.hint, opening: "is not JSON: \(error)")
    }

    /// The problem of a `kid` that belongs to Apple, under which no other key may sign.
    package static func reserved(keyID: String) -> Problem {
        .value(found: "\(quoted(keyID)), which is Apple's", wanted: "one of your own").at("kid")
    }

    /// Returns the problem with the rule's words for everything that it does not say itself.
    fileprivate func completed(by rule: Rule) -> Problem {
        let words = whole == nil ? MessageEnding.sentence(description) : ending
        let field = place.isEmpty ? rule.field : place
        let isOfAll = field == "*"
        let found = found ?? (wanted == nil ? "unknown" : "missing")
        var problem = Problem(
            found: found, wanted: wanted ?? rule.wanted, hint: advice?.text ?? rule.hint,
            opening: isOfAll ? "the token has \(found)" : nil,
            ending: words ?? rule.ending ?? (isOfAll ? .have : .be))
        if isOfAll { problem.whole = nil }
        (problem.place, problem.rule, problem.isStrict) = (field, rule, rule.severity == .error)
        return problem
    }

    /// Returns the same problem about another field, even if it was about the whole input.
    fileprivate func moved(to field: String, found other: String?) -> Problem {
        Problem(other ?? found ?? "", wanted: wanted, ending, hint: advice?.text, field: field)
    }
}

extension Problem {
    /// How to correct it, if there is a likely way that is not an option or a command of `aak`.
    public var hint: String? { advice?.forLibrary }

    /// The problem as users of the library see it. The command line's words name the program where it is what reads.
    package var inLibrary: Problem {
        var problem = Problem(
            found: found.map(Advice.inLibrary), wanted: wanted.map(Advice.inLibrary), hint: nil,
            opening: opening.map(Advice.inLibrary), ending: ending)
        if case .sentence(let sentence) = ending { problem.ending = .sentence(Advice.inLibrary(sentence)) }
        (problem.place, problem.rule, problem.advice) = (place, rule, advice)
        (problem.isStrict, problem.whole) = (isStrict, whole)
        return problem
    }
}

extension Problem: CustomStringConvertible {
    /// The message without the place: what was found, and what is wanted.
    package var message: String {
        (opening ?? "is \(found ?? "missing")")
            + AttributionBase.ending(wanting: wanted, ending ?? .be, isStrict: isStrict)
    }

    /// The problem as the command line words it: `"events[3].kind" is 7; it must be download or redownload`.
    public var description: String {
        if case .sentence(let sentence) = ending { return sentence }
        guard let whole else { return message }
        return (place.isEmpty ? whole : "\"\(place)\"") + " " + message
    }
}

/// A violation of a rule by an input.
public struct Finding: Equatable, Sendable {
    /// What is wrong. The rule supplied the words that the problem lacked.
    package private(set) var problem: Problem
    /// The rule that was broken.
    public let rule: Rule
    /// The severity of the rule, or a lower one in special cases, such as a postback from the developer settings.
    public private(set) var severity: Rule.Severity

    /// - Parameter rule: The broken rule, if the problem does not name one.
    package init(_ rule: Rule, _ problem: Problem) {
        self.rule = problem.rule ?? rule
        self.problem = problem.completed(by: self.rule)
        severity = self.rule.severity
    }

    package init(
        _ rule: Rule, field: String? = nil, found: String, wanted: String? = nil, ending: MessageEnding? = nil,
        hint: String? = nil
    ) {
        self.init(rule, Problem(found, wanted: wanted, ending, hint: hint, field: field))
    }

    /// The field or part at fault; `*` for the whole input.
    public var field: String { problem.place }
    /// The value at fault as it was written, or a description of it.
    public var found: String { Advice.inLibrary(problem.found ?? "") }
    /// The values that satisfy the rule.
    public var wanted: String { Advice.inLibrary(problem.wanted ?? "") }
    /// How to correct the fault, if there is a likely way.
    public var hint: String? { problem.hint }
    package var advice: Advice? { problem.advice }

    /// Lowers the severity. If it is no longer an error, the message says "should" instead of "must".
    mutating func lower(to limit: Rule.Severity) {
        severity = Swift.min(severity, limit)
        problem.isStrict = severity == .error
    }

    /// The same finding as an error, where more is required than the rule does: the message says "must".
    package var asError: Finding {
        var finding = self
        finding.severity = .error
        finding.problem.isStrict = true
        return finding
    }

    /// Returns the same finding about another field, with the severity of its rule.
    ///
    /// - Parameter found: What was found, if it is to be worded differently.
    package func moved(to field: String, found: String? = nil) -> Finding {
        Finding(rule, problem.moved(to: field, found: found))
    }
}

extension Finding: CustomStringConvertible {
    /// What was found and what is wanted, without the rule.
    public var message: String { Advice.inLibrary(problem.description) }

    /// The finding on one line, as the command line words it.
    public var description: String { "\(message) [\(rule.id)]" }
}
