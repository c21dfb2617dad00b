import AttributionBase
import AttributionCrypto
import Testing

@testable import AttributionCrypto

/// Hints about tokens that other programs write.
@Suite struct HintTests {
    private static func text(_ bytes: [UInt8]) -> String { String(decoding: Base64URL.encode(bytes), as: UTF8.self) }

    private static func token(_ header: String, _ signature: String) -> String {
        "\(text(Array(header.utf8))).e30.\(signature)"
    }

    private static let header = #"{"alg":"ES256","kid":"a"}"#
    private static let digits = Tokens.signature.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    private static let der = ECDSASignature.derRepresentation(ofRaw: Tokens.signature) ?? []

    /// A token, the detected form of its signature or algorithm, and a part of the hint.
    static let vectors: [(token: String, look: JWSError.ApparentEncoding?, hint: String)] = [
        (token(header, text(Array(Tokens.signature.dropLast()))), .unpadded, "a JWS needs 32 bytes for each"),
        (token(header, text(Array(Tokens.signature.dropLast(3)))), .unpadded, "a JWS needs 32 bytes for each"),
        // More bytes are not missing for want of leading zeros.
        (token(header, text(Array(Tokens.signature.dropLast(4)))), .cutShort, "cut short"),
        (token(header, text(Array(Tokens.signature.dropLast(60)))), .cutShort, "cut short"),
        (token(header, text([0, 0x80] + Tokens.signature.dropFirst())), .signByte, "before r or s"),
        (
            token(header, text(Array(Tokens.signature.prefix(32)) + [0, 0x80] + Tokens.signature.dropFirst(33))),
            .signByte, "before r or s"
        ),
        (token(header, text(der)), .der, "DER"),
        (token(header, digits), .hexadecimal, "hexadecimal digits"),
        (token(header, digits.uppercased()), .hexadecimal, "hexadecimal digits"),
        // Two digits more than whole groups of base64url, with excess bits.
        (token(header, digits + "ff"), .hexadecimal, "hexadecimal digits"),
        (token(header, text(Array(text(Tokens.signature).utf8))), .encodedTwice, "encoded twice"),
        (token(header, text(Tokens.signature + [0])), .recoverable, "recovery ID"),
        (token(header, ""), .nothing, "means unsigned"),
        (token(header, text([UInt8](repeating: 1, count: 32))), .other(algorithm: "HS256"), "HS256"),
        (token(header, text([UInt8](repeating: 1, count: 96))), .other(algorithm: "ES384"), "ES384"),
        (token(header, text([UInt8](repeating: 1, count: 256))), .other(algorithm: "RS256"), "RS256"),
        (token(#"{"alg":"RS256","kid":"a"}"#, "AA"), nil, "RS256 is RSA; AdAttributionKit takes only ECDSA on P-256"),
        (token(#"{"alg":"PS512","kid":"a"}"#, "AA"), nil, "PS512 is RSA"),
        (token(#"{"alg":"HS256","kid":"a"}"#, "AA"), nil, "HS256 is HMAC"),
        (token(#"{"alg":"EdDSA","kid":"a"}"#, "AA"), nil, "EdDSA is Ed25519 or Ed448"),
        (token(#"{"alg":"ES384","kid":"a"}"#, "AA"), nil, "ES384 is ECDSA on P-384"),
        (token(#"{"alg":"ES256K","kid":"a"}"#, "AA"), nil, "ES256K is ECDSA on secp256k1"),
        (token(#"{"alg":"es256","kid":"a"}"#, "AA"), nil, "in capitals"),
        (token(#"{"alg":"none","kid":"a"}"#, ""), nil, "means unsigned"),
        (token(#"{"alg":"NONE","kid":"a"}"#, ""), nil, "means unsigned"),
        (token(#"{"kid":"a"}"#, "AA"), nil, "a header is"),
        ("e30.e30", nil, "was the signature cut off"),
        ("e30", nil, "a token looks like"),
    ]

    @Test(arguments: vectors.indices) func otherTokensGetAHint(_ index: Int) {
        let vector = Self.vectors[index]
        do throws(JWSError) {
            _ = try UnverifiedJWS(reading: vector.token)
            Issue.record("\(vector.token) is read")
        } catch {
            #expect(error.hint?.contains(vector.hint) == true, "\(error.hint ?? "none")")
            if let look = vector.look {
                guard case .signatureLength(_, let found) = error else {
                    Issue.record("\(error)")
                    return
                }
                #expect(found == look)
            }
        }
    }

    /// Any longer text was once taken for a signature in base64.
    @Test func aTextIsNoSignatureEncodedTwice() {
        func look(_ text: String) -> JWSError.ApparentEncoding {
            [UInt8]("AA".utf8).withBytes { JWSError.ApparentEncoding(Array(text.utf8), text: $0) }
        }
        let words = "sig:1234:ECDSA_SHA_256:bWVzc2FnZQ:no signature but the words of an emulator of a key service"
        #expect(look(words) == .unknown)
        let padded = Self.text(Tokens.signature).replacingEach("-", by: "+").replacingEach("_", by: "/") + "=="
        #expect(look(padded) == .encodedTwice)
    }

    /// Some libraries write 33 bytes for each number, whether it needs the first or not.
    @Test func eachNumberMayHaveASignByteThatItDoesNotNeed() {
        let half = [UInt8](repeating: 0x21, count: 32)
        #expect(ECDSASignature.withoutSignBytes([0] + half + [0] + half) == half + half)
        #expect(ECDSASignature.withoutSignBytes([0] + half + half) == nil)
    }

    /// A number of parts alone does not show what a token is.
    @Test func fivePartsAreNotCalledEncrypted() {
        #expect(JWSError.componentCount(5).hint == nil)
    }

    @Test func noVectorVanishes() { #expect(Self.vectors.count == 28) }
}
