import AttributionBase
import AttributionCrypto
import AttributionTestSupport
import Testing

@testable import AttributionCrypto

/// Hints about tokens that other programs write.
struct HintTests {
    private static func text(_ bytes: [UInt8]) -> String { String(decoding: Base64URL.encode(bytes), as: UTF8.self) }

    private static func token(_ header: String, _ signature: String) -> String {
        "\(text(Array(header.utf8))).e30.\(signature)"
    }

    private static let header = #"{"alg":"ES256","kid":"a"}"#
    private static let digits = Tokens.signature.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    private static let der = ECDSASignature.derRepresentation(ofRaw: Tokens.signature) ?? []

    /// A token, and a part of the hint.
    static let vectors: [(token: String, hint: String)] = [
        (token(header, text(Array(Tokens.signature.dropLast()))), "a JWS needs 32 bytes for each"),
        (token(header, text(Array(Tokens.signature.dropLast(3)))), "a JWS needs 32 bytes for each"),
        // More bytes are not missing for want of leading zeros.
        (token(header, text(Array(Tokens.signature.dropLast(4)))), "cut short"),
        (token(header, text(Array(Tokens.signature.dropLast(60)))), "cut short"),
        (token(header, text([0, 0x80] + Tokens.signature.dropFirst())), "before r or s"),
        (
            token(header, text(Array(Tokens.signature.prefix(32)) + [0, 0x80] + Tokens.signature.dropFirst(33))),
            "before r or s"
        ),
        (token(header, text(der)), "DER"),
        (token(header, digits), "hexadecimal digits"),
        (token(header, digits.uppercased()), "hexadecimal digits"),
        // Two digits more than whole groups of base64url, with excess bits.
        (token(header, digits + "ff"), "hexadecimal digits"),
        (token(header, text(Array(text(Tokens.signature).utf8))), "encoded twice"),
        (token(header, text(Tokens.signature + [0])), "recovery ID"),
        (token(header, ""), "the signature is missing"),
        (token(header, text([UInt8](repeating: 1, count: 32))), "HS256"),
        (token(header, text([UInt8](repeating: 1, count: 96))), "ES384"),
        (token(header, text([UInt8](repeating: 1, count: 256))), "RS256"),
        (token(#"{"alg":"RS256","kid":"a"}"#, "AA"), "RS256 is RSA; AdAttributionKit takes only ECDSA on P-256"),
        (token(#"{"alg":"PS512","kid":"a"}"#, "AA"), "PS512 is RSA"),
        (token(#"{"alg":"HS256","kid":"a"}"#, "AA"), "HS256 is HMAC"),
        (token(#"{"alg":"EdDSA","kid":"a"}"#, "AA"), "EdDSA is Ed25519 or Ed448"),
        (token(#"{"alg":"ES384","kid":"a"}"#, "AA"), "ES384 is ECDSA on P-384"),
        (token(#"{"alg":"ES256K","kid":"a"}"#, "AA"), "ES256K is ECDSA on secp256k1"),
        (token(#"{"alg":"es256","kid":"a"}"#, "AA"), "in capitals"),
        (token(#"{"alg":"none","kid":"a"}"#, ""), "means unsigned"),
        (token(#"{"alg":"NONE","kid":"a"}"#, ""), "means unsigned"),
        (token(#"{"kid":"a"}"#, "AA"), "a header is"),
        ("e30.e30", "was the signature cut off"),
        ("e30", "a token looks like"),
    ]

    @Test(arguments: vectors.indices) func otherTokensGetAHint(_ index: Int) {
        let vector = Self.vectors[index]
        do throws(Problem) {
            _ = try UnverifiedJWS(parsing: vector.token)
            Issue.record("\(vector.token) is read")
        } catch {
            #expect(error.hint?.contains(vector.hint) == true, "\(error.hint ?? "none")")
        }
    }

    /// Any longer text was once taken for a signature in base64.
    @Test func aTextIsNoSignatureEncodedTwice() {
        func hint(_ text: String) -> String? {
            [UInt8]("AA".utf8).withBytes { JWSError.wrongLength(of: Array(text.utf8), text: $0) }.hint
        }
        let words = "sig:1234:ECDSA_SHA_256:bWVzc2FnZQ:no signature but the words of an emulator of a key service"
        #expect(hint(words) == nil)
        let padded = Self.text(Tokens.signature).replacingEach("-", by: "+").replacingEach("_", by: "/") + "=="
        #expect(hint(padded)?.includes("encoded twice") == true)
    }

    /// Some libraries write 33 bytes for each number, whether it needs the first or not.
    @Test func eachNumberMayHaveASignByteThatItDoesNotNeed() {
        let half = [UInt8](repeating: 0x21, count: 32)
        expect(ECDSASignature.withoutSignBytes([0] + half + [0] + half), half + half)
        #expect(ECDSASignature.withoutSignBytes([0] + half + half) == nil)
    }

    /// A number of parts alone does not show what a token is.
    @Test func fivePartsAreNotCalledEncrypted() {
        #expect(JWSError.componentCount(5).hint == nil)
    }
}
