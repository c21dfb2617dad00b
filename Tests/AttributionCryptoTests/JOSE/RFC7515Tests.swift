import AttributionBase
import AttributionCrypto
import AttributionTestSupport
import Testing

/// RFC 7515 Appendix A.3: a JWS signed with ECDSA P-256 SHA-256.
struct RFC7515Tests {
    static let jwk = """
        {"kty":"EC",
         "crv":"P-256",
         "x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
         "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
         "d":"jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"
        }
        """
    static let header = "eyJhbGciOiJFUzI1NiJ9"
    static let payload =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    static let signature = "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"

    static func key() throws -> P256PrivateKey {
        var bytes = Array(jwk.utf8)
        return try KeyFile(reading: SecretBytes(consuming: &bytes)).onlyPrivateKey()
    }

    private static func verifies(_ signed: [UInt8], _ signature: [UInt8]) throws -> Bool {
        try key().publicKey.isValidSignature(signature, for: signed)
    }

    @Test func partsDecodeToWhatTheAppendixSays() throws {
        try expect(Base64URL.decode(Array(Self.header.utf8)), Array(#"{"alg":"ES256"}"#.utf8))
        #expect(
            try Base64URL.decode(Array(Self.payload.utf8))
                == Array("{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}".utf8))
        let signature = try Base64URL.decode(Array(Self.signature.utf8))
        expect(signature.count, 64)
        expect(signature[..<4], [14, 209, 33, 83])
        expect(signature[60...], [131, 163, 84, 213])
    }

    @Test func signatureVerifies() throws {
        let signature = try Base64URL.decode(Array(Self.signature.utf8))
        #expect(try Self.verifies(Array("\(Self.header).\(Self.payload)".utf8), signature))
    }

    /// The header has no `kid`, which this library requires.
    @Test func tokenLacksAKeyID() {
        #expect(throws: JWSError.missingKeyID.problem) {
            try UnverifiedJWS(parsing: "\(Self.header).\(Self.payload).\(Self.signature)")
        }
    }

    @Test func everyFlippedBitOfTheSignedTextIsNoticed() throws {
        let signature = try Base64URL.decode(Array(Self.signature.utf8))
        let signed = Array("\(Self.header).\(Self.payload)".utf8)
        let verifier = SignatureVerifier(try Self.key().publicKey)
        for bit in 0..<signed.count * 8 {
            var other = signed
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            let isValid = verifier.isValid(signature, for: other)
            #expect(!isValid, "bit \(bit)")
        }
    }

    /// The same for a whole token with a `kid`: whichever bit is flipped, the token is malformed or does not verify.
    @Test func everyFlippedBitOfATokenIsNoticed() throws {
        let key = try Self.key()
        let token = Array(Tokens.signed(by: key).utf8)
        #expect(try UnverifiedJWS(parsing: token).content(signedBy: key.publicKey) != nil)
        var malformed = 0
        for bit in 0..<token.count * 8 {
            var other = token
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            do throws(Problem) {
                let isVerified = try UnverifiedJWS(parsing: other).content(signedBy: key.publicKey) != nil
                #expect(!isVerified, "bit \(bit)")
            } catch {
                malformed += 1
            }
        }
        // Every flipped high bit results in an invalid character, unlike some other bits.
        #expect(malformed >= token.count && malformed < token.count * 8)
    }
}
