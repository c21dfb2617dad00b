import AttributionTestSupport
import Testing

@testable import AttributionCrypto

struct SignatureTests {
    static let message = Array("eyJhbGciOiJFUzI1NiJ9.e30".utf8)

    /// Returns the signature with n − s instead of s, which is also valid in ECDSA (FIPS 186-5 §6.4) and not
    /// forbidden by RFC 7518.
    private static func mirrored(_ signature: [UInt8]) -> [UInt8] {
        var result = signature
        var borrow = 0
        for offset in (0..<32).reversed() {
            let digit = Int(SignatureCurve.orderOfP256[offset]) - Int(signature[32 + offset]) - borrow
            borrow = digit < 0 ? 1 : 0
            result[32 + offset] = UInt8(truncatingIfNeeded: digit)
        }
        return result
    }

    @Test(arguments: [newKey(), newKey().deterministic]) func signatureVerifies(_ key: P256PrivateKey) {
        for count in [0, 1, 31, 32, 63, 64, 65, 520, 5000] {
            let message = [UInt8](repeating: 0x61, count: count)
            let signature = key.sign(message).rawRepresentation
            expect(signature.count, 64)
            #expect(ECDSASignature.isInRange(signature))
            #expect(key.publicKey.isValidSignature(signature, for: message))
        }
    }

    @Test func randomSignaturesDifferAndDeterministicOnesDoNot() {
        let key = newKey()
        #expect(key.sign(Self.message) != key.sign(Self.message))
        let same = key.deterministic
        expect(same.sign(Self.message), same.sign(Self.message))
    }

    @Test func anotherMessageDoesNotVerify() {
        let key = newKey()
        let signature = key.sign(Self.message).rawRepresentation
        for offset in Self.message.indices {
            var other = Self.message
            other[offset] ^= 1
            #expect(!key.publicKey.isValidSignature(signature, for: other))
        }
        #expect(!key.publicKey.isValidSignature(signature, for: Self.message + [0]))
        #expect(!key.publicKey.isValidSignature(signature, for: Array(Self.message.dropLast())))
        #expect(!key.publicKey.isValidSignature(signature, for: []))
    }

    @Test func anotherKeyDoesNotVerify() {
        let signature = newKey().sign(Self.message).rawRepresentation
        #expect(!newKey().publicKey.isValidSignature(signature, for: Self.message))
    }

    @Test func everyFlippedBitOfASignatureIsNoticed() {
        let key = newKey()
        let signature = key.sign(Self.message).rawRepresentation
        let verifier = SignatureVerifier(key.publicKey)
        for bit in 0..<512 {
            var other = signature
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            let isValid = verifier.isValid(other, for: Self.message)
            #expect(!isValid, "bit \(bit)")
        }
        // The verifier still works after these failures.
        let isStillValid = verifier.isValid(signature, for: Self.message)
        #expect(isStillValid)
    }

    @Test func anotherLengthIsNotValid() {
        let key = newKey()
        let signature = key.sign(Self.message).rawRepresentation
        for count in 0..<64 {
            #expect(!key.publicKey.isValidSignature(Array(signature[..<count]), for: Self.message))
        }
        #expect(!key.publicKey.isValidSignature(signature + [0], for: Self.message))
        #expect(!key.publicKey.isValidSignature([0] + signature, for: Self.message))
        #expect(!key.publicKey.isValidSignature(signature + signature, for: Self.message))
    }

    @Test func bothValuesOfSAreAccepted() {
        let key = newKey()
        for _ in 0..<20 {
            let signature = key.sign(Self.message).rawRepresentation
            let other = Self.mirrored(signature)
            #expect(other != signature)
            #expect(key.publicKey.isValidSignature(other, for: Self.message))
        }
    }

    @Test func halvesInTheWrongOrderDoNotVerify() {
        let key = newKey()
        let signature = key.sign(Self.message).rawRepresentation
        #expect(!key.publicKey.isValidSignature(Array(signature[32...] + signature[..<32]), for: Self.message))
    }

    @Test func halvesOutOfRangeAreNotValid() {
        let key = newKey()
        let signature = key.sign(Self.message).rawRepresentation
        let zero = [UInt8](repeating: 0, count: 32)
        let maximum = [UInt8](repeating: 0xff, count: 32)
        for half in [zero, SignatureCurve.orderOfP256, maximum] {
            #expect(!key.publicKey.isValidSignature(half + signature[32...], for: Self.message))
            #expect(!key.publicKey.isValidSignature(signature[..<32] + half, for: Self.message))
            #expect(!key.publicKey.isValidSignature(half + half, for: Self.message))
        }
    }
}
