/// Where a value of a span has its place on a line: pixels of a picture, or cells of a terminal.
package struct Scale: Sendable {
    package let span: ClosedRange<Int64>
    package let first: Int
    package let last: Int

    /// - Parameters:
    ///   - first: the place of the span's beginning.
    ///   - last: the place of its end, which is not before the first.
    package init(_ span: ClosedRange<Int64>, from first: Int, to last: Int) {
        self.span = span
        self.first = first
        self.last = max(first, last)
    }

    /// The place of a value; what lies outside of the span is at its nearer end.
    package func place(_ value: Int64) -> Int {
        guard value > span.lowerBound, span.lowerBound < span.upperBound else { return first }
        guard value < span.upperBound else { return last }
        let part = (Double(value) - Double(span.lowerBound)) / (Double(span.upperBound) - Double(span.lowerBound))
        return first + min(last - first, Int((part * Double(last - first)).rounded()))
    }
}
