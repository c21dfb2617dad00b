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

extension TimelineModel {
    /// The place of an impression's lane, made at its first event.
    mutating func lane(of impression: AdImpression) -> Int {
        let name = AdLane.Name(impression)
        if let place = adPlaces[name] { return place }
        adPlaces[name] = ads.count
        ads.append(AdLane(network: impression.network))
        return ads.count - 1
    }

    mutating func draw(
        _ name: EventName, _ impression: AdImpression, _ outcome: Outcome, _ code: Code?, at: Int64
    ) -> Int {
        let place = lane(of: impression)
        guard outcome == .recorded else {
            ads[place].marks.append((at, .cross(.refused)))
            ads[place].refused = (at, code.map { "\(outcome.rawValue): \($0.rawValue)" } ?? outcome.rawValue)
            switch name {
            case .endView, .closeOverlay, .closeProductPage: ads[place].end(at)
            // Told of the view that was open until now.
            case .beginView where code == .viewOverwritten || code == .viewNotEnded: ads[place].end(at)
            default: break
            }
            return place
        }
        switch name {
        case .beginView: ads[place].begin(at)
        case .openOverlay, .openProductPage:
            ads[place].begin(at)
            if impression.skAdNetwork?.isWeb == false { ads[place].record(.click, at) }
        case .closeOverlay, .closeProductPage: ads[place].end(at)
        case .endView:
            ads[place].end(at)
            ads[place].record(.view, at)
        case .view: ads[place].record(.view, at)
        case .tap: ads[place].record(.click, at)
        default: break
        }
        return place
    }

    /// Notes what a decision made of the impressions that it looked at.
    mutating func draw(_ considered: [Considered], conversion: Int?) {
        for entry in considered {
            let place = lane(of: entry.impression)
            let number = conversion.map { " #\($0)" } ?? ""
            let words =
                switch entry.outcome {
                case .won: "\(entry.interaction.rawValue) won\(number)"
                case .lost: "\(entry.interaction.rawValue) lost\(number)"
                default: "\(entry.interaction.rawValue) not qualified"
                }
            if entry.outcome == .won { ads[place].win(entry.interaction, entry.at) }
            ads[place].results.append(
                (entry.at, words + (entry.code.map { ": \($0.rawValue)" } ?? ""), entry.outcome == .won))
        }
    }

    /// How many impressions and decisions are drawn; beyond that nobody sees anything.
    private static let mostLanes = 40

    /// Impressions, and the conversions that were decided between them; nil without any impression.
    var impressionPanel: Panel? {
        guard !ads.isEmpty else { return nil }
        // Those that a decision was about come first where there are too many.
        let order =
            ads.indices.filter { !ads[$0].results.isEmpty } + ads.indices.filter { ads[$0].results.isEmpty }
        let drawn = order.prefix(Self.mostLanes).sorted()
        let end = ads.flatMap { $0.marks.map(\.at) + $0.shown.flatMap { [$0.from, $0.to ?? $0.from] } }.max() ?? 0
        let lastDecision = decisions.map(\.at).max() ?? end
        var rows = drawn.map { ads[$0].row(number: adNumber($0), end: max(end, lastDecision)) }
        if ads.count > drawn.count {
            rows.append(.init(label: Phrase(""), words: Phrase("and \(ads.count - drawn.count) more among the events")))
        }
        let shown = decisions.prefix(Self.mostLanes)
        for decision in shown {
            rows.append(
                .init(
                    label: Phrase(decision.number.map { "conversion \($0)" } ?? "no conversion"),
                    shapes: [.mark(at: decision.at, decision.number == nil ? .cross(.noConversion) : .conversion)],
                    at: decision.at, words: Phrase(decision.words)))
        }
        if decisions.count > shown.count {
            rows.append(
                .init(
                    label: Phrase(""), words: Phrase("and \(decisions.count - shown.count) more among the events")))
        }
        return Panel(
            title: Phrase("impressions"), rows: rows, moments: shown.filter { $0.number != nil }.map(\.at))
    }

    /// The number that tells an impression from others; nil where it is the only one.
    func adNumber(_ place: Int) -> Int? { ads.count > 1 ? place + 1 : nil }
}
