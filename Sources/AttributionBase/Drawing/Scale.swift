/// A mapping from the values of a span to positions on a line: pixels of a picture or cells of a terminal.
package struct Scale: Sendable {
    package let span: ClosedRange<Int64>
    package let first: Int
    package let last: Int

    /// - Parameters:
    ///   - first: The position of the beginning of the span.
    ///   - last: The position of its end, at least `first`.
    package init(_ span: ClosedRange<Int64>, from first: Int, to last: Int) {
        self.span = span
        self.first = first
        self.last = max(first, last)
    }

    /// Returns the position of a value. Values outside the span are moved to its nearer end.
    package func position(_ value: Int64) -> Int {
        guard value > span.lowerBound, span.lowerBound < span.upperBound else { return first }
        guard value < span.upperBound else { return last }
        let part = (Double(value) - Double(span.lowerBound)) / (Double(span.upperBound) - Double(span.lowerBound))
        return first + min(last - first, Int((part * Double(last - first)).rounded()))
    }
}

/// The lengths of bars next to each other. Outliers are cut, so that the other bars remain distinguishable.
///
/// A bar is an outlier if it is more than five times as long as the longest bar that is not cut. Bars are cut only if there are at least
/// five of them, and then at most a tenth of them, but at least one is allowed. A cut bar is drawn at full length, and the longest of the
/// others at four fifths of it.
package struct BarScale: Sendable {
    /// The size that is drawn at full length; 0 if all sizes are 0.
    package let full: Double
    /// The size of the longest bar that is not cut.
    private let most: Double

    private static let outlier = 5.0
    package static let outlierWords = "more than five times"

    package init(_ sizes: [Double]) {
        let sizes = sizes.filter { $0 > 0 }.inOrder { $0 > $1 }
        let candidates = sizes.count < 5 ? 0 : max(1, sizes.count / 10)
        let cut = (0..<candidates).last { sizes[$0] > Self.outlier * sizes[$0 + 1] }.map { $0 + 1 }
        most = sizes.isEmpty ? 0 : sizes[cut ?? 0]
        full = cut == nil ? most : most * 1.25
    }

    package func isCut(_ size: Double) -> Bool { size > most }

    /// Returns the length of a bar as a fraction of the full length.
    package func part(_ size: Double) -> Double { full > 0 ? min(1, size / full) : 0 }
}

/// The layout of a table whose rows have three texts, where the second and third share the room after the first.
///
/// The third text begins at the same position in every row where it fits; in the others, it begins further left.
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

    package func row(_ second: Phrase, _ third: Phrase) -> (second: FittedText, third: FittedText, thirdAt: Int) {
        guard !third.isEmpty else { return (ruler.fitted(second, room: room), FittedText(shown: ""), self.third) }
        let fitted = ruler.fitted(third, room: second.isEmpty ? room : room * 3 / 5)
        let position = max(0, min(self.third, room - ruler.width(fitted.shown)))
        return (ruler.fitted(second, room: max(0, position - gap)), fitted, position)
    }
}
