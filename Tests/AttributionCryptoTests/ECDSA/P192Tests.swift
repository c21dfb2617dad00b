import AttributionTestSupport
import Testing

@testable import AttributionCrypto

/// P-192 with the vectors of RFC 6979, Appendix A.2.3: SHA-256 digests truncated to their leftmost 192 bits.
@Suite(.enabled(if: P192PublicKey.isSupported)) struct P192Tests {
    private static let point =
        "ac2c77f529f91689fea0ea5efec7f210d8eea0b9e047ed563bc723e57670bd4887ebc732c523063d0a7c957bc97c1c43"

    private static func key() throws -> P192PublicKey {
        try P192PublicKey(der: P192PublicKey.spkiHead + #require(hex(point)))
    }

    private static func signature(_ r: String, _ s: String) throws -> [UInt8] {
        let raw = try #require(hex(r + s))
        return try #require(ECDSASignature.derRepresentation(ofRaw: raw, on: .p192))
    }

    private static func published() throws -> [(message: String, der: [UInt8])] {
        [
            (
                "sample",
                try signature(
                    "4b0b8ce98a92866a2820e20aa6b75b56382e0f9bfd5ecb55",
                    "ccdb006926ea9565cbadc840829d8c384e06de1f1e381b85")
            ),
            (
                "test",
                try signature(
                    "3a718bd8b4926c3b52ee6bbe67ef79b18cb6eb62b1ad97ae",
                    "5662e6848a4a19b1f1ae2f72acd4b8bbe50f1eac65d9124f")
            ),
        ]
    }

    @Test func publishedSignaturesHold() throws {
        let key = try Self.key()
        for (message, der) in try Self.published() {
            #expect(key.isValidSignature(derRepresentation: der, for: Array(message.utf8)))
            #expect(!key.isValidSignature(derRepresentation: der, for: Array("Sample".utf8)))
            for index in der.indices {
                for bit in 0..<8 {
                    var flipped = der
                    flipped[index] ^= 1 << bit
                    #expect(!key.isValidSignature(derRepresentation: flipped, for: Array(message.utf8)))
                }
                #expect(!key.isValidSignature(derRepresentation: Array(der[..<index]), for: Array(message.utf8)))
            }
            #expect(!key.isValidSignature(derRepresentation: der + [0], for: Array(message.utf8)))
        }
    }

    /// Apple's key for postbacks of versions 1.0 and 2.0 [Verifying an install-validation postback].
    private static let apples =
        "MEkwEwYHKoZIzj0CAQYIKoZIzj0DAQEDMgAEMyHD625uvsmGq4C43cQ9BnfN2xslVT5V1nOmAMP6qaRRUll3PB1JYmgSm+62sosG"

    @Test func applesKeyIsRead() throws {
        let key = try P192PublicKey(base64Representation: Self.apples)
        try expect(P192PublicKey(der: key.derRepresentation).derRepresentation, key.derRepresentation)
        #expect(try key.derRepresentation != Self.key().derRepresentation)
        let (message, der) = try #require(try Self.published().first)
        #expect(!key.isValidSignature(derRepresentation: der, for: Array(message.utf8)))
    }

    @Test func whatIsNotBase64IsRefused() {
        let bad = [
            String(Self.apples.dropLast()), Self.apples + "=", Self.apples + "====", "=" + Self.apples.dropFirst(),
            " " + Self.apples, Self.apples + "\n", Self.apples + "!!!!", "_" + Self.apples.dropFirst(),
        ]
        for text in bad {
            #expect(throws: KeyError.malformedBase64) { try P192PublicKey(base64Representation: text) }
        }
        #expect(throws: KeyError.empty) { try P192PublicKey(base64Representation: "") }
    }

    @Test func whatIsNoKeyOfTheCurveIsRefused() throws {
        let good = try Self.key().derRepresentation
        var off = good
        off[74] ^= 1
        let p256 = newKey()
        let compressed = try #require(
            hex("3031301306072a8648ce3d020106082a8648ce3d030101031a0003" + Self.point.prefix(48)))
        let vectors: [([UInt8], KeyError)] = [
            ([], .empty),
            (off, .pointNotOnCurve),
            (p256.publicKey.derRepresentation, .wrongCurve("prime256v1", want: .p192)),
            (
                p256.derRepresentation.withBytes { Array($0) },
                .wrongCurve("prime256v1", want: .p192)
            ),
            (compressed, .malformedDER),
            (good + [0], .trailingBytes(1)),
            (Array(good.dropLast()), .truncated(announced: 75, found: 74)),
        ]
        for (der, error) in vectors {
            #expect(throws: error) { try P192PublicKey(der: der) }
        }
        #expect(
            KeyError.wrongCurve("prime256v1", want: .p192).description
                == "the key's curve is prime256v1; it must be prime192v1 (P-192)")
        expect(KeyError.unsupportedCurve(.p192).description, "this libcrypto does not support prime192v1 (P-192)")
    }
}
