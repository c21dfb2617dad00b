import AttributionInspection

/// What a run over lines did, for its summary and its exit status.
struct LinePipelineSummary {
    var lines = 0
    var rejected = 0
    /// The number of skipped lines, which `lines` does not include.
    var skipped = 0
    /// The number of lines that are neither good nor rejected, by their verdict.
    var tolerated: [Verdict.Outcome: Int] = [:]
    /// The number of lines that broke each rule.
    var rules = RuleCounts()
    /// The number of messages about each rule that were not shown, because there were enough.
    var messagesLeftOut = RuleCounts()
    /// The inputs that had a line or could not be read completely.
    var inputsWithLines = Set<Int>()
    /// The number of skipped lines of each input that has any.
    var skippedOfInputs: [Int: Int] = [:]
    var isCutShort = false
    /// The reason why standard output or the rejects could not be written.
    var failure: Diagnostic?
    var unreadable = false

    mutating func add(_ batch: Batch) {
        lines += batch.result.lineCount
        if batch.result.lineCount > 0 { inputsWithLines.insert(batch.input) }
        let skippedHere = batch.result.skippedCount
        if skippedHere > 0 {
            skipped += skippedHere
            skippedOfInputs[batch.input, default: 0] += skippedHere
        }
        if batch.result.endsRun { isCutShort = true }
        rejected += batch.result.rejectedCount
        tolerated.merge(batch.result.tolerated) { $0 + $1 }
        rules.add(batch.result.messages.counts)
        guard case .unreadable = batch.content else { return }
        unreadable = true
        inputsWithLines.insert(batch.input)
    }
}
