import AttributionBase
import AttributionTestSupport
import Testing

struct DepthTests {
    private static func arrays(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    private static func objects(_ depth: Int) -> String {
        String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
    }

    @Test func limitIs128() { expect(JSONIndex.depthLimit, 128) }

    @Test(arguments: [1, 2, 127, 128]) func isAcceptedUpToTheLimit(_ depth: Int) throws {
        #expect(fault(in: Self.arrays(depth)) == nil)
        #expect(fault(in: Self.objects(depth)) == nil)
        try expect(JSONValue(parsing: Array(Self.objects(depth).utf8)).text, Self.objects(depth))
    }

    @Test(arguments: [129, 1000, 100_000]) func isRefusedBeyondTheLimit(_ depth: Int) {
        expect(fault(in: Self.arrays(depth)), JSONSyntaxError(.tooDeep(limit: 128), at: 128))
        expect(fault(in: Self.objects(depth)), JSONSyntaxError(.tooDeep(limit: 128), at: 128 * 5))
        expect(fault(in: String(repeating: "[", count: depth)), JSONSyntaxError(.tooDeep(limit: 128), at: 128))
    }

    @Test func levelsThatCloseAgainDoNotAddUp() {
        #expect(fault(in: "[" + [String](repeating: Self.arrays(127), count: 300).joined(separator: ",") + "]") == nil)
    }
}
