import AttributionModel
import AttributionSchema
import AttributionTestSupport
import Testing

/// What values mean.
struct MeaningTests {
    @Test(arguments: [
        (0, "installed 0.00 to 0.01"), (1, "signed up 0.00 to 0.01"), (10, "small purchases 0.01 to 1.01"),
        (14, "small purchases 4.01 to 5.01"), (19, "small purchases 9.01 to 10.01"), (63, "big spender 10.01 to any"),
        (2, nil), (9, nil), (20, nil), (64, nil), (-1, nil),
    ])
    func fineValues(value: Int, meaning: String?) throws {
        try expect(Schemas.read(Schemas.spring).meaning(ofReceived: .fine(value), in: .first)?.text, meaning)
    }

    @Test func coarseValuesMeanAllTheirEntries() throws {
        let schema = try Schemas.read(Schemas.spring)
        func meaning(_ value: CoarseConversionValue, _ window: ConversionWindow) -> String? {
            schema.meaning(ofReceived: .coarse(value), in: window)?.text
        }
        expect(meaning(.low, .first), "installed, signed up 0.00 to 0.01")
        expect(meaning(.medium, .first), "small purchases 0.01 to 10.01")
        expect(meaning(.high, .first), "big spender 10.01 to any")
        expect(meaning(.low, .second), "came back 0.00 to 0.01")
        #expect(meaning(.medium, .second) == nil)
        expect(meaning(.high, .second), "bought 0.01 to any")
        #expect(meaning(.low, .third) == nil)
    }

    @Test func aWithheldValueMeansWhatItsTierWithholds() throws {
        let schema = try Schemas.read(Schemas.spring)
        func meaning(_ tiers: DataTiers, _ window: ConversionWindow = .first) -> String? {
            schema.meaning(ofReceived: .withheld(tiers), in: window)?.text
        }
        let all = "installed, signed up, small purchases, big spender 0.00 to any"
        expect(meaning(.zero), all)
        expect(meaning([.zero, .one]), all)
        // These tiers tell each of the schema's values.
        #expect(meaning(.one) == nil)
        #expect(meaning([.two, .three]) == nil)
        #expect(meaning([.one, .two, .three], .second) == nil)
        #expect(meaning(.zero, .third) == nil)
        // Before version 4 there are no coarse values.
        expect(schema.meaning(ofReceived: .withheld(.one, .skAdNetworkBefore4), in: .first)?.text, all)
        #expect(schema.meaning(ofReceived: .withheld(.two, .skAdNetworkBefore4), in: .first) == nil)
    }

    /// An update without a coarse value keeps that of an earlier one.
    @Test func entriesWithoutACoarseValue() throws {
        let schema = try Schemas.values(
            #"""
            {"fine":0,"name":"0"},{"fine":1,"coarse":"low","name":"1","event":"b"},
            {"fine":2,"name":"2","event":"a","revenue":["1","5"]},
            {"fine":3,"coarse":"high","name":"3","event":"a","revenue":["5","8"]}
            """#)
        expect(schema.meaning(ofReceived: .coarse(.low), in: .first)?.text, "1, 2 0.00 to 5.00")
        expect(schema.meaning(ofReceived: .coarse(.high), in: .first)?.text, "3 5.00 to 8.00")
        expect(schema.meaning(ofReceived: .withheld(.one), in: .first)?.text, "0, 2 0.00 to 5.00")
        expect(schema.meaning(ofReceived: .withheld(.zero), in: .first)?.text, "0, 1, 2, 3 0.00 to 8.00")
    }

    /// An entry without revenue means 0 up to the lowest revenue above it in rank, not to that of all entries.
    @Test func entriesWithoutRevenue() throws {
        let schema = try Schemas.values(
            #"""
            {"fine":0},{"fine":1,"event":"a","revenue":["0.5","2"]},{"fine":2,"event":"b"},
            {"fine":3,"event":"a","revenue":["2","7"]},{"fine":4,"event":"c"}
            """#)
        let meanings = (0...4).map { schema.meaning(ofReceived: .fine($0), in: .first)?.text }
        expect(meanings, [" 0.00 to 0.50", " 0.50 to 2.00", " 0.00 to 2.00", " 2.00 to 7.00", " 0.00 to 0.00"])
    }

    @Test func stepsHaveTheBoundsOfTheirValues() throws {
        let schema = try Schemas.values(#"{"fine":[5,7],"event":"a","revenue":["0","1"]}"#)
        let meanings = (5...7).map { schema.meaning(ofReceived: .fine($0), in: .first)?.text }
        expect(meanings, [" 0.00 to 0.333333", " 0.333333 to 0.666666", " 0.666666 to 1.00"])
    }

    @Test func meaningsOfTwoSchemas() throws {
        let first = ConversionSchema.Meaning(
            names: ["a", "b"], events: ["x"], revenue: RevenueRange(least: Schemas.money("1"), most: Schemas.money("2"))
        )
        let second = ConversionSchema.Meaning(
            names: ["b", "c"], events: ["y", "x"], revenue: RevenueRange(least: .zero, most: Schemas.money("3")))
        let both = try #require(ConversionSchema.Meaning.union(of: [first, second]))
        expect(both.text, "a, b, c 0.00 to 3.00")
        expect(both.events, ["x", "y"])
        let open = ConversionSchema.Meaning(names: [], events: [], revenue: RevenueRange(least: .zero, most: nil))
        expect(ConversionSchema.Meaning.union(of: [first, open])?.text, "a, b 0.00 to any")
        #expect(ConversionSchema.Meaning.union(of: []) == nil)
    }

    // MARK: - Several schemas

    private func schema(_ app: Int, from: String? = nil) throws -> ConversionSchema {
        let start = from.map { #""schema":"\#($0)","from":"\#($0)T00:00:00Z","# } ?? #""schema":"always","#
        return try Schemas.read(#"{\#(start)"app":\#(app),"windows":[{"window":1,"values":[{"fine":0}]}]}"#)
    }

    @Test func schemasOfAnAppFollowEachOther() throws {
        var table = SchemaTable()
        #expect(table.isEmpty)
        for (app, from) in [(1, "2026-03-01"), (1, nil), (1, "2026-01-01"), (2, "2026-02-01")] {
            #expect(table.add(try schema(app, from: from)) == nil)
        }
        #expect(!table.isEmpty)
        expect(Set(table.apps), [1, 2])
        expect(table.schemas(of: 1).map(\.name), ["always", "2026-01-01", "2026-03-01"])
        func time(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }
        func name(_ app: ItemIdentifier, _ text: String) throws -> String? {
            let schemas = try #require(table[app])
            return try schemas.index(at: time(text)).flatMap { schemas.schemas[$0].name }
        }
        try expect(name(1, "2025-12-31T23:59:59.999Z"), "always")
        try expect(name(1, "2026-01-01T00:00:00Z"), "2026-01-01")
        try expect(name(1, "2026-02-28T23:59:59.999Z"), "2026-01-01")
        try expect(name(1, "2027-01-01T00:00:00Z"), "2026-03-01")
        #expect(try name(2, "2026-01-31T00:00:00Z") == nil)
        #expect(table[3] == nil && table.schemas(of: 3).isEmpty)
        func names(_ app: ItemIdentifier, _ first: String, _ last: String) throws -> [String?] {
            let times = try time(first + "T00:00:00Z")...time(last + "T00:00:00Z")
            let schemas = try #require(table[app])
            return schemas.places(during: times).map { schemas.schemas[$0].name }
        }
        try expect(names(1, "2025-12-01", "2025-12-31"), ["always"])
        try expect(names(1, "2025-12-31", "2026-01-01"), ["always", "2026-01-01"])
        try expect(names(1, "2026-01-01", "2026-02-28"), ["2026-01-01"])
        try expect(names(1, "2025-12-31", "2026-03-01"), ["always", "2026-01-01", "2026-03-01"])
        try expect(names(2, "2025-12-31", "2026-01-31"), [])
        try expect(names(2, "2025-12-31", "2026-02-01"), ["2026-02-01"])
    }

    @Test func twoSchemasFromTheSameTime() throws {
        var table = SchemaTable()
        #expect(table.add(try schema(1, from: "2026-03-01")) == nil)
        let fault = try #require(table.add(try schema(1, from: "2026-03-01")))
        expect(fault.rule?.id, "schema-from-twice")
        expect(fault.place, "from")
        expect(fault.message, #"is "2026-03-01T00:00:00Z", here and in another schema of the app; it must differ"#)
        #expect(table.add(try schema(2, from: "2026-03-01")) == nil)
        #expect(table.add(try schema(1)) == nil)
        #expect(table.add(try schema(1))?.message.hasPrefix("is missing, here and in another schema") == true)
        expect(table.schemas(of: 1).count, 2)
    }
}
