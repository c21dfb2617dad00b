import AttributionSimulator
import Bytes

/// A piece of a log that holds whole devices, and what came of it. It belongs to one thread at a time.
final class ReplayPiece: @unchecked Sendable {
    /// Where lines of an input begin in ``bytes``.
    struct Part {
        var offset: Int
        /// The place of the input among all.
        var input: Int
        var name: String
        var firstLine: Int
        /// Why none of its lines can be read, and whether that is to be told with the first of them.
        var fault: Diagnostic?
        var tellsFault = false
    }

    /// Where a device begins.
    struct Begun {
        var hash: Int
        var file: String
        var line: Int
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
    var messages = BatchMessages()
    /// The bad lines, byte for byte, where they are kept.
    var rejects = ByteBuffer(capacity: 16)
    var counts = ReplayCounts()
    var lineCount = 0
    var rejectedCount = 0
    var inputsWithLines = Set<Int>()
    /// The devices of a log that begin, each by a hash of its name and where.
    var begun: [Begun] = []
    /// Whether a bad line ends the run.
    var endsRun = false

    func prepare() {
        bytes.removeAll()
        parts.removeAll(keepingCapacity: true)
        oversized.removeAll(keepingCapacity: true)
        devices = 0..<0
        failure = nil
        output.removeAll(keptMemory: 1 << 21)
        messages.removeAll()
        rejects.removeAll()
        counts = ReplayCounts()
        (lineCount, rejectedCount) = (0, 0)
        inputsWithLines.removeAll(keepingCapacity: true)
        begun.removeAll(keepingCapacity: true)
        endsRun = false
    }
}

/// Counts of a piece, or of all that were handed in.
struct ReplayCounts: Sendable {
    var tally = Tally()
    var crowd = CrowdCounts()
}
