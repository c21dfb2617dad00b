import AdAttribution
import AttributionDrawing
import Bytes

/// What came of a conversion: its windows and its postbacks.
struct ConversionCourse {
    struct Window {
        enum End {
            case open, closed, lockedByUpdate, lockedByConversion, removed
        }

        var index: Int
        var framework: AdFramework
        /// Whether it is the timer that SKAdNetwork had before its windows.
        var isTimer: Bool
        /// Nil for one that was superseded before it opened.
        var start: Int64?
        var end: Int64
        var how = End.open
        var updates: [Int64] = []
        /// Why no postback comes of it.
        var silence: Code?
    }

    /// A postback on its way to one recipient.
    struct Delivery {
        var body: PostbackDescription
        var to: PostbackFact.Recipient
        var preparedAt: Int64
        var attempts: [(at: Int64, outcome: Outcome, status: Int)]
    }

    var number: Int
    var at: Int64
    var title: Phrase
    var windows: [Window] = []
    var deliveries: [Delivery] = []
    /// Of a framework whose windows all yield nothing: why.
    var silences: [(at: Int64, framework: AdFramework, code: Code)] = []
    /// The app's next conversion, where it ended this one.
    var successor: Int?

    private var successorName: String { successor.map { "#\($0)" } ?? "the next conversion" }

    // MARK: - As a panel

    var panel: Panel {
        Panel(
            title: title,
            rows: windows.map(row) + deliveries.map(row) + silences.filter(isNews).map(row))
    }

    private static func label(_ name: String, _ framework: AdFramework) -> Phrase {
        Phrase(framework == .skAdNetwork ? name + ", SKAN" : name)
    }

    private func row(_ window: Window) -> Panel.Row {
        var shapes: [Panel.Shape] = []
        if let start = window.start {
            shapes.append(.stretch(from: start, to: window.end, window.how == .removed ? .removedWindow : .window))
        }
        shapes += window.updates.map { .mark(at: $0, .update) }
        switch window.how {
        case .open, .closed: break
        case .lockedByUpdate, .lockedByConversion: shapes.append(.mark(at: window.end, .lock))
        case .removed: shapes.append(.mark(at: window.end, .cross(.removed)))
        }
        return Panel.Row(
            label: Self.label(window.isTimer ? "timer" : "window \(window.index + 1)", window.framework),
            shapes: shapes, at: window.end,
            words: Phrase(words(window)))
    }

    private func words(_ window: Window) -> String {
        let end =
            switch window.how {
            case .open: "open"
            case .closed: window.silence == .noUpdate ? "ended without an update" : "ended"
            case .lockedByUpdate: "locked by an update"
            case .lockedByConversion: "locked by \(successorName)"
            case .removed: "superseded by \(successorName)"
            }
        switch window.silence {
        case .tierZero?: return end + ", no postback: tier 0"
        case .cleared?: return end + ", cleared"
        default: return end
        }
    }

    /// Whether the windows do not say it already.
    private func isNews(_ silence: (at: Int64, framework: AdFramework, code: Code)) -> Bool {
        silence.code != .superseded || !windows.contains { $0.framework == silence.framework }
    }

    private func row(_ silence: (at: Int64, framework: AdFramework, code: Code)) -> Panel.Row {
        let words =
            switch silence.code {
            case .superseded: "superseded by \(successorName) before any update"
            case .neverUpdated: "never updated: no postback"
            case .cleared: "cleared in developer settings"
            default: silence.code.rawValue
            }
        return Panel.Row(label: Self.label("windows", silence.framework), at: silence.at, words: Phrase(words))
    }

    private func row(_ delivery: Delivery) -> Panel.Row {
        var shapes: [Panel.Shape] = []
        var from = delivery.preparedAt
        for attempt in delivery.attempts {
            shapes.append(.stretch(from: from, to: attempt.at, .delay))
            from = attempt.at
        }
        for attempt in delivery.attempts {
            let mark: Panel.Mark =
                switch attempt.outcome {
                case .delivered: .delivered
                case .retry: .retried
                default: .cross(.givenUp)
                }
            shapes.append(.mark(at: attempt.at, mark))
        }
        let body = delivery.body
        var told: [String] = []
        if let fine = body.fine { told.append("fine \(fine.rawValue)") }
        if let coarse = body.coarse { told.append(coarse.rawValue) }
        if !body.didWin { told.append("lost") }
        told.append("tier \(body.tier.rawValue)")
        if delivery.attempts.count > 1 { told.append("attempt \(delivery.attempts.count)") }
        if let last = delivery.attempts.last, last.outcome == .givenUp {
            told.append("given up: " + (last.status == 0 ? "no answer" : "\(last.status)"))
        }
        let (name, recipient) =
            delivery.to == .developer ? ("copy", "developer") : ("postback", body.network)
        return Panel.Row(
            label: Self.label("\(name) \(body.window.rawValue + 1)", body.framework), shapes: shapes,
            at: delivery.attempts.last?.at,
            words: Phrase(told.joined(separator: ", ") + " → ", name: recipient, .name))
    }

    // MARK: - In words

    /// A sentence for those who cannot see the drawing.
    func sentence(start: Int64) -> String {
        func counted(_ outcome: Outcome, _ word: String) -> String? {
            let count = deliveries.count { $0.attempts.last?.outcome == outcome }
            return count > 0 ? "\(count) \(word)" : nil
        }
        let postbacks = [counted(.delivered, "delivered"), counted(.givenUp, "given up")].compactMap { $0 }
        let ends = successor.map { ", superseded by conversion \($0)" } ?? ""
        return VisibleText.of(title.text) + " after \(TimeSpan.shortText(at - start))\(ends); postbacks: "
            + (postbacks.isEmpty ? "none" : postbacks.joined(separator: ", ")) + "."
    }
}

extension TimelineModel {
    mutating func draw(_ fact: WindowFact, at: Int64) {
        guard let place = conversionPlaces[fact.conversion] else { return }
        if fact.state == .opened {
            conversions[place].windows.append(
                .init(
                    index: fact.index, framework: fact.framework, isTimer: fact.isTimer, start: at,
                    end: fact.until ?? at))
            return putUpdates(at: at)
        }
        let end: ConversionCourse.Window.End =
            switch fact.state {
            case .closed, .opened: .closed
            case .locked: fact.code == .byConversion ? .lockedByConversion : .lockedByUpdate
            case .removed: .removed
            }
        if end == .lockedByConversion || end == .removed { superseded.append(place) }
        let known = conversions[place].windows.lastIndex { $0.index == fact.index && $0.framework == fact.framework }
        guard let known else { return }
        conversions[place].windows[known].end = at
        conversions[place].windows[known].how = end
    }

    mutating func draw(_ fact: NoPostbackFact, at: Int64) {
        guard let place = conversionPlaces[fact.conversion] else { return }
        if fact.code == .superseded { superseded.append(place) }
        guard let index = fact.index else {
            return conversions[place].silences.append((at, fact.framework, fact.code))
        }
        let known = conversions[place].windows.lastIndex { $0.index == index && $0.framework == fact.framework }
        if let known {
            conversions[place].windows[known].silence = fact.code
        } else if fact.code == .superseded {
            conversions[place].windows.append(
                .init(index: index, framework: fact.framework, isTimer: false, start: nil, end: at, how: .removed))
        }
    }

    mutating func draw(_ fact: PostbackFact, at: Int64) {
        guard let place = conversionPlaces[fact.body.conversion] else { return }
        let attempt = (at: at, outcome: fact.outcome, status: fact.status)
        let known = conversions[place].deliveries.lastIndex {
            $0.to == fact.to && $0.body.identifier == fact.body.identifier && $0.attempts.count == fact.attempt - 1
        }
        if let known {
            conversions[place].deliveries[known].attempts.append(attempt)
        } else {
            conversions[place].deliveries.append(
                .init(body: fact.body, to: fact.to, preparedAt: fact.preparedAt, attempts: [attempt]))
        }
    }

    /// Puts updates into the windows that they went to. One that opens a window is told before it, and waits until then.
    mutating func putUpdates(at: Int64) {
        pendingUpdates.removeAll { $0.at != at }
        for update in pendingUpdates.indices {
            let (place, index) = (pendingUpdates[update].conversion, pendingUpdates[update].index)
            for window in conversions[place].windows.indices {
                let known = conversions[place].windows[window]
                guard known.index == index, known.start != nil, known.how == .open,
                    pendingUpdates[update].frameworks.remove(known.framework) != nil
                else { continue }
                conversions[place].windows[window].updates.append(at)
            }
        }
    }

    /// Begins a conversion, which ends those that were told to be superseded just before it.
    mutating func begin(_ conversion: ConversionCourse) {
        conversionPlaces[conversion.number] = conversions.count
        conversions.append(conversion)
        for place in superseded where conversions[place].successor == nil {
            conversions[place].successor = conversion.number
        }
        superseded = []
    }
}
