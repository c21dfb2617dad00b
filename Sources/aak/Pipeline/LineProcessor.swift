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
    func appendResult(ofUnread problem: Diagnostic, number: Int, in result: inout BatchResult)

    /// Takes a line that is bad before it can be processed, where its result belongs in order.
    mutating func rejectUnread(_ line: Line, _ rejection: Rejection, _ result: inout BatchResult)

    /// Called after the last line of a batch, for processors that work on many lines at once.
    ///
    /// - Parameter text: the bytes of the batch.
    mutating func finish(_ text: UnsafeRawBufferPointer, _ result: inout BatchResult)

    /// Called after the last batch of those that belong together, with its result.
    mutating func finishTogether(_ result: inout BatchResult)
}

extension LineProcessor where Self: ~Copyable {
    mutating func begin(_ result: inout BatchResult) {}
    func appendResult(ofUnread problem: Diagnostic, number: Int, in result: inout BatchResult) {}
    mutating func rejectUnread(_ line: Line, _ rejection: Rejection, _ result: inout BatchResult) {
        appendResult(ofUnread: rejection.problem, number: line.number, in: &result)
        context.reject(line, rejection, in: &result)
    }
    mutating func finish(_ text: UnsafeRawBufferPointer, _ result: inout BatchResult) {}
    mutating func finishTogether(_ result: inout BatchResult) {}
}
