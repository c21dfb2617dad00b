import AttributionBase
import AttributionCrypto
import Testing

@Suite struct CompactSigningTests {
    @Test func tokenVerifiesAndSaysWhatWasSigned() async throws {
        let key = P256PrivateKey()
        let payload = #"{"b":1.50,"a":"\u00e9"}"#
        let token = try UnverifiedJWS(
            parsing: await key.compactJWS(payload: Array(payload.utf8), keyID: "a \"quoted\" name"))
        #expect(token.header.keyID == "a \"quoted\" name")
        let verified = try #require(token.content(signedBy: key.publicKey))
        #expect(verified.payload == Array(payload.utf8))
        #expect(token.content(signedBy: P256PrivateKey().publicKey) == nil)
    }

    @Test func deterministicTokensAreTheSame() async throws {
        let key = P256PrivateKey()
        func token(_ key: P256PrivateKey) async throws -> String {
            try await key.compactJWS(payload: Array("{}".utf8), keyID: "example.adattributionkit")
        }
        #expect(try await token(key.deterministic) == token(key.deterministic))
        #expect(try await token(key) != token(key))
    }

    @Test(arguments: ["", "{", #"{"a":1,"a":2}"#, "\u{feff}{}"])
    func whatIsNotJSONIsNotSigned(_ payload: String) async {
        await #expect(throws: Problem.self) {
            try await P256PrivateKey().compactJWS(payload: Array(payload.utf8), keyID: "example.adattributionkit")
        }
    }
}
