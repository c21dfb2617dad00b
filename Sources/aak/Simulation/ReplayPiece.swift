import Bytes

/// A piece of a log that holds whole devices, and what came of it. It belongs to one thread at a time.
final class ReplayPiece: @unchecked Sendable {
    /// Where lines of a file begin in ``bytes``.
    struct Part {
        var offset: Int
        var file: String
        var firstLine: Int
    }

    // What was read.
    var bytes = ByteBuffer(capacity: 4096)
    var parts: [Part] = []
    /// Lines that were too long to be kept: an empty line stands for each, at this offset.
    var oversized: [(offset: Int, length: Int)] = []
    /// The devices of a population instead of lines.
    var devices = 0..<0
    /// Why an input could not be read.
    var failure: Diagnostic?
    var sequence = 0

    // What came of it.
    var output = ResultLines()
    var messages = ByteBuffer(capacity: 16)
    var lineCount = 0
    var rejectedCount = 0

    func prepare() {
        bytes.removeAll()
        parts.removeAll(keepingCapacity: true)
        oversized.removeAll(keepingCapacity: true)
        devices = 0..<0
        failure = nil
        output.removeAll(keptMemory: 1 << 21)
        messages.removeAll()
        (lineCount, rejectedCount) = (0, 0)
    }
}
