import AdAttribution
import StrictJSON

/// A timeline laid out for the eye: what happened, and of each conversion its windows and postbacks.
struct TimelineModel {
    /// One thing that happened.
    struct Row {
        var at: Int64
        var name: String
        var subject: String
        var result: String
        var isGood: Bool
    }

    struct Window {
        enum End { case open, closed, locked, removed }

        var index: Int
        var framework: AdFramework
        /// Nil for one that was removed before it opened.
        var start: Int64?
        var end: Int64
        var how = End.open
        var updates: [Int64] = []
    }

    struct Attempt {
        var index: Int
        var preparedAt: Int64
        var at: Int64
        var outcome: Outcome
        var to: PostbackFact.Recipient
        /// Such as `example.adattributionkit: fine 42`.
        var label: String
    }

    struct Conversion {
        var number: Int
        var at: Int64
        var title: String
        var windows: [Window] = []
        var attempts: [Attempt] = []

        /// From its beginning to the last of what came of it.
        var span: ClosedRange<Int64> {
            let ends = windows.map(\.end) + windows.compactMap(\.start) + attempts.map(\.at)
            return at...max(ends.max() ?? at, at + 1)
        }
    }

    var rows: [Row] = []
    var conversions: [Conversion] = []
    /// The slots of a host, in the order in which they were first told of.
    var slots: [SlotLane] = []
    /// When a host was first and last told of.
    var hostTimes: [Int64] = []

    init(_ entries: [TimelineEntry]) {
        for entry in entries { add(entry) }
    }

    private mutating func row(
        _ at: Int64, _ name: String, _ subject: String, _ result: String, isGood: Bool = true
    ) {
        rows.append(Row(at: at, name: name, subject: Self.plain(subject), result: result, isGood: isGood))
    }

    /// Text without what could drive a terminal.
    static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { plain.append(JSONText.isTerminalControl(scalar) ? "?" : scalar) }
        return String(plain)
    }

    private mutating func add(_ entry: TimelineEntry) {
        let at = entry.at
        switch entry.fact {
        case .ad(let name, let impression, let outcome, let code):
            let result = code.map { "\(outcome.rawValue): \($0.rawValue)" } ?? outcome.rawValue
            row(at, name.rawValue, impression.network, result, isGood: outcome == .recorded)
        case .app(let name, let app, let fact): addApp(at, name, app, fact)
        case .setting(let name, let isOn):
            row(at, name.rawValue, isOn.map { $0 ? "on" : "off" } ?? "", "")
        case .warning(let code, _): row(at, "warning", "", code.rawValue, isGood: false)
        case .evicted(let impression): row(at, "evicted", impression.network, "", isGood: false)
        case .openURL(_, let url): row(at, "open-url", url, "")
        case .openApp(let app, let code):
            row(at, "open-app", String(app), code?.rawValue ?? "", isGood: code == nil)
        case .openMarketplace(let app): row(at, "open-marketplace", String(app), "")
        case .conversion(let fact): add(at, fact)
        case .noConversion(let app, let code, let considered):
            row(at, "no conversion", String(app), code.rawValue, isGood: false)
            add(at, considered)
        case .window(let fact): add(at, fact)
        case .postback(let fact): add(at, fact)
        case .noPostback(let fact):
            let window = fact.index.map { ", window \($0 + 1)" } ?? ""
            row(at, "no postback", "conversion \(fact.conversion)\(window)", fact.code.rawValue, isGood: false)
        case .host(let fact): add(at, fact)
        }
    }

    private mutating func add(_ at: Int64, _ fact: HostFact) {
        if case .earnings = fact {} else { hostTimes = [hostTimes.first ?? at, at] }
        switch fact {
        case .event(let name, let detail):
            let subject =
                switch detail {
                case .none: ""
                case .screen(let screen): screen
                case .orientation(let orientation): orientation.rawValue
                case .isUp(let isUp): isUp ? "up" : "down"
                case .isOn(let isOn): isOn ? "on" : "off"
                }
            row(at, name.rawValue, subject, "")
        case .slot(let fact):
            draw(at, fact)
            let isLaid = fact.state == .loaded || fact.state == .resized || fact.state == .refused
            let details = [fact.reason?.rawValue, isLaid ? fact.size?.rawValue : nil].compactMap { $0 }
            row(
                at, "slot", fact.slot, ([fact.state.rawValue] + details).joined(separator: " "),
                isGood: fact.reason == nil)
        case .action(let fact):
            if let slot = fact.slot, fact.state == .began { changeLane(of: slot) { $0.taps.append(at) } }
            let result = fact.state.rawValue + (fact.reason.map { ": \($0.rawValue)" } ?? "")
            row(at, "action", fact.slot ?? "", result, isGood: fact.reason == nil && fact.state != .refused)
        case .pause, .resume: row(at, fact.name, "", "")
        case .guideline(let guideline):
            row(
                at, fact.name, guideline.slot ?? guideline.screen ?? "", guideline.rule.id,
                isGood: guideline.severity == .note)
        case .earnings(let day):
            let ecpm = day.perThousand.map { ", eCPM \($0)" } ?? ""
            row(at, "earnings", day.date, "\(day.revenue.exact) \(day.currency)\(ecpm)")
        }
    }

    private mutating func addApp(_ at: Int64, _ name: EventName, _ app: UInt64, _ fact: AppFact) {
        var result = fact.code.map { "\(fact.outcome.rawValue): \($0.rawValue)" } ?? fact.type?.rawValue ?? ""
        if fact.code == nil, let conversion = fact.conversion, let index = fact.index {
            result = "conversion \(conversion), window \(index + 1)"
            for place in conversions.indices where conversions[place].number == conversion {
                pendingUpdates.append((place, index, at))
            }
        }
        var subject = String(app)
        if let update = fact.update {
            subject = "fine \(update.fine)" + (update.coarse.map { ", \($0.rawValue)" } ?? "")
            if update.locks { subject += ", lock" }
        }
        row(at, name.rawValue, subject, result, isGood: fact.code == nil)
        if name == .createPostbacks, let number = fact.conversion {
            let title = "conversion \(number): \(fact.type?.rawValue ?? ""), made in developer settings"
            conversions.append(Conversion(number: number, at: at, title: title))
        }
        putUpdates()
    }

    /// Updates whose window opens with them, and so only after they are told.
    private var pendingUpdates: [(conversion: Int, index: Int, at: Int64)] = []

    private mutating func putUpdates() {
        pendingUpdates.removeAll { update in
            let windows = conversions[update.conversion].windows
            guard let place = windows.lastIndex(where: { $0.index == update.index && $0.start != nil }) else {
                return false
            }
            conversions[update.conversion].windows[place].updates.append(update.at)
            return true
        }
    }

    private mutating func add(_ at: Int64, _ considered: [Considered]) {
        for entry in considered where entry.outcome != .won {
            row(
                at, "  " + entry.outcome.rawValue, entry.impression.network, entry.code?.rawValue ?? "", isGood: false)
        }
    }

    private mutating func add(_ at: Int64, _ fact: ConversionFact) {
        let winner = Self.plain(fact.winner?.network ?? "")
        let interaction = fact.considered.first?.interaction.rawValue ?? "click"
        row(at, "conversion \(fact.number)", winner, "\(fact.type.rawValue), won by a \(interaction)")
        add(at, fact.considered)
        conversions.append(
            Conversion(
                number: fact.number, at: at,
                title: "conversion \(fact.number): \(fact.type.rawValue), won by a \(interaction) of \(winner)"))
    }

    private mutating func add(_ at: Int64, _ fact: WindowFact) {
        guard let place = conversions.firstIndex(where: { $0.number == fact.conversion }) else { return }
        if fact.state == .opened {
            conversions[place].windows.append(
                Window(index: fact.index, framework: fact.framework, start: at, end: fact.until ?? at))
            return putUpdates()
        }
        let end: Window.End = fact.state == .closed ? .closed : fact.state == .locked ? .locked : .removed
        let known = conversions[place].windows.firstIndex { $0.index == fact.index && $0.framework == fact.framework }
        guard let known else {
            conversions[place].windows.append(
                Window(index: fact.index, framework: fact.framework, start: nil, end: at, how: .removed))
            return
        }
        conversions[place].windows[known].end = at
        conversions[place].windows[known].how = end
    }

    private mutating func add(_ at: Int64, _ fact: PostbackFact) {
        guard let place = conversions.firstIndex(where: { $0.number == fact.body.conversion }) else { return }
        let body = fact.body
        var told: [String] = []
        if let fine = body.fine { told.append("fine \(fine.rawValue)") }
        if let coarse = body.coarse { told.append(coarse.rawValue) }
        if !body.didWin { told.append("lost") }
        told.append("tier \(body.tier.rawValue)")
        if fact.outcome != .delivered { told.append("\(fact.outcome.rawValue) \(fact.status)") }
        let to = fact.to == .developer ? "developer" : Self.plain(body.network)
        conversions[place].attempts.append(
            Attempt(
                index: body.window.rawValue, preparedAt: fact.preparedAt, at: at, outcome: fact.outcome, to: fact.to,
                label: "\(to): \(told.joined(separator: ", "))"))
    }
}

extension TimeSpan {
    /// Such as `3d4h`, and `0s` for nothing.
    static func text(_ span: Int64) -> String {
        let units: [(String, Int64)] = [("d", day), ("h", hour), ("m", minute), ("s", second), ("ms", 1)]
        var rest = span
        var text = ""
        for (name, length) in units where rest >= length {
            text += "\(rest / length)\(name)"
            rest %= length
        }
        return text.isEmpty ? "0s" : text
    }

    /// The same in its two largest units, for where there is little room.
    static func shortText(_ span: Int64) -> String {
        let step = span >= day ? hour : span >= hour ? minute : span >= minute ? second : 1
        return text(span / step * step)
    }
}
