/// One line of a batch, without white space at its ends. Valid while the batch is worked on.
@safe
struct Line {
    let bytes: UnsafeRawBufferPointer
    /// The same with the white space, as it is kept for `--rejects`.
    let original: UnsafeRawBufferPointer
    /// Where the original begins in its batch's bytes.
    var offset = 0
    /// What is kept of the line around the input, as JSON text.
    var log: UnsafeRawBufferPointer?
    /// Its number in the file, from 1; for arguments, which argument it is.
    let number: Int
}

/// Why a line is bad: at least one message.
struct Rejection: Error {
    let problem: Diagnostic
    /// What else is wrong. Most bad lines have one fault, and then this costs nothing.
    let others: [Diagnostic]
    /// How much more is wrong that nobody noted.
    let more: Int

    init(_ problem: Diagnostic, others: [Diagnostic] = [], more: Int = 0) {
        self.problem = problem
        self.others = others
        self.more = more
    }
}
