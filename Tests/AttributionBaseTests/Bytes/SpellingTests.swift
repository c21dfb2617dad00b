import AttributionBase
import AttributionTestSupport
import Testing

struct SpellingTests {
    static let distances: [(String, String, Int)] = [
        ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("sign", "sign", 0), ("sgin", "sign", 1), ("sin", "sign", 1),
        ("signn", "sign", 1), ("sogn", "sign", 1), ("ca", "abc", 3), ("kitten", "sitting", 3), ("ab", "ba", 1),
        ("\u{e9}sa", "\u{e9}as", 1), ("e\u{301}", "\u{e9}", 0), ("\r\n", "\n", 1),
    ]

    @Test(arguments: distances) func measures(_ first: String, _ second: String, _ distance: Int) {
        expect(Spelling.alignmentDistance(first, second), distance)
    }

    static let words: [(String, String?)] = [
        ("verfy", "verify"), ("VERIFY", "verify"), ("vreify", "verify"), ("inspekt", "inspect"), ("ver", "verify"),
        ("v", nil), ("", nil), ("x", nil), ("kye", "key"), ("kyx", nil), ("in", nil), ("insp", "inspect"),
        (String(repeating: "verify", count: 20), nil),
    ]

    @Test(arguments: words) func suggests(_ word: String, _ nearest: String?) {
        expect(Spelling.nearest(to: word, among: ["verify", "inspect", "install", "key", "k"]), nearest)
    }

    @Test func prefersTheNearerAndThenTheEarlier() {
        expect(Spelling.nearest(to: "fields", among: ["yield", "field"]), "field")
        expect(Spelling.nearest(to: "fiald", among: ["fiild", "field"]), "fiild")
    }

    /// Names of one byte for each character are compared by bytes, others by characters. A candidate that is near to none changes
    /// nothing but that.
    @Test func bytesAndCharactersAgree() {
        let candidates = ["verify", "inspect", "install", "key", "k", "ad-network-id", "campaign-id"]
        let far = String(repeating: "\u{e9}", count: 60)
        var random = SplitMix64(seed: 1)
        var found = 0
        for _ in 0..<2000 {
            var word = Array(candidates[Int.random(in: 0..<candidates.count, using: &random)])
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let place = Int.random(in: 0..<max(1, word.count), using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0 where word.count > 1: word.remove(at: place)
                case 1: word.insert(Array("aeK-")[Int.random(in: 0..<4, using: &random)], at: place)
                default: word.swapAt(place, word.count - 1)
                }
            }
            let nearest = Spelling.nearest(to: String(word), among: candidates)
            expect(nearest, Spelling.nearest(to: String(word), among: candidates + [far]))
            if nearest != nil { found += 1 }
        }
        #expect((500..<2000).contains(found))
    }
}
