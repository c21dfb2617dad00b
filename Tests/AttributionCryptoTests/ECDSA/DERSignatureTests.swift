import AttributionTestSupport
import Testing

@testable import AttributionCrypto

/// Only one encoding of a signature is accepted, on either curve, and the faults of others are named.
struct DERSignatureTests {
    struct Vector: CustomTestStringConvertible {
        let testDescription: String
        let der: [UInt8]
        let error: ECDSASignatureError

        init(_ what: String, _ text: String, _ error: ECDSASignatureError) {
            testDescription = what
            der = hex(text.filter { $0 != " " }) ?? []
            self.error = error
        }
    }

    private static let ff32 = String(repeating: "ff", count: 32)
    private static let smallOrder = "ffffffffffffffffffffffff99def836146bc9b1b4d22831"
    private static let order = "00ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"

    static let broken: [Vector] = [
        Vector("nothing", "", .truncated(announced: 2, found: 0)),
        Vector("a tag alone", "30", .truncated(announced: 2, found: 1)),
        Vector("another byte alone", "02", .notASequence(found: 0x02)),
        Vector("a set", "31 06 020101 020101", .notASequence(found: 0x31)),
        Vector("an integer", "02 01 01", .notASequence(found: 0x02)),
        Vector("raw", "ab" + String(repeating: "11", count: 63), .notASequence(found: 0xab)),
        Vector("length in two bytes", "30 81 06 020101 020101", .lengthOfSeveralBytes(at: 1, found: 0x81)),
        Vector("length in three bytes", "30 82 0006 020101 020101", .lengthOfSeveralBytes(at: 1, found: 0x82)),
        Vector("indefinite length", "30 80 020101 020101 0000", .lengthOfSeveralBytes(at: 1, found: 0x80)),
        Vector("length with all bits", "30 ff 020101 020101", .lengthOfSeveralBytes(at: 1, found: 0xff)),
        Vector("cut short", "30 06 020101 0201", .truncated(announced: 8, found: 7)),
        Vector("length one too many", "30 07 020101 020101", .truncated(announced: 9, found: 8)),
        Vector("a byte after it", "30 06 020101 020101 00", .trailingBytes(1)),
        Vector("an end of contents after it", "30 06 020101 020101 0000", .trailingBytes(2)),
        Vector("length one too few", "30 05 020101 020101", .trailingBytes(1)),
        Vector("empty sequence", "30 00", .missingInteger(.r, at: 2)),
        Vector("empty sequence and more", "30 00 020101", .trailingBytes(3)),
        Vector("r alone", "30 03 020101", .missingInteger(.s, at: 5)),
        Vector("s without a length", "30 04 020101 02", .missingInteger(.s, at: 5)),
        Vector("r a bit string", "30 06 030101 020101", .notAnInteger(.r, at: 2, found: 0x03)),
        Vector("s an octet string", "30 06 020101 040101", .notAnInteger(.s, at: 5, found: 0x04)),
        Vector("s NULL", "30 05 020101 0500", .notAnInteger(.s, at: 5, found: 0x05)),
        Vector("r a sequence", "30 08 3003020101 020101", .notAnInteger(.r, at: 2, found: 0x30)),
        Vector("an integer of a class of its own", "30 06 820101 020101", .notAnInteger(.r, at: 2, found: 0x82)),
        Vector("r's length in two bytes", "30 07 02810101 020101", .lengthOfSeveralBytes(at: 3, found: 0x81)),
        Vector("s's length indefinite", "30 07 020101 028001 00", .lengthOfSeveralBytes(at: 6, found: 0x80)),
        Vector("r empty", "30 05 0200 020101", .emptyInteger(.r, at: 3)),
        Vector("s empty", "30 05 020101 0200", .emptyInteger(.s, at: 6)),
        Vector(
            "r beyond the sequence", "30 06 020501 020101",
            .integerTooLong(.r, at: 3, announced: 5, found: 4)),
        Vector(
            "s beyond the sequence", "30 06 020101 020201",
            .integerTooLong(.s, at: 6, announced: 2, found: 1)),
        Vector("r over s", "30 06 020401 020101", .missingInteger(.s, at: 8)),
        Vector("r negative", "30 06 020180 020101", .negative(.r, at: 4)),
        Vector("s negative", "30 06 020101 0201ff", .negative(.s, at: 7)),
        Vector("r of 32 bytes negative", "30 25 0220 \(ff32) 020101", .negative(.r, at: 4)),
        Vector("r with a needless zero", "30 07 02020001 020101", .needlessZero(.r, at: 4)),
        Vector("s with a needless zero", "30 07 020101 0202007f", .needlessZero(.s, at: 7)),
        Vector("s with two zeros", "30 08 020101 0203000080", .needlessZero(.s, at: 7)),
        Vector("zero of two bytes", "30 07 02020000 020101", .needlessZero(.r, at: 4)),
        Vector("r zero", "30 06 020100 020101", .outOfRange(.r)),
        Vector("s zero", "30 06 020101 020100", .outOfRange(.s)),
        Vector("r the order", "30 26 0221 \(order) 020101", .outOfRange(.r)),
        Vector("s the order", "30 26 020101 0221 \(order)", .outOfRange(.s)),
        Vector("r above the order", "30 26 0221 00\(ff32) 020101", .outOfRange(.r)),
        Vector("r of 33 digits", "30 26 0221 01\(ff32) 020101", .outOfRange(.r)),
        Vector("s of 34 digits", "30 27 020101 0222 0080\(ff32)", .outOfRange(.s)),
        Vector("a third integer", "30 09 020101 020101 020101", .extraElement(at: 8, count: 3)),
        Vector("a byte within", "30 07 020101 020101 00", .extraElement(at: 8, count: 1)),
    ]

    @Test func noVectorVanishes() {
        expect(Set(Self.broken.map(\.error.description)).count, 36)
    }

    @Test(arguments: broken) func whatIsWrongIsSaid(_ vector: Vector) {
        #expect(throws: vector.error) { try ECDSASignature.rawRepresentation(of: vector.der) }
        let key = newKey().publicKey
        #expect(!key.isValidSignature(derRepresentation: vector.der, for: []))
    }

    @Test func whatIsReadIsWrittenBackTheSame() throws {
        let texts = [
            "3006020101020101", "300602017f02017f", "30080202008002020080",
            "30450220" + String(repeating: "7f", count: 32) + "0221" + Self.order.dropLast() + "0",
        ]
        for text in texts {
            let der = try #require(hex(text))
            let raw = try ECDSASignature.rawRepresentation(of: der)
            expect(raw.count, 64)
            expect(ECDSASignature.derRepresentation(ofRaw: raw), der)
        }
    }

    @Test func eachCurveHasItsOwnSizeAndOrder() throws {
        // 25 digits, and the order of P-192, are valid numbers only for P-256.
        for half in ["02190081" + String(repeating: "00", count: 23), "021900" + Self.smallOrder] {
            let der = try #require(hex("301e" + half + "020101"))
            try expect(ECDSASignature.rawRepresentation(of: der).count, 64)
            if half.hasPrefix("021900ff") {
                #expect(throws: ECDSASignatureError.outOfRange(.r)) {
                    try ECDSASignature.rawRepresentation(of: der, on: .p192)
                }
            } else {
                let raw = try ECDSASignature.rawRepresentation(of: der, on: .p192)
                expect(raw.count, 48)
                expect(ECDSASignature.derRepresentation(ofRaw: raw, on: .p192), der)
            }
        }
        #expect(ECDSASignature.derRepresentation(ofRaw: [UInt8](repeating: 1, count: 64), on: .p192) == nil)
        #expect(ECDSASignature.derRepresentation(ofRaw: [UInt8](repeating: 1, count: 48)) == nil)
        #expect(ECDSASignature.derRepresentation(ofRaw: []) == nil)
        #expect(SignatureCurve.p256.maximumDERCount == 72 && SignatureCurve.p192.maximumDERCount == 56)
    }

    @Test func everyCutAndEveryBitFlippedIsRefusedOrAnotherSignature() throws {
        let key = newKey()
        let message = Array("message".utf8)
        let der = key.deterministic.sign(message).derRepresentation
        for count in der.indices {
            #expect(!key.publicKey.isValidSignature(derRepresentation: Array(der[..<count]), for: message))
        }
        for index in der.indices {
            for bit in 0..<8 {
                var flipped = der
                flipped[index] ^= 1 << bit
                #expect(!key.publicKey.isValidSignature(derRepresentation: flipped, for: message))
            }
        }
    }

    @Test func signingGivesTheSameSignatureInBothForms() throws {
        let key = newKey()
        for index in 0..<64 {
            let message = [UInt8](repeating: UInt8(index), count: index)
            let signature = key.sign(message)
            let der = signature.derRepresentation
            try expect(ECDSASignature(derRepresentation: der), signature)
            try expect(ECDSASignature(rawRepresentation: signature.rawRepresentation), signature)
            #expect(key.publicKey.isValidSignature(derRepresentation: der, for: message))
            #expect(!key.publicKey.isValidSignature(derRepresentation: der, for: message + [0]))
        }
    }
}
