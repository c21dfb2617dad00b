import AdAttribution
import AttributionSimulator
import TestSupport
import Testing

/// The engine and a second model, written from the rules alone, give the same answer to random scenarios.
@Suite struct ModelTests {
    /// How many scenarios are drawn; `make prove` draws a hundred thousand.
    static let scenarios = effort("AAK_SCENARIOS", usual: 1000)
    /// The seed to begin with: that of a failure plays it again.
    static let firstSeed = effort("AAK_SCENARIO", usual: 0)
    private static let shards = 8

    @Test(arguments: 0..<shards) func engineAndModelAgree(_ shard: Int) throws {
        for number in stride(from: shard, to: Self.scenarios, by: Self.shards) {
            let seed = UInt64(Self.firstSeed + number)
            let drawn: ThresholdScenario
            do throws(Scenario.ReadingError) {
                drawn = try ThresholdScenario(seed: seed)
            } catch {
                Issue.record("seed \(seed): \(error)")
                return
            }
            let comparison = ModelComparison(drawn.scenario)
            if comparison.disagreement != nil {
                Issue.record(
                    "seed \(seed), delays \(drawn.scenario.world.delays.rawValue):\n\(comparison.report)\n\(drawn.json)"
                )
                return
            }
        }
    }
}

/// A scenario as the engine plays it and as the model does.
struct ModelComparison {
    private(set) var engine: [ModelLine]
    private(set) var model: [ModelLine]

    init(_ scenario: Scenario) {
        let entries = scenario.timeline()
        engine = entries.compactMap { ModelLine($0) }
        // Chance is not a rule: the model takes the engine's draws, and holds each against its range.
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
            case .drawn: min(max(drawn[name] ?? range.lowerBound, range.lowerBound), range.upperBound)
            }
        }
        device.play(scenario.events)
        model = device.lines
    }

    /// The first instant of which the two tell differently; nil if there is none.
    ///
    /// In which order the consequences of one event are told is no rule; that of events and of postbacks is.
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
        // What both tell is left out, unless they differ in its order alone.
        let (one, other) = (engine.filter { $0.at == at }, model.filter { $0.at == at })
        let isOrder = one.map(\.text).sorted() == other.map(\.text).sorted()
        func text(_ lines: [ModelLine], without others: [ModelLine]) -> String {
            lines.filter { isOrder || !others.contains($0) }.map { "    " + $0.text + "\n" }.joined()
        }
        return "at \(at) the engine tells\n\(text(one, without: other))and the model\n\(text(other, without: one))"
    }
}

extension ModelLine {
    /// Whether its place among the others of one instant follows from the rules.
    fileprivate var isOrdered: Bool {
        let name = text.prefix { $0 != " " }
        return name == "postback" || name == "conversion" || name == "no-conversion"
            || EventName(rawValue: String(name)) != nil && !text.hasSuffix(Code.viewNotEnded.rawValue)
                && !text.hasSuffix(Code.viewOverwritten.rawValue)
    }
}
