import AttributionBase
import AttributionModel

/// The contents of a timeline drawing: the events, and the history of each impression and conversion.
struct TimelineModel {
    struct Row {
        var at: Int64
        var name: String
        /// The index of the impression that the event is about.
        var ad: Int?
        var subject: Phrase
        var result: Phrase
        var isGood: Bool
        /// Whether the row is a detail of the row before it.
        var isDetail = false
    }

    let start: Int64
    private(set) var rows: [Row] = []
    var ads: [AdLane] = []
    var adPlaces: [[String]: Int] = [:]
    /// The decisions on whether an installation or a tap is a conversion, with its number if it is.
    private(set) var decisions: [(at: Int64, number: Int?, words: String)] = []
    var conversions: [ConversionHistory] = []
    var conversionPlaces: [Int: Int] = [:]
    /// The indices of conversions that the next conversion will end.
    var superseded: [Int] = []
    /// Updates whose window may not have opened yet.
    var pendingUpdates: [(conversion: Int, index: Int, at: Int64, frameworks: Set<Framework>)] = []
    /// The slots of a host, in the order in which facts first mention them.
    var slots: [SlotLane] = []
    var slotPlaces: [String: Int] = [:]
    /// The time of the last fact about a host.
    private(set) var lastHostTime: Int64

    init(_ entries: [TimelineEntry], start: Int64) {
        self.start = start
        lastHostTime = start
        for entry in entries { add(entry) }
    }

    var panels: [Panel] { [impressionPanel, slotPanel].compactMap { $0 } + conversions.map(\.panel) }

    /// Returns the subject of a row, with the number of its impression if there are several.
    func subject(of row: Row) -> Phrase {
        guard let ad = row.ad else { return row.subject }
        return Phrase(adNumber(ad).map { "ad \($0) " } ?? "", name: ads[ad].network, .name)
    }

    // MARK: - Events

    private mutating func row(_ at: Int64, _ name: String, _ subject: Phrase, _ result: String, isGood: Bool = true) {
        rows.append(Row(at: at, name: name, subject: subject, result: Phrase(result), isGood: isGood))
    }

    private mutating func row(
        _ at: Int64, _ name: String, ad: AdImpression, _ result: String, isGood: Bool, isDetail: Bool = false
    ) {
        rows.append(
            Row(
                at: at, name: name, ad: lane(of: ad), subject: Phrase(""), result: Phrase(result), isGood: isGood,
                isDetail: isDetail))
    }

    static func result(_ outcome: Outcome, _ code: OutcomeReason?) -> String {
        code.map { "\(outcome.rawValue): \($0.rawValue)" } ?? outcome.rawValue
    }

    private mutating func add(_ entry: TimelineEntry) {
        let at = entry.at
        let kind = entry.fact.kind.rawValue
        switch entry.fact {
        case .ad(let name, let impression, let outcome, let code):
            draw(name, impression, outcome, code, at: at)
            row(at, name.rawValue, ad: impression, Self.result(outcome, code), isGood: outcome == .recorded)
        case .sheetView(let impression):
            ads[lane(of: impression)].record(.view, at)
            row(at, EventName.view.rawValue, ad: impression, Outcome.recorded.rawValue, isGood: true)
        case .app(let name, let app, let fact): addApp(at, name, app, fact)
        case .setting(let name, let isOn):
            row(at, name.rawValue, Phrase(isOn.map { $0 ? "on" : "off" } ?? ""), "")
        case .warning(let code, .impression(let impression)):
            row(at, kind, ad: impression, code.rawValue, isGood: false)
        case .warning(let code, .app(let app)):
            row(at, kind, Phrase(String(app)), code.rawValue, isGood: false)
        case .warning(let code, .configuration(let app, let key, _)):
            row(at, kind, Phrase("\(app) ", name: key, .name), code.rawValue, isGood: false)
        case .evicted(let impression):
            let index = lane(of: impression)
            ads[index].marks.append((at, .cross(.evicted)))
            ads[index].recorded = (at, kind)
            row(at, kind, ad: impression, "", isGood: false)
        case .openURL(_, let url): row(at, kind, Phrase("", name: url, .url), "")
        case .openApp(let app, let code):
            row(at, kind, Phrase(String(app)), code?.rawValue ?? "", isGood: code == nil)
        case .openMarketplace(let app): row(at, kind, Phrase(String(app)), "")
        case .conversion(let fact): add(at, fact)
        case .noConversion(let app, let code, let considered):
            row(at, "no conversion", Phrase(String(app)), code.rawValue, isGood: false)
            decisions.append((at, nil, code.rawValue))
            add(at, considered, conversion: nil)
        case .window(let fact): draw(fact, at: at)
        case .postback(let fact): draw(fact, at: at)
        case .noPostback(let fact):
            let window = fact.index.map { ", window \($0 + 1)" } ?? ""
            let subject = Phrase("conversion \(fact.conversion)\(window)")
            row(at, "no postback", subject, fact.code.rawValue, isGood: false)
            draw(fact, at: at)
        case .host(let fact): add(at, fact)
        }
    }

    private mutating func add(_ at: Int64, _ considered: [ConsideredImpression], conversion: Int?) {
        draw(considered, conversion: conversion)
        for entry in considered where entry.outcome != .won {
            row(
                at, entry.outcome.rawValue, ad: entry.impression, entry.code?.rawValue ?? "", isGood: false,
                isDetail: true)
        }
    }

    private mutating func add(_ at: Int64, _ fact: ConversionFact) {
        let won = fact.considered.first { $0.outcome == .won }
        let words = "\(fact.type.rawValue), won by a \(won?.interaction.rawValue ?? "click")"
        if let winner = fact.winner {
            row(at, "conversion \(fact.number)", ad: winner, words, isGood: true)
        } else {
            row(at, "conversion \(fact.number)", Phrase(""), words)
        }
        decisions.append((at, fact.number, fact.type.rawValue))
        add(at, fact.considered, conversion: fact.number)
        let title = Phrase("conversion \(fact.number): \(words) of ", name: fact.winner?.network ?? "", .name)
        begin(ConversionHistory(number: fact.number, at: at, title: title))
    }

    private mutating func addApp(_ at: Int64, _ name: EventName, _ app: UInt64, _ fact: AppFact) {
        var result = fact.code.map { Self.result(fact.outcome, $0) } ?? fact.type?.rawValue ?? ""
        if fact.code == nil, let conversion = fact.conversion, let index = fact.index {
            result = "conversion \(conversion), window \(index + 1)"
            if let conversion = conversionPlaces[conversion] {
                // A call of SKAdNetwork reaches both frameworks.
                let isAdAttributionKit = fact.update?.framework != .skAdNetwork
                pendingUpdates.append(
                    (
                        conversion, index, at,
                        isAdAttributionKit ? [.adAttributionKit] : [.adAttributionKit, .skAdNetwork]
                    ))
            }
        }
        var subject = Phrase(String(app))
        if let event = fact.event {
            subject = Phrase(event.revenue.map { "\($0.exact) " } ?? "", name: event.name, .name)
        } else if let update = fact.update {
            subject = Phrase("fine \(update.fine)" + (update.coarse.map { ", \($0.rawValue)" } ?? ""))
            if update.locks { subject.lead += ", lock" }
            if let because = fact.because { subject = Phrase(subject.lead + ": ", name: because, .name) }
        }
        row(at, name.rawValue, subject, result, isGood: fact.code == nil)
        if name == .createPostbacks, let number = fact.conversion {
            let title = "conversion \(number): \(fact.type?.rawValue ?? ""), made in developer settings"
            conversionPlaces[number] = conversions.count
            conversions.append(ConversionHistory(number: number, at: at, title: Phrase(title)))
        }
        putUpdates(at: at)
    }

    // MARK: - Host

    private mutating func add(_ at: Int64, _ fact: HostFact) {
        if case .earnings = fact {} else { lastHostTime = max(lastHostTime, at) }
        switch fact {
        case .event(let name, let detail):
            let subject =
                switch detail {
                case .none: Phrase("")
                case .screen(let screen): Phrase("", name: screen, .name)
                case .orientation(let orientation): Phrase(orientation.rawValue)
                case .isUp(let isUp): Phrase(isUp ? "up" : "down")
                case .isOn(let isOn): Phrase(isOn ? "on" : "off")
                }
            row(at, name.rawValue, subject, "")
        case .slot(let fact):
            draw(fact, at: at)
            let isLaid = fact.state == .loaded || fact.state == .resized || fact.state == .refused
            let details = [fact.reason?.rawValue, isLaid ? fact.size?.rawValue : nil].compactMap { $0 }
            let result = ([fact.state.rawValue] + details).joined(separator: " ")
            row(at, "slot", Phrase("", name: fact.slot, .name), result, isGood: fact.reason == nil)
        case .action(let fact):
            if let slot = fact.slot, fact.state == .began { changeLane(of: slot) { $0.taps.append(at) } }
            let result = fact.state.rawValue + (fact.reason.map { ": \($0.rawValue)" } ?? "")
            let isGood = fact.reason == nil && fact.state != .refused
            row(at, "action", Phrase("", name: fact.slot ?? "", .name), result, isGood: isGood)
        case .pause, .resume: row(at, fact.name, Phrase(""), "")
        case .guideline(let guideline):
            let subject = Phrase("", name: guideline.slot ?? guideline.screen ?? "", .name)
            row(at, fact.name, subject, guideline.rule.id, isGood: guideline.severity == .note)
        case .earnings(let day):
            let ecpm = day.perThousand.map { ", eCPM \($0)" } ?? ""
            row(at, "earnings", Phrase(day.date), "\(day.revenue.exact) \(day.currency)\(ecpm)")
        }
    }
}
