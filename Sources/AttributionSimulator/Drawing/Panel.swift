import AttributionDrawing

/// A part of a drawing: rows over a common time axis. Pictures and text drawings show the same panels.
struct Panel {
    struct Row {
        var label: Phrase
        var shapes: [Shape] = []
        /// The time that the words refer to.
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
        // With a duration.
        /// An ad on screen, which may lead to a view.
        case viewing
        case window
        /// A window that the app's next conversion removed.
        case removedWindow
        /// The delay before a postback is sent.
        case delay
        /// A host's slot that shows an ad.
        case onScreen

        // At a point in time.
        case click, view
        case wonClick, wonView
        case conversion
        case update, lock
        case delivered, retried
        case cross(CrossMeaning)
    }

    /// The meaning of a cross.
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
    /// The times that are marked across all rows.
    var moments: [Int64] = []

    /// The time from the first to the last shape; nil without shapes, when there is no axis.
    var span: ClosedRange<Int64>? {
        let times = rows.flatMap(\.shapes).flatMap { [$0.from, $0.to] }
        guard let first = times.min(), let last = times.max() else { return nil }
        return first...max(last, first + 1)
    }

    /// Returns the symbols in some panels with their meanings, of which a cross may have several.
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
