import AttributionBase
import AttributionInspection
import AttributionTestSupport
import Testing

/// The end of a document with broken syntax, before it is known whether a remedy mends it.
struct DocumentExtentTests {
    private static func end(of text: String, isWhole: Bool = true) -> DocumentExtent.Progress {
        var extent = DocumentExtent(at: 0)
        return Array(text.utf8).withBytes { extent.advance(over: $0, isWhole: isWhole) }
    }

    /// Each text, and how many of its lines are the first document.
    private static let documents: [(text: String, lines: Int)] = [
        ("{\n \"a\": 1\n \"b\": 2\n}\n{\n}\n", 4), ("{\n a: {}\n}, // c\nx\n", 3),
        // Without its end, it ends before the next one, and the blank lines before that are none of it.
        ("{\n \"a\": 1\n\n{\n \"b\": 2\n}\n", 2), ("{\n \"a\": 1\neyJ\n", 2), ("[\n {\n }\n[\n]\n", 3),
        ("{\n\"a\": 1\n{\n}\n", 2), ("{\n \"a\": 1\n\n", 2),
        // What is inside an array or after a colon begins no document, unless all else is indented.
        ("[\n{\n}\n{\n}\n]\n{\n}\n", 6), ("{\n\"a\":\n{\n}\n}\n{\n", 5), ("{\n \"a\":\n{\n}\n", 2),
        ("[\n{\n}\n[\n{\n}\n]\n", 3),
        // Brackets in strings and comments do not count.
        ("{\n \"a\": \"{\\\"\", 'b': '[\"', // {\n # {\n /* {\n{ */ c: “}”\n}\n{\n}\n", 6),
        // A function around it, and comments before it.
        ("f.x(\n{\n a: 1\n}\n);\n{\n}\n", 5), ("// a\n# b\n/*\n{ */\n{\n a: 1\n}\n{\n}\n", 7),
    ]

    @Test func endsWithItsBracketsOrBeforeTheNext() {
        for (text, lines) in Self.documents {
            let wanted = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(lines).joined(
                separator: "\n")
            guard case .ended(let end) = Self.end(of: text) else {
                Issue.record("no end: \(text)")
                continue
            }
            expect(String(text.utf8.prefix(end)), wanted)
        }
    }

    /// However the text arrives, the end is the same.
    @Test func mayArriveInParts() {
        for (text, _) in Self.documents {
            let bytes = Array(text.utf8)
            guard case .ended(let wanted) = Self.end(of: text) else { continue }
            for step in [1, 2, 5] {
                var extent = DocumentExtent(at: 0)
                var found: Int?
                for count in stride(from: step, to: bytes.count + step, by: step) where found == nil {
                    let part = Array(bytes.prefix(count))
                    if case .ended(let end) = part.withBytes({
                        extent.advance(over: $0, isWhole: part.count == bytes.count)
                    }) {
                        found = end
                    }
                }
                expect(found, wanted, "\(text)")
            }
        }
    }

    @Test func hopelessTextsEndNowhere() {
        let texts = [
            "{\n \"a\": \"b\n}\n", "{\n \"a\": 1]\n}\n", "{\n '\n", "nothing\n{\n}\n", "// only a comment\n",
            "\"a\"\n{\n}\n",
            String(repeating: "[", count: 2000), "{\n" + String(repeating: "1\n", count: 1 << 15),
            "{\n" + String(repeating: "  \"a\": 1,\n", count: 1 << 17),
        ]
        for text in texts {
            if case .hopeless = Self.end(of: text) { continue }
            Issue.record("\(text.prefix(40)) has an end")
        }
        if case .open = Self.end(of: "{\n \"a\": 1\n", isWhole: false) {} else { Issue.record("more may arrive") }
    }
}
