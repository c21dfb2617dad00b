import AttributionBase
import AttributionCrypto
import AttributionModel

/// The messages that a run shows about its lines, and what it has shown so far. Only the thread that writes uses it.
final class RunMessages: @unchecked Sendable {
    private let context: LineContext
    private var once = Set<BatchMessages.Key>()
    /// The number of messages about each rule that were shown.
    private var shown = RuleCounts()
    /// The number of those that were not, because there were enough.
    private(set) var leftOut = RuleCounts()
    /// The number of lines for which remedies were looked for, by rule.
    private var searched = RuleCounts()
    /// The number of lines in which there was nothing of ours, by rule.
    private var foreign = RuleCounts()
    /// The input in which the last batch ended inside a folded token. It can continue only in the same input.
    private var openFold: Int?
    /// The last line of a text in which there is nothing of ours, and which was shown with what it looks like; and its input.
    private var foreignText: (input: Int, line: Int)?

    init(_ context: LineContext) { self.context = context }

    /// Returns what is shown before the first batch.
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

    /// Returns what is shown about a batch. Call this for each batch, in order.
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
            // Counted before it is looked at, so that it does not matter in which batches the lines come.
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
            // What looks like nothing is mostly a part of what was shown.
            once.insert(.look(rule, hint: nil))
            if let hint = diagnostic.hint {
                diagnostic = diagnostic.explained(by: hint)
                foreignText = entry.number.map { (batch.input, $0) }
            }
        }
        if let number = entry.number { (diagnostic.file, diagnostic.line) = (batch.file, number) }
        append(diagnostic, isOfLine: entry.number != nil, to: &output)
    }

    /// Whether a rule has as many messages as are shown.
    private func hasEnough(of rule: Rule) -> Bool { context.most.map { shown.count(of: rule) >= $0 } ?? false }

    /// - Parameter isOfLine: whether the message is about a line, whose result may state it too.
    private func append(_ diagnostic: Diagnostic, isOfLine: Bool = false, to output: inout ByteBuffer) {
        shown.add(diagnostic.rule)
        context.console.style.append(
            diagnostic, showsMessage: !isOfLine || context.messageScope != .hints, showsHint: isNew(diagnostic),
            to: &output)
    }

    /// Returns the message with the remedy for its line, if one is wanted and found.
    private func remedied(_ entry: BatchMessages.Entry, of batch: Batch) -> Diagnostic {
        let diagnostic = entry.diagnostic
        guard let index = entry.line, let rule = diagnostic.rule,
            entry.kind == .foreign || searched.count(of: rule) < BatchMessages.mostSearches
        else { return diagnostic }
        if entry.kind != .foreign { searched.add(rule) }
        // A hint that would not be shown needs no search.
        guard entry.kind == .foreign || !once.contains(.hint(rule, field: diagnostic.field)) else { return diagnostic }
        return LineHints.hinting(
            diagnostic, for: batch.result.messages.lines.line(index, in: batch.text), file: batch.file,
            isStream: batch.result.isStream, context)
    }

    /// Returns whether the hint of a message was not shown, and is from now on. Several rules may have a hint in the same words.
    private func isNew(_ diagnostic: Diagnostic) -> Bool {
        guard let hint = diagnostic.hint else { return false }
        var keys = [BatchMessages.Key.text(hint)]
        if !diagnostic.showsItsHint, let rule = diagnostic.rule { keys.append(.hint(rule, field: diagnostic.field)) }
        defer { once.formUnion(keys) }
        return !keys.contains(where: once.contains)
    }
}
