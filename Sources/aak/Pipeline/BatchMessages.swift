import AttributionBytes
import AttributionRules

/// Messages about the lines of a batch as they will be written, and which parts of them stay only where nothing of the kind
/// was told before: that is known when the batches are in order.
struct BatchMessages: ~Copyable {
    /// The source of the batch's lines.
    private var file = ""
    /// What an error about one of them begins with, once there was one.
    private var beginning = ByteBuffer(capacity: 16)
    private var bytes = ByteBuffer(capacity: 16)
    private var conditions: [(range: Range<Int>, condition: Condition)] = []
    /// What is hinted at in this batch.
    private var hinted = Set<Told>()
    /// How many lines broke each rule.
    private(set) var counts = RuleCounts()

    /// What is told once a run.
    enum Told: Hashable {
        case hint(Rule)
        /// A hint of what no rule is about.
        case text(String)
        case message(Rule)
    }

    private enum Condition {
        /// The first of its kind in the run.
        case once(Told)
        /// The line is no part of a token that the batch before began.
        case continuation
    }

    /// Begins with a batch whose lines are of this source.
    mutating func begin(_ file: String) {
        guard file != self.file else { return }
        self.file = file
        beginning.removeAll()
    }

    mutating func removeAll() {
        bytes.removeAll()
        conditions.removeAll(keepingCapacity: true)
        hinted.removeAll(keepingCapacity: true)
        counts = RuleCounts()
    }

    /// Counts the rules that one line broke, each once.
    mutating func count(_ problem: Diagnostic, _ others: [Diagnostic] = []) {
        counts.add(problem.rule)
        guard !others.isEmpty else { return }
        var rules = Set([problem.rule])
        for problem in others where rules.insert(problem.rule).inserted { counts.add(problem.rule) }
    }

    /// Whether a rule was hinted at in this batch, so that another hint for it would not be told.
    func hints(at rule: Rule?) -> Bool {
        guard let rule, !hinted.isEmpty else { return false }
        return hinted.contains(.hint(rule))
    }

    mutating func append(_ diagnostic: Diagnostic, _ style: DiagnosticStyle, file: String?, line: Int?) {
        style.appendMessage(diagnostic, file: file, line: line, to: &bytes)
        appendHint(of: diagnostic, style)
        style.appendEnd(to: &bytes)
    }

    /// Appends a message about a line of the batch.
    ///
    /// - Parameters:
    ///   - isHintOnly: whether the result says the rest already.
    ///   - mayContinue: whether the line may be a part of a token that the batch before began.
    mutating func append(
        _ diagnostic: Diagnostic, _ style: DiagnosticStyle, line: Int, isHintOnly: Bool, mayContinue: Bool
    ) {
        let start = bytes.count
        let place = conditions.count
        if mayContinue { conditions.append((start..<start, .continuation)) }
        if !isHintOnly {
            if style.form == .text, diagnostic.severity == .error {
                if beginning.isEmpty { style.appendBeginning(.error, file: file, to: &beginning) }
                unsafe bytes.append(beginning.bytes)
                style.appendPlace(line, to: &bytes)
                style.appendEnding(of: diagnostic, to: &bytes)
            } else {
                style.appendMessage(diagnostic, file: file, line: line, to: &bytes)
            }
        }
        // Where the message may go, its hint may go with it, and the next line's is needed.
        appendHint(of: diagnostic, style, isSure: !mayContinue)
        if !isHintOnly { style.appendEnd(to: &bytes) }
        if mayContinue { conditions[place].range = start..<bytes.count }
    }

    private mutating func appendHint(of diagnostic: Diagnostic, _ style: DiagnosticStyle, isSure: Bool = true) {
        if diagnostic.hasHint {
            let ofRule = diagnostic.tellsItsHint ? nil : diagnostic.rule.map(Told.hint)
            let key = ofRule ?? .text(diagnostic.hint ?? "")
            if isSure ? hinted.insert(key).inserted : !hinted.contains(key) {
                let hintStart = bytes.count
                style.appendHint(of: diagnostic, to: &bytes)
                conditions.append((hintStart..<bytes.count, .once(key)))
            }
        }
    }

    /// Appends a message that is told once a run.
    mutating func appendOnce(_ diagnostic: Diagnostic, _ style: DiagnosticStyle) {
        let key = diagnostic.rule.map(Told.message) ?? .text(diagnostic.message)
        guard hinted.insert(key).inserted else { return }
        let start = bytes.count
        style.append(diagnostic, to: &bytes)
        conditions.append((start..<bytes.count, .once(key)))
    }

    /// Writes what stays; called for one batch after another, in order.
    ///
    /// - Parameters:
    ///   - told: the rules that were hinted at before.
    ///   - continues: whether the batch before ended inside a token.
    mutating func take(told: inout Set<Told>, continues: Bool) -> ByteBuffer {
        var result = ByteBuffer(capacity: bytes.count)
        var at = 0
        // In the order of the text: what a dropped message holds goes with it.
        for (range, condition) in conditions where range.lowerBound >= at {
            let stays =
                switch condition {
                case .once(let key): told.insert(key).inserted
                case .continuation: !continues
                }
            guard !stays else { continue }
            unsafe result.append(bytes.bytes(in: at..<range.lowerBound))
            at = range.upperBound
        }
        unsafe result.append(bytes.bytes(from: at))
        return result
    }
}

/// How many lines broke each rule.
struct RuleCounts {
    /// Found by what is no reference, whose counting would cost a bad line more than the rest of this.
    private var counts: [(identity: ObjectIdentifier, rule: Rule, count: Int)] = []

    mutating func add(_ rule: Rule?, _ count: Int = 1) {
        guard let identity = rule.map(ObjectIdentifier.init) else { return }
        // A batch knows few rules, and most often the same again.
        for place in counts.indices where counts[place].identity == identity {
            counts[place].count += count
            return
        }
        if let rule { counts.append((identity, rule, count)) }
    }

    mutating func add(_ others: RuleCounts) {
        for other in others.counts { add(other.rule, other.count) }
    }

    /// The most frequent first: `9990 unknown-key, 10 jws-components`.
    var list: String {
        let limit = 12
        let sorted = counts.sorted { $0.count == $1.count ? $0.rule.id < $1.rule.id : $0.count > $1.count }
        let shown = sorted.prefix(limit).map { "\($0.count) \($0.rule.id)" }
        let rest = sorted.count - shown.count
        return (shown + (rest > 0 ? ["\(rest) more rules"] : [])).joined(separator: ", ")
    }
}
