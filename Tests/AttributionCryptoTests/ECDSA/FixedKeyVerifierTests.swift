import AttributionBase
import AttributionTestSupport
import Testing

@testable import AttributionCrypto

/// Verification with a key's table agrees with plain verification, whatever else is in the batch.
struct FixedKeyVerifierTests {
    /// Returns a proof: digest, r, s.
    private static func proof(_ kind: Int, _ number: Int, _ key: P256PrivateKey) -> [UInt8] {
        let message = Array("message \(number)".utf8)
        var signature = key.sign(message).rawRepresentation
        switch kind {
        case 0: break
        case 1: signature[number % 64] ^= 1 << UInt8(number % 8)
        case 2: signature.replaceSubrange(0..<32, with: [UInt8](repeating: 0, count: 32))
        case 3: signature.replaceSubrange(32..<64, with: SignatureCurve.orderOfP256)
        default: signature = Array(signature[32...] + signature[..<32])
        }
        return SHA256.hash(message) + signature
    }

    private static func verdicts(_ verifier: borrowing FixedKeyVerifier, _ proofs: [[UInt8]]) -> [Bool] {
        let all = proofs.flatMap { $0 }
        var verdicts: [Bool] = []
        all.withBytes { verifier.verify($0, at: proofs.indices.map { 96 * $0 }, to: &verdicts) }
        return verdicts
    }

    @Test(arguments: [1, 2, 3, 17, 255, 256]) func batchAgreesWithPlainVerification(_ count: Int) {
        var random = SplitMix64(seed: UInt64(count))
        let key = newKey()
        let plain = SignatureVerifier(key.publicKey)
        guard let verifier = FixedKeyVerifier(key.publicKey) else {
            Issue.record("OpenSSL makes no table")
            return
        }
        for worst in [0, 4] {
            let kinds = (0..<count).map { _ in Int.random(in: 0...worst, using: &random) }
            let proofs = kinds.enumerated().map { Self.proof($1, $0, key) }
            let wanted = proofs.enumerated().map { number, proof in
                plain.isValid(Array(proof[32...]), for: Array("message \(number)".utf8))
            }
            expect(wanted, kinds.map { $0 == 0 })
            let found = Self.verdicts(verifier, proofs)
            expect(found, wanted)
        }
    }

    @Test func batchWithoutAnySignatureInRangeIsAllInvalid() {
        let key = newKey()
        guard let verifier = FixedKeyVerifier(key.publicKey) else {
            Issue.record("OpenSSL makes no table")
            return
        }
        let proofs = [[UInt8]](repeating: [UInt8](repeating: 0, count: 96), count: 5)
        let found = Self.verdicts(verifier, proofs)
        expect(found, [false, false, false, false, false])
    }

    // MARK: - Random and hostile signatures

    /// The number of signatures. AAK_SIGNATURES can increase it, as `make prove` does.
    private static let signatureCount = effort("AAK_SIGNATURES", usual: 6000)

    /// 2²⁵⁶−1, the group's order n and its neighbours, and the ends of the range.
    private static let bounds: [[UInt8]] = {
        let small = (UInt8(0)...3).map { [UInt8](repeating: 0, count: 31) + [$0] }
        let near = [-2, -1, 0, 1, 2].map { offset in
            Array(SignatureCurve.orderOfP256.dropLast()) + [UInt8(Int(SignatureCurve.orderOfP256[31]) + offset)]
        }
        return small + near + [[UInt8](repeating: 0xff, count: 32), [0x80] + [UInt8](repeating: 0, count: 31)]
    }()

    /// Returns n − x for an x of 0…n.
    private static func negative(_ x: ArraySlice<UInt8>) -> [UInt8] {
        var borrow = 0
        var result: [UInt8] = []
        for (n, x) in zip(SignatureCurve.orderOfP256, x).reversed() {
            let digit = Int(n) - Int(x) - borrow
            borrow = digit < 0 ? 1 : 0
            result.append(UInt8(digit & 0xff))
        }
        return result.reversed()
    }

    /// Returns digest, r and s as an attacker or a defective machine might produce them.
    private static func hostile(_ valid: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var proof = valid
        let part = 32 * Int.random(in: 0..<3, using: &random)
        let bound = bounds.randomElement(using: &random) ?? bounds[0]
        switch Int.random(in: 0..<10, using: &random) {
        case 0: break
        case 1: proof[Int.random(in: 0..<96, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: proof.replaceSubrange(part..<part + 32, with: bound)
        // The mirrored signature, (r, n − s), is also valid.
        case 3: proof.replaceSubrange(64..<96, with: negative(proof[64..<96]))
        case 4: proof.replaceSubrange(32..<64, with: negative(proof[32..<64]))
        // With the key 1, z = r makes both products the same point, and z = n − r makes their sum infinity. With the
        // key n − 1, it is the other way around.
        case 5: proof.replaceSubrange(0..<32, with: proof[32..<64])
        case 6: proof.replaceSubrange(0..<32, with: negative(proof[32..<64]))
        case 7: proof = Array(proof[..<32] + proof[64...] + proof[32..<64])
        case 8:
            proof.replaceSubrange(32..<64, with: bound)
            proof.replaceSubrange(64..<96, with: bounds.randomElement(using: &random) ?? bound)
        default: for index in part..<96 { proof[index] = .random(in: .min ... .max, using: &random) }
        }
        return proof
    }

    /// The scalars of the keys: 1 and n − 1, for which the two products coincide, and an ordinary one.
    @Test(arguments: 0..<3) func agreesOnRandomAndHostileSignatures(_ kind: Int) throws {
        var scalar: [UInt8] =
            kind == 0 ? Self.bounds[1] : kind == 1 ? Self.negative(Self.bounds[1][...]) : Array(1...32)
        let key = try P256PrivateKey(raw: SecretBytes(consuming: &scalar))
        let verifier = try #require(FixedKeyVerifierBox(key.publicKey))
        let plain = SignatureVerifier(key.publicKey)
        let signer = ECKeySignerBox(key)
        var random = SplitMix64(seed: UInt64(kind))
        var digests = Self.bounds
        digests += (0..<200).map { number in SHA256.hash(Array("\(kind) \(number)".utf8)) }
        let valid = digests.map { $0 + signer.signature(ofDigest: $0) }
        var checked = 0
        var accepted = 0
        while checked < Self.signatureCount / 3 {
            let count = Int.random(in: 1...FixedKeyVerifier.batchSize, using: &random)
            let proofs = (0..<count).map { _ in
                Self.hostile(valid.randomElement(using: &random) ?? valid[0], &random)
            }
            let wanted = proofs.map { proof in
                proof.withBytes { plain.isValid($0.part(32..<96), digest: $0.part(0..<32)) }
            }
            let found = Self.verdicts(verifier.verifier, proofs)
            if found != wanted {
                let index = zip(found, wanted).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? 0
                Issue.record("\(found[index]) for \(proofs[index]) with key \(kind)")
                return
            }
            checked += count
            accepted += wanted.count { $0 }
        }
        // They include valid signatures and their mirrored forms.
        #expect(accepted * 10 > checked && accepted * 2 < checked, "\(accepted) of \(checked)")
    }

    @Test func signaturesOfOtherLengthsAreInvalid() throws {
        let key = newKey()
        let verifier = try #require(FixedKeyVerifierBox(key.publicKey))
        let message = Array("message".utf8)
        let signature = key.sign(message).rawRepresentation
        for count in 0...130 {
            let other = (signature + signature + signature).prefix(count)
            expect(verifier.verifier.isValidSignature(Array(other), for: message), count == 64, "\(count)")
        }
    }

    /// A reference to a noncopyable value.
    private final class FixedKeyVerifierBox {
        let verifier: FixedKeyVerifier

        init?(_ key: P256PublicKey) {
            guard let verifier = FixedKeyVerifier(key) else { return nil }
            self.verifier = verifier
        }
    }

    private final class ECKeySignerBox {
        private let signer: ECKeySigner

        init(_ key: P256PrivateKey) { signer = ECKeySigner(key) }

        func signature(ofDigest digest: [UInt8]) -> [UInt8] {
            var signature = ByteBuffer()
            let isMade = digest.withBytes { signer.sign(digest: $0, to: &signature) }
            return isMade ? signature.array() : []
        }
    }
}
