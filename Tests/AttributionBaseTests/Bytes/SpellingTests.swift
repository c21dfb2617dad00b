import AttributionBase
import Testing

@Suite struct SpellingTests {
    static let distances: [(String, String, Int)] = [
        ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("sign", "sign", 0), ("sgin", "sign", 1), ("sin", "sign", 1),
        ("signn", "sign", 1), ("sogn", "sign", 1), ("ca", "abc", 3), ("kitten", "sitting", 3), ("ab", "ba", 1),
    ]

    @Test(arguments: distances) func measures(_ first: String, _ second: String, _ distance: Int) {
        #expect(Spelling.alignmentDistance(Array(first), Array(second)) == distance)
    }

    static let words: [(String, String?)] = [
        ("verfy", "verify"), ("VERIFY", "verify"), ("vreify", "verify"), ("inspekt", "inspect"), ("ver", "verify"),
        ("v", nil), ("", nil), ("x", nil), ("kye", "key"), ("kyx", nil), ("in", nil), ("insp", "inspect"),
        (String(repeating: "verify", count: 20), nil),
    ]

    @Test(arguments: words) func suggests(_ word: String, _ nearest: String?) {
        #expect(Spelling.nearest(to: word, among: ["verify", "inspect", "install", "key", "k"]) == nearest)
    }

    @Test func prefersTheNearerAndThenTheEarlier() {
        #expect(Spelling.nearest(to: "fields", among: ["yield", "field"]) == "field")
        #expect(Spelling.nearest(to: "fiald", among: ["fiild", "field"]) == "fiild")
    }
}
