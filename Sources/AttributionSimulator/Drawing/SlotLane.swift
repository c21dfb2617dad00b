import AttributionBytes
import AttributionDrawing

/// The history of a slot in a drawing.
struct SlotLane {
    var name: String
    /// The times on screen. The last may have no end.
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
