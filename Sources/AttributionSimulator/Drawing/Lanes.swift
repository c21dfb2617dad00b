import AttributionBase
import AttributionModel

/// The history of an impression in a drawing.
struct AdLane {
    var network: String
    /// The periods on screen. The last one may have no end.
    var shown: [(from: Int64, to: Int64?)] = []
    var marks: [(at: Int64, mark: Panel.Symbol)] = []
    /// The last recorded view or click.
    var recorded: (at: Int64, words: String)?
    /// The last refused or ignored event.
    var refused: (at: Int64, words: String)?
    /// The results of the conversions that considered the impression.
    var results: [(at: Int64, words: String, isWon: Bool)] = []

    mutating func begin(_ at: Int64) { shown.append((at, nil)) }

    mutating func end(_ at: Int64) {
        if let last = shown.indices.last, shown[last].to == nil { shown[last].to = at }
    }

    mutating func record(_ interaction: InteractionType, _ at: Int64) {
        marks.append((at, interaction == .click ? .click : .view))
        recorded = (at, "\(interaction.rawValue) recorded")
    }

    mutating func win(_ interaction: InteractionType, _ at: Int64) {
        let (plain, won): (Panel.Symbol, Panel.Symbol) = interaction == .click ? (.click, .wonClick) : (.view, .wonView)
        if let index = marks.lastIndex(where: { $0.at == at && $0.mark == plain }) {
            marks[index].mark = won
        } else {
            marks.append((at, won))
        }
    }

    func row(number: Int?, end: Int64) -> Panel.Row {
        var shapes: [Panel.Shape] = shown.map { .init(.viewing, at: $0.from, until: $0.to ?? end) }
        shapes += marks.map { .init($0.mark, at: $0.at) }
        // The win comes first, because the text may be cut.
        let results = results.filter(\.isWon) + results.filter { !$0.isWon }
        let first = results.first.map { (at: $0.at, words: $0.words) } ?? recorded ?? refused
        let words = results.isEmpty ? first?.words ?? "" : results.map(\.words).joined(separator: "; ")
        return Panel.Row(
            label: Phrase(number.map { "ad \($0) " } ?? "", name: network, .name), shapes: shapes, at: first?.at,
            words: Phrase(words))
    }
}

/// The history of a slot in a drawing.
struct SlotLane {
    var name: String
    /// The periods on screen. The last one may have no end.
    var shown: [(from: Int64, to: Int64?)] = []
    var failures: [Int64] = []
    var taps: [Int64] = []

    func row(end: Int64) -> Panel.Row {
        var shapes: [Panel.Shape] = shown.map { .init(.onScreen, at: $0.from, until: $0.to ?? end) }
        shapes += failures.map { .init(.cross(.noAd), at: $0) }
        shapes += taps.map { .init(.click, at: $0) }
        var parts = [shown.isEmpty ? "never shown" : "shown " + counted(shown.count, "time")]
        if !taps.isEmpty { parts.append(counted(taps.count, "tap")) }
        if !failures.isEmpty { parts.append("\(failures.count) unfilled") }
        return Panel.Row(
            label: Phrase("", name: name, .name), shapes: shapes, words: Phrase(parts.joined(separator: ", ")))
    }
}

/// The history of a conversion in a drawing: its windows and postbacks.
struct ConversionHistory {
    struct Window {
        var index: Int
        var framework: Framework
        /// Whether this is the timer of SKAdNetwork before version 4, which has no windows.
        var isTimer: Bool
        /// The time at which the window opened; nil if it was superseded before.
        var start: Int64?
        var end: Int64
        var state = WindowFact.State.opened
        /// Whether it was locked by the app's next conversion.
        var isByConversion = false
        var updates: [Int64] = []
        /// Why there is no postback.
        var silence: OutcomeReason?
    }

    /// The delivery of a postback to one recipient.
    typealias Delivery = (
        body: PostbackDescription, to: PostbackFact.Recipient, preparedAt: Int64,
        attempts: [(at: Int64, outcome: Outcome, status: Int)]
    )

    var number: Int
    var at: Int64
    var title: Phrase
    var windows: [Window] = []
    var deliveries: [Delivery] = []
    /// The frameworks without any postback, and why.
    var silences: [(at: Int64, framework: Framework, code: OutcomeReason)] = []
    /// The number of the app's next conversion, if that ended this one.
    var successor: Int?

    private var successorName: String { successor.map { "#\($0)" } ?? "the next conversion" }

    // MARK: - Panel

    var panel: Panel {
        Panel(title: title, rows: windows.map(row) + deliveries.map(row) + silences.filter(isNews).map(row))
    }

    private static func label(_ name: String, _ framework: Framework) -> Phrase {
        Phrase(framework == .skAdNetwork ? name + ", SKAN" : name)
    }

    private func row(_ window: Window) -> Panel.Row {
        var shapes: [Panel.Shape] = []
        if let start = window.start {
            shapes.append(.init(window.state == .removed ? .removedWindow : .window, at: start, until: window.end))
        }
        shapes += window.updates.map { .init(.update, at: $0) }
        switch window.state {
        case .opened, .closed: break
        case .locked: shapes.append(.init(.lock, at: window.end))
        case .removed: shapes.append(.init(.cross(.removed), at: window.end))
        }
        return Panel.Row(
            label: Self.label(window.isTimer ? "timer" : "window \(window.index + 1)", window.framework),
            shapes: shapes, at: window.end, words: Phrase(words(window)))
    }

    private func words(_ window: Window) -> String {
        let end =
            switch window.state {
            case .opened: "open"
            case .closed: window.silence == .noUpdate ? "ended without an update" : "ended"
            case .locked: "locked by " + (window.isByConversion ? successorName : "an update")
            case .removed: "superseded by \(successorName)"
            }
        switch window.silence {
        case .tierZero?: return end + ", no postback: tier 0"
        case .cleared?: return end + ", cleared"
        default: return end
        }
    }

    /// Whether the windows do not show this already.
    private func isNews(_ silence: (at: Int64, framework: Framework, code: OutcomeReason)) -> Bool {
        silence.code != .superseded || !windows.contains { $0.framework == silence.framework }
    }

    private func row(_ silence: (at: Int64, framework: Framework, code: OutcomeReason)) -> Panel.Row {
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
            shapes.append(.init(.delay, at: from, until: attempt.at))
            from = attempt.at
        }
        shapes += delivery.attempts.map { attempt in
            switch attempt.outcome {
            case .delivered: .init(.delivered, at: attempt.at)
            case .retry: .init(.retried, at: attempt.at)
            default: .init(.cross(.givenUp), at: attempt.at)
            }
        }
        let body = delivery.body
        var parts: [String] = []
        if let fine = body.fine { parts.append("fine \(fine.rawValue)") }
        if let coarse = body.coarse { parts.append(coarse.rawValue) }
        if !body.didWin { parts.append("lost") }
        parts.append("tier \(body.tier.rawValue)")
        if let limit = body.limit { parts.append(limit) }
        if delivery.attempts.count > 1 { parts.append("attempt \(delivery.attempts.count)") }
        if let last = delivery.attempts.last, last.outcome == .givenUp {
            parts.append("given up: " + (last.status == 0 ? "no answer" : "\(last.status)"))
        }
        let (name, recipient) = delivery.to == .developer ? ("copy", "developer") : ("postback", body.network)
        return Panel.Row(
            label: Self.label("\(name) \(body.window.rawValue + 1)", body.framework), shapes: shapes,
            at: delivery.attempts.last?.at,
            words: Phrase(parts.joined(separator: ", ") + " → ", name: recipient, .name))
    }

    // MARK: - Description

    /// Returns a sentence for readers who cannot see the drawing.
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
