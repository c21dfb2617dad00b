import AdAttribution
import AttributionBase

extension HostFact {
    /// The name of the event in the timeline.
    package var name: String {
        switch self {
        case .event(let name, _): name.rawValue
        case .slot: "slot"
        case .action: "action"
        case .pause: "pause"
        case .resume: "resume"
        case .guideline(let fact): fact.severity.rawValue
        case .earnings: "earnings"
        }
    }

    /// The name of the reason, and the reason as the timeline gives it.
    var cause: (code: String?, words: String?) {
        switch self {
        case .slot(let fact): (nil, fact.reason?.rawValue)
        case .action(let fact): (nil, fact.reason?.rawValue)
        case .guideline(let fact): (fact.rule.id, fact.rule.summary)
        default: (nil, nil)
        }
    }

    /// Appends the members of the entry behind the event's name.
    func append(to output: inout ByteBuffer) {
        switch self {
        case .event(_, .none), .pause, .resume: break
        case .event(_, .screen(let name)): output.member("screen", name)
        case .event(_, .orientation(let orientation)): output.member("to", word: orientation)
        case .event(_, .isUp(let isUp)): output.member("up", isUp)
        case .event(_, .isOn(let isOn)): output.member("on", isOn)
        case .slot(let fact):
            output.member("slot", fact.slot)
            output.member("state", word: fact.state)
            output.member("reason", ifAny: fact.reason?.rawValue)
            output.member("impression", ifAny: fact.impression)
            output.member("size", ifAny: fact.size?.rawValue)
        case .action(let fact):
            output.member("slot", ifAny: fact.slot)
            output.member("state", word: fact.state)
            output.member("reason", ifAny: fact.reason?.rawValue)
            if let leaves = fact.leavesApplication { output.member("leaves-application", leaves) }
        case .guideline(let fact):
            output.member("screen", ifAny: fact.screen)
            output.member("slot", ifAny: fact.slot)
            output.member("code", fact.rule.id)
            output.member("reason", fact.rule.summary)
            output.member("found", fact.found)
            output.member("wanted", fact.rule.wanted)
        case .earnings(let day):
            output.member("app", day.app)
            output.member("day", day.date)
            output.member("requests", day.requests)
            output.member("impressions", day.impressions)
            output.member("clicks", day.clicks)
            output.member("revenue", day.revenue.exact)
            output.member("currency", day.currency)
            output.member("ecpm", day.perThousand.map(JSONValue.string) ?? .null)
            output.member("fills", day.fills)
            output.member("test-impressions", day.testImpressions)
        }
    }
}

extension DayEarnings {
    /// The date in UTC, such as `2026-01-01`.
    package var date: String { String(TimeWriter.text(day * TimeSpan.day).prefix(10)) }
}
