import AttributionModel
import AttributionSchema
import AttributionSimulator
import AttributionTestSupport
import Testing

/// The engine agrees with a second model, written from the rules alone, on random scenarios.
struct ModelTests {
    /// The number of random scenarios; `make prove` uses a hundred thousand.
    static let scenarios = effort("AAK_SCENARIOS", usual: 800)
    /// The first seed. The seed of a failure reproduces it.
    static let firstSeed = effort("AAK_SCENARIO", usual: 0)
    private static let tasks = 4

    @Test func engineAndModelAgree() async {
        let found = await withTaskGroup(of: Found.self) { group in
            for task in 0..<Self.tasks { group.addTask { Self.compare(task) } }
            return await group.reduce(into: Found()) { $0.add($1) }
        }
        for disagreement in found.disagreements { Issue.record("\(disagreement)") }
        // The first scenarios have enough results to be useful: every event, code and situation occurs.
        if Self.firstSeed == 0, Self.scenarios >= 800 {
            let names = EventName.allCases.map(\.rawValue) + OutcomeReason.allCases.map(\.rawValue)
            let missing = names.filter { !found.words.contains($0) }
            #expect(missing.isEmpty)
            expect(found.situations, Set(ModelSituation.allCases))
        }
    }

    private struct Found: Sendable {
        var disagreements: [String] = []
        var words: Set<String> = []
        var situations: Set<ModelSituation> = []

        mutating func add(_ other: Found) {
            disagreements += other.disagreements
            words.formUnion(other.words)
            situations.formUnion(other.situations)
        }
    }

    /// Compares every `tasks`-th scenario, until engine and model differ.
    private static func compare(_ first: Int) -> Found {
        var found = Found()
        for number in stride(from: first, to: scenarios, by: tasks) {
            let seed = UInt64(firstSeed + number)
            let drawn: ThresholdScenario
            do throws(Problems) {
                drawn = try ThresholdScenario(seed: seed)
            } catch {
                found.disagreements.append("seed \(seed): \(error)")
                break
            }
            let comparison = ModelComparison(drawn.scenario)
            if comparison.disagreement != nil {
                let delays = drawn.scenario.world.delays.rawValue
                found.disagreements.append("seed \(seed), delays \(delays):\n\(comparison.report)\n\(drawn.json)")
                break
            }
            if number < 800 {
                found.situations.formUnion(comparison.situations)
                for line in comparison.model {
                    found.words.formUnion(line.text.split { $0 == " " || $0 == "\n" || $0 == "=" }.map(String.init))
                }
            }
        }
        return found
    }
}

/// The results of the engine and of the model for a scenario.
struct ModelComparison {
    private(set) var engine: [ModelLine]
    private(set) var model: [ModelLine]
    /// The rare situations that occurred.
    let situations: Set<ModelSituation>

    init(_ scenario: Scenario) {
        let entries = scenario.timeline()
        engine = entries.compactMap { ModelLine($0) }
        // SeededRandom is not a rule: the model uses the engine's delays, and checks each against its range.
        var drawn: [PostbackName: Int64] = [:]
        for entry in entries {
            guard case .postback(let fact) = entry.fact, fact.to == .adNetwork, fact.attempt == 1 else { continue }
            drawn[PostbackName(fact)] = entry.at - fact.preparedAt
        }
        var device = DeviceModel(scenario.world) { name, range in
            switch scenario.world.delays {
            case .none: 0
            case .least: range.lowerBound
            case .most: range.upperBound
            case .drawn: min(max(drawn[name] ?? range.upperBound, range.lowerBound), range.upperBound)
            }
        }
        device.play(
            scenario.events.compactMap { at, event in
                if case .device(let event) = event { TimedEvent(at: at, event) } else { nil }
            })
        model = device.lines
        situations = device.situations
    }

    /// The first instant at which the two timelines differ; nil if there is none.
    ///
    /// The order of an event's consequences is not defined, unlike the order of events and of postbacks.
    var disagreement: Int64? {
        let ours = Dictionary(grouping: engine, by: \.at)
        let theirs = Dictionary(grouping: model, by: \.at)
        return Set(ours.keys).union(theirs.keys).sorted().first { at in
            let (one, other) = (ours[at] ?? [], theirs[at] ?? [])
            return one.map(\.text).sorted() != other.map(\.text).sorted()
                || one.filter(\.isOrdered) != other.filter(\.isOrdered)
        }
    }

    var report: String {
        guard let at = disagreement else { return "no disagreement" }
        // Common lines are omitted, unless only the order differs.
        let (one, other) = (engine.filter { $0.at == at }, model.filter { $0.at == at })
        let isOrder = one.map(\.text).sorted() == other.map(\.text).sorted()
        func text(_ lines: [ModelLine], without others: [ModelLine]) -> String {
            lines.filter { isOrder || !others.contains($0) }.map { "    " + $0.text + "\n" }.joined()
        }
        return "at \(at) the engine tells\n\(text(one, without: other))and the model\n\(text(other, without: one))"
    }
}

extension ModelLine {
    /// Whether the rules define the line's position among those of an instant.
    fileprivate var isOrdered: Bool {
        let name = text.prefix { $0 != " " }
        return name == "postback" || name == "conversion" || name == "no-conversion"
            || EventName(rawValue: String(name)) != nil && !text.hasSuffix(OutcomeReason.viewNotEnded.rawValue)
                && !text.hasSuffix(OutcomeReason.viewOverwritten.rawValue)
    }
}
