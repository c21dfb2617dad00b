import AttributionBase
import AttributionTestSupport
import Testing

struct ConcealmentTests {
    private static let scalar = "TRDHBByt9br1ZzyJjWXxb9jx822hqQjrL4jk6RpAiXw"
    private static let base64 = "+yBFao+02f4jTRDHBByt9br1Zz/JjWXxb9jx822hqQjr="
    /// Of the length of a PKCS#8 key.
    private static let document = "MIGHAgEA" + String(repeating: "4jTRDHBByt9br1Zz/JjWXxb9jx82+2hqQjr", count: 5)
    private static let digits = String(repeating: "0123456789abcdef", count: 4)

    private static let secrets: [(String, String)] = [
        (scalar, "TRDHBByt…"), (scalar + "=", "TRDHBByt…="), ("d=" + scalar, "d=TRDHBByt…"),
        ("\"" + scalar + "\",", "\"TRDHBByt…\","), ("é" + scalar + "é", "éTRDHBByt…é"), ("--" + scalar, "--TRDHBB…"),
        ("\(scalar).\(scalar)", "TRDHBByt….TRDHBByt…"), ("keys/\(scalar)/a", "keys/TRDHBByt…"),
        // Standard base64: a slash or a plus sign ended the run, so that no piece was long enough.
        (base64, "+yBFao+02…="), ("keys/" + base64, "keys/+yBFao+02…="), (document, "MIGHAgEA…"), (digits, "01234567…"),
        (digits.uppercased(), "01234567…"),
    ]
    private static let others: [String] = [
        "", "eyJ", String(scalar.dropLast()), String(digits.dropLast()),
        "impression-publisher-item-identifier-missing-2",
        "SKAdNetwork-postbacks-2026-11-22T00-00-00Z-part-0001.ndjson", "6aafb7a5-0170-41b5-bbe4-fe71dedf1e28",
        "/var/lib/jenkins/workspace/Build-of-main-42/Postbacks/2026",
        "/var/lib/some/folder/of/Many/words/with/a/2/in/it/and/no/long/name", String(repeating: "é", count: 60),
    ]

    @Test func noCaseVanishes() { #expect(Self.secrets.count == 13 && Self.others.count == 10) }

    @Test(arguments: secrets)
    func aSecretIsCutToItsBeginning(_ text: String, _ shown: String) { expect(text.concealed, shown) }

    @Test(arguments: others)
    func anythingElseStays(_ text: String) { expect(text.concealed, text) }
}
