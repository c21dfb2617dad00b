import AttributionBytes

/// What a processor keeps with a batch. It is emptied, and keeps its memory, before the batch is used again.
protocol BatchWork: AnyObject {
    func removeAll()
}

/// What came of the lines of a batch.
struct BatchResult: ~Copyable {
    /// For standard output.
    var output = ResultLines()
    /// For standard error.
    var messages = BatchMessages()
    var folded = FoldedTokens()
    /// The numbers of the first line of the batch and of its last.
    var numbers = 1...1
    /// The bad lines, byte for byte.
    var rejects = ByteBuffer(capacity: 16)
    var lineCount = 0
    var rejectedCount = 0
    /// The numbers of the lines that were passed over.
    private var skipped: [Int] = []
    /// Set where `--fail-fast` ends the run.
    private(set) var endsRun = false
    private var lastNumber = 0
    /// Whether what is to be said at the first result was said, or nothing is.
    var isNoted = true
    /// The source of the lines, for messages.
    var file = ""
    /// Whether the lines come from a file or a pipe.
    var isStream = false
    /// What a processor of many lines at once keeps with the batch until its turn to be written.
    var work: (any BatchWork)?

    /// Passes over a line, which is counted apart from the others.
    mutating func skip(_ number: Int) { skipped.append(number) }

    /// How many lines were passed over: where the run ends, of those before its last line.
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
        // However the last run of the batch ended, nothing of it comes out again.
        work?.removeAll()
        lineCount = 0
        rejectedCount = 0
        skipped.removeAll(keepingCapacity: true)
        endsRun = false
    }
}
