import AttributionBase
import AttributionCrypto
import AttributionTestSupport
import Testing

struct VerifiedJWSTests {
    /// The postback that Apple published verifies with the key that made it, and no other.
    @Test func postbackOfAppleVerifies() throws {
        let token = try UnverifiedJWS(parsing: Repository.line(ofVector: "apple-postback.jws"))
        expect(token.header.keyID, "apple-development-identifier/1")
        let key = try Self.key(of: "keys/apple-development-identifier-1.pem")
        let verified = try #require(token.content(signedBy: key))
        let payload = try JSONValue(parsing: verified.payload)
        expect(payload["ad-network-identifier"], .string("development.adattributionkit"))
        expect(payload["advertised-item-identifier"], .number("10738027756"))
    }

    @Test(arguments: [
        "apple-cas-identifier-0.pem", "apple-development-identifier-0.pem", "example.adattributionkit.public.pem",
    ])
    func postbackOfAppleVerifiesWithNoOtherKey(_ name: String) throws {
        let token = try UnverifiedJWS(parsing: Repository.line(ofVector: "apple-postback.jws"))
        #expect(try token.content(signedBy: Self.key(of: "keys/" + name)) == nil)
    }

    private static func key(of path: String) throws -> P256PublicKey {
        try P256PublicKey(pem: String(decoding: Repository.bytes(of: path), as: UTF8.self))
    }

    @Test func payloadIsTheSignedOneWithoutSpace() throws {
        let key = newKey()
        let token = Tokens.signed(payload: " { \"a b\" : [ 1.50 , \"c  d\" ] }\n", by: key)
        let verified = try #require(UnverifiedJWS(parsing: token).content(signedBy: key.publicKey))
        expect(verified.payload, Array(#"{"a b":[1.50,"c  d"]}"#.utf8))
    }

    @Test func headerAndPayloadOfTwoTokensDoNotMix() throws {
        let key = newKey()
        let one = Tokens.signed(payload: #"{"a":1}"#, by: key).split(separator: ".")
        let two = Tokens.signed(payload: #"{"a":2}"#, by: key).split(separator: ".")
        #expect(try UnverifiedJWS(parsing: "\(one[0]).\(two[1]).\(one[2])").content(signedBy: key.publicKey) == nil)
        #expect(try UnverifiedJWS(parsing: "\(one[0]).\(one[1]).\(two[2])").content(signedBy: key.publicKey) == nil)
        #expect(try UnverifiedJWS(parsing: "\(one[0]).\(one[1]).\(one[2])").content(signedBy: key.publicKey) != nil)
    }

    /// A key, or the address of a key, in the header comes from the unverified signer.
    @Test func keysInTheHeaderAreNeverUsed() throws {
        let forger = newKey()
        let trusted = newKey().publicKey
        let jwk = String(decoding: forger.publicKey.jwk(), as: UTF8.self)
        for member in [
            #""jwk":\#(jwk)"#, #""jku":"https://example.com/keys""#, #""x5u":"https://example.com/certificate""#,
            #""x5c":["MIIB"]"#,
        ] {
            let header = #"{"alg":"ES256","kid":"example.adattributionkit",\#(member)}"#
            let token = try UnverifiedJWS(parsing: Tokens.signed(header: header, by: forger))
            #expect(token.content(signedBy: trusted) == nil)
            #expect(token.content(signedBy: forger.publicKey) != nil)
        }
    }

    @Test func writerMakesTokensThatVerify() throws {
        let key = newKey()
        var output = ByteBuffer()
        output.append("before ")
        let payload = Array(Tokens.payload.utf8)
        TextSigner(key).appendToken(of: payload, keyID: "a/\"b\"\n", to: &output)
        let token = try UnverifiedJWS(parsing: Array(output.array().dropFirst(7)))
        expect(token.header.keyID, "a/\"b\"\n")
        expect(token.content(signedBy: key.publicKey)?.payload, payload)
    }
}
