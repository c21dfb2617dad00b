import AttributionBytes

/// Lines that are read, worked on and written together, and what came of them.
///
/// A batch belongs to one thread at a time. Its memory is used again for the next lines.
final class Batch: @unchecked Sendable {
    /// What is in ``bytes``.
    enum Content {
        /// Whole lines; documents may spread over some of them, or not.
        case lines(holdDocuments: Bool)
        /// A line for each argument.
        case arguments
        /// One property list, which may spread over lines.
        case document
        /// A piece of a line that is too long to be worked on; with its length, if it is the last piece.
        case oversized(length: Int?)
        /// Nothing: a line was too long to be kept. With its length.
        case dropped(length: Int)
        /// Nothing: the source could not be read.
        case unreadable(Diagnostic)
    }

    /// So many lines a batch has at most, but for those of a single document.
    ///
    /// What comes of a line takes up to some kilobytes until it is written, however short the line is. A batch of the largest
    /// block has fewer lines than this where they are 128 bytes long on average; tokens and postbacks are 400 and more.
    static let mostLines = 2048
    /// Memory beyond this is given back after an unusually large line.
    private static let keptMemory = 1 << 21

    // MARK: What was read

    var content = Content.lines(holdDocuments: true)
    var bytes = ByteBuffer(capacity: 4096)
    /// The source as the user named it.
    var file = ""
    /// The number of the first line, from 1.
    var firstLine = 1
    /// The place in the order of all batches.
    var sequence = 0
    /// Which of the inputs it is of, from 0.
    var input = 0
    /// What is wrong with the whole input, and so with each line of it, and whether to tell it here.
    var fault: Diagnostic?
    var tellsFault = false
    /// Batches that the same thread works on after this one, since what is in them belongs together.
    var followers: [Batch] = []

    /// What came of them.
    var result = BatchResult()

    /// Whether `--fail-fast` ends the run here.
    var endsRun: Bool { result.endsRun || followers.contains { $0.result.endsRun } }

    func prepare() {
        content = .lines(holdDocuments: true)
        fault = nil
        tellsFault = false
        followers.removeAll(keepingCapacity: true)
        bytes.removeAll()
        bytes.shrink(to: Self.keptMemory)
        result.prepare(keptMemory: Self.keptMemory)
    }
}
