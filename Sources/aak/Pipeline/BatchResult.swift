import AdAttribution
import AttributionBase

/// The results of the lines of a batch.
struct BatchResult: ~Copyable {
    /// The text for standard output.
    var output = ResultLines()
    /// The messages for standard error.
    var messages = BatchMessages()
    var folded = FoldedTokens()
    /// The numbers of the first and last lines of the batch.
    var numbers = 1...1
    /// The bad lines, byte for byte.
    var rejects = ByteBuffer(capacity: 16)
    /// The ranges of the last lines among the rejects, and among the results where lines are passed on.
    var lastRejected: Range<Int>?
    var lastPassed: Range<Int>?
    var lineCount = 0
    var rejectedCount = 0
    /// The number of lines for which remedies were looked for.
    var searches = 0
    /// The numbers of the skipped lines.
    private var skipped: [Int] = []
    /// Whether `--fail-fast` ends the run.
    private(set) var endsRun = false
    /// The reason to end the run without writing anything of the batch.
    var failure: Diagnostic?
    private var lastNumber = 0
    /// Whether the note about the first result has been added, or there is none.
    var isNoted = true
    /// The time of `--now`, or else after the lines were read.
    var now = Timestamp(milliseconds: 0)
    /// The source of the lines, for messages.
    var file = ""
    /// Whether the lines come from a file or a pipe.
    var isStream = false

    /// Skips a line, which is counted separately from the others.
    mutating func skip(_ number: Int) { skipped.append(number) }

    /// The number of skipped lines; if the run ends, only of those before its last line.
    var skippedCount: Int { endsRun ? skipped.count { $0 < lastNumber } : skipped.count }

    /// Ends the run with a line.
    mutating func endRun(with number: Int) {
        endsRun = true
        lastNumber = number
    }

    mutating func prepare(keptMemory: Int) {
        output.removeAll(keptMemory: keptMemory)
        messages.removeAll()
        folded = FoldedTokens()
        rejects.removeAll()
        lastRejected = nil
        lastPassed = nil
        lineCount = 0
        rejectedCount = 0
        searches = 0
        skipped.removeAll(keepingCapacity: true)
        endsRun = false
        failure = nil
    }
}
