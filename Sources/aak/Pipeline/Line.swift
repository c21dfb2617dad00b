import AttributionBase

/// A line of a batch without leading and trailing white space. Valid while the batch is processed.
@safe
struct Line {
    let bytes: ByteView
    /// The original line with white space, as it is kept for `--rejects`.
    let original: ByteView
    /// The offset of the original line in the batch's bytes.
    var offset = 0
    /// The kept members of the line, as JSON text.
    var log: ByteView?
    /// The number of the line in the file, or of the argument, counted from 1.
    let number: Int
}

/// The reason why a line is bad, with at least one message.
struct Rejection: Error {
    let problem: Diagnostic
    /// The other messages. Most bad lines have only one fault, so this is usually empty.
    let others: [Diagnostic]
    /// The number of further faults that were not recorded.
    let more: Int

    init(_ problem: Diagnostic, others: [Diagnostic] = [], more: Int = 0) {
        self.problem = problem
        self.others = others
        self.more = more
    }

    /// Creates the rejection for all problems of a line; nil if there are none.
    init?(_ problems: [Diagnostic], more: Int = 0) {
        guard let first = problems.first else { return nil }
        self.init(first, others: Array(problems.dropFirst()), more: more)
    }
}
