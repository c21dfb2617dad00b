import AttributionBase

/// A part of a drawing: rows over a common time axis. Pictures and text drawings show the same panels.
struct Panel {
    struct Row {
        var label: Phrase
        var shapes: [Shape] = []
        /// The time to which the words refer.
        var at: Int64?
        var words: Phrase
    }

    /// A symbol at a time, or from one time to another.
    struct Shape {
        let symbol: Symbol
        let from: Int64
        let to: Int64

        init(_ symbol: Symbol, at from: Int64, until to: Int64? = nil) {
            (self.symbol, self.from, self.to) = (symbol, from, to ?? from)
        }
    }

    enum Symbol: Hashable {
        // The symbols with a duration. This one is an ad on screen, which may lead to a view.
        case viewing
        case window
        /// A window that the app's next conversion removed.
        case removedWindow
        /// The delay before a postback is sent.
        case delay
        /// A host's slot that shows an ad.
        case onScreen

        // The symbols at a point in time.
        case click, view
        case wonClick, wonView
        case conversion
        case update, lock
        case delivered, retried
        case cross(CrossMeaning)
    }

    /// What a cross stands for.
    enum CrossMeaning: String, CaseIterable {
        case refused = "refused or ignored"
        case evicted
        case noConversion = "no conversion"
        case removed
        case givenUp = "given up"
        case noAd = "no ad"
    }

    var title: Phrase
    var rows: [Row]
    /// The times at which a line crosses all rows.
    var moments: [Int64] = []

    /// The time from the first to the last shape; nil if there are no shapes, and therefore no axis.
    var span: ClosedRange<Int64>? {
        let times = rows.flatMap(\.shapes).flatMap { [$0.from, $0.to] }
        guard let first = times.min(), let last = times.max() else { return nil }
        return first...max(last, first + 1)
    }

    /// Returns the symbols in the panels with their meanings. A cross may have several.
    static func legend(of panels: [Panel]) -> [(symbol: Symbol, words: [String])] {
        let drawn = Set(panels.flatMap(\.rows).flatMap(\.shapes).map(\.symbol))
        let meanings: [(symbol: Symbol, words: String)] = [
            (.onScreen, "slot with an ad"), (.viewing, "ad on screen"), (.view, "view"), (.click, "click"),
            (.wonView, "view that won"), (.wonClick, "click that won"), (.conversion, "conversion"),
            (.window, "conversion window"), (.update, "update"), (.lock, "lock"), (.removedWindow, "removed window"),
            (.delay, "delay"), (.delivered, "postback delivered"), (.retried, "answered with an error, sent again"),
        ]
        let crossed = CrossMeaning.allCases.filter { drawn.contains(.cross($0)) }
        return meanings.filter { drawn.contains($0.symbol) }.map { ($0.symbol, [$0.words]) }
            + crossed.prefix(1).map { (.cross($0), crossed.map(\.rawValue)) }
    }
}

extension Scale {
    /// The usual intervals between ticks.
    private static let steps: [Int64] = {
        var steps: [Int64] = [1, 2, 5, 10, 20, 50, 100, 200, 500]
        steps += [1, 2, 5, 10, 15, 30].map { $0 * TimeSpan.second }
        steps += [1, 2, 5, 10, 15, 30].map { $0 * TimeSpan.minute }
        steps += [1, 2, 3, 6, 12].map { $0 * TimeSpan.hour }
        var days = TimeSpan.day
        for _ in 0..<7 {
            steps += [days, 2 * days, 5 * days]
            days *= 10
        }
        return steps
    }()

    /// Returns the tick marks of a time axis.
    ///
    /// - Parameters:
    ///   - start: The start of the timeline, to which the labels are relative.
    ///   - gap: The least space between two labels.
    func ticks(from start: Int64, _ ruler: Ruler, gap: Int) -> [(at: Int64, text: String)] {
        let (first, last) = (span.lowerBound - start, span.upperBound - start)
        for step in Self.steps where (last - first) / step <= 40 {
            let times = stride(from: (first + step - 1) / step * step, through: last, by: Int64.Stride(step))
            let ticks = times.map { (at: $0 + start, text: TimeSpan.text($0)) }
            guard !ticks.isEmpty else { break }
            let places = ticks.map { position($0.at) }
            let widest = ticks.map { ruler.width($0.text) }.max() ?? 0
            if zip(places, places.dropFirst()).allSatisfy({ $1 - $0 >= widest + gap }) { return ticks }
        }
        return [(span.lowerBound, TimeSpan.text(first))]
    }
}

extension TimeSpan {
    /// Returns the duration in its two largest units.
    static func shortText(_ span: Int64) -> String {
        let step = span >= day ? hour : span >= hour ? minute : span >= minute ? second : 1
        return text(span / step * step)
    }
}
