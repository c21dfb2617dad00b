import AttributionBase
import AttributionModel

// How facts change the lanes of impressions, conversions and slots.

extension TimelineModel {
    /// Returns the index of an impression's lane, which is created at the first event.
    mutating func lane(of impression: AdImpression) -> Int {
        // The identifier alone is not unique across networks.
        let name = [impression.framework.rawValue, impression.network, impression.key]
        if let index = adPlaces[name] { return index }
        adPlaces[name] = ads.count
        ads.append(AdLane(network: impression.network))
        return ads.count - 1
    }

    mutating func draw(
        _ name: EventName, _ impression: AdImpression, _ outcome: Outcome, _ code: OutcomeReason?, at: Int64
    ) {
        let index = lane(of: impression)
        guard outcome == .recorded else {
            ads[index].marks.append((at, .cross(.refused)))
            ads[index].refused = (at, Self.result(outcome, code))
            switch name {
            case .endView, .closeOverlay, .closeProductPage: ads[index].end(at)
            // Such a fact reports the end of an earlier view that was still open.
            case .beginView where code == .viewOverwritten || code == .viewNotEnded: ads[index].end(at)
            default: break
            }
            return
        }
        switch name {
        case .beginView: ads[index].begin(at)
        case .openOverlay, .openProductPage:
            ads[index].begin(at)
            if impression.skAdNetwork?.isWeb == false { ads[index].record(.click, at) }
        case .closeOverlay, .closeProductPage: ads[index].end(at)
        case .endView:
            ads[index].end(at)
            ads[index].record(.view, at)
        case .view: ads[index].record(.view, at)
        case .tap: ads[index].record(.click, at)
        default: break
        }
    }

    /// Records the results of the impressions that a decision considered.
    mutating func draw(_ considered: [ConsideredImpression], conversion: Int?) {
        for entry in considered {
            let index = lane(of: entry.impression)
            let number = conversion.map { " #\($0)" } ?? ""
            let words =
                switch entry.outcome {
                case .won: "\(entry.interaction.rawValue) won\(number)"
                case .lost: "\(entry.interaction.rawValue) lost\(number)"
                default: "\(entry.interaction.rawValue) not qualified"
                }
            if entry.outcome == .won { ads[index].win(entry.interaction, entry.at) }
            ads[index].results.append(
                (entry.at, words + (entry.code.map { ": \($0.rawValue)" } ?? ""), entry.outcome == .won))
        }
    }

    /// The greatest number of impressions, and of decisions, in a drawing. More would be unreadable.
    private static let mostLanes = 40

    /// The impressions and the decisions on conversions; nil if there are no impressions.
    var impressionPanel: Panel? {
        guard !ads.isEmpty else { return nil }
        // If there are too many, impressions with results come first.
        let order = ads.indices.filter { !ads[$0].results.isEmpty } + ads.indices.filter { ads[$0].results.isEmpty }
        let drawn = order.prefix(Self.mostLanes).sorted()
        let end = ads.flatMap { $0.marks.map(\.at) + $0.shown.flatMap { [$0.from, $0.to ?? $0.from] } }.max() ?? 0
        let lastDecision = decisions.map(\.at).max() ?? end
        var rows = drawn.map { ads[$0].row(number: adNumber($0), end: max(end, lastDecision)) }
        func add(notDrawn count: Int) {
            if count > 0 { rows.append(.init(label: Phrase(""), words: Phrase("and \(count) more among the events"))) }
        }
        add(notDrawn: ads.count - drawn.count)
        let shown = decisions.prefix(Self.mostLanes)
        rows += shown.map { decision in
            Panel.Row(
                label: Phrase(decision.number.map { "conversion \($0)" } ?? "no conversion"),
                shapes: [.init(decision.number == nil ? .cross(.noConversion) : .conversion, at: decision.at)],
                at: decision.at, words: Phrase(decision.words))
        }
        add(notDrawn: decisions.count - shown.count)
        return Panel(title: Phrase("impressions"), rows: rows, moments: shown.filter { $0.number != nil }.map(\.at))
    }

    /// The number that distinguishes an impression from others; nil if it is the only one.
    func adNumber(_ index: Int) -> Int? { ads.count > 1 ? index + 1 : nil }
}

extension TimelineModel {
    mutating func draw(_ fact: WindowFact, at: Int64) {
        guard let index = conversionPlaces[fact.conversion] else { return }
        if fact.state == .opened {
            conversions[index].windows.append(
                .init(
                    index: fact.index, framework: fact.framework, isTimer: fact.isTimer, start: at,
                    end: fact.until ?? at))
            return putUpdates(at: at)
        }
        let isByConversion = fact.state == .locked && fact.code == .byConversion
        if isByConversion || fact.state == .removed { superseded.append(index) }
        let known = conversions[index].windows.lastIndex { $0.index == fact.index && $0.framework == fact.framework }
        guard let known else { return }
        conversions[index].windows[known].end = at
        conversions[index].windows[known].state = fact.state
        conversions[index].windows[known].isByConversion = isByConversion
    }

    mutating func draw(_ fact: NoPostbackFact, at: Int64) {
        guard let conversion = conversionPlaces[fact.conversion] else { return }
        if fact.code == .superseded { superseded.append(conversion) }
        guard let index = fact.index else {
            return conversions[conversion].silences.append((at, fact.framework, fact.code))
        }
        let known = conversions[conversion].windows.lastIndex { $0.index == index && $0.framework == fact.framework }
        if let known {
            conversions[conversion].windows[known].silence = fact.code
        } else if fact.code == .superseded {
            conversions[conversion].windows.append(
                .init(index: index, framework: fact.framework, isTimer: false, start: nil, end: at, state: .removed))
        }
    }

    mutating func draw(_ fact: PostbackFact, at: Int64) {
        guard let index = conversionPlaces[fact.body.conversion] else { return }
        let attempt = (at: at, outcome: fact.outcome, status: fact.status)
        let known = conversions[index].deliveries.lastIndex {
            $0.to == fact.to && $0.body.identifier == fact.body.identifier && $0.attempts.count == fact.attempt - 1
        }
        if let known {
            conversions[index].deliveries[known].attempts.append(attempt)
        } else {
            conversions[index].deliveries.append((fact.body, fact.to, fact.preparedAt, [attempt]))
        }
    }

    /// Adds updates to the windows to which they applied. An update that opens a window is reported before the window, so it is kept until
    /// then.
    mutating func putUpdates(at: Int64) {
        pendingUpdates.removeAll { $0.at != at || $0.frameworks.isEmpty }
        for update in pendingUpdates.indices {
            let (conversion, index) = (pendingUpdates[update].conversion, pendingUpdates[update].index)
            for window in conversions[conversion].windows.indices {
                let known = conversions[conversion].windows[window]
                guard known.index == index, known.start != nil, known.state == .opened,
                    pendingUpdates[update].frameworks.remove(known.framework) != nil
                else { continue }
                conversions[conversion].windows[window].updates.append(at)
            }
        }
    }

    /// Begins a conversion. It supersedes those that were just reported as superseded.
    mutating func begin(_ conversion: ConversionHistory) {
        conversionPlaces[conversion.number] = conversions.count
        conversions.append(conversion)
        for index in superseded where conversions[index].successor == nil {
            conversions[index].successor = conversion.number
        }
        superseded = []
    }
}

extension TimelineModel {
    mutating func changeLane(of slot: String, _ change: (inout SlotLane) -> Void) {
        let index = slotPlaces[slot, default: slots.count]
        if index == slots.count {
            slotPlaces[slot] = index
            slots.append(SlotLane(name: slot))
        }
        change(&slots[index])
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

    /// The slots of the host; nil if there is no host.
    var slotPanel: Panel? {
        guard !slots.isEmpty else { return nil }
        return Panel(title: Phrase("ads on screen"), rows: slots.map { $0.row(end: lastHostTime) })
    }
}
