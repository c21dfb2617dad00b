import AttributionBase
import AttributionModel
import AttributionSchema

private typealias Rules = SchemaRules

/// Conversion schemas, each of which breaks a rule.
extension BrokenInputs {
    private func schema(_ name: String, _ rule: Rule, _ text: String) -> BrokenInput {
        input(.schema, "schema: " + name, rule) {
            .init(broken: JSONValue(literal: text), sound: JSONValue(literal: Self.schema))
        }
    }

    /// A schema whose first window has the given entries.
    private func values(_ name: String, _ rule: Rule, _ values: String) -> BrokenInput {
        window(name, rule, #"{"window":1,"values":[\#(values)]}"#)
    }

    private func window(_ name: String, _ rule: Rule, _ windows: String) -> BrokenInput {
        schema(name, rule, #"{"schema":"spring","app":1108187390,"windows":[\#(windows)]}"#)
    }

    /// A schema without findings.
    private static let schema = #"""
        {"schema":"spring","from":"2026-03-01T00:00:00Z","currency":"EUR","app":1108187390,"windows":[\#
        {"window":1,"values":[\#
        {"fine":0,"coarse":"low","name":"installed"},\#
        {"fine":1,"coarse":"low","name":"signed up","event":"sign-up"},\#
        {"fine":[10,19],"coarse":"medium","name":"small purchases","event":"purchase","revenue":["0.01","10.01"]},\#
        {"fine":63,"coarse":"high","name":"big spender","event":"purchase","revenue":["10.01","1000"],"lock":true}]},\#
        {"window":2,"values":[\#
        {"coarse":"low","name":"came back","event":"launch"},\#
        {"coarse":"high","name":"bought","event":"purchase","revenue":["0.01","1000"]}]}]}
        """#

    var schemas: [BrokenInput] { schemaMembers + schemaValues + schemaRevenues }

    private var schemaMembers: [BrokenInput] {
        let values = #""windows":[{"window":1,"values":[{"fine":0}]}]"#
        return [
            schema("a member is unknown", Rules.unknownMember, #"{"schema":"spring","app":1,"apps":[1],\#(values)}"#),
            self.values("a member of a value is unknown", Rules.unknownMember, #"{"fine":0,"locks":true}"#),
            schema("the app is missing", Rules.missing, #"{"schema":"spring",\#(values)}"#),
            self.values("window 1 has a value without a fine one", Rules.missing, #"{"coarse":"low"}"#),
            window(
                "window 3 has a value without a coarse one", Rules.missing,
                #"{"window":3,"values":[{"event":"launch"}]}"#),
            schema("the name is a number", Rules.type, #"{"schema":7,"app":1,\#(values)}"#),
            schema("there is no window", Rules.type, #"{"schema":"spring","app":1,"windows":[]}"#),
            self.values("a count is huge", Rules.type, #"{"fine":0,"event":"a","count":10000000000}"#),
            window("there is a window 4", Rules.type, #"{"window":4,"values":[{"coarse":"low"}]}"#),
            schema(
                "\"from\" is not a time", Rules.from,
                #"{"schema":"spring","app":1,"from":"March",\#(values)}"#),
            window(
                "a window occurs twice", Rules.windowTwice,
                #"{"window":1,"values":[{"fine":0}]},{"window":1,"values":[{"fine":1}]}"#),
            window(
                "window 2 has a fine value", Rules.laterFine,
                #"{"window":2,"values":[{"fine":1,"coarse":"low"}]}"#),
        ]
    }

    private var schemaValues: [BrokenInput] {
        [
            values("a fine value is 64", Rules.fine, #"{"fine":64}"#),
            values("fine values fall", Rules.fine, #"{"fine":[19,10],"event":"a","revenue":["1","2"]}"#),
            values("a fine value occurs twice", Rules.fineTwice, #"{"fine":1},{"fine":1,"event":"sign-up"}"#),
            values(
                "coarse values fall", Rules.coarseFalls,
                #"{"fine":0,"coarse":"medium"},{"fine":1,"coarse":"low","event":"sign-up"}"#),
            values(
                "an entry that always applies hides another", Rules.unreachable,
                #"{"fine":1,"event":"sign-up"},{"fine":0}"#),
            values(
                "a lower count hides a higher one", Rules.unreachable,
                #"{"fine":1,"event":"purchase","count":3},{"fine":2,"event":"purchase","count":2}"#),
            values(
                "a launch has a revenue", Rules.unreachable,
                #"{"fine":1,"event":"launch","revenue":["1","2"]}"#),
            values(
                "a span ends when it begins", Rules.span,
                #"{"fine":1,"event":"launch","after":"24h","within":"1d"}"#),
            values(
                "two days are wanted of a span of one", Rules.span,
                #"{"fine":1,"event":"launch","after":"24h","within":"48h","days":2}"#),
            values(
                "a longer span hides a shorter one", Rules.unreachable,
                #"{"fine":1,"event":"launch","after":"24h"},{"fine":2,"event":"launch","after":"12h"}"#),
            window(
                "a span is over before its window begins", Rules.span,
                #"{"window":2,"values":[{"coarse":"low","event":"launch","within":"48h"}]}"#),
        ]
    }

    private var schemaRevenues: [BrokenInput] {
        func revenue(_ name: String, _ rule: Rule, _ bounds: String, fine: String = "1") -> BrokenInput {
            values(name, rule, #"{"fine":\#(fine),"event":"purchase","revenue":\#(bounds)}"#)
        }
        func two(_ name: String, _ rule: Rule, _ first: String, _ second: String) -> BrokenInput {
            values(
                name, rule,
                #"{"fine":1,"event":"purchase","revenue":\#(first)},{"fine":2,"event":"purchase","revenue":\#(second)}"#
            )
        }
        return [
            revenue("an amount has an exponent", Rules.amount, #"["1","1e3"]"#),
            revenue("an amount is negative", Rules.amount, #"["-1","1"]"#),
            revenue("amounts are numbers", Rules.amount, "[1,2]"),
            revenue("the bounds are equal", Rules.revenueOrder, #"["10.01","10.01"]"#),
            values("a revenue has no event", Rules.revenueWithoutEvent, #"{"fine":1,"revenue":["1","2"]}"#),
            values("a span has no event", Rules.revenueWithoutEvent, #"{"fine":1,"after":"24h"}"#),
            values(
                "two spans have a revenue", Rules.revenueEvents,
                #"{"fine":1,"event":"purchase","within":"24h","revenue":["1","2"]},{"fine":2,"event":"purchase","revenue":["2","3"]}"#
            ),
            values(
                "two events have a revenue", Rules.revenueEvents,
                #"{"fine":1,"event":"purchase","revenue":["1","2"]},{"fine":2,"event":"renewal","revenue":["2","3"]}"#),
            revenue("several fine values have no upper bound", Rules.fineBounds, #"["1",null]"#, fine: "[10,19]"),
            revenue(
                "several fine values have too little revenue", Rules.fineBounds, #"["0","0.000001"]"#,
                fine: "[10,19]"),
            two("revenues overlap", Rules.revenueOverlap, #"["1","10"]"#, #"["9.99","20"]"#),
            two(
                "a revenue without an upper bound is not the last", Rules.revenueOverlap, #"["1",null]"#,
                #"["9","20"]"#),
            two("revenues fall", Rules.revenueOverlap, #"["10","20"]"#, #"["1","10"]"#),
            two("revenues leave a gap", Rules.revenueGap, #"["1","10"]"#, #"["10.01","20"]"#),
            revenue("a revenue has no upper bound", Rules.noUpperBound, #"["1",null]"#),
            values(
                "a value without revenue is the highest", Rules.hiddenRevenue,
                #"{"fine":1,"event":"purchase","revenue":["1","2"]},{"fine":2,"event":"renewal"}"#),
            values(
                "a revenue wants a higher count", Rules.hiddenRevenue,
                #"{"fine":0},{"fine":1,"event":"purchase","count":2,"revenue":["1","2"]}"#),
        ]
    }
}
