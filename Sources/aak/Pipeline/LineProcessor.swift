import AttributionBase

/// Processes the lines of batches. Each thread has its own processor, which may keep scratch memory.
///
/// Processors are noncopyable values, so that their memory is exclusive and accesses need no checks at run time.
protocol LineProcessor: ~Copyable, SendableMetatype {
    /// What is kept of batches until their turn comes, because it depends on the order of the input.
    associatedtype Kept: Sendable = Void

    var context: LineContext { get }
    /// The signer that completes the results of a batch; nil where results have no signatures.
    var signer: LineSigner? { get }

    /// Called before the first line of a batch.
    mutating func begin(_ result: inout BatchResult)

    /// Processes a line, appends the result to `result.output.bytes`, and ends that result's line with its kind.
    ///
    /// - Throws: the fault of the line. The appended result is dropped.
    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection)

    /// Appends the result for a line that was rejected before processing. Most processors append nothing.
    mutating func appendResult(ofUnread problem: Diagnostic, number: Int, in result: inout BatchResult)

    /// Handles a line that was rejected before processing, so that its result keeps its place in the order.
    mutating func rejectUnread(_ line: Line, _ rejection: Rejection, _ result: inout BatchResult)

    /// Called after the last line of a batch, for processors that process many lines together.
    ///
    /// - Parameter text: the bytes of the batch.
    mutating func finish(_ text: ByteView, _ result: inout BatchResult)

    /// Called after the last of the batches that belong together, with its result.
    mutating func finishTogether(_ result: inout BatchResult) -> Kept
}

extension LineProcessor where Self: ~Copyable {
    var signer: LineSigner? { nil }
    mutating func begin(_ result: inout BatchResult) {}
    mutating func appendResult(ofUnread problem: Diagnostic, number: Int, in result: inout BatchResult) {}
    mutating func rejectUnread(_ line: Line, _ rejection: Rejection, _ result: inout BatchResult) {
        appendResult(ofUnread: rejection.problem, number: line.number, in: &result)
        context.reject(line, rejection, in: &result)
    }
    mutating func finish(_ text: ByteView, _ result: inout BatchResult) {}
}

extension LineProcessor where Self: ~Copyable, Kept == Void {
    mutating func finishTogether(_ result: inout BatchResult) {}
}
