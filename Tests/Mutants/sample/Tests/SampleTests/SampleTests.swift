import Testing

@testable import Sample

struct SampleTests {
    @Test(arguments: [
        (10, ["in"], false), (11, ["in"], true), (20, ["in"], true), (21, ["in"], false), (15, [], false),
        (15, ["out"], false), (15, ["out", "in"], true), (15, ["in", "out"], true),
    ])
    func isIn(_ value: Int, _ names: [String], _ wanted: Bool) {
        #expect(Sample<Int>.isIn(value, names) == wanted)
    }

    @Test func sum() {
        #expect(Sample<Int>.sum([1]) != nil)
    }

    @Test(arguments: [(-2, -1), (-1, -1), (0, 0), (1, 1)])
    func sign(_ value: Int, _ wanted: Int) {
        #expect(Sample<Int>.sign(value) == wanted)
    }
}
