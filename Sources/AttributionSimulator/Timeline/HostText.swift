import AdAttribution
import Bytes
import Rules
import StrictJSON

extension HostFact {
    /// The name of its line's event.
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

    /// Appends its line from the event's name on, without the closing brace.
    func append(to output: inout ByteBuffer) {
        output.append(text: name)
        output.append(ASCII.quote)
        switch self {
        case .event(_, let detail): Self.append(detail, to: &output)
        case .slot(let fact): Self.append(fact, to: &output)
        case .action(let fact): Self.append(fact, to: &output)
        case .pause, .resume: break
        case .guideline(let fact): Self.append(fact, to: &output)
        case .earnings(let day): Self.append(day, to: &output)
        }
    }

    // MARK: - Members

    private static func append(_ name: StaticString, _ text: String?, to output: inout ByteBuffer) {
        guard let text else { return }
        output.append(name)
        JSONText.appendString(text, to: &output)
    }

    private static func append(_ name: StaticString, _ number: Int, to output: inout ByteBuffer) {
        output.append(name)
        output.append(decimal: max(0, number))
    }

    private static func append(_ name: StaticString, _ value: Bool, to output: inout ByteBuffer) {
        output.append(name)
        output.append(value ? "true" : "false")
    }

    private static func append(_ detail: Detail, to output: inout ByteBuffer) {
        switch detail {
        case .none: break
        case .screen(let name): append(",\"screen\":", name, to: &output)
        case .orientation(let orientation): append(",\"to\":", orientation.rawValue, to: &output)
        case .isUp(let isUp): append(",\"up\":", isUp, to: &output)
        case .isOn(let isOn): append(",\"on\":", isOn, to: &output)
        }
    }

    private static func append(_ fact: SlotFact, to output: inout ByteBuffer) {
        append(",\"slot\":", fact.slot, to: &output)
        append(",\"state\":", fact.state.rawValue, to: &output)
        append(",\"reason\":", fact.reason?.rawValue, to: &output)
        append(",\"impression\":", fact.impression, to: &output)
        append(",\"size\":", fact.size?.rawValue, to: &output)
    }

    private static func append(_ fact: ActionFact, to output: inout ByteBuffer) {
        append(",\"slot\":", fact.slot, to: &output)
        append(",\"state\":", fact.state.rawValue, to: &output)
        append(",\"reason\":", fact.reason?.rawValue, to: &output)
        if let leaves = fact.leavesApplication { append(",\"leaves-application\":", leaves, to: &output) }
    }

    private static func append(_ fact: GuidelineFact, to output: inout ByteBuffer) {
        append(",\"screen\":", fact.screen, to: &output)
        append(",\"slot\":", fact.slot, to: &output)
        append(",\"code\":", fact.rule.id, to: &output)
        append(",\"reason\":", fact.rule.summary, to: &output)
        append(",\"found\":", fact.found, to: &output)
        append(",\"wanted\":", fact.rule.wanted, to: &output)
    }

    private static func append(_ day: DayEarnings, to output: inout ByteBuffer) {
        output.append(",\"app\":")
        output.append(number: day.app)
        append(",\"day\":", day.date, to: &output)
        append(",\"requests\":", day.requests, to: &output)
        append(",\"impressions\":", day.impressions, to: &output)
        append(",\"clicks\":", day.clicks, to: &output)
        append(",\"revenue\":", day.revenue.exact, to: &output)
        append(",\"currency\":", day.currency, to: &output)
        output.append(",\"ecpm\":")
        if let ecpm = day.perThousand { JSONText.appendString(ecpm, to: &output) } else { output.append("null") }
        append(",\"fills\":", day.fills, to: &output)
        append(",\"test-impressions\":", day.testImpressions, to: &output)
    }
}

extension DayEarnings {
    /// Such as `2026-01-01`.
    package var date: String { String(TimeWriter.text(day * TimeSpan.day).prefix(10)) }
}
