import AttributionCrypto
import AttributionTestSupport
import Testing

struct SecretBytesTests {
    /// Returns whether a description reveals the secret, as text, as numbers or in hexadecimal.
    private static func leaks(_ text: String) -> Bool {
        text.contains("SECRET") || text.contains("83") || text.contains("53")
    }

    private static func dumped(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    @Test func nothingShowsTheContents() {
        var bytes = Array("SECRET".utf8)
        let secret = SecretBytes(consuming: &bytes)
        expect("\(secret)", "6 secret bytes")
        #expect(!Self.leaks(String(describing: secret)))
        #expect(!Self.leaks(String(reflecting: secret)))
        #expect(!Self.leaks(String(describing: [secret] as [Any])))
        #expect(!Self.leaks(Self.dumped(secret)))
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test func privateKeyDoesNotShowItsScalar() throws {
        var scalar = [UInt8](repeating: 0x53, count: 32)
        let key = try P256PrivateKey(raw: SecretBytes(consuming: &scalar))
        let hexadecimal = String(repeating: "53", count: 32)
        for text in ["\(key)", String(reflecting: key), Self.dumped(key)] {
            #expect(!text.contains("83, 83") && !text.contains("- 83") && !text.contains(hexadecimal))
        }
    }

    @Test func consumedBytesAreGone() {
        var bytes = Array("SECRET".utf8)
        let secret = SecretBytes(consuming: &bytes)
        #expect(bytes.isEmpty)
        expect(secret.revealed, Array("SECRET".utf8))
    }

    @Test func emptySecretIsASecret() {
        let secret = SecretBytes(copying: [])
        expect(secret.count, 0)
        expect("\(secret)", "0 secret bytes")
    }
}
