import AttributionTestSupport
import Testing

/// A scenario that demonstrates one side of a rule's boundary.
struct RuleCase: Sendable, CustomTestStringConvertible {
    let rule: String
    let side: String
    let make: @Sendable () -> Play
    /// The beginnings of lines that must occur, in this order.
    let has: [String]
    /// The beginnings of lines that must not occur.
    let lacks: [String]

    var testDescription: String { rule + " " + side }
}

func rule(
    _ rule: String, _ side: String, has: [String] = [], lacks: [String] = [], delays: PlayDelays = .none,
    _ make: @escaping @Sendable (inout Play) -> Void
) -> RuleCase {
    RuleCase(
        rule: rule, side: side,
        make: {
            var play = Play(delays: delays)
            make(&play)
            return play
        }, has: has, lacks: lacks)
}

struct RuleTableTests {
    static let cases = recordingCases + attributionCases + updateCases + reEngagementCases + postbackCases

    @Test(arguments: cases) func ruleHolds(_ scenario: RuleCase) {
        let lines = scenario.make().lines
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

    /// The numbers of scenarios are asserted, and every boundary has more than one.
    @Test func everyRuleIsProved() {
        let sides = Dictionary(grouping: Self.cases, by: \.rule).mapValues(\.count)
        let wanted = (1...74).map { ($0 < 10 ? "S0" : "S") + String($0) }
        expect(Set(sides.keys), Set(wanted))
        #expect(sides.allSatisfy { $0.value > 1 }, "\(sides.filter { $0.value < 2 }.keys.sorted())")
        expect(Self.cases.count, 296)
        #expect(Self.cases.allSatisfy { !$0.has.isEmpty || !$0.lacks.isEmpty })
        expect(Set(Self.cases.map(\.testDescription)).count, Self.cases.count)
    }
}
