import AttributionCrypto
import AttributionTestSupport
import Testing

struct ThumbprintTests {
    private static func thumbprint(_ canonical: String) -> String {
        Tokens.encoded(SHA256.hash(Array(canonical.utf8)))
    }

    /// RFC 7638 §3.1. Its canonical JSON is that of an RSA key, so only the last two steps are tested.
    @Test func exampleOfRFC7638() {
        let modulus =
            "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4"
            + "n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0"
            + "zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-c"
            + "sFCur-kEgU8awapJzKnqDKgw"
        #expect(
            Self.thumbprint(#"{"e":"AQAB","kty":"RSA","n":"\#(modulus)"}"#)
                == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
    }

    /// RFC 9449 §6.1: the `jkt` of the key in the proofs of its examples.
    @Test func keyOfRFC9449() throws {
        let jwk = """
            {"kty":"EC","x":"l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs",\
            "y":"9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA","crv":"P-256"}
            """
        let file = try KeyFile(reading: SecretBytes(copying: jwk.utf8))
        expect(file.entries.map(\.publicKey.thumbprint), ["0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"])
    }

    @Test func thumbprintIsThatOfTheCanonicalText() throws {
        let key = try RFC7515Tests.key().publicKey
        let canonical =
            #"{"crv":"P-256","kty":"EC","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","#
            + #""y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#
        #expect(key.thumbprint == Self.thumbprint(canonical) && "\(key)" == key.thumbprint)
    }
}
