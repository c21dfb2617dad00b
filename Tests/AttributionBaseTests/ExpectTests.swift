import AttributionTestSupport
import Testing

struct ExpectTests {
    @Test func unequalValuesAreTold() {
        #expect(difference("a", "b") == #"found "a", wanted "b""#)
        #expect(difference([1, nil], [1]) == "found [Optional(1), nil], wanted [Optional(1)]")
        #expect(difference([1, nil], [1, nil]) == nil)
        #expect(difference(Double.nan, .nan) != nil)
    }
}
