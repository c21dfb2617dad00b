import AttributionSimulator
import AttributionTestSupport
import Testing

struct HostTableTests {
    static let cases = hostSlotCases + hostActionCases

    @Test(arguments: cases) func sentenceHolds(_ scenario: HostCase) {
        expect(scenario.play.faults, [], "\(scenario.testDescription)")
        let lines = scenario.play.lines
        var rest = lines[...]
        for wanted in scenario.has {
            guard let found = rest.firstIndex(where: { $0 == wanted || $0.hasPrefix(wanted + " ") }) else {
                Issue.record("\(scenario.testDescription): no \(wanted) in\n\(lines.joined(separator: "\n"))")
                return
            }
            rest = rest[(found + 1)...]
        }
        for unwanted in scenario.lacks {
            let found = lines.first { $0 == unwanted || $0.hasPrefix(unwanted + " ") }
            #expect(found == nil, "\(scenario.testDescription): \(lines.joined(separator: "\n"))")
        }
    }

    /// The numbers of scenarios are asserted, and each scenario checks something.
    @Test func noSentenceVanishes() {
        expect(Set(Self.cases.map(\.rule)).count, 62)
        expect(Self.cases.count, 142)
        #expect(Self.cases.allSatisfy { !$0.has.isEmpty || !$0.lacks.isEmpty })
        expect(Set(Self.cases.map(\.testDescription)).count, Self.cases.count)
    }

    /// Draws follow the weights, and are independent of the slots before and next to it.
    @Test func itemsAreDrawnByWeight() throws {
        var play = HostPlay()
        play.members.append(#""refresh":"1s""#)
        play.inventory = [HostPlay.item(app: 1, #""weight":3"#), HostPlay.item(app: 2)]
        play.events = ["0s open-screen feed", "1999s999ms close-screen"]
        func drawn(_ play: HostPlay, slot: String) throws -> [UInt64] {
            let entries = try play.scenario.get().timeline()
            var apps: [String: UInt64] = [:]
            for case .ad(.beginView, let ad, _, _) in entries.map(\.fact) { apps[ad.identifier] = ad.advertised }
            return entries.compactMap { entry in
                guard case .host(.slot(let fact)) = entry.fact, fact.slot == slot, fact.state == .loaded else {
                    return nil
                }
                return fact.impression.flatMap { apps[$0] }
            }
        }
        let alone = try drawn(play, slot: "bottom")
        let share = alone.count { $0 == 1 }
        #expect(alone.count == 2000 && (1400...1600).contains(share), "\(share) of \(alone.count)")
        play.screens = [HostPlay.screen("feed", [HostPlay.slot("other"), HostPlay.slot("bottom")])]
        try expect(drawn(play, slot: "bottom"), alone)
        play.world = [#""seed":1"#]
        #expect(try drawn(play, slot: "bottom") != alone)
    }

    /// Eighty percent of the requests, as with Apple's test setting.
    @Test func fillRateIsDrawn() throws {
        var play = HostPlay()
        play.members += [#""refresh":"1s""#, #""fill-rate":80"#]
        play.events = ["0s open-screen feed", "1999s999ms close-screen"]
        let fills = try play.scenario.get().timeline().compactMap { entry -> Int? in
            if case .host(.earnings(let day)) = entry.fact { day.fills } else { nil }
        }
        #expect(fills.count == 1 && (1540...1660).contains(fills[0]), "\(fills)")
    }

    /// Each load of an item given by fields is a different impression, and the same seed reproduces it.
    @Test func eachLoadIsAnotherImpression() throws {
        var play = HostPlay()
        play.events = ["0s open-screen feed", "9m59s999ms close-screen"]
        func loads() throws -> [String] {
            try play.scenario.get().timeline().compactMap { entry in
                guard case .host(.slot(let fact)) = entry.fact, fact.state == .loaded else { return nil }
                return fact.impression
            }
        }
        let first = try loads()
        #expect(first.count == 20 && Set(first).count == 20)
        try expect(loads(), first)
    }

    // MARK: - Guidelines

    private func rules(_ text: String) throws -> [String] {
        let scenario = try Scenario(parsing: Array(text.utf8)) { Play.ad($0) }
        return scenario.timeline().compactMap { entry in
            if case .host(.guideline(let fact)) = entry.fact { fact.rule.id } else { nil }
        }
    }

    private func inspected(_ text: String) throws -> [String] {
        let inspection = Array(text.utf8).withBytes {
            ScenarioInspection($0) { Play.ad($0) }
        }
        let found = try #require(inspection)
        #expect(found.faults.isEmpty)
        return found.guidelines.map(\.fact.rule.id)
    }

    /// Every rule has a scenario that breaks only this rule, and the same scenario without the fault.
    @Test func everyRuleIsProved() throws {
        expect(Lesson.host.map(\.rule.id), HostRules.all.map(\.id))
        expect(HostRules.all.count, 17)
        for (index, lesson) in Lesson.host.enumerated() {
            let found = Set(try rules(lesson.broken))
            expect(found, [lesson.rule.id], "\(lesson.rule.id): \(found)")
            try expect(rules(lesson.sound), [], "\(lesson.rule.id)")
            // The first ten rules need no events.
            try expect(inspected(lesson.broken), index < 10 ? [lesson.rule.id] : [], "\(lesson.rule.id)")
            try expect(inspected(lesson.sound), [])
        }
    }
}
