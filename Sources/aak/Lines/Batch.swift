import AttributionInspection
import Bytes
import StrictJSON

/// Lines that are read, worked on and written together, and what came of them.
///
/// A batch belongs to one thread at a time. Its memory is used again for the next lines.
final class Batch: @unchecked Sendable {
    /// What is in ``bytes``.
    enum Content {
        /// Whole lines, and documents that spread over some of them.
        case lines
        /// A line for each argument.
        case arguments
        /// One property list, which may spread over lines.
        case document
        /// A piece of a line that is too long to be worked on; with its length, if it is the last piece.
        case oversized(length: Int?)
        /// Nothing: the source could not be read.
        case unreadable(Diagnostic)
    }

    /// The longest line that is worked on, in bytes without its end.
    static let longestLine = InputFault.longestInput
    /// Memory beyond this is given back after an unusually large line.
    private static let keptMemory = 1 << 21

    // MARK: What was read

    var content = Content.lines
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

    /// What came of them.
    var result = BatchResult()

    func prepare() {
        content = .lines
        fault = nil
        tellsFault = false
        bytes.removeAll()
        bytes.shrink(to: Self.keptMemory)
        result.prepare(keptMemory: Self.keptMemory)
    }
}

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
    /// Set where `--fail-fast` ends the run.
    var endsRun = false
    /// Whether what is to be said at the first result was said, or nothing is.
    var isNoted = true
    /// The source of the lines, for messages.
    var file = ""
    /// Whether the lines come from a file or a pipe.
    var isStream = false
    /// What a processor of many lines at once keeps with the batch until its turn to be written.
    var work: (any BatchWork)?

    mutating func prepare(keptMemory: Int) {
        output.removeAll(keptMemory: keptMemory)
        messages.removeAll()
        folded = FoldedTokens()
        rejects.removeAll()
        // However the last run of the batch ended, nothing of it comes out again.
        work?.removeAll()
        lineCount = 0
        rejectedCount = 0
        endsRun = false
    }
}

/// One line of a batch, without white space at its ends. Valid while the batch is worked on.
@safe
struct Line {
    let bytes: UnsafeRawBufferPointer
    /// The same with the white space, as it is kept for `--rejects`.
    let original: UnsafeRawBufferPointer
    /// Where the original begins in its batch's bytes.
    var offset = 0
    /// Its number in the file, from 1; for arguments, which argument it is.
    let number: Int
}

extension Diagnostic {
    static func lineTooLong(_ length: Int) -> Diagnostic { Diagnostic(InputFault.tooLong(length)) }
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

/// Works on the lines of batches. One a thread, so it may keep scratch memory.
///
/// Processors are values that cannot be copied: their memory is theirs alone, and no access to it is checked at run time.
protocol LineProcessor: ~Copyable, SendableMetatype {
    var context: LineContext { get }

    /// Called before the first line of a batch.
    mutating func begin(_ result: inout BatchResult)

    /// Takes one line, appends what comes of it to `result.output.bytes`, and ends that line as what it is.
    ///
    /// - Throws: what is wrong with the line; what was appended for it is dropped.
    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection)

    /// Appends what stands in the output for a line that was bad before it could be processed; nothing, for most.
    func appendResult(ofUnread problem: Diagnostic, number: Int, to output: inout ResultLines)

    /// Takes a line that is bad before it can be processed, where its result belongs in order.
    mutating func rejectUnread(_ line: Line, _ rejection: Rejection, _ result: inout BatchResult)

    /// Called after the last line of a batch, for processors that work on many lines at once.
    ///
    /// - Parameter text: the bytes of the batch.
    mutating func finish(_ text: UnsafeRawBufferPointer, _ result: inout BatchResult)
}

extension LineProcessor where Self: ~Copyable {
    mutating func begin(_ result: inout BatchResult) {}
    func appendResult(ofUnread problem: Diagnostic, number: Int, to output: inout ResultLines) {}
    mutating func rejectUnread(_ line: Line, _ rejection: Rejection, _ result: inout BatchResult) {
        appendResult(ofUnread: rejection.problem, number: line.number, to: &result.output)
        context.reject(line, rejection, in: &result)
    }
    mutating func finish(_ text: UnsafeRawBufferPointer, _ result: inout BatchResult) {}
}
