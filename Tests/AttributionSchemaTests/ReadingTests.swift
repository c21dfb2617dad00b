import AttributionSchema
import AttributionTestSupport
import Testing

/// The faults of schemas, each with its place and its rule.
struct ReadingTests {
    private static func window(_ values: String, _ number: Int = 1) -> String {
        #"{"app":1,"windows":[{"window":\#(number),"values":[\#(values)]}]}"#
    }

    private static func revenue(_ bounds: String) -> String {
        window(#"{"fine":1,"event":"a","revenue":\#(bounds)}"#)
    }

    @Test func aWholeSchema() throws {
        let schema = try Schemas.read(Schemas.spring)
        #expect(schema.name == "spring" && schema.advertisedItemIdentifier == 1_108_187_390 && schema.currency == "EUR")
        expect(schema.from?.rfc3339, "2026-03-01T00:00:00Z")
        let entries = try #require(schema[.first]?.entries)
        expect(entries.map(\.fine), [0...0, 1...1, 10...19, 63...63])
        expect(entries.map(\.locks), [false, false, false, true])
        expect(entries.map(\.event), [nil, "sign-up", "purchase", "purchase"])
        expect(entries.map(\.count), [1, 1, 1, 1])
        #expect(entries[3].revenue?.most == nil)
    }

    @Test(
        arguments: [
            // Members.
            ("[]", ["the: is an array; it must be a conversion schema [schema-type]"]),
            (
                "{}",
                [
                    "windows: is missing; it must be a list of windows [schema-missing]",
                    "app: is missing; it must be the app's item ID [schema-missing]",
                ]
            ),
            (#"{"app":1,"windows":[]}"#, ["windows: is empty; it must have at least one window [schema-type]"]),
            (#"{"app":1,"windows":{}}"#, ["windows: is an object; it must be a list of windows [schema-type]"]),

            (window(""), ["windows[0].values: is empty; it must have at least one value [schema-type]"]),
            (
                window("7"),
                [#"windows[0].values[0]: is 7; it must be an object with "fine" or "coarse" [schema-type]"#]
            ),
            (
                window(#"{"fine":1,"lok":true}"#),
                ["windows[0].values[0].lok: is unknown: there is no such member here [schema-unknown-member]"]
            ),
            (
                window(#"{"fine":1,"name":7}"#),
                ["windows[0].values[0].name: is 7; it must be a name of at least one character [schema-type]"]
            ),
            (
                window(#"{"fine":1,"event":"a","count":0}"#),
                ["windows[0].values[0].count: is 0; it must be an integer from 1 to 1000000000 [schema-type]"]
            ),
            (
                window(#"{"fine":1,"event":"a","count":99999999999999999999}"#),
                [
                    "windows[0].values[0].count: is 99999999999999999999; it must be an integer from 1 to 1000000000 [schema-type]"
                ]
            ),
            (
                #"{"app":1,"from":"1 March","windows":[{"window":1,"values":[{"fine":0}]}]}"#,
                [#"from: is "1 March"; it must be an RFC 3339 time such as "2026-03-01T00:00:00Z" [schema-from]"#]
            ),
            (
                #"{"app":1,"currency":"euro","windows":[{"window":1,"values":[{"fine":0}]}]}"#,
                [
                    #"currency: is "euro"; it must be a currency code of three capital letters, such as "USD" [schema-type]"#
                ]
            ),
            // Windows.
            (
                window(#"{"coarse":"low"}"#, 4),
                ["windows[0].window: is 4; it must be an integer from 1 to 3 [schema-type]"]
            ),
            (
                #"{"app":1,"windows":[{"window":1,"values":[{"fine":0}]},{"window":1,"values":[{"fine":0}]}]}"#,
                ["windows[1].window: is 1, the same as in windows[0] [schema-window-twice]"]
            ),
            (
                window(#"{"coarse":"low","fine":1}"#, 2),
                [
                    "windows[0].values[0].fine: is 1; it must be absent in windows 2 and 3 [schema-later-fine]"
                ]
            ),
            (
                window(#"{"event":"a"}"#, 3),
                [
                    "windows[0].values[0].coarse: is missing; window 3 has coarse values only [schema-missing]"
                ]
            ),
            (
                window(#"{"coarse":"low"}"#),
                [
                    "windows[0].values[0].fine: is missing; every update has a fine value [schema-missing]"
                ]
            ),
        ] as [(String, [String]?)])
    func membersAndWindows(text: String, faults: [String]?) {
        let found = Schemas.faults(text)
        guard let faults else {
            #expect(!found.isEmpty)
            return
        }
        expect(found, faults.map { $0.hasPrefix("the: ") ? String($0.dropFirst(3)) : $0 })
    }

    private static let fine = "it must be an integer from 0 to 63"

    @Test(arguments: [
        ("64", "fine: is 64; \(fine) [schema-fine]"), ("-1", "fine: is -1; \(fine) [schema-fine]"),
        (#""1""#, #"fine: is "1"; \#(fine) [schema-fine]"#), ("1.0", "fine: is 1.0; \(fine) [schema-fine]"),
        ("[60,64]", "fine[1]: is 64; \(fine) [schema-fine]"),
        ("[9,3]", "fine: is from 9 to 3; it must be in order, as in [10, 19] [schema-fine]"),
        ("[1,2,3]", "fine: is a list of 3; it must be the first and the last value, as in [10, 19] [schema-fine]"),
        ("[]", "fine: is a list of 0; it must be the first and the last value, as in [10, 19] [schema-fine]"),
        (
            "[0,3]",
            "revenue: is missing; a range of fine values needs a revenue range with a lower and an upper bound [schema-fine-bounds]"
        ),
    ])
    func fineValues(value: String, fault: String) {
        expect(Schemas.faults(Self.window(#"{"fine":\#(value),"event":"a"}"#)), ["windows[0].values[0]." + fault])
    }

    private static let amount = #"it must be a decimal string such as "2.50", with at most 6 decimals"#
    private static let bounds = #"it must be the lower bound, and the upper bound or null, as in ["0.01", "10.00"]"#

    @Test(arguments: [
        (#"["1e3","2e3"]"#, [#"[0]: is "1e3"; \#(amount)"#, #"[1]: is "2e3"; \#(amount), or null"#]),
        (#"["-1","2"]"#, [#"[0]: is "-1"; \#(amount)"#]),
        (#"[1,2]"#, ["[0]: is 1; \(amount)", "[1]: is 2; \(amount)"]),
        (#"["0.0000001","2"]"#, [#"[0]: is "0.0000001"; \#(amount)"#]),
        (#"["1","1000000000000"]"#, [#"[1]: is "1000000000000"; \#(amount)"#]),
        (#"[null,"2"]"#, ["[0]: is null; \(amount)"]), (#"["1"]"#, [": is a list of 1; \(bounds)"]),
        (#""5""#, [#": is "5"; \#(bounds)"#]), (#"{"least":"1"}"#, [": is an object; \(bounds)"]),
    ])
    func amounts(text: String, faults: [String]) {
        let found = Schemas.faults(Self.revenue(text))
        let wanted = faults.map { fault in
            "windows[0].values[0].revenue" + fault.replacing(", or null", with: "") + " [schema-amount]"
        }
        expect(found, wanted)
    }

    @Test(arguments: [
        (
            #"{"fine":1},{"fine":1,"event":"a"}"#, "[1].fine: is 1, the same as in values[0]",
            "fine-twice"
        ),
        (
            #"{"fine":[1,9],"event":"a","revenue":["0","9"]},{"fine":[5,10],"event":"a","revenue":["9","12"]}"#,
            "[1].fine: is 5, the same as in values[0]", "fine-twice"
        ),
        (
            #"{"fine":1,"coarse":"medium"},{"fine":2,"coarse":"low","event":"a"}"#,
            #"[1].coarse: is "low" after "medium"; it must be "medium" or higher"#, "coarse-falls"
        ),
        (
            #"{"fine":1,"event":"a"},{"fine":2}"#,
            "[0].event: is overridden by values[1], which applies whenever this entry does", "unreachable"
        ),
        (
            #"{"fine":1,"event":"a","count":2},{"fine":2,"event":"a","count":2}"#,
            "[0].event: is overridden by values[1], which applies whenever this entry does", "unreachable"
        ),
        (
            #"{"fine":1,"event":"a","revenue":["1","2"]},{"fine":2,"event":"a","revenue":["0","2"]}"#,
            "[0].event: is overridden by values[1], which applies whenever this entry does", "unreachable"
        ),
        (
            #"{"fine":1,"event":"launch","revenue":["1","2"]}"#,
            "[0].revenue: is given for launches, which have none",
            "unreachable"
        ),
        // Spans of time.
        (
            #"{"fine":1,"event":"a","after":"2d","within":"48h"}"#,
            #"[0].after: is 2d; it must be less than "within", 2d"#, "span"
        ),
        (
            #"{"fine":1,"after":"0s"}"#, #"[0].event: is missing although "after" is present"#,
            "revenue-without-event"
        ),
        (
            #"{"fine":1,"event":"a","after":"23h","within":"49h","days":4}"#,
            "[0].days: is 4; it must be at most 3, the number of days on which the event can occur", "span"
        ),
        (
            #"{"fine":1,"event":"a","after":"24h","days":2},{"fine":2,"event":"a","after":"1h","days":2}"#,
            "[0].event: is overridden by values[1], which applies whenever this entry does", "unreachable"
        ),
        (
            #"{"fine":1,"event":"a","within":"1d","revenue":["1","2"]},{"fine":2,"event":"a","within":"2d","revenue":["2","3"]}"#,
            "[1].within: is different from the one in values[0]; all revenue ranges in a window must be for the same span",
            "revenue-events"
        ),
        (
            #"{"fine":1,"event":"a","revenue":["2","2.00"]}"#,
            "[0].revenue: is from 2.00 to 2.00; it must be in order, the upper bound above the lower",
            "revenue-order"
        ),
        (
            #"{"fine":1,"revenue":["1","2"]}"#,
            #"[0].event: is missing although "revenue" is present"#,
            "revenue-without-event"
        ),
        (
            #"{"fine":1,"count":2}"#, #"[0].event: is missing although "count" is present"#,
            "revenue-without-event"
        ),
        (
            #"{"fine":1,"event":"a","revenue":["1","2"]},{"fine":2,"event":"b","revenue":["2","3"]}"#,
            "[1].event: is different from the one in values[0]; all revenue ranges in a window must be for the same event",
            "revenue-events"
        ),
        (
            #"{"fine":[1,2],"event":"a","revenue":["1",null]}"#,
            "[0].revenue: is unbounded above; a range of fine values needs a revenue range with a lower and an upper bound",
            "fine-bounds"
        ),
        (
            #"{"fine":[1,3],"event":"a","revenue":["0","0.000002"]}"#,
            "[0].revenue: is too narrow for 3 values; each needs at least 0.000001",
            "fine-bounds"
        ),
        (
            #"{"fine":1,"event":"a","revenue":["1","3"]},{"fine":2,"event":"a","revenue":["2.99","4"]}"#,
            "[1].revenue: is from 2.99 on, but the one in values[0] ends at 3.00", "revenue-overlap"
        ),
        (
            #"{"fine":1,"event":"a","revenue":["1",null]},{"fine":2,"event":"a","revenue":["5","6"]}"#,
            "[1].revenue: is from 5.00 on, but the one in values[0] has no upper bound", "revenue-overlap"
        ),
        (
            #"{"fine":1,"event":"a","revenue":["5","6"]},{"fine":2,"event":"a","revenue":["1","5"]}"#,
            "[1].revenue: is from 1.00 on, but the one in values[0] ends at 6.00", "revenue-overlap"
        ),
        (
            #"{"fine":1,"event":"a","revenue":["1","3"]},{"fine":2,"event":"a","revenue":["3.000001","4"]}"#,
            "[1].revenue: is from 3.000001 on, but the one in values[0] ends at 3.00", "revenue-gap"
        ),
    ])
    func entriesAgainstEachOther(values: String, fault: String, rule: String) {
        expect(Schemas.faults(Self.window(values)), ["windows[0].values\(fault) [schema-\(rule)]"])
    }

    @Test(arguments: [
        #"{"fine":0},{"fine":1,"event":"a"},{"fine":2,"event":"a","count":2}"#,
        #"{"fine":2,"event":"a"},{"fine":1,"event":"b"}"#,
        #"{"fine":[0,62],"event":"a","revenue":["0","0.000063"]},{"fine":63,"event":"a","revenue":["0.000063",null]}"#,
        #"{"fine":[7,7],"event":"a","revenue":["0",null]}"#,
        #"{"fine":0,"coarse":"low"},{"fine":1,"event":"a"},{"fine":2,"coarse":"low","event":"b"}"#,
        #"{"fine":0,"event":"launch"},{"fine":1,"event":"launch","count":1000000000}"#,
        #"{"fine":1,"event":"a","revenue":["1","2"]},{"fine":2,"event":"b"},{"fine":3,"event":"a","revenue":["2","3"]}"#,
        #"{"fine":1,"event":"a","count":3},{"fine":2,"event":"a","revenue":["0.01","2"]}"#,
    ])
    func soundValues(values: String) { expect(Schemas.faults(Self.window(values)), []) }

    @Test func sixtyFiveValuesCannotAllDiffer() {
        let values = (0...64).map { #"{"fine":\#($0 % 64),"event":"\#($0)"}"# }.joined(separator: ",")
        expect(
            Schemas.faults(Self.window(values)),
            [
                "windows[0].values[64].fine: is 0, the same as in values[0] [schema-fine-twice]"
            ])
    }

    @Test func everyMemberHasHelp() {
        let schema = ConversionSchema.form.jsonSchema("")
        expect(schema.undescribedNames(), [])
        #expect(ConversionSchema.rows.value.map(\.name).contains("revenue"))
        #expect(Set(["currency", "window", "revenue", "high"]).isSubset(of: schema.schemaWords))
    }
}
