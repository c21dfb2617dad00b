import AttributionBase
import AttributionCrypto
import AttributionTestSupport
import Testing

struct CompactSigningTests {
    @Test func tokenVerifiesAndSaysWhatWasSigned() async throws {
        let key = newKey()
        let payload = #"{"b":1.50,"a":"\u00e9"}"#
        let token = try UnverifiedJWS(
            parsing: key.compactJWS(payload: Array(payload.utf8), keyID: "a \"quoted\" name"))
        expect(token.header.keyID, "a \"quoted\" name")
        let verified = try #require(token.content(signedBy: key.publicKey))
        expect(verified.payload, Array(payload.utf8))
        #expect(token.content(signedBy: newKey().publicKey) == nil)
    }

    @Test func deterministicTokensAreTheSame() async throws {
        let key = newKey()
        func token(_ key: P256PrivateKey) async throws -> String {
            try await key.messageSigner.compactJWS(payload: Array("{}".utf8), keyID: "example.adattributionkit")
        }
        try await expect(token(key.deterministic), token(key.deterministic))
        #expect(try await token(key) != token(key))
    }

    @Test(arguments: ["", "{", #"{"a":1,"a":2}"#, "\u{feff}{}"])
    func whatIsNotJSONIsNotSigned(_ payload: String) async {
        #expect(throws: Problem.self) {
            try newKey().compactJWS(payload: Array(payload.utf8), keyID: "example.adattributionkit")
        }
    }
}
