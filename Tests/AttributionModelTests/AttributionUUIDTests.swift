import AttributionModel
import AttributionTestSupport
import Testing

struct AttributionUUIDTests {
    private static let lower = "6aafb7a5-0170-41b5-bbe4-fe71dedf1e30"

    /// Guards what is counted once: Apple writes one UUID in either letter case.
    @Test func letterCaseDoesNotMatter() throws {
        let one = try #require(AttributionUUID(Self.lower))
        let other = try #require(AttributionUUID(Self.lower.uppercased()))
        #expect(one == other && Set([one, other]).count == 1)
        // What was written is what is signed.
        #expect(one.description == Self.lower && "\(other)" == Self.lower.uppercased())
        #expect(one != AttributionUUID("6aafb7a5-0170-41b5-bbe4-fe71dedf1e31"))
        #expect(one != AttributionUUID("7aafb7a5-0170-41b5-bbe4-fe71dedf1e30"))
    }

    @Test(arguments: [
        "", "6aafb7a5", "6aafb7a5-0170-41b5-bbe4-fe71dedf1e3", "6aafb7a5-0170-41b5-bbe4-fe71dedf1e300",
        "6aafb7a5-0170-41b5-bbe4-fe71dedf1e3g", "6aafb7a5x0170-41b5-bbe4-fe71dedf1e30",
        "{6aafb7a5-0170-41b5-bbe4-fe71dedf1e3}", "６aafb7a5-0170-41b5-bbe4-fe71dedf1",
    ])
    func whatIsNoUUIDIsNone(_ text: String) { #expect(AttributionUUID(text) == nil) }

    @Test func newOnesDiffer() {
        let made = (0..<100).map { _ in AttributionUUID() }
        expect(Set(made).count, 100)
        #expect(
            made.allSatisfy { AttributionUUID($0.description) == $0 && $0.description == $0.description.lowercased() })
    }

    /// Guards texts that are broken on purpose: they are equal as the bytes that they are.
    @Test func otherTextsAreComparedByteByByte() {
        func text(_ text: String) -> AttributionUUID { AttributionUUID(unchecked: text) }
        #expect(text("a") == text("a") && text("a") != text("A") && text("\u{e9}") != text("e\u{301}"))
        expect(Set([text("a"), text("A"), text("a")]).count, 2)
        #expect(text(Self.lower) != text(Self.lower + " "))
    }
}
