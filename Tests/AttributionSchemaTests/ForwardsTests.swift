import AttributionModel
import AttributionSchema
import AttributionTestSupport
import Testing

/// The values that events reach.
struct ForwardsTests {
    @Test func theLastEntryThatHoldsCounts() throws {
        var play = try #require(try Play(Schemas.read(Schemas.spring)))
        expect(play.play("launch"), "0 installed")
        expect(play.play("sign-up"), "1 signed up")
        expect(play.play("purchase", "4.01"), "14 small purchases")
        expect(play.play("sign-up"), "14 small purchases")
        expect(play.play("purchase", "6.00"), "63 big spender")
    }

    @Test func anEntryWithoutEventIsReachedAtTheFirstEvent() throws {
        var play = try #require(try Play(Schemas.read(Schemas.spring)))
        expect(play.play("tutorial"), "0 installed")
        #expect(play.reached?.rank == 0 && play.reached?.fine == 0)
    }

    @Test func aWindowOfItsOwnCountsByItself() throws {
        var play = try #require(try Play(Schemas.read(Schemas.spring), .second))
        expect(play.play("sign-up"), "none")
        expect(play.play("launch"), "low came back")
        expect(play.play("purchase", "0.01"), "high bought")
        #expect(try Schemas.read(Schemas.spring)[.third] == nil)
    }

    @Test(arguments: [
        ("0.009999", "0 installed"), ("0.01", "10 small purchases"), ("1.009999", "10 small purchases"),
        ("1.01", "11 small purchases"), ("9.009999", "18 small purchases"), ("9.01", "19 small purchases"),
        ("10.009999", "19 small purchases"), ("10.01", "63 big spender"), ("999999999999.999999", "63 big spender"),
    ])
    func aStepBeginsExactlyAtItsLeast(revenue: String, value: String) throws {
        var play = try #require(try Play(Schemas.read(Schemas.spring)))
        play.play("launch")
        expect(play.play("purchase", revenue), value)
    }

    /// 1 ÷ 3 is cut to 0.333333, and the last step has what is left.
    @Test(arguments: [
        ("0.333332", 5), ("0.333333", 6), ("0.666665", 6), ("0.666666", 7), ("0.999998", 7), ("0.999999", 7),
    ])
    func stepsAreCutToAMillionth(revenue: String, fine: Int) throws {
        let schema = try Schemas.values(#"{"fine":[5,7],"event":"a","revenue":["0","1"]}"#)
        var play = try #require(Play(schema))
        play.play("a", revenue)
        expect(play.reached?.fine, fine)
    }

    @Test func countsAreReachedExactly() throws {
        let schema = try Schemas.values(#"{"fine":0,"name":"0"},{"fine":1,"name":"1","event":"a","count":3}"#)
        var play = try #require(Play(schema))
        expect(["a", "b", "a", "b", "a", "a"].map { play.play($0) }, ["0 0", "0 0", "0 0", "0 0", "1 1", "1 1"])
    }

    @Test func countAndRevenueMustBothHold() throws {
        let schema = try Schemas.values(
            #"{"fine":0,"name":"0"},{"fine":1,"name":"1","event":"a","count":2,"revenue":["5","9"]}"#)
        var play = try #require(Play(schema))
        expect(play.play("a", "5"), "0 0")
        expect(play.play("a", "0"), "1 1")
    }

    @Test(arguments: [
        (0, "0 installed"), (86_399_999, "0 installed"), (86_400_000, "1 day 2"), (172_799_999, "1 day 2"),
        (172_800_000, "0 installed"),
    ])
    func anEventCountsInItsSpanAlone(age: Int64, value: String) throws {
        let schema = try Schemas.values(
            #"{"fine":0,"name":"installed"},{"fine":1,"name":"day 2","event":"launch","after":"24h","within":"2d"}"#)
        var play = try #require(Play(schema))
        expect(play.play("launch", age: age), value)
    }

    /// Entries that want an event in different spans count it each for itself, its revenue too.
    @Test func eachSpanCountsByItself() throws {
        let schema = try Schemas.values(
            #"""
            {"fine":0,"name":"0"},{"fine":1,"name":"first day","event":"a","within":"24h","count":2},
            {"fine":[2,3],"name":"later","event":"a","after":"24h","revenue":["5","9"]},
            {"fine":4,"name":"often","event":"a","count":5}
            """#)
        var play = try #require(Play(schema))
        let day: Int64 = 86_400_000
        expect(play.play("a", "4", age: 0), "0 0")
        expect(play.play("a", "4", age: day - 1), "1 first day")
        expect(play.play("a", "4", age: day), "1 first day")
        expect(play.play("a", "3", age: day), "3 later")
        expect(play.play("a", age: day), "4 often")
    }

    @Test func daysAreThoseSinceTheConversion() throws {
        let schema = try Schemas.values(#"{"fine":0,"name":"0"},{"fine":1,"name":"2 days","event":"a","days":2}"#)
        var play = try #require(Play(schema))
        expect(play.play("a", age: 3_600_000), "0 0")
        expect(play.play("a", age: 86_399_999), "0 0")
        expect(play.play("b", age: 86_400_000), "0 0")
        expect(play.play("a", age: 86_400_000), "1 2 days")
    }

    @Test func aValueNeverFalls() throws {
        let schema = try Schemas.values(
            #"{"fine":9,"name":"any"},{"fine":[3,4],"name":"some","event":"a","revenue":["1","3"]}"#)
        var play = try #require(Play(schema))
        expect(play.play("a", "2.5"), "4 some")
        // More than any entry tells.
        expect(play.play("a", "100"), "4 some")
    }

    @Test func revenueIsThatOfTheEventItself() throws {
        let schema = try Schemas.values(
            #"{"fine":0,"name":"0"},{"fine":1,"name":"1","event":"a","revenue":["1","9"]}"#)
        var play = try #require(Play(schema))
        expect(play.play("b", "5"), "0 0")
        expect(play.play("a", "0.4"), "0 0")
        expect(play.play("a", "0.6"), "1 1")
    }

    /// What was counted by one schema counts by the next, whose values begin anew; before the first, nothing counts.
    @Test func schemasFollowEachOther() throws {
        func schema(_ from: String, _ values: String) throws -> ConversionSchema {
            try Schemas.read(
                #"{"app":1,"from":"\#(from)T00:00:00Z","windows":[{"window":1,"values":[\#(values)]}]}"#)
        }
        let schemas = AppSchemas([
            try schema("2026-01-01", #"{"fine":7,"event":"a","count":2}"#),
            try schema("2026-02-01", #"{"fine":3,"event":"b"},{"fine":4,"event":"a","count":3}"#),
        ])
        var progress = SchemaProgress()
        func play(_ name: String, _ time: String, _ window: ConversionWindow = .first) throws -> Int? {
            let time = try #require(Timestamp(time + "T00:00:00Z")).milliseconds
            let isNew = progress.count(
                schemas.number(of: name), revenue: .zero, in: window, at: time, age: 0, by: schemas)
            return isNew ? progress.reached?.fine : nil
        }
        #expect(try play("a", "2025-12-31") == nil)
        #expect(try play("a", "2026-01-01") == nil)
        #expect(try play("b", "2026-01-02") == nil)
        try expect(play("a", "2026-01-31"), 7)
        #expect(progress.reason == "a" && progress.reached?.locks == false && progress.reached?.coarse == nil)
        try expect(play("c", "2026-02-01"), 3)
        expect(progress.reason, "b")
        try expect(play("a", "2026-02-02"), 4)
        #expect(try play("a", "2026-02-03") == nil)
        // Another window counts by itself.
        #expect(try play("a", "2026-02-04", .second) == nil)
        #expect(progress.reached == nil && progress.reason == nil)
        #expect(schemas.number(of: "a") == 0 && schemas.number(of: "b") == 1 && schemas.number(of: "c") == nil)
    }
}
