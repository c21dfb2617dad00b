import AttributionBytes
import Testing

@Suite struct ConcealmentTests {
    private static let scalar = "TRDHBByt9br1ZzyJjWXxb9jx822hqQjrL4jk6RpAiXw"
    private static let digits = String(repeating: "0123456789abcdef", count: 4)

    private static let secrets: [(String, String)] = [
        (scalar, "TRDHBByt…"), (scalar + "=", "TRDHBByt…="), ("d=" + scalar, "d=TRDHBByt…"),
        ("\"" + scalar + "\",", "\"TRDHBByt…\","), ("é" + scalar + "é", "éTRDHBByt…é"), ("--" + scalar, "--TRDHBB…"),
        ("\(scalar).\(scalar)", "TRDHBByt….TRDHBByt…"), (digits, "01234567…"), (digits.uppercased(), "01234567…"),
    ]
    private static let others: [String] = [
        "", "eyJ", String(scalar.dropLast()), String(digits.dropLast()),
        "impression-publisher-item-identifier-missing-2",
        "SKAdNetwork-postbacks-2026-11-22T00-00-00Z-part-0001.ndjson", "6aafb7a5-0170-41b5-bbe4-fe71dedf1e28",
        "/var/lib/some/folder/of/Many/words/with/a/2/in/it/and/no/long/name", String(repeating: "é", count: 60),
    ]

    @Test func noCaseVanishes() { #expect(Self.secrets.count == 9 && Self.others.count == 9) }

    @Test(arguments: secrets)
    func aSecretIsCutToItsBeginning(_ text: String, _ shown: String) { #expect(text.concealed == shown) }

    @Test(arguments: others)
    func anythingElseStays(_ text: String) { #expect(text.concealed == text) }
}
