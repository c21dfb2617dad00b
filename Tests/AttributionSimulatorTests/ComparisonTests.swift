import AttributionModel
import AttributionSchema
import AttributionTestSupport
import Testing

@testable import AttributionSimulator

/// Comparisons of conversion schemas, in all forms.
struct ComparisonTests {
    private static func known(
        _ least: Int128, _ most: Int128?, events: [String: (Int, Int?)], conversions: Int = 40
    ) -> SchemaKnowledge {
        SchemaKnowledge(
            conversions: conversions, revenue: Money(millionths: 165_890_000), people: ["purchase": 9, "sign-up": 12],
            certain: 8, reported: 40,
            range: RevenueRange(least: Money(millionths: least), most: most.map { Money(millionths: $0) }),
            events: events.mapValues { .init(certain: $0.0, most: $0.1) })
    }

    private static func comparison() -> SchemaComparison {
        var comparison = SchemaComparison(devices: 200, currency: "EUR", assumed: ["the rates of the population"])
        comparison.add(known(0, nil, events: ["purchase": (0, 20)]), "steps", .all(.zero))
        comparison.add(known(160_000_000, 200_000_000, events: ["purchase": (9, 9)]), "steps", .population)
        comparison.add(known(0, 180_000_000, events: ["sign-up": (3, 12)]), "early", .all(.zero))
        return comparison
    }

    @Test func table() {
        let lines = Self.comparison().table.split(separator: "\n").map(String.init)
        #expect(
            lines[0] == "200 devices: what is known from postbacks at each data tier, next to what happened"
                && lines[1] == "assumed: the rates of the population" && lines[2].hasPrefix("not in the bounds: "))
        expect(
            lines[3...].map { $0.split(separator: " ").joined(separator: " ") },
            [
                "of happened schema tier at least at most", "conversions 40 steps 0 8 40",
                "conversions 40 steps population 8 40", "conversions 40 early 0 8 40",
                "revenue in EUR 165.89 steps 0 0.00 no limit", "revenue in EUR 165.89 steps population 160.00 200.00",
                "revenue in EUR 165.89 early 0 0.00 180.00", "with purchase 9 steps 0 0 20",
                "with purchase 9 steps population 9 9", "with purchase 9 early 0 0 no limit",
                "with sign-up 12 steps 0 0 no limit",
                "with sign-up 12 steps population 0 no limit", "with sign-up 12 early 0 3 12",
            ])
        #expect(Set(lines[3...].map { $0.utf8.count }).count <= 2)
    }

    @Test func json() {
        let json = Self.comparison().json
        expect(json["truth"]?.text, #"{"conversions":40,"revenue":"165.89","events":{"purchase":9,"sign-up":12}}"#)
        #expect(json["assumed"]?.text == #"["the rates of the population"]"# && json["currency"]?.string == "EUR")
        guard case .array(let schemas)? = json["schemas"], schemas.count == 2 else {
            Issue.record("\(json.text)")
            return
        }
        #expect(
            schemas[1].text
                == #"{"schema":"early","tiers":[{"tier":"0","conversions":{"certain":8,"at-most":40},"#
                + #""revenue":{"at-least":"0.00","at-most":"180.00"},"#
                + #""events":{"purchase":{"certain":0,"at-most":null},"sign-up":{"certain":3,"at-most":12}}}]}"#)
    }

    /// What values tell of events: by the entries behind them.
    @Test func whatIsBehindAValue() throws {
        let schema = try ConversionSchema(
            parsing: #"""
                {"app":7,"windows":[{"window":1,"values":[{"fine":0},{"fine":1,"coarse":"low","event":"sign-up"},
                 {"fine":[2,4],"coarse":"high","event":"purchase","revenue":["1","4"]}]}]}
                """#.utf8)
        let wanted: [(ConversionSchema.ReceivedValue, [Int]?)] = [
            (.fine(0), [0]), (.fine(1), [1]), (.fine(4), [2]), (.fine(5), nil), (.coarse(.low), [1]),
            (.coarse(.high), [2]),
            (.coarse(.medium), nil), (.withheld(.one), [0]), (.withheld(.zero), [0, 1, 2]),
        ]
        for (value, ranks) in wanted {
            expect(schema.possibleEntries(of: value, in: .first)?.ranks, ranks, "\(value)")
        }
        #expect(schema.possibleEntries(of: .coarse(.low), in: .second) == nil)
    }
}
