import AttributionBase
import AttributionModel
import AttributionSimulator
import AttributionTestSupport
import Testing

/// Properties of every timeline, derived from the articles and independent of the engine's code.
struct InvariantTests {
    /// The number of random scenarios; `make prove` uses a hundred thousand.
    static let scenarios = effort("AAK_SCENARIOS", usual: part(of: 2000))

    private struct Broken: Error {
        let what: String
    }

    private func hold(_ condition: Bool, _ what: @autoclosure () -> String) throws {
        if !condition { throw Broken(what: what()) }
    }

    @Test func everyTimelineKeepsTheRules() {
        var conversions = 0
        var postbacks = 0
        for seed in 0..<UInt64(Self.scenarios) {
            let scenario = RandomScenario(seed: seed)
            let entries = scenario.entries()
            do {
                try checkOrder(entries)
                try checkOutcomes(entries)
                let found = try checkConversions(entries, scenario)
                conversions += found.count
                postbacks += try checkPostbacks(entries, found, scenario)
                try checkWindows(entries)
                try checkAnotherView(entries, scenario)
            } catch {
                let what = (error as? Broken)?.what ?? "\(error)"
                Issue.record("seed \(seed): \(what)\n\(lines(scenario))")
                return
            }
        }
        // The scenarios have enough results to be useful.
        #expect(conversions > Self.scenarios / 3, "\(conversions)")
        #expect(postbacks > Self.scenarios / 4, "\(postbacks)")
    }

    private func lines(_ scenario: RandomScenario) -> String { scenario.play.lines.joined(separator: "\n") }

    // MARK: - Order and outcomes

    private func checkOrder(_ entries: [TimelineEntry]) throws {
        for (earlier, later) in zip(entries, entries.dropFirst()) {
            try hold(earlier.at <= later.at, "time goes back at \(later.at)")
        }
    }

    private func checkOutcomes(_ entries: [TimelineEntry]) throws {
        for entry in entries {
            switch entry.fact {
            case .ad(_, _, let outcome, let code):
                try hold((outcome == .recorded) == (code == nil), "a code without a reason to have one")
            case .app(let name, _, let fact):
                try hold((fact.outcome == .recorded) == (fact.code == nil), "a code without a reason to have one")
                if name == .update, let update = fact.update {
                    let isInRange = (0...63).contains(update.fine)
                    try hold(isInRange != (fact.code == .fineOutOfRange), "fine \(update.fine)")
                }
            default: break
            }
        }
    }

    // MARK: - Conversions

    private func checkConversions(
        _ entries: [TimelineEntry], _ scenario: RandomScenario
    ) throws -> [(at: Int64, fact: ConversionFact)] {
        let found = entries.compactMap { entry -> (at: Int64, fact: ConversionFact)? in
            if case .conversion(let fact) = entry.fact { (entry.at, fact) } else { nil }
        }
        let day: Int64 = 86_400_000
        for (index, (at, fact)) in found.enumerated() {
            try hold(fact.number == index + 1, "conversions are numbered from 1")
            let winners = fact.considered.filter { $0.outcome == .won }
            try hold(winners.count == 1, "\(winners.count) winners")
            let winner = winners[0]
            let networks = [winner.impression.network] + fact.runnersUp.map(\.network)
            try hold(Set(networks).count == networks.count, "a network twice among \(networks)")
            try hold(networks.count <= 6, "\(networks.count) networks")
            for loser in fact.considered where loser.outcome == .lost {
                try hold(
                    winner.interaction == .click || loser.interaction == .view, "a view won against a click")
                if winner.interaction == loser.interaction {
                    try hold(winner.at >= loser.at, "the earlier one won")
                }
                try hold(loser.code != nil, "lost without a reason")
                if fact.isDevelopment { try hold(loser.impression.publisher == 0, "production lost to development") }
            }
            if fact.type == .reEngagement {
                try hold(fact.runnersUp.isEmpty, "a re-engagement with runners-up")
                try hold(winner.impression.isEligibleForReEngagement, "an ineligible re-engagement")
                try hold(winner.interaction == .click && winner.at == at, "a re-engagement that is no tap")
            } else {
                let isAdAttributionKit = winner.impression.framework == .adAttributionKit
                let days =
                    winner.interaction == .click
                    ? (isAdAttributionKit ? scenario.clickDays : 30) : (isAdAttributionKit ? scenario.viewDays : 1)
                try hold(at - winner.at < Int64(days) * day, "an old \(winner.interaction) won")
            }
            for earlier in found[..<index] {
                let hours =
                    earlier.fact.type == .reEngagement ? scenario.reEngagementCooldown : scenario.installCooldown
                try hold(at - earlier.at >= Int64(hours) * 3_600_000, "a conversion within a cooldown")
            }
        }
        return found
    }

    // MARK: - Postbacks

    private struct Key: Hashable {
        var conversion: Int
        var network: String
        var index: Int
    }

    private func checkPostbacks(
        _ entries: [TimelineEntry], _ conversions: [(at: Int64, fact: ConversionFact)], _ scenario: RandomScenario
    ) throws -> Int {
        var identifiers: [Key: String] = [:]
        var first: [Key: Int64] = [:]
        for entry in entries {
            guard case .postback(let fact) = entry.fact else { continue }
            let body = fact.body
            let key = Key(conversion: body.conversion, network: body.network, index: body.window.rawValue)
            try hold(conversions.indices.contains(body.conversion - 1), "a postback without its conversion")
            let conversion = conversions[body.conversion - 1]
            // The windows of a SKAdNetwork conversion share its transaction-id.
            let owner =
                body.framework == .adAttributionKit
                ? key : Key(conversion: body.conversion, network: body.network, index: 0)
            let known = identifiers.updateValue(body.identifier.text, forKey: owner)
            try hold(known == nil || known == body.identifier.text, "another identifier for a copy or a retry")
            if fact.to == .adNetwork, fact.attempt == 1 {
                try hold(first.updateValue(entry.at, forKey: key) == nil, "a postback twice")
                try checkDelay(entry.at - fact.preparedAt, body, scenario)
            }
            if fact.to == .developer { try hold(body.didWin, "a copy of a nonwinning postback") }
            try hold(fact.attempt <= 10, "attempt \(fact.attempt)")
            try hold(
                body.didWin == (conversion.fact.winner?.network == body.network), "did-win is wrong")
            try checkDisclosure(body)
            try checkValues(body, entries)
        }
        try hold(Set(identifiers.values).count == identifiers.count, "two conversions of one identifier")
        for key in first.keys {
            let isWinner = conversions[key.conversion - 1].fact.winner?.network == key.network
            try hold(isWinner || key.index == 0, "a later nonwinning postback")
        }
        return first.count
    }

    private func checkDelay(_ delay: Int64, _ body: PostbackDescription, _ scenario: RandomScenario) throws {
        let hour: Int64 = 3_600_000
        if let version = body.version, version < .four {
            return try hold((0...24 * hour).contains(delay), "a delay of \(delay) after a timer")
        }
        let isShort = (300_000...600_000).contains(delay)
        if body.isDevelopment, scenario.play.world.developerMode, isShort { return }
        let most = body.window.rawValue == 0 ? 48 * hour : 144 * hour
        try hold((24 * hour...most).contains(delay), "a delay of \(delay) for index \(body.window.rawValue)")
    }

    /// The table of [Receiving postbacks in multiple conversion windows], cell by cell.
    private func checkDisclosure(_ body: PostbackDescription) throws {
        let tier = body.tier.rawValue
        let index = body.window.rawValue
        try hold(!(body.fine != nil && body.coarse != nil), "both values")
        var sent = Set<String>()
        if body.fine != nil { sent.insert("conversion-value") }
        if body.coarse != nil { sent.insert("coarse-conversion-value") }
        if body.publisher != nil { sent.insert("publisher") }
        if body.country != nil { sent.insert("country-code") }
        if body.marketplace != nil { sent.insert("marketplace-identifier") }
        let withheld = body.withheld.map { entry -> String in
            entry.field == .publisher ? "publisher" : "\(body.name(of: entry.field))"
        }
        try hold(Set(withheld).count == withheld.count, "a field withheld twice")
        try hold(sent.isDisjoint(with: withheld), "a field both sent and withheld")
        var all: Set<String> = ["conversion-value", "publisher"]
        if body.version ?? .four >= .four { all.formUnion(["coarse-conversion-value", "country-code"]) }
        if body.framework == .adAttributionKit { all.insert("marketplace-identifier") }
        try hold(sent.union(withheld) == all, "\(sent) and \(withheld) are not all of \(all)")
        if !body.didWin {
            try hold(index == 0, "a nonwinning postback of a later window")
            try hold(body.fine == nil && body.coarse == nil && body.publisher == nil, "a nonwinning postback tells")
        }
        if body.fine != nil { try hold(index == 0 && tier >= 2, "a fine value in tier \(tier), index \(index)") }
        if body.coarse != nil { try hold(index > 0 ? tier >= 1 : tier == 1, "a coarse value in tier \(tier)") }
        if body.publisher != nil { try hold(index == 0 && tier == 3, "a publisher in tier \(tier)") }
        if body.country != nil { try hold(index == 0 && tier == 3, "a country in tier \(tier)") }
        if body.framework == .adAttributionKit {
            try hold((body.marketplace != nil) == (tier > 0), "a marketplace in tier \(tier)")
        }
        try hold(index == 0 || tier > 0, "a later postback of tier 0")
        if body.version ?? .four >= .four {
            try hold(body.source.digitCount == 2 || index == 0 && tier >= 2, "\(body.source) in tier \(tier)")
        }
    }

    /// A value is that of the last update in its window.
    private func checkValues(_ body: PostbackDescription, _ entries: [TimelineEntry]) throws {
        var fines: [Int] = []
        var coarses: [CoarseConversionValue] = []
        var count = 0
        var isMixed = false
        for entry in entries {
            guard case .app(.update, _, let fact) = entry.fact, fact.outcome == .recorded,
                fact.conversion == body.conversion, let update = fact.update
            else { continue }
            count += 1
            if update.framework == .skAdNetwork { isMixed = true }
            guard fact.index == body.window.rawValue else { continue }
            fines.append(update.fine)
            if let coarse = update.coarse { coarses.append(coarse) }
        }
        try hold(count > 0, "a postback without an update")
        // With both frameworks, their windows may differ.
        if body.framework == .adAttributionKit, !isMixed {
            if let fine = body.fine { try hold(fines.last == fine.rawValue, "fine \(fine.rawValue) of \(fines)") }
            if let coarse = body.coarse { try hold(coarses.last == coarse, "coarse \(coarse) of \(coarses)") }
        }
    }

    // MARK: - Windows

    private func checkWindows(_ entries: [TimelineEntry]) throws {
        struct Course: Hashable {
            var conversion: Int
            var framework: Framework
        }
        var opened: [Course: [(index: Int, at: Int64, until: Int64)]] = [:]
        for entry in entries {
            guard case .window(let fact) = entry.fact else { continue }
            let course = Course(conversion: fact.conversion, framework: fact.framework)
            switch fact.state {
            case .opened:
                let before = opened[course] ?? []
                try hold(fact.index == before.count, "window \(fact.index) opens out of order")
                if let last = before.last { try hold(last.until == entry.at, "a gap between windows") }
                opened[course, default: []].append((fact.index, entry.at, fact.until ?? 0))
            case .locked, .closed, .removed:
                try hold(opened[course]?.contains { $0.index == fact.index } ?? false, "closed, and never open")
            }
        }
    }

    // MARK: - Reproducibility

    /// A view of another network, just before an install attributed to a click, does not affect the winner.
    private func checkAnotherView(_ entries: [TimelineEntry], _ scenario: RandomScenario) throws {
        let conversion = entries.firstIndex { entry in
            guard case .conversion(let fact) = entry.fact, fact.type.isInstall else { return false }
            return fact.considered.first?.interaction == .click && !fact.isDevelopment
        }
        guard let conversion else { return }
        var events = scenario.play.events
        // An app may be installed more than once at one instant, so the installations are counted.
        let installs = events.indices.filter { if case .install = events[$0].event { true } else { false } }
        let count = entries[..<conversion].count { entry in
            if case .app(.install, _, _) = entry.fact { true } else { false }
        }
        try hold(count > 0 && count <= installs.count, "a conversion without its installation")
        let index = installs[count - 1]
        let at = events[index].at
        let view = Play.ad("another", "another.adattributionkit", publisher: 4711)
        events.insert(TimedEvent(at: at, .ad(.view, ShownAd(view, presentation: .viewThrough))), at: index)
        func winners(_ entries: [TimelineEntry]) -> [String] {
            entries.compactMap { entry in
                guard case .postback(let fact) = entry.fact, fact.body.didWin else { return nil }
                let body = fact.body
                return "\(entry.at) \(fact.to) \(fact.attempt) \(body.identifier.text) \(body.network) "
                    + "\(String(describing: body.fine)) \(String(describing: body.coarse)) \(body.source)"
            }
        }
        let (before, after) = (winners(entries), winners(scenario.entries(events)))
        try hold(before == after, "another network's view changed \(before) to \(after)")
    }

    @Test func theSameSeedGivesTheSameBytes() {
        for seed in 0..<UInt64(min(Self.scenarios, 500)) {
            let scenario = RandomScenario(seed: seed)
            expect(scenario.entries().written, scenario.entries().written, "seed \(seed)")
        }
    }

    /// The state of a device does not affect the next one.
    @Test func aSimulatorIsAsNewAfterAReset() {
        var simulator = DeviceSimulator(RandomScenario(seed: 0).play.world)
        let world = simulator.world
        for seed in 0..<UInt64(min(Self.scenarios, 500)) {
            let events = RandomScenario(seed: seed).play.events
            simulator.reset(device: "device \(seed)".utf8)
            for event in events { simulator.play(event) }
            simulator.finish()
            var fresh = DeviceSimulator(world, device: "device \(seed)")
            for event in events { fresh.play(event) }
            fresh.finish()
            expect(simulator.entries.written, fresh.entries.written, "seed \(seed)")
        }
    }
}
