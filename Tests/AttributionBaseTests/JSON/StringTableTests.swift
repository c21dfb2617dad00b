import AttributionBase
import Testing

@Suite struct StringTableTests {
    private static let table = StringTable(["at", "event", "", "app", "tap", "añb"])

    private static let found: [(String, Int?)] = [
        (#""at""#, 0), (#""event""#, 1), (#""""#, 2), (#""app""#, 3), (#""tap""#, 4), (#""añb""#, 5),
        (#""\u0061t""#, 0), (#""a\u00f1b""#, 5),
        (#""a""#, nil), (#""ap""#, nil), (#""pta""#, nil), (#""At""#, nil), (#""atevent""#, nil),
        (#""app\u0000""#, nil), ("12", nil), ("null", nil), ("[]", nil), (#"{"at":1}"#, nil),
    ]

    @Test(arguments: found) func placeOfWhatAStringMeans(_ text: String, _ place: Int?) throws {
        #expect(try scan(text) { Self.table.place(of: $0) } == place)
    }

    @Test func emptyTableHasNoPlace() throws {
        #expect(try scan(#""""#) { StringTable([]).place(of: $0) } == nil)
    }
}
