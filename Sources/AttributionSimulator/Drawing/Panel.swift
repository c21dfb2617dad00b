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

    enum Shape {
        case stretch(from: Int64, to: Int64, Interval)
        case mark(at: Int64, Mark)
    }

    /// A shape with a duration.
    enum Interval: CaseIterable {
        /// An ad on screen, which may lead to a view.
        case viewing
        case window
        /// A window that the app's next conversion removed.
        case removedWindow
        /// The delay before a postback is sent.
        case delay
        /// A host's slot that shows an ad.
        case onScreen
    }

    /// A shape at a point in time.
    enum Mark: Equatable {
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
        var times: [Int64] = []
        for shape in rows.flatMap(\.shapes) {
            switch shape {
            case .stretch(let from, let to, _): times += [from, to]
            case .mark(let at, _): times.append(at)
            }
        }
        guard let first = times.min(), let last = times.max() else { return nil }
        return first...max(last, first + 1)
    }
}

/// The meanings of the distinct shapes in some panels.
struct Legend {
    enum Symbol {
        case stretch(Panel.Interval)
        case mark(Panel.Mark)
    }

    /// The symbols with their meanings. A cross may have several.
    private(set) var entries: [(symbol: Symbol, words: [String])] = []

    init(_ panels: [Panel]) {
        var stretches: Set<Panel.Interval> = []
        var marks: [Panel.Mark] = []
        for shape in panels.flatMap({ $0.rows.flatMap(\.shapes) }) {
            switch shape {
            case .stretch(_, _, let stretch): stretches.insert(stretch)
            case .mark(_, let mark): if !marks.contains(mark) { marks.append(mark) }
            }
        }
        func add(_ mark: Panel.Mark, _ words: String) {
            if marks.contains(mark) { entries.append((.mark(mark), [words])) }
        }
        func add(_ stretch: Panel.Interval, _ words: String) {
            if stretches.contains(stretch) { entries.append((.stretch(stretch), [words])) }
        }
        add(.onScreen, "slot with an ad")
        add(.viewing, "ad on screen")
        add(.view, "view")
        add(.click, "click")
        add(.wonView, "view that won")
        add(.wonClick, "click that won")
        add(.conversion, "conversion")
        add(.window, "conversion window")
        add(.update, "update")
        add(.lock, "lock")
        add(.removedWindow, "removed window")
        add(.delay, "delay")
        add(.delivered, "postback delivered")
        add(.retried, "answered with an error, sent again")
        let crossed = Panel.CrossMeaning.allCases.filter { marks.contains(.cross($0)) }
        if let first = crossed.first { entries.append((.mark(.cross(first)), crossed.map(\.rawValue))) }
    }
}
