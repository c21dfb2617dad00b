import AttributionTestSupport
import Testing

@testable import AttributionCrypto

struct KeyTests {
    private static func secret(_ bytes: [UInt8]) -> SecretBytes {
        var bytes = bytes
        return SecretBytes(consuming: &bytes)
    }

    private static let one = [UInt8](repeating: 0, count: 31) + [1]

    /// The order minus one.
    private static var last: [UInt8] { SignatureCurve.orderOfP256[..<31] + [SignatureCurve.orderOfP256[31] - 1] }

    @Test func scalarOneGivesTheGenerator() throws {
        let generator = hex(
            "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")
        try expect(P256PrivateKey(raw: Self.secret(Self.one)).publicKey.x963Representation, generator)
    }

    @Test func lastScalarGivesTheGeneratorsMirrorImage() throws {
        let one = try P256PrivateKey(raw: Self.secret(Self.one)).publicKey
        let last = try P256PrivateKey(raw: Self.secret(Self.last)).publicKey
        expect(one.rawRepresentation[..<32], last.rawRepresentation[..<32])
        #expect(one != last)
    }

    @Test func scalarsOutOfRangeAreRefused() {
        let zero = [UInt8](repeating: 0, count: 32)
        let maximum = [UInt8](repeating: 0xff, count: 32)
        for scalar in [zero, SignatureCurve.orderOfP256, maximum] {
            #expect(throws: KeyError.scalarOutOfRange) { try P256PrivateKey(raw: Self.secret(scalar)) }
        }
    }

    @Test(arguments: [0, 1, 31, 33, 64]) func scalarsOfAnotherLengthAreRefused(_ count: Int) {
        #expect(throws: KeyError.wrongLength(field: "raw key", want: 32, found: count)) {
            try P256PrivateKey(raw: Self.secret([UInt8](repeating: 1, count: count)))
        }
    }

    @Test func pointIsReadCompressedAndUncompressed() throws {
        for _ in 0..<8 {
            let key = newKey().publicKey
            let raw = key.rawRepresentation
            let sign: UInt8 = raw[63].isMultiple(of: 2) ? 2 : 3
            try expect(P256PublicKey(x963: key.x963Representation), key)
            try expect(P256PublicKey(x963: [sign] + raw[..<32]), key)
            #expect(try P256PublicKey(x963: [sign ^ 1] + raw[..<32]) != key)
            try expect(P256PublicKey(raw: raw), key)
        }
    }

    @Test func whatIsNoPointIsRefused() {
        let good = newKey().publicKey.x963Representation
        var off = good
        off[64] ^= 1
        let zero = [UInt8](repeating: 0, count: 64)
        let maximum = [UInt8](repeating: 0xff, count: 64)
        let bad: [[UInt8]] = [
            [], [0], [4], off, [4] + zero, [4] + maximum, [5] + good[1...], Array(good.dropLast()), good + [0],
            [0] + zero,
        ]
        for octets in bad {
            #expect(throws: KeyError.pointNotOnCurve) { try P256PublicKey(x963: octets) }
        }
    }

    @Test(arguments: [0, 32, 63, 65]) func coordinatesOfAnotherLengthAreRefused(_ count: Int) {
        #expect(throws: KeyError.wrongLength(field: "raw key", want: 64, found: count)) {
            try P256PublicKey(raw: [UInt8](repeating: 1, count: count))
        }
    }

    @Test func freshKeysDiffer() {
        expect(Set((0..<20).map { _ in newKey().publicKey }).count, 20)
    }

    @Test func everyDERFormIsReadBackToTheSameKey() throws {
        for scalar in [Self.one, Self.last, [0] + [UInt8](repeating: 0x11, count: 31)] {
            let key = try P256PrivateKey(raw: Self.secret(scalar))
            for der in [key.derRepresentation, key.sec1Representation] {
                let read = try der.withBytes { try P256PrivateKey(der: $0) }
                expect(read.rawRepresentation.withBytes { Array($0) }, scalar)
                expect(read.publicKey, key.publicKey)
            }
            try expect(P256PublicKey(der: key.publicKey.derRepresentation), key.publicKey)
        }
    }
}
