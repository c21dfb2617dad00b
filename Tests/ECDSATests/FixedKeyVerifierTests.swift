import TestSupport
import Testing

@testable import ECDSA

/// Verification by the table of a key agrees with plain verification, whatever lies beside a signature in its batch.
@Suite struct FixedKeyVerifierTests {
    /// A proof: digest, r, s.
    private static func proof(_ kind: Int, _ number: Int, _ signer: borrowing Signer) -> [UInt8] {
        let message = Array("message \(number)".utf8)
        var signature = signer.signature(for: message)
        switch kind {
        case 0: break
        case 1: signature[number % 64] ^= 1 << UInt8(number % 8)
        case 2: signature.replaceSubrange(0..<32, with: [UInt8](repeating: 0, count: 32))
        case 3: signature.replaceSubrange(32..<64, with: P256.order)
        default: signature = Array(signature[32...] + signature[..<32])
        }
        return SHA256.hash(message) + signature
    }

    private static func verdicts(_ verifier: borrowing FixedKeyVerifier, _ proofs: [[UInt8]]) -> [Bool] {
        let all = proofs.flatMap { $0 }
        var verdicts = [Bool](repeating: true, count: proofs.count)
        unsafe all.withUnsafeBufferPointer { all in
            unsafe verdicts.withUnsafeMutableBufferPointer { verdicts in
                guard let base = all.baseAddress, let target = verdicts.baseAddress else { return }
                let places = unsafe proofs.indices.map { unsafe base + 96 * $0 }
                unsafe verifier.verify(places, verdicts: target)
            }
        }
        return verdicts
    }

    @Test(arguments: [1, 2, 3, 17, 255, 256]) func batchAgreesWithPlainVerification(_ count: Int) {
        var random = SplitMix64(seed: UInt64(count))
        let key = P256PrivateKey()
        let signer = Signer(key)
        let plain = SignatureVerifier(key.publicKey)
        guard let verifier = FixedKeyVerifier(key.publicKey) else {
            Issue.record("OpenSSL makes no table")
            return
        }
        for worst in [0, 4] {
            let kinds = (0..<count).map { _ in Int.random(in: 0...worst, using: &random) }
            let proofs = kinds.enumerated().map { Self.proof($1, $0, signer) }
            let wanted = proofs.enumerated().map { number, proof in
                plain.isValidSignature(Array(proof[32...]), for: Array("message \(number)".utf8))
            }
            #expect(wanted == kinds.map { $0 == 0 })
            let found = Self.verdicts(verifier, proofs)
            #expect(found == wanted)
        }
    }

    @Test func batchWithoutAnySignatureInRangeIsAllInvalid() {
        let key = P256PrivateKey()
        guard let verifier = FixedKeyVerifier(key.publicKey) else {
            Issue.record("OpenSSL makes no table")
            return
        }
        let proofs = [[UInt8]](repeating: [UInt8](repeating: 0, count: 96), count: 5)
        let found = Self.verdicts(verifier, proofs)
        #expect(found == [false, false, false, false, false])
    }
}
