import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

/// Identifiers that are read from text: a wrong text is named, never dropped.
struct ParsedIdentifierTests {
    /// Returns the description of the value, or of the error.
    private func read<Value>(_ parse: (String) throws(Problem) -> Value, _ text: String) -> String {
        do throws(Problem) { return "\(try parse(text))" } catch { return "! \(error)" }
    }

    @Test(arguments: [
        ("acme.adattributionkit", "acme.adattributionkit"),
        (
            "acme ",
            "! the ID of an ad network is \"acme \"; it must be labels of a-z, 0-9 and hyphens, ending in .adattributionkit or .skadnetwork"
        ),
    ]) func networks(_ text: String, _ wanted: String) {
        expect(read({ (text) throws(Problem) in try AdNetworkIdentifier(parsing: text) }, text), wanted)
    }

    @Test func everyIdentifierSaysWhatIsWrong() {
        let wrong = "x\u{1B}"
        let found = [
            read({ (text) throws(Problem) in try ItemIdentifier(parsing: text) }, wrong),
            read({ (text) throws(Problem) in try SourceIdentifier(parsing: text) }, wrong),
            read({ (text) throws(Problem) in try AttributionUUID(parsing: text) }, wrong),
            read({ (text) throws(Problem) in try CountryCode(parsing: text) }, wrong),
            read({ (text) throws(Problem) in try SKAdNetworkNonce(parsing: text) }, wrong),
            read({ (text) throws(Problem) in try Timestamp(parsing: text) }, wrong),
        ]
        #expect(
            found.allSatisfy { $0.hasPrefix("! the ") && $0.contains("\"x") && $0.contains("; it must be ") },
            "\(found)")
        let number = read({ (_) throws(Problem) in try SourceIdentifier(number: 9) }, "")
        expect(number, "! the source identifier is \"9\"; it must be 10 to 9999")
    }

    @Test func whatIsRightIsRead() throws {
        try expect(ItemIdentifier(parsing: "7"), 7)
        try expect(SourceIdentifier(parsing: "05").number, 5)
        try expect(SourceIdentifier(number: 5239), 5239)
        try expect(CountryCode(parsing: "DE"), "DE")
        let uuid = "68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c"
        try expect(AttributionUUID(parsing: uuid).description, uuid)
        try expect(SKAdNetworkNonce(parsing: uuid).description, uuid)
        try expect(Timestamp(parsing: "1970-01-01T00:00:01Z").milliseconds, 1000)
    }
}
