import AttributionBase
import AttributionCrypto
import AttributionModel

/// The messages about the lines of a batch in their final form. Some parts are kept only if nothing similar was
/// reported before, which is known when the batches are written in order.
struct BatchMessages: ~Copyable {
    /// The source of the lines.
    private var file = ""
    /// The beginning of an error about a line, once there was one.
    private var beginning = ByteBuffer(capacity: 16)
    private var bytes = ByteBuffer(capacity: 16)
    private var conditions: [(range: Range<Int>, condition: Condition)] = []
    /// The hints in this batch, with the rules of their messages: those about one rule are dropped together.
    private var hinted = Set<Hint>()
    /// Those of remedies, which are shown only with the first lines of the run.
    private var found = Set<Hint>()
    /// The notes in this batch.
    private var noted = Set<ShownOnce>()
    /// The number of lines of this batch that count as searched, by rule, and of those that may be dropped.
    private var searched = RuleCounts()
    private var unsure = RuleCounts()
    /// What the batches that were written have, when this one began.
    private var before = Progress()
    /// The number of lines that broke each rule.
    private(set) var counts = RuleCounts()
    /// The number of messages about each rule that ``bytes`` certainly contains, and the number of those left out because
    /// there were enough.
    private var written = RuleCounts()
    private var leftOut = RuleCounts()

    /// A message or hint that is shown once per run.
    enum ShownOnce: Hashable {
        case hint(Rule, field: String?)
        /// A hint without a rule.
        case text(String)
        case message(Rule)
    }

    private struct Hint: Hashable {
        let rule: Rule?
        let key: ShownOnce
    }

    /// The most lines of a run that break a rule and for which remedies are looked for: the first ones.
    private static let mostSearches = 64

    fileprivate enum Condition {
        /// The first of its kind in the run, by all of these.
        case once([ShownOnce])
        /// Always true: counts a line for which remedies were looked for.
        case search(Rule)
        /// The line counted last is one of the first, or is not.
        case isSearched(Bool)
        /// The line does not continue a token that the previous batch began.
        case continuation
        /// The line continues a token that the previous batch began.
        case ofContinuation
        /// Fewer messages about the rule were shown before.
        case less(than: Int, of: Rule)
    }

    /// How many lines of each rule were dealt with.
    struct Progress {
        /// The number of messages that were shown.
        fileprivate var told = RuleCounts()
        /// The number of lines for which remedies were looked for.
        fileprivate var searched = RuleCounts()
    }

    /// What a run has shown so far.
    struct History {
        fileprivate var once = Set<ShownOnce>()
        private(set) var progress = Progress()
        /// The number of messages that were not shown, because there were enough.
        private(set) var leftOut = RuleCounts()
        private var isSearched = false

        fileprivate mutating func add(leftOut counts: RuleCounts) { leftOut.add(counts) }

        /// Returns whether a message meets a condition, and remembers that it was shown.
        fileprivate mutating func allows(_ condition: Condition, continues: Bool) -> Bool {
            switch condition {
            case .once(let keys):
                defer { once.formUnion(keys) }
                return !keys.contains(where: once.contains)
            case .search(let rule):
                isSearched = progress.searched.count(of: rule) < mostSearches
                if isSearched { progress.searched.add(rule) }
                return true
            case .isSearched(let wanted): return isSearched == wanted
            case .continuation: return !continues
            case .ofContinuation: return continues
            case .less(let most, let rule):
                let isAllowed = progress.told.count(of: rule) < most
                if isAllowed { progress.told.add(rule) } else { leftOut.add(rule) }
                return isAllowed
            }
        }
    }

    /// Begins a batch whose lines are from the given source.
    ///
    /// - Parameter before: what the batches that were written have. More may be written before this one is.
    mutating func begin(_ file: String, after before: Progress) {
        self.before = before
        guard file != self.file else { return }
        self.file = file
        beginning.removeAll()
    }

    mutating func removeAll() {
        bytes.removeAll()
        conditions.removeAll(keepingCapacity: true)
        hinted.removeAll(keepingCapacity: true)
        noted.removeAll(keepingCapacity: true)
        searched = RuleCounts()
        unsure = RuleCounts()
        found.removeAll(keepingCapacity: true)
        counts = RuleCounts()
        written = RuleCounts()
        leftOut = RuleCounts()
    }

    /// Counts each rule that a line broke once.
    mutating func count(_ problem: Diagnostic, _ others: [Diagnostic] = []) {
        counts.add(problem.rule)
        guard !others.isEmpty else { return }
        var rules = Set([problem.rule])
        for problem in others where rules.insert(problem.rule).inserted { counts.add(problem.rule) }
    }

    /// Returns whether this batch has a hint about the rule and the field of a message, so that another one would not be
    /// shown.
    func hints(at problem: Diagnostic) -> Bool {
        guard let rule = problem.rule, !found.isEmpty || !hinted.isEmpty else { return false }
        let hint = Hint(rule: rule, key: .hint(rule, field: problem.field))
        return hinted.contains(hint) || found.contains(hint)
    }

    /// Returns whether a line may be one of the first of the run that break its rule, for which remedies are looked for, and
    /// counts it. Whether it is one is known when the batches are in order.
    ///
    /// - Parameter mayContinue: whether the line may continue a token that the previous batch began.
    mutating func mayBeSearched(_ rule: Rule?, mayContinue: Bool) -> Bool {
        guard let rule, before.searched.count(of: rule) + searched.count(of: rule) < Self.mostSearches,
            !mayContinue || unsure.count(of: rule) < Self.mostSearches
        else { return false }
        if mayContinue { unsure.add(rule) } else { searched.add(rule) }
        return true
    }

    /// Returns whether there certainly are enough messages about a rule.
    ///
    /// - Parameter most: the maximum number in a run; nil for no limit.
    func hasEnough(on rule: Rule?, _ most: Int?) -> Bool {
        guard let rule, let most else { return false }
        return before.told.count(of: rule) >= most || written.count(of: rule) >= most
    }

    mutating func append(_ diagnostic: Diagnostic, _ style: DiagnosticStyle, file: String?, line: Int?) {
        style.appendMessage(diagnostic, file: file, line: line, to: &bytes)
        appendHint(of: diagnostic, at: bytes.count, style)
        style.appendEnd(to: &bytes)
    }

    /// Appends a message about a line of the batch.
    ///
    /// - Parameters:
    ///   - unsearched: the message for the case that the line is not one of those for which remedies are looked for; nil if
    ///     that is known.
    ///   - most: the maximum number of messages about its rule in a run; nil for no limit.
    ///   - isHintOnly: whether to append only the hint, because the result contains the message.
    ///   - mayContinue: whether the line may continue a token that the previous batch began.
    mutating func append(
        _ diagnostic: Diagnostic, unsearched: Diagnostic?, _ style: DiagnosticStyle, line: Int, most: Int?,
        isHintOnly: Bool, mayContinue: Bool
    ) {
        let start = bytes.count
        let place = conditions.count
        if mayContinue { conditions.append((start..<start, .continuation)) }
        if let rule = diagnostic.rule, let most {
            // Whether a line that may continue a token counts is known only when the batches are in order.
            if !mayContinue {
                guard !hasEnough(on: rule, most) else { return leftOut.add(rule) }
                written.add(rule)
            }
            conditions.append((start..<start, .less(than: most, of: rule)))
        }
        let places = place..<conditions.count
        if unsearched != nil, let rule = diagnostic.rule { conditions.append((start..<start, .search(rule))) }
        if !isHintOnly {
            if style.form == .text, diagnostic.severity == .error {
                if beginning.isEmpty { style.appendBeginning(.error, file: file, to: &beginning) }
                bytes.append(beginning)
                style.appendPlace(line, to: &bytes)
                style.appendEnding(of: diagnostic, to: &bytes)
            } else {
                style.appendMessage(diagnostic, file: file, line: line, to: &bytes)
            }
        }
        // If the message may be dropped, its hint may be dropped too, and the next line's hint is needed.
        if let unsearched, diagnostic.hint != unsearched.hint || diagnostic.command != nil {
            append(if: true) { $0.appendHint(of: diagnostic, at: start, style, isSure: false) }
            if !mayContinue, !diagnostic.tellsItsHint, let rule = diagnostic.rule {
                found.insert(Hint(rule: rule, key: .hint(rule, field: diagnostic.field)))
            }
            append(if: false) { $0.appendHint(of: unsearched, at: start, style, isSure: false) }
        } else {
            appendHint(of: diagnostic, at: start, style, isSure: !mayContinue)
        }
        if !isHintOnly { style.appendEnd(to: &bytes) }
        for place in places { conditions[place].range = start..<bytes.count }
    }

    private mutating func append(if isSearched: Bool, _ append: (inout BatchMessages) -> Void) {
        let (start, place) = (bytes.count, conditions.count)
        conditions.append((start..<start, .isSearched(isSearched)))
        append(&self)
        conditions[place].range = start..<bytes.count
    }

    /// - Parameters:
    ///   - message: where the message begins.
    ///   - isSure: whether the hint is dropped only with all messages about the rule.
    private mutating func appendHint(
        of diagnostic: Diagnostic, at message: Int, _ style: DiagnosticStyle, isSure: Bool = true
    ) {
        guard let hint = diagnostic.hint else { return }
        // Several rules may have a hint in the same words.
        var keys = [ShownOnce.text(hint)]
        if !diagnostic.tellsItsHint, let rule = diagnostic.rule { keys.append(.hint(rule, field: diagnostic.field)) }
        let hints = keys.map { Hint(rule: diagnostic.rule, key: $0) }
        if isSure {
            guard !hinted.isSuperset(of: hints) else { return }
            let isKnown = hints.contains(where: hinted.contains)
            hinted.formUnion(hints)
            // What would be dropped counts as shown all the same.
            guard !isKnown else { return conditions.append((message..<message, .once(keys))) }
        }
        let start = bytes.count
        style.appendHint(of: diagnostic, to: &bytes)
        style.appendRemedy(of: diagnostic, to: &bytes)
        conditions.append((start..<bytes.count, .once(keys)))
    }

    /// Appends a message that is shown once per run.
    ///
    /// - Parameter mayContinue: whether to show it only if the previous batch ended inside a token.
    mutating func appendOnce(_ diagnostic: Diagnostic, _ style: DiagnosticStyle, mayContinue: Bool = false) {
        let key = diagnostic.rule.map(ShownOnce.message) ?? .text(diagnostic.message)
        guard mayContinue ? !noted.contains(key) : noted.insert(key).inserted else { return }
        let start = bytes.count
        style.append(diagnostic, to: &bytes)
        if mayContinue { conditions.append((start..<bytes.count, .ofContinuation)) }
        conditions.append((start..<bytes.count, .once([key])))
    }

    /// Returns the messages that are to be written. Call this for each batch, in order.
    ///
    /// - Parameters:
    ///   - history: what was shown before.
    ///   - continues: whether the previous batch ended inside a token.
    mutating func take(after history: inout History, continues: Bool) -> ByteBuffer {
        var result = ByteBuffer(capacity: bytes.count)
        var at = 0
        // The conditions are in text order. Those inside a dropped message are dropped with it.
        for (range, condition) in conditions where range.lowerBound >= at {
            guard !history.allows(condition, continues: continues) else { continue }
            result.append(bytes, in: at..<range.lowerBound)
            at = range.upperBound
        }
        result.append(bytes, from: at)
        history.add(leftOut: leftOut)
        return result
    }
}

/// The number of lines that broke each rule.
struct RuleCounts {
    /// Entries are found by identity, since reference counting would cost more than all the rest for a bad line.
    private var counts: [(identity: ObjectIdentifier, rule: Rule, count: Int)] = []

    mutating func add(_ rule: Rule?, _ count: Int = 1) {
        guard let identity = rule.map(ObjectIdentifier.init) else { return }
        // A batch has few distinct rules, and mostly the same one again.
        for place in counts.indices where counts[place].identity == identity {
            counts[place].count += count
            return
        }
        if let rule { counts.append((identity, rule, count)) }
    }

    func count(of rule: Rule) -> Int {
        let identity = ObjectIdentifier(rule)
        return counts.first { $0.identity == identity }?.count ?? 0
    }

    mutating func add(_ others: RuleCounts) {
        for other in others.counts { add(other.rule, other.count) }
    }

    /// The counts in descending order.
    var sorted: [(rule: Rule, count: Int)] {
        counts.sorted { $0.count == $1.count ? $0.rule.id < $1.rule.id : $0.count > $1.count }.map {
            ($0.rule, $0.count)
        }
    }

    /// The counts in descending order, such as `9990 unknown-key, 10 jws-components`.
    var list: String {
        let limit = 12
        let sorted = self.sorted
        let shown = sorted.prefix(limit).map { "\($0.count) \($0.rule.id)" }
        let rest = sorted.count - shown.count
        return (shown + (rest > 0 ? ["\(rest) more rules"] : [])).joined(separator: ", ")
    }
}

/// Detects tokens that were folded over several lines, so that only the first of their bad lines is reported.
struct FoldedTokens {
    /// The role of a bad line in a folded token.
    enum Role {
        case first, continuation
        /// The role depends on the end of the previous batch.
        case undecided
        case none
    }

    /// The last line of the current token, and whether the token began in the previous batch.
    private var last: Int?
    private var isInherited = false
    private var endsInDot = false

    /// The minimum length of the first line of a folded token.
    private static let shortest = 20

    /// Returns the role of the next bad line.
    ///
    /// - Parameters:
    ///   - hasAllParts: whether the line is known to be a token with all its parts, one of which is broken.
    ///   - firstLine: the number of the batch's first line.
    mutating func role(of line: Line, hasAllParts: Bool, firstLine: Int) -> Role {
        // Indentation does not belong to the token.
        let text = line.bytes.trimmed
        let beginsToken = text.beginsLikeToken
        let follows = last.map { $0 + 1 == line.number } ?? false
        let continues = follows && (!beginsToken || endsInDot)
        let mayBePart: Bool =
            if continues {
                true
            } else if beginsToken {
                !hasAllParts && text.count >= Self.shortest && text.occurrences(of: ASCII.dot) < 2
            } else {
                line.number == firstLine
            }
        // Check all bytes last, since the other conditions exclude most bad lines.
        guard mayBePart, text.areTokenCharacters else {
            last = nil
            return .none
        }
        note(line)
        if continues { return isInherited ? .undecided : .continuation }
        isInherited = !beginsToken
        return beginsToken ? .first : .undecided
    }

    private mutating func note(_ line: Line) {
        last = line.number
        endsInDot = line.bytes.trimmed.last == ASCII.dot
    }

    /// Returns whether a token is incomplete after the last line of the batch.
    ///
    /// - Parameter before: whether one was incomplete after the previous batch.
    func isOpen(behind line: Int, before: Bool) -> Bool { last == line && (!isInherited || before) }
}
