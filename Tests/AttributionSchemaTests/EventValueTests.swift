import AttributionSchema
import AttributionTestSupport
import Testing

/// What users of the library see of schemas.
struct EventValueTests {
    private static let spring = """
        {"schema":"spring","from":"2026-03-01T00:00:00Z","currency":"EUR","app":1108187390,"windows":[
         {"window":1,"values":[
          {"fine":0,"coarse":"low","name":"installed"},
          {"fine":1,"name":"signed up","event":"sign-up"},
          {"fine":[10,19],"coarse":"medium","name":"small purchases","event":"purchase","revenue":["0.01","10.01"]},
          {"fine":63,"coarse":"high","name":"big spender","event":"purchase","revenue":["10.01",null],"lock":true}]},
         {"window":2,"values":[
          {"coarse":"low","name":"came back","event":"launch"},
          {"coarse":"high","event":"purchase","revenue":["0.01","5"],"lock":true}]}]}
        """

    private typealias Event = ConversionSchema.Event

    private static func events(_ events: [(name: String, revenue: String?, hours: Int)]) throws -> [Event] {
        try events.map {
            try Event($0.name, revenue: Money($0.revenue ?? "0"), after: .seconds($0.hours * 3600))
        }
    }

    /// The values as texts such as "first 14 medium small purchases".
    private static func words(_ values: [ConversionSchema.WindowValue]) -> [String] {
        values.map { value in
            let words = [
                "\(value.window)", value.fine.map { "\($0.rawValue)" }, value.coarse?.rawValue, value.name,
                value.isLocked ? "locked" : nil,
            ]
            return words.compactMap(\.self).joined(separator: " ")
        }
    }

    @Test func aSchemaSaysWhoseItIs() throws {
        let schema = try ConversionSchema(parsing: Self.spring.utf8)
        #expect(schema.name == "spring" && schema.advertisedItemIdentifier == 1_108_187_390 && schema.currency == "EUR")
        expect(schema.from, Timestamp("2026-03-01T00:00:00Z"))
        let plain = try ConversionSchema(parsing: #"{"app":1,"windows":[{"window":1,"values":[{"fine":0}]}]}"#.utf8)
        #expect(plain.name == nil && plain.from == nil && plain.currency == nil && plain != schema)
    }

    @Test func allFaultsOfAFileAreThrown() throws {
        let text = #"{"app":0,"windows":[{"window":1,"values":[{"fine":64},{"fine":1,"event":""}]}],"extra":1}"#
        let failure = try #require(throws: Problems.self) { try ConversionSchema(parsing: text.utf8) }
        expect(
            failure.list.map(\.place).sorted(),
            [
                "app", "extra", "windows[0].values[0].fine", "windows[0].values[1].event",
            ])
        let syntax = try #require(throws: Problems.self) { try ConversionSchema(parsing: "{".utf8) }
        #expect(syntax.list.count == 1 && syntax.description.hasPrefix("the document is not JSON"))
        let list = try #require(throws: Problems.self) { try ConversionSchema(parsing: "[]".utf8) }
        #expect(list.description.hasPrefix("the schema "))
    }

    @Test(
        arguments: [
            ([("launch", nil, 0)], ["first 0 low installed"]),
            ([("tutorial", nil, 1)], ["first 0 low installed"]),
            // An update without a coarse value leaves the one before it.
            ([("launch", nil, 0), ("sign-up", nil, 1)], ["first 1 low signed up"]),
            ([("sign-up", nil, 1)], ["first 1 signed up"]),
            ([("purchase", "4.01", 47)], ["first 14 medium small purchases"]),
            ([("purchase", "4.01", 1), ("purchase", "6", 2)], ["first 63 high big spender locked"]),
            // In any order, and what comes after a lock does not count.
            ([("purchase", "6", 30), ("launch", nil, 0), ("purchase", "4", 20)], ["first 19 medium small purchases"]),
            // The second window begins after 48 hours, counts by itself, and ends after 168.
            (
                [("purchase", "4", 47), ("purchase", "4", 48)],
                ["first 13 medium small purchases", "second high locked"]
            ),
            ([("purchase", "4", 50), ("launch", nil, 60)], ["second high locked"]),
            ([("launch", nil, 167), ("purchase", "4", 168)], ["second low came back"]),
            // Window 3 has no values, and after 35 days there is none.
            ([("launch", nil, 200), ("purchase", "4", 840), ("purchase", "4", 1_000_000)], []),
            ([], []),
        ] as [([(String, String?, Int)], [String])])
    func eventsGiveValues(events: [(String, String?, Int)], values: [String]) throws {
        let schema = try ConversionSchema(parsing: Self.spring.utf8)
        expect(Self.words(schema.values(after: try Self.events(events))), values)
    }

    @Test(
        arguments: [
            ("launch", "0.01", 0, ["revenue"]), ("", "0", 0, ["name"]), ("purchase", "0", -1, ["time"]),
            ("", "1.5", -1, ["name", "time"]), ("launch", "1.5", -1, ["revenue", "time"]),
        ] as [(String, String, Int, [String])])
    func anEventWithAFaultIsRefused(name: String, revenue: String, seconds: Int, places: [String]) throws {
        let revenue = try Money(revenue)
        let failure = try #require(throws: Problems.self) {
            try Event(name, revenue: revenue, after: .seconds(seconds))
        }
        expect(failure.list.map(\.place), places)
        #expect(failure.list.allSatisfy { $0.found != nil && $0.wanted != nil })
    }

    /// Guards amounts: nothing but plain digits is money, and a message is for a log or a terminal, whatever was passed.
    @Test(
        arguments: ["1e3", "-1", "", "1.0000001", "1,5", "4.99 USD", String(repeating: "9x", count: 5000)] as [String])
    func whatIsNoAmountIsRefused(_ text: String) {
        let problem = #expect(throws: Problem.self) { try Money(text) }
        #expect(problem?.wanted?.hasPrefix("an amount") == true)
        #expect(problem.map { (20..<400).contains("\($0)".count) } == true)
    }

    @Test func anEventKeepsWhatItIs() throws {
        let event = try Event("purchase", revenue: Money("4.99"), after: .seconds(1))
        #expect(event.name == "purchase" && event.time == .seconds(1))
        expect(event, try Event("purchase", revenue: Money("4.990"), after: .seconds(1)))
        #expect(event != (try Event("purchase", revenue: Money("4.98"), after: .seconds(1))))
    }

    /// The meaning as a text such as "small purchases (purchase) 4.01 to 5.01".
    private static func words(_ meaning: ConversionSchema.Meaning?) -> String {
        guard let meaning else { return "none" }
        return [
            meaning.names.joined(separator: ", "), "(\(meaning.events.joined(separator: ", ")))",
            meaning.revenue.least.description,
            "to", meaning.revenue.most?.description ?? "any",
        ].joined(separator: " ")
    }

    @Test func valuesHaveAMeaning() throws {
        let schema = try ConversionSchema(parsing: Self.spring.utf8)
        func fine(_ value: Int) throws -> String {
            Self.words(schema.meaning(of: .fine(try #require(FineConversionValue(rawValue: value))), in: .first))
        }
        try expect(fine(0), "installed () 0.00 to 0.01")
        try expect(fine(1), "signed up (sign-up) 0.00 to 0.01")
        try expect(fine(14), "small purchases (purchase) 4.01 to 5.01")
        try expect(fine(63), "big spender (purchase) 10.01 to any")
        try expect(fine(20), "none")
        let low = schema.meaning(of: .coarse(.low), in: .first)
        expect(Self.words(low), "installed, signed up (sign-up) 0.00 to 0.01")
        expect(Self.words(schema.meaning(of: .coarse(.high), in: .second)), " (purchase) 0.01 to 5.00")
        #expect(schema.meaning(of: .coarse(.medium), in: .second) == nil)
        #expect(schema.meaning(of: .coarse(.low), in: .third) == nil)
    }
}
