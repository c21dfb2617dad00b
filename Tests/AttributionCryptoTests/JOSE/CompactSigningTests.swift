import AttributionBase
import AttributionCrypto
import Testing

@Suite struct CompactSigningTests {
    @Test func tokenVerifiesAndSaysWhatWasSigned() throws {
        let key = P256PrivateKey()
        let payload = #"{"b":1.50,"a":"\u00e9"}"#
        let token = try UnverifiedJWS(compact: key.compactJWS(payload: Array(payload.utf8), keyID: "a \"quoted\" name"))
        #expect(token.header.keyID == "a \"quoted\" name")
        let verified = try #require(token.verified(by: key.publicKey))
        #expect(verified.payload == Array(payload.utf8))
        #expect(token.verified(by: P256PrivateKey().publicKey) == nil)
    }

    @Test func deterministicTokensAreTheSame() throws {
        let key = P256PrivateKey()
        func token(_ nonce: Signer.Nonce) throws -> String {
            try key.compactJWS(payload: Array("{}".utf8), keyID: "example.adattributionkit", nonce: nonce)
        }
        #expect(try token(.deterministic) == token(.deterministic))
        #expect(try token(.random) != token(.random))
    }

    @Test(arguments: ["", "{", #"{"a":1,"a":2}"#, "\u{feff}{}"])
    func whatIsNotJSONIsNotSigned(_ payload: String) {
        #expect(throws: JSONSyntaxError.self) {
            try P256PrivateKey().compactJWS(payload: Array(payload.utf8), keyID: "example.adattributionkit")
        }
    }
}
