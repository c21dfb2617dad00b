/// A mapping from the values of a span to positions on a line: pixels of a picture or cells of a terminal.
package struct Scale: Sendable {
    package let span: ClosedRange<Int64>
    package let first: Int
    package let last: Int

    /// - Parameters:
    ///   - first: The position of the span's beginning.
    ///   - last: The position of its end, at least `first`.
    package init(_ span: ClosedRange<Int64>, from first: Int, to last: Int) {
        self.span = span
        self.first = first
        self.last = max(first, last)
    }

    /// Returns the position of a value. Values outside the span have the position of its nearer end.
    package func place(_ value: Int64) -> Int {
        guard value > span.lowerBound, span.lowerBound < span.upperBound else { return first }
        guard value < span.upperBound else { return last }
        let part = (Double(value) - Double(span.lowerBound)) / (Double(span.upperBound) - Double(span.lowerBound))
        return first + min(last - first, Int((part * Double(last - first)).rounded()))
    }
}
