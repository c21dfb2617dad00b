import AttributionTestSupport
import Testing

@testable import AttributionBase

@Suite("Searches within texts")
struct TextSearchTests {
    @Test(
        "a text is found wherever it is",
        arguments: [
            ("abc", "abc", true), ("abc", "a", true), ("abc", "c", true), ("abc", "bc", true), ("aab", "ab", true),
            ("abc", "abcd", false), ("abc", "ac", false), ("", "a", false), ("abc", "", false), ("aé", "é", true),
            // A letter followed by an accent is not the letter with the accent.
            ("e\u{301}", "é", false),
        ])
    func includes(_ text: String, _ wanted: String, _ isPresent: Bool) {
        expect(text.includes(wanted), isPresent)
        expect(text[...].includes(wanted), isPresent)
    }

    @Test("the first of several occurrences is returned, at its place in the whole text")
    func firstOccurrence() throws {
        let text = "x.y.y"
        let place = try #require(text.dropFirst().firstOccurrence(of: ".y"))
        #expect(text[..<place.lowerBound] == "x" && text[place.upperBound...] == ".y")
    }

    @Test(
        "each occurrence is replaced once",
        arguments: [
            ("a/b/", "/", "//", "a//b//"), ("aaa", "aa", "b", "ba"), ("abc", "x", "y", "abc"), ("ab", "", "y", "ab"),
            ("é/", "é", "", "/"),
        ])
    func replacing(_ text: String, _ old: String, _ new: String, _ wanted: String) {
        expect(text.replacingEach(old, by: new), wanted)
    }
}
