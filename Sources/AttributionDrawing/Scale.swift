import AttributionBase

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

/// The layout of a table with three texts per row, where the second and third share the room after the first.
///
/// The third text begins at the same position in every row where it fits. A longer one begins further left.
package struct TableColumns {
    private let ruler: Ruler
    private let room: Int
    private let gap: Int
    private let third: Int

    /// - Parameters:
    ///   - room: The room for the second and third texts together.
    ///   - gap: The least space between the two.
    package init(_ rows: [(second: Phrase, third: Phrase)], _ ruler: Ruler, room: Int, gap: Int) {
        self.ruler = ruler
        self.room = room
        self.gap = gap
        let shared = rows.filter { !$0.second.isEmpty && !$0.third.isEmpty }
        let widest = shared.map { ruler.width(VisibleText.of($0.second.text)) }.max() ?? -gap
        third = max(0, min(widest, room * 3 / 5) + gap)
    }

    /// Returns the texts of a row and the position of the third.
    package func row(_ second: Phrase, _ third: Phrase) -> (second: FittedText, third: FittedText, thirdAt: Int) {
        guard !third.isEmpty else { return (ruler.fitted(second, room: room), FittedText(shown: ""), self.third) }
        let fitted = ruler.fitted(third, room: second.isEmpty ? room : room * 3 / 5)
        let place = max(0, min(self.third, room - ruler.width(fitted.shown)))
        return (ruler.fitted(second, room: max(0, place - gap)), fitted, place)
    }
}
