import AdAttribution
import AttributionBase
import AttributionDrawing

/// The history of an impression in a drawing.
struct AdLane {
    /// The identity of an impression. The identifier alone is not unique across networks.
    struct Name: Hashable {
        let framework: AdFramework
        let network: String
        let identifier: String
    }

    var network: String
    /// The times on screen. The last may have no end.
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
        if let place = marks.lastIndex(where: { $0.at == at && $0.mark == plain }) {
            marks[place].mark = won
        } else {
            marks.append((at, won))
        }
    }

    /// Returns the lane as a row.
    func row(number: Int?, end: Int64) -> Panel.Row {
        var shapes: [Panel.Shape] = shown.map { .init(.viewing, at: $0.from, until: $0.to ?? end) }
        shapes += marks.map { .init($0.mark, at: $0.at) }
        // The win comes first, since the text may be truncated.
        let results = results.filter(\.isWon) + results.filter { !$0.isWon }
        let told = results.first.map { (at: $0.at, words: $0.words) } ?? recorded ?? refused
        let words = results.isEmpty ? told?.words ?? "" : results.map(\.words).joined(separator: "; ")
        return Panel.Row(
            label: Phrase(number.map { "ad \($0) " } ?? "", name: network, .name), shapes: shapes, at: told?.at,
            words: Phrase(words))
    }
}

/// The history of a slot in a drawing.
struct SlotLane {
    var name: String
    /// The times on screen. The last may have no end.
    var shown: [(from: Int64, to: Int64?)] = []
    var failures: [Int64] = []
    var taps: [Int64] = []

    func row(end: Int64) -> Panel.Row {
        var shapes: [Panel.Shape] = shown.map { .init(.onScreen, at: $0.from, until: $0.to ?? end) }
        shapes += failures.map { .init(.cross(.noAd), at: $0) }
        shapes += taps.map { .init(.click, at: $0) }
        var told = [shown.isEmpty ? "never shown" : "shown " + counted(shown.count, "time")]
        if !taps.isEmpty { told.append(counted(taps.count, "tap")) }
        if !failures.isEmpty { told.append("\(failures.count) unfilled") }
        return Panel.Row(
            label: Phrase("", name: name, .name), shapes: shapes, words: Phrase(told.joined(separator: ", ")))
    }
}
