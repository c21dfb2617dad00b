import AttributionTestSupport
import Testing

@testable import AttributionCrypto

/// The raw form and DER (RFC 3279 §2.2.3), with every number of leading zeros, and with and without a high bit.
struct RawSignatureTests {
    /// Returns 32 bytes that end in `tail`.
    private static func half(_ tail: [UInt8]) -> [UInt8] {
        [UInt8](repeating: 0, count: 32 - tail.count) + tail
    }

    /// A value for each length of 1…32 bytes and each kind of first byte, and zero.
    static let halves: [[UInt8]] =
        [half([])]
        + (1...32).flatMap { count in
            [0x01, 0x7f, 0x80, 0xff].map { first in
                half([first] + (1..<count).map { UInt8(truncatingIfNeeded: $0 * 7) })
            }
        }

    /// Returns the DER of an unsigned integer, from its definition (X.690 §8.3).
    private static func integer(_ half: [UInt8]) -> [UInt8] {
        var digits = Array(half.drop { $0 == 0 })
        if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
        return [0x02, UInt8(digits.count)] + digits
    }

    private static func write(_ signature: [UInt8]) -> [UInt8] {
        ECDSASignature.derRepresentation(ofRaw: signature) ?? []
    }

    @Test func noValueVanishes() { expect(Set(Self.halves).count, 129) }

    @Test func everyPairIsWrittenByTheBookAndReadBack() throws {
        for r in Self.halves {
            for s in Self.halves {
                let content = Self.integer(r) + Self.integer(s)
                let der = Self.write(r + s)
                expect(der, [0x30, UInt8(content.count)] + content)
                if ECDSASignature.isInRange(r + s) {
                    try expect(ECDSASignature.rawRepresentation(of: der), r + s)
                } else {
                    #expect(throws: ECDSASignatureError.self) { try ECDSASignature.rawRepresentation(of: der) }
                }
            }
        }
    }

    @Test func rangeIsOneToTheOrderLessOne() {
        let one = Self.half([1])
        var below = SignatureCurve.orderOfP256
        below[31] -= 1
        var above = SignatureCurve.orderOfP256
        above[31] += 1
        let maximum = [UInt8](repeating: 0xff, count: 32)
        for good in [one, below, Self.half([0xff]), [0x80] + [UInt8](repeating: 0, count: 31)] {
            #expect(ECDSASignature.isInRange(good + one) && ECDSASignature.isInRange(one + good))
        }
        for bad in [Self.half([]), SignatureCurve.orderOfP256, above, maximum] {
            #expect(!ECDSASignature.isInRange(bad + one) && !ECDSASignature.isInRange(one + bad))
        }
        #expect(!ECDSASignature.isInRange(Array((one + one).dropLast())))
        #expect(!ECDSASignature.isInRange(one + one + [0]))
        #expect(!ECDSASignature.isInRange([]))
    }

    @Test func derIsRecognisedForTheMessage() {
        let key = newKey()
        for count in 0..<50 {
            let signature = key.sign([UInt8(count)]).rawRepresentation
            #expect(ECDSASignature.looksLikeDER(Self.write(signature)))
            #expect(!ECDSASignature.looksLikeDER(Array(signature[..<63])))
        }
        #expect(!ECDSASignature.looksLikeDER([]))
    }
}
