import AttributionBase
import AttributionTestSupport
import Testing

struct DuplicateNameTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let text: String
        let offset: Int
        let name: String
        let testDescription: String

        init(_ description: String, _ text: String, at offset: Int, _ name: String) {
            self.text = text
            self.offset = offset
            self.name = name
            testDescription = description
        }
    }

    static let vectors: [Vector] = [
        Vector("next to each other", #"{"a":1,"a":2}"#, at: 7, "a"),
        Vector("equal values", #"{"a":1,"a":1}"#, at: 7, "a"),
        Vector("with a member between", #"{"a":1,"b":2,"a":3}"#, at: 13, "a"),
        Vector("empty names", #"{"":1,"":2}"#, at: 6, ""),
        Vector("second one escaped", #"{"a":1,"\u0061":2}"#, at: 7, "a"),
        Vector("first one escaped", #"{"\u0061":1,"a":2}"#, at: 12, "a"),
        Vector("escaped in two ways", #"{"\u002f":1,"\/":2}"#, at: 12, "/"),
        Vector("escaped surrogate pair and character", "{\"\\ud83d\\ude00\":1,\"\u{1f600}\":2}", at: 18, "\u{1f600}"),
        Vector("escaped and plain character of two bytes", "{\"\u{e9}\":1,\"\\u00e9\":2}", at: 8, "\u{e9}"),
        Vector("in an inner object", #"[0,{"o":{"a":1,"a":2}}]"#, at: 15, "a"),
        Vector("after an inner object", #"{"a":{"b":1},"a":2}"#, at: 13, "a"),
    ]

    static let distinct = [
        #"{"a":1,"b":2}"#, #"{"a":1,"A":2}"#, #"{"a":1,"a ":2}"#, #"{"\u0061":1,"b":2}"#, #"{"\\u0061":1,"a":2}"#,
        #"{"a":{"a":1},"b":{"a":1}}"#, "{\"\u{e9}\":1,\"e\u{301}\":2}", #"{"a\u0000":1,"a":2}"#,
    ]

    @Test func noVectorVanishes() {
        expect(Set(Self.vectors.map(\.testDescription)).count, 11)
    }

    @Test(arguments: vectors) func isRefusedWhereItRepeats(_ vector: Vector) {
        expect(fault(in: vector.text), JSONSyntaxError(.duplicateName(vector.name), at: vector.offset))
    }

    @Test(arguments: distinct) func differentNamesAreAccepted(_ text: String) {
        #expect(fault(in: text) == nil)
    }

    // MARK: - Objects of more than 32 members are checked in another way

    /// Returns an object with `count` members, and another one named `last`.
    private static func object(_ count: Int, _ last: String) -> (text: String, offset: Int) {
        let members = (0..<count).map { #""member\#(1000 + $0)":\#($0)"# }.joined(separator: ",")
        return ("{" + members + "," + last + ":0}", members.utf8.count + 2)
    }

    @Test(arguments: [30, 31, 32, 33, 64, 1000]) func isRefusedInLargeObjects(_ count: Int) {
        for index in [0, count / 2, count - 1] {
            let name = "member\(1000 + index)"
            let plain = Self.object(count, "\"\(name)\"")
            expect(fault(in: plain.text), JSONSyntaxError(.duplicateName(name), at: plain.offset))
            let escaped = Self.object(count, "\"\\u006d\(name.dropFirst())\"")
            expect(fault(in: escaped.text), JSONSyntaxError(.duplicateName(name), at: escaped.offset))
        }
    }

    @Test(arguments: [30, 31, 32, 33, 64, 1000]) func largeObjectsOfDifferentNamesAreAccepted(_ count: Int) {
        #expect(fault(in: Self.object(count, "\"member\"").text) == nil)
        #expect(fault(in: Self.object(count, "\"\\u006dember\"").text) == nil)
        // The names are canonically equivalent, but have different characters.
        #expect(fault(in: Self.object(count, "\"\u{e9}\":0,\"e\u{301}\"").text) == nil)
    }

    /// Decoded names are kept until the end of their object.
    @Test func namesWithEscapesAreTheirMeaning() {
        func name(_ number: Int) -> String { #"\u006d\"\uD83D\ude00"# + String(number) }
        let members = (0..<1000).map { "\"\(name($0))\":{\"\\u0061\":0,\"b\":0}" }.joined(separator: ",")
        #expect(fault(in: "{" + members + "}") == nil)
        for index in [0, 500, 999] {
            let text = "{" + members + ",\"m\\\"\\ud83d\\ude00\(index)\":0}"
            expect(fault(in: text)?.kind, .duplicateName("m\"😀\(index)"))
        }
    }

    /// Names are compared with those of the same bucket, of which there are about as many as names. Of these, all are in one.
    @Test(arguments: [33, 60, 400]) func namesWithForeseenHashesAreCompared(_ count: Int) {
        let all = (0...).lazy.map { "n\($0)" }.filter { Array($0.utf8).withBytes(nameHash) & 511 == 5 }
        let names = Array(all.prefix(count))
        let members = names.map { "\"\($0)\":0" }.joined(separator: ",")
        #expect(fault(in: "{" + members + "}") == nil)
        for name in [names.first, names.last].compactMap({ $0 }) {
            let text = "{" + members + ",\"\(name)\":0,\"\(names.first ?? "")\":0}"
            expect(fault(in: text), JSONSyntaxError(.duplicateName(name), at: members.utf8.count + 2))
        }
    }

    /// The first member that repeats another is told, however many there are, and however they are written.
    @Test func isTheFirstThatASetFinds() throws {
        var random = SplitMix64(seed: 1)
        for round in 0..<300 {
            let count = Int.random(in: 2...200, using: &random)
            var seen = Set<Int>()
            var expected: Int?
            var text = "{"
            for place in 0..<count {
                let name = Int.random(in: 0..<count * (round % 40 + 1), using: &random)
                if place > 0 { text += "," }
                if !seen.insert(name).inserted, expected == nil { expected = text.utf8.count }
                text += round % 2 == 0 && name % 3 == place % 3 ? "\"\\u006e\(name)\":1" : "\"n\(name)\":1"
            }
            expect(fault(in: text + "}")?.offset, expected)
        }
    }

    /// Lengths are compared modulo 64, so names whose lengths differ by 64 must still be distinguished.
    @Test func namesWithLengths64ApartDiffer() {
        let long = String(repeating: "a", count: 65)
        #expect(fault(in: #"{"a":1,"\#(long)":2}"#) == nil)
        expect(fault(in: #"{"\#(long)":1,"a":1,"\#(long)":2}"#)?.kind, .duplicateName(long))
    }
}
