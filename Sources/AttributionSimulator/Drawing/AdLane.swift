import AdAttribution
import AttributionDrawing

/// What became of an impression.
struct AdLane {
    /// Which impression it is: the identifier alone may have been used by another network too.
    struct Name: Hashable {
        let framework: AdFramework
        let network: String
        let identifier: String

        init(_ impression: AdImpression) {
            framework = impression.framework
            network = impression.network
            identifier = impression.key
        }
    }

    var network: String
    /// When it was on screen; the last may have no end.
    var shown: [(from: Int64, to: Int64?)] = []
    var marks: [(at: Int64, mark: Panel.Mark)] = []
    /// Its last view or click that was recorded.
    var recorded: (at: Int64, words: String)?
    /// The last that was refused or ignored.
    var refused: (at: Int64, words: String)?
    /// What conversions made of it.
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
        let (plain, won): (Panel.Mark, Panel.Mark) = interaction == .click ? (.click, .wonClick) : (.view, .wonView)
        if let place = marks.lastIndex(where: { $0.at == at && $0.mark == plain }) {
            marks[place].mark = won
        } else {
            marks.append((at, won))
        }
    }

    /// The lane as a row.
    func row(number: Int?, end: Int64) -> Panel.Row {
        var shapes: [Panel.Shape] = shown.map { .stretch(from: $0.from, to: $0.to ?? end, .viewing) }
        shapes += marks.map { .mark(at: $0.at, $0.mark) }
        // What it won comes first, for all of it may not fit.
        let results = results.filter(\.isWon) + results.filter { !$0.isWon }
        let told = results.first.map { (at: $0.at, words: $0.words) } ?? recorded ?? refused
        let words = results.isEmpty ? told?.words ?? "" : results.map(\.words).joined(separator: "; ")
        return Panel.Row(
            label: Phrase(number.map { "ad \($0) " } ?? "", name: network, .name), shapes: shapes, at: told?.at,
            words: Phrase(words))
    }
}
