import AttributionBase
import AttributionCrypto
import AttributionModel

/// What may be told about the lines of a batch. Which of it is told is known when the batches are written in order, by
/// ``RunMessages``, which also looks for remedies: for the few lines that need one.
struct BatchMessages: ~Copyable {
    /// How often a message is told.
    enum Kind {
        /// Always, up to the number of messages about its rule.
        case message
        /// For the first line of the run that looks the same.
        case foreign
        /// Once a run.
        case note
    }

    struct Entry {
        let diagnostic: Diagnostic
        let kind: Kind
        /// Whether the line continues a token if the previous batch ended inside one. Then a note is told instead.
        let mayContinue: Bool
        /// The number of the line; nil if the message has its place itself.
        let number: Int?
        /// The index of the line that a remedy may help.
        var line: Int?
    }

    private(set) var entries: [Entry] = []
    /// The lines that remedies may help.
    private(set) var lines = KeptLines()
    /// The number of lines that broke each rule.
    private(set) var counts = RuleCounts()
    /// The number of messages about each rule that were left out of ``entries``, because there are enough.
    private(set) var leftOut = RuleCounts()
    /// The number of entries about each rule that are told if there is room, of those that are told once for each look, and
    /// of those whose line is kept.
    private var certain = RuleCounts()
    private var foreign = RuleCounts()
    private var searchable = RuleCounts()
    /// The notes among the entries.
    private var noted = Set<RunMessages.Key>()

    mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        lines.removeAll()
        counts = RuleCounts()
        leftOut = RuleCounts()
        certain = RuleCounts()
        foreign = RuleCounts()
        searchable = RuleCounts()
        noted.removeAll(keepingCapacity: true)
    }

    /// Counts each rule that a line broke once.
    mutating func count(_ problem: Diagnostic, _ others: [Diagnostic] = []) {
        counts.add(problem.rule)
        guard !others.isEmpty else { return }
        var rules = Set([problem.rule])
        for problem in others where rules.insert(problem.rule).inserted { counts.add(problem.rule) }
    }

    /// Adds a message about a line of the batch, or one that has its place itself.
    ///
    /// - Parameters:
    ///   - line: the line, if a remedy may help it.
    ///   - most: the maximum number of messages about a rule in a run; nil for no limit.
    mutating func append(
        _ diagnostic: Diagnostic, _ kind: Kind = .message, mayContinue: Bool = false, number: Int?, line: Line? = nil,
        most: Int? = nil
    ) {
        var entry = Entry(diagnostic: diagnostic, kind: kind, mayContinue: mayContinue, number: number)
        guard let rule = diagnostic.rule else { return entries.append(entry) }
        if let most, !mayContinue {
            if kind == .foreign {
                guard foreign.count(of: rule) < RunMessages.mostSearches else { return leftOut.add(rule) }
                foreign.add(rule)
            } else {
                guard certain.count(of: rule) < most else { return leftOut.add(rule) }
                certain.add(rule)
            }
        }
        if let line, mayContinue || searchable.count(of: rule) < RunMessages.mostSearches {
            if !mayContinue { searchable.add(rule) }
            entry.line = lines.append(line)
        }
        entries.append(entry)
    }

    /// Adds a note that is told once a run.
    mutating func appendOnce(_ note: Diagnostic) {
        guard noted.insert(.note(note)).inserted else { return }
        entries.append(Entry(diagnostic: note, kind: .note, mayContinue: false, number: nil))
    }
}

/// What a run tells about its lines, and what it has told so far. Only the thread that writes uses it.
final class RunMessages: @unchecked Sendable {
    /// What is told once a run.
    enum Key: Hashable {
        case hint(Rule, field: String?)
        case text(String)
        case message(Rule)
        /// A line in which there is nothing of ours, by the hint that says what it looks like.
        case look(Rule, hint: String?)

        static func note(_ note: Diagnostic) -> Key { note.rule.map(Key.message) ?? .text(note.message) }
    }

    /// The most lines of a run that break a rule and for which remedies are looked for: the first ones.
    static let mostSearches = 64

    private let context: LineContext
    private var once = Set<Key>()
    /// The number of messages about each rule that were told.
    private var told = RuleCounts()
    /// The number of those that were not, because there were enough.
    private(set) var leftOut = RuleCounts()
    /// The number of lines for which remedies were looked for, by rule.
    private var searched = RuleCounts()
    /// The input in which the last batch ended inside a folded token. It can continue only in the same input.
    private var openFold: Int?
    /// The last line of a text in which there is nothing of ours, and which was told with what it looks like; and its input.
    private var foreignText: (input: Int, line: Int)?

    init(_ context: LineContext) { self.context = context }

    /// Returns what is told about a batch. Call this for each batch, in order.
    func take(from batch: Batch) -> ByteBuffer {
        let continues = openFold == batch.input
        let isOpen = batch.result.folded.isOpen(behind: batch.result.numbers.upperBound, before: continues)
        openFold = isOpen ? batch.input : nil
        var output = ByteBuffer(capacity: 0)
        for entry in batch.result.messages.entries { tell(entry, of: batch, continues: continues, to: &output) }
        leftOut.add(batch.result.messages.leftOut)
        return output
    }

    private func tell(
        _ entry: BatchMessages.Entry, of batch: Batch, continues: Bool, to output: inout ByteBuffer
    ) {
        if entry.kind == .note || entry.mayContinue && continues {
            let note = entry.kind == .note ? entry.diagnostic : LineHints.foldedNote
            if once.insert(.note(note)).inserted { context.console.style.append(note, to: &output) }
            return
        }
        let rule = entry.diagnostic.rule
        if let most = context.most, let rule, told.count(of: rule) >= most { return leftOut.add(rule) }
        if entry.kind == .foreign, let rule, let number = entry.number {
            let isContinued = foreignText.map { $0 == (batch.input, number - 1) } ?? false
            if isContinued {
                foreignText = (batch.input, number)
                return leftOut.add(rule)
            }
        }
        var diagnostic = remedied(entry, of: batch)
        if entry.kind == .foreign, let rule {
            guard once.insert(.look(rule, hint: diagnostic.hint)).inserted else { return leftOut.add(rule) }
            // What looks like nothing is mostly a part of what was told.
            once.insert(.look(rule, hint: nil))
            if let hint = diagnostic.hint {
                diagnostic = diagnostic.explained(by: hint)
                foreignText = entry.number.map { (batch.input, $0) }
            }
        }
        told.add(rule)
        let isLine = entry.number != nil
        context.console.style.append(
            diagnostic, file: isLine ? batch.file : diagnostic.file, line: entry.number ?? diagnostic.line,
            tellsMessage: !isLine || context.messageScope != .hints, tellsHint: isNew(diagnostic), to: &output)
    }

    /// Returns the message with the remedy for its line, if one is wanted and found.
    private func remedied(_ entry: BatchMessages.Entry, of batch: Batch) -> Diagnostic {
        let diagnostic = entry.diagnostic
        guard let place = entry.line, let rule = diagnostic.rule, searched.count(of: rule) < Self.mostSearches else {
            return diagnostic
        }
        searched.add(rule)
        // A hint that would not be shown needs no search.
        guard entry.kind == .foreign || !once.contains(.hint(rule, field: diagnostic.field)) else { return diagnostic }
        return LineHints.hinting(
            diagnostic, for: batch.result.messages.lines.line(place, in: batch.text), file: batch.file,
            isStream: batch.result.isStream, context)
    }

    /// Returns whether the hint of a message was not told, and is from now on. Several rules may have a hint in the same words.
    private func isNew(_ diagnostic: Diagnostic) -> Bool {
        guard let hint = diagnostic.hint else { return false }
        var keys = [Key.text(hint)]
        if !diagnostic.tellsItsHint, let rule = diagnostic.rule { keys.append(.hint(rule, field: diagnostic.field)) }
        defer { once.formUnion(keys) }
        return !keys.contains(where: once.contains)
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
