import AttributionBase
import AttributionTestSupport
import Testing

@testable import AttributionCrypto

/// What libcrypto refuses to compute is thrown, and what is erased is gone.
struct BigNumberTests {
    private let numbers = Box(NumberContext(isSecret: false))

    /// A reference to a value that cannot be copied.
    private final class Box<Content: ~Copyable> {
        let content: Content

        init(_ content: consuming Content) { self.content = content }
    }

    /// Returns a number from its big-endian bytes.
    private static func number(_ bytes: [UInt8]) throws -> MutableNumber {
        let number = MutableNumber(isSecret: true)
        try bytes.withBytes { bytes throws(CallFailure) in try number.set(bytes) }
        return number
    }

    /// Returns the 32 bytes of a number.
    private static func bytes(of number: BigNumber) -> [UInt8] {
        let memory = SecretMemory(count: P256.size)
        number.write(to: memory)
        return Array(memory.bytes)
    }

    @Test func numberIsWrittenAsItWasRead() throws {
        for bytes in [
            SignatureCurve.orderOfP256, [UInt8](repeating: 0, count: 31) + [7], [UInt8](repeating: 0xff, count: 32),
        ] {
            let number = try Self.number(bytes)
            expect(Self.bytes(of: number), bytes)
        }
    }

    @Test func erasedNumberIsZero() throws {
        let number = try Self.number([1, 2, 3])
        let wasZero = number.isZero
        number.erase()
        let isZero = number.isZero
        #expect(!wasZero && isZero)
        expect(Self.bytes(of: number), [UInt8](repeating: 0, count: 32))
    }

    @Test func zeroHasNoInverse() throws {
        let zero = MutableNumber(isSecret: false)
        #expect(throws: CallFailure.self) { try zero.invert(modulo: P256.group.order, numbers.content) }
        let three = try Self.number([3])
        try three.invert(modulo: P256.group.order, numbers.content)
        let product = MutableNumber(isSecret: false)
        let modulo = Montgomery(modulus: P256.group.order, numbers.content)
        try modulo.enter(three, numbers.content)
        try modulo.multiply(three, Self.number([3]), to: product, numbers.content)
        expect(Self.bytes(of: product), [UInt8](repeating: 0, count: 31) + [1])
    }

    @Test func pointsOffTheCurveAreRefused() throws {
        let point = CurvePoint()
        var octets = newKey().publicKey.x963Representation
        try P256.group.set(point, to: octets, numbers.content)
        expect(P256.group.octets(of: point, numbers.content), octets)
        octets[64] ^= 1
        for refused in [octets, [], [4], Array(octets.dropLast())] {
            #expect(throws: CallFailure.self) { try P256.group.set(point, to: refused, numbers.content) }
            #expect(throws: CallFailure.self) { _ = try CurveGroup(generator: refused) }
        }
    }

    @Test func coordinatesWithoutAPointAreRefused() throws {
        let point = CurvePoint()
        var found = 0
        for x in UInt8(1)...20 {
            let x = try Self.number([x])
            guard (try? P256.group.set(point, toX: x, isOdd: true, numbers.content)) != nil else {
                continue
            }
            found += 1
            expect(P256.group.octets(of: point, numbers.content)[64] & 1, 1)
        }
        // About half of all numbers have one.
        #expect(5...15 ~= found)
    }
}
