import AttributionBase
import AttributionCrypto
import AttributionModel

/// Decides which messages about its lines a run shows, and remembers what was shown. Only the thread that writes uses it.
final class RunMessages: @unchecked Sendable {
    private let context: LineContext
    private var once = Set<BatchMessages.Key>()
    /// The number of messages about each rule that were shown.
    private var shown = RuleCounts()
    /// The number of messages about each rule that were not shown, because there were enough.
    private(set) var leftOut = RuleCounts()
    /// The number of lines for which remedies were searched, by rule.
    private var searched = RuleCounts()
    /// The number of unrecognised lines, by rule.
    private var foreign = RuleCounts()
    /// The input in which the last batch ended inside a wrapped token, which can continue only in the same input.
    private var openFold: Int?
    /// The last line of unrecognised text for which a message said what it looks like, and its input.
    private var foreignText: (input: Int, line: Int)?

    init(_ context: LineContext) { self.context = context }

    /// Returns the messages to show before the first batch.
    func takeFirst() -> ByteBuffer {
        var output = ByteBuffer(capacity: 0)
        guard context.messageScope != .nothing else { return output }
        for diagnostic in context.run.firstMessages {
            if let rule = diagnostic.rule, hasEnough(of: rule) {
                leftOut.add(rule)
            } else {
                append(diagnostic, to: &output)
            }
        }
        return output
    }

    /// Returns the messages to show about a batch. It must be called for each batch, in order.
    func take(from batch: Batch) -> ByteBuffer {
        let continues = openFold == batch.input
        let isOpen = batch.result.folded.isOpen(behind: batch.result.numbers.upperBound, before: continues)
        openFold = isOpen ? batch.input : nil
        var output = ByteBuffer(capacity: 0)
        for entry in batch.result.messages.entries { show(entry, of: batch, continues: continues, to: &output) }
        leftOut.add(batch.result.messages.leftOut)
        return output
    }

    private func show(_ entry: BatchMessages.Entry, of batch: Batch, continues: Bool, to output: inout ByteBuffer) {
        if entry.kind == .note || entry.mayContinue && continues {
            let note = entry.kind == .note ? entry.diagnostic : FoldedTokens.note
            if once.insert(.note(note)).inserted { context.console.style.append(note, to: &output) }
            return
        }
        let rule = entry.diagnostic.rule
        if let rule, hasEnough(of: rule) { return leftOut.add(rule) }
        if entry.kind == .foreign, let rule, let number = entry.number {
            // The line is counted before it is examined, so that the result does not depend on how lines are divided into batches.
            guard foreign.count(of: rule) < BatchMessages.mostSearches else { return leftOut.add(rule) }
            foreign.add(rule)
            let isContinued = foreignText.map { $0 == (batch.input, number - 1) } ?? false
            if isContinued {
                foreignText = (batch.input, number)
                return leftOut.add(rule)
            }
        }
        var diagnostic = remedied(entry, of: batch)
        if entry.kind == .foreign, let rule {
            guard once.insert(.look(rule, hint: diagnostic.hint)).inserted else { return leftOut.add(rule) }
            // A line that looks like nothing in particular is usually a part of the text that was reported.
            once.insert(.look(rule, hint: nil))
            if let hint = diagnostic.hint {
                diagnostic = diagnostic.explained(by: hint)
                foreignText = entry.number.map { (batch.input, $0) }
            }
        }
        if let number = entry.number { (diagnostic.file, diagnostic.line) = (batch.file, number) }
        append(diagnostic, isOfLine: entry.number != nil, to: &output)
    }

    /// Whether enough messages about a rule were shown.
    private func hasEnough(of rule: Rule) -> Bool { context.most.map { shown.count(of: rule) >= $0 } ?? false }

    /// - Parameter isOfLine: Whether the message is about a line, whose result may already state the fault.
    private func append(_ diagnostic: Diagnostic, isOfLine: Bool = false, to output: inout ByteBuffer) {
        shown.add(diagnostic.rule)
        context.console.style.append(
            diagnostic, showsMessage: !isOfLine || context.messageScope != .hints, showsHint: isNew(diagnostic),
            to: &output)
    }

    /// Returns the message with a remedy for its line, if it should have one and one is found.
    private func remedied(_ entry: BatchMessages.Entry, of batch: Batch) -> Diagnostic {
        let diagnostic = entry.diagnostic
        guard let index = entry.line, let rule = diagnostic.rule,
            entry.kind == .foreign || searched.count(of: rule) < BatchMessages.mostSearches
        else { return diagnostic }
        if entry.kind != .foreign { searched.add(rule) }
        // If the hint would not be shown, no remedy is searched for.
        guard entry.kind == .foreign || !once.contains(.hint(rule, field: diagnostic.field)) else { return diagnostic }
        return LineHints.hinting(
            diagnostic, for: batch.result.messages.lines.line(index, in: batch.text), file: batch.file,
            isStream: batch.result.isStream, beginning: entry.number == 1 ? batch.text : nil, context)
    }

    /// Returns whether the hint of a message is shown for the first time, and remembers it. Several rules may have the same hint.
    private func isNew(_ diagnostic: Diagnostic) -> Bool {
        guard let hint = diagnostic.hint else { return false }
        var keys = [BatchMessages.Key.text(hint)]
        if !diagnostic.showsItsHint, let rule = diagnostic.rule { keys.append(.hint(rule, field: diagnostic.field)) }
        defer { once.formUnion(keys) }
        return !keys.contains(where: once.contains)
    }
}
