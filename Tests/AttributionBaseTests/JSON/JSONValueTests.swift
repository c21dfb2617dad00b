import AttributionBase
import AttributionTestSupport
import Testing

struct JSONValueTests {
    @Test func membersAreFoundByTheBytesOfTheirNames() throws {
        let value = try JSONValue(parsing: Array("{\"\u{e9}\":1,\"e\u{301}\":2,\"a\":3}".utf8))
        expect(value["\u{e9}"], .number("1"))
        expect(value["e\u{301}"], .number("2"))
        expect(value["a"], .number("3"))
        #expect(value["b"] == nil)
        #expect(JSONValue.array([value])["a"] == nil)
        #expect(JSONValue.string("a")["a"] == nil)
    }

    @Test func textIsCompactAndKeepsOrderAndNumbers() throws {
        let text = " { \"z\" : [ 1.50 , -0 , \"\\u0061\\/\" ] , \"a\" : { } , \"b\" : [ ] , \"c\" : null } "
        try expect(JSONValue(parsing: Array(text.utf8)).text, #"{"z":[1.50,-0,"a/"],"a":{},"b":[],"c":null}"#)
    }

    @Test func literalsAreValues() {
        let value: JSONValue = ["z": ["text", -5, true, [:]], "a": []]
        expect(value.text, #"{"z":["text",-5,true,{}],"a":[]}"#)
        expect(value["z"], .array([.string("text"), .number("-5"), .bool(true), .object([])]))
    }

    @Test func errorsNameThePlaceAndWhatIsWanted() {
        expect("\(JSONSyntaxError(.empty, at: 0))", "it is empty")
        expect(fault(in: "{\"a\"").map { "\($0)" }, "expected \":\" at byte 5, where the text ends")
        expect(fault(in: "[1 2]").map { "\($0)" }, "expected \",\" or \"]\" at byte 4, found \"2\"")
        expect(fault(in: "[1\u{1b}]").map { "\($0)" }, "expected \",\" or \"]\" at byte 3, found 0x1b")
        #expect(
            fault(in: "[\"\u{1}\"]").map { "\($0)" }
                == "a string has 0x01 at byte 3, unescaped")
    }
}
