import AttributionBase
import AttributionCrypto
import AttributionModel

/// The messages that may be shown about the lines of a batch. When the batches are written in order, ``RunMessages`` decides which of them
/// are shown, and searches for remedies for the few lines that need one.
struct BatchMessages: ~Copyable {
    /// A message that is shown only once in a run.
    enum Key: Hashable {
        case hint(Rule, field: String?)
        case text(String)
        case message(Rule)
        /// An unrecognised line. The hint says what it looks like.
        case look(Rule, hint: String?)

        static func note(_ note: Diagnostic) -> Key {
            note.rule.map(Key.message) ?? .text(note.remedy ?? note.message)
        }
    }

    /// The number of lines of a run that break the same rule and for which remedies are searched. After them, no more unrecognised lines
    /// are shown either.
    static let mostSearches = 64

    enum Kind {
        /// Show the message, up to the limit for its rule.
        case message
        /// Show the message for the first line of the run that looks like this.
        case foreign
        /// Show the message once in the run.
        case note
    }

    struct Entry {
        let diagnostic: Diagnostic
        let kind: Kind
        /// Whether the line continues a token if the previous batch ended inside one. Then a note is shown instead.
        let mayContinue: Bool
        /// The number of the line; nil if the message already says where it is.
        let number: Int?
        /// The index of the line that a remedy may help.
        var line: Int?
    }

    private(set) var entries: [Entry] = []
    /// The lines that remedies may help.
    private(set) var lines = KeptLines()
    /// The number of lines that broke each rule.
    private(set) var counts = RuleCounts()
    /// The number of messages about each rule that were not added to ``entries``, because there are enough.
    private(set) var leftOut = RuleCounts()
    /// The numbers of entries about each rule: those that are shown if there is room, those that are shown once for each look, and those of
    /// the first kind whose line is kept. However the lines of a run arrive, these are at least all entries that the run shows.
    private var certain = RuleCounts()
    private var foreign = RuleCounts()
    private var searchable = RuleCounts()
    /// The notes among the entries.
    private var noted = Set<Key>()

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

    /// Counts the rules for which a line is rejected, each of them only once.
    mutating func count(_ problem: Diagnostic) {
        counts.add(problem.rule)
        guard !problem.others.isEmpty else { return }
        var rules = Set([problem.rule])
        for problem in problem.others where !problem.isRemark && rules.insert(problem.rule).inserted {
            counts.add(problem.rule)
        }
    }

    /// Adds a message about a line of the batch, or one that already says where it is.
    ///
    /// - Parameters:
    ///   - line: The line, if a remedy may help it.
    ///   - most: The greatest number of messages about a rule in a run; nil for no limit.
    mutating func append(
        _ diagnostic: Diagnostic, _ kind: Kind = .message, mayContinue: Bool = false, number: Int?, line: Line? = nil,
        most: Int? = nil
    ) {
        let rule = diagnostic.rule
        if let rule, let most, !mayContinue {
            if kind == .foreign {
                guard foreign.count(of: rule) < Self.mostSearches else { return leftOut.add(rule) }
                foreign.add(rule)
            } else {
                guard certain.count(of: rule) < most else { return leftOut.add(rule) }
                certain.add(rule)
            }
        }
        var entry = Entry(diagnostic: diagnostic, kind: kind, mayContinue: mayContinue, number: number)
        if let rule, let line, mayContinue || kind == .foreign || searchable.count(of: rule) < Self.mostSearches {
            if !mayContinue, kind != .foreign { searchable.add(rule) }
            entry.line = lines.append(line)
        }
        entries.append(entry)
    }

    /// Adds a note that is shown only once in a run.
    mutating func appendOnce(_ note: Diagnostic) {
        guard noted.insert(.note(note)).inserted else { return }
        entries.append(Entry(diagnostic: note, kind: .note, mayContinue: false, number: nil))
    }
}
