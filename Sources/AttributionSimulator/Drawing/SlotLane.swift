import AttributionDrawing
import Bytes

/// When the ad of a slot was on screen.
struct SlotLane {
    var name: String
    /// The last may have no end.
    var shown: [(from: Int64, to: Int64?)] = []
    var failures: [Int64] = []
    var taps: [Int64] = []

    func row(end: Int64) -> Panel.Row {
        var shapes: [Panel.Shape] = shown.map { .stretch(from: $0.from, to: $0.to ?? end, .onScreen) }
        shapes += failures.map { .mark(at: $0, .cross(.noAd)) }
        shapes += taps.map { .mark(at: $0, .click) }
        var told = [shown.isEmpty ? "never shown" : "shown " + counted(shown.count, "time")]
        if !taps.isEmpty { told.append(counted(taps.count, "tap")) }
        if !failures.isEmpty { told.append("\(failures.count) unfilled") }
        return Panel.Row(
            label: Phrase("", name: name, .name), shapes: shapes, words: Phrase(told.joined(separator: ", ")))
    }
}

extension TimelineModel {
    mutating func changeLane(of slot: String, _ change: (inout SlotLane) -> Void) {
        let place =
            slots.firstIndex { $0.name == slot }
            ?? {
                slots.append(SlotLane(name: slot))
                return slots.count - 1
            }()
        change(&slots[place])
    }

    mutating func draw(_ fact: SlotFact, at: Int64) {
        changeLane(of: fact.slot) { lane in
            switch fact.state {
            case .shown: lane.shown.append((at, nil))
            case .hidden: if let last = lane.shown.indices.last { lane.shown[last].to = at }
            case .failed: lane.failures.append(at)
            case .loaded, .resized, .removed, .unloaded, .refused, .ignored: break
            }
        }
    }

    /// The ads of a host; nil without one.
    var slotPanel: Panel? {
        guard !slots.isEmpty else { return nil }
        return Panel(title: Phrase("ads on screen"), rows: slots.map { $0.row(end: lastHostTime) })
    }
}
