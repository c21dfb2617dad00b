import AttributionBase
import AttributionInspection
import AttributionReport

/// Counts the lines of a batch.
struct ReportProcessor: LineProcessor, ~Copyable {
    let context: LineContext
    private var reader: ReportReader
    private var part = ReportPart()
    private let total: ReportTotal

    init(_ context: LineContext, _ request: ReportRequest, _ total: ReportTotal) {
        self.context = context
        self.total = total
        reader = ReportReader(request)
    }

    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection) {
        do throws(InputFault) {
            try reader.read(line.bytes, around: line.original, into: &part)
        } catch {
            throw Rejection(Diagnostic(error))
        }
    }

    /// The counts belong to the batch, which counts or is dropped as a whole.
    mutating func finishTogether(_ result: inout BatchResult) {
        let counted = CountedBatch()
        swap(&part, &counted.part)
        result.inTurn = { [total] in total.add(counted, rejected: $0.result.rejectedCount) }
    }
}

/// The counts of a batch, until its turn comes.
private final class CountedBatch: @unchecked Sendable {
    fileprivate var part = ReportPart()
}

/// The counts of all batches. Only the thread that is writing uses it.
final class ReportTotal: @unchecked Sendable {
    private(set) var counts = ReportCounts()
    private let request: ReportRequest
    private let seen = SeenPostbacks()

    init(_ request: ReportRequest) { self.request = request }

    /// Adds a batch, in the order of the input.
    ///
    /// - Parameter rejected: the number of its lines that could not be read as an input.
    fileprivate func add(_ batch: CountedBatch, rejected: Int) {
        counts.addRejected(rejected)
        if request.isUnique { batch.part.settle(seen, request.schemas) }
        counts.add(batch.part.counts)
    }
}
