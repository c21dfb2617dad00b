import AttributionBase
import AttributionTestSupport
import Testing

@testable import AttributionCrypto

/// The text and key found for a signature agree with plain verification.
struct SignatureOriginTests {
    @Test func findsTheSignatureTheKeyAndNothingElse() {
        let keys = (0..<3).map { _ in newKey() }
        let stranger = newKey()
        let messages = (0..<8).map { Array("message \($0)".utf8) }
        let signatures = messages.enumerated().map { keys[$0 % 3].sign($1).rawRepresentation }
        let origin = SignatureOrigin(signatures: signatures, keys: keys.map(\.publicKey))
        for (index, message) in messages.enumerated() {
            expect(origin.match(for: message).map { [$0.signature, $0.key] }, [index, index % 3])
            #expect(origin.match(for: message + [0]) == nil)
            let digest = SHA256.hash(message)
            expect(origin.match(forDigest: digest).map { [$0.signature, $0.key] }, [index, index % 3])
            #expect(origin.match(forDigest: Array(digest.dropLast())) == nil)
        }
        let others = SignatureOrigin(signatures: signatures, keys: [stranger.publicKey])
        #expect(messages.allSatisfy { others.match(for: $0) == nil })
        #expect(SignatureOrigin(signatures: signatures, keys: []).match(for: messages[0]) == nil)
        #expect(SignatureOrigin(signatures: [], keys: keys.map(\.publicKey)).match(for: messages[0]) == nil)
    }

    /// Signatures that no key can have made are skipped, whatever else is in the search.
    @Test func signaturesOutOfRangeAreOfNothing() {
        let key = newKey()
        let message = Array("message".utf8)
        let right = key.sign(message).rawRepresentation
        let zero = [UInt8](repeating: 0, count: 32)
        let bad: [[UInt8]] = [
            [], zero + zero, zero + right[32...], right[..<32] + zero, SignatureCurve.orderOfP256 + right[32...],
            right[..<32] + SignatureCurve.orderOfP256, Array(right.dropLast()), right + [0],
            [UInt8](repeating: 0xff, count: 64),
        ]
        let origin = SignatureOrigin(signatures: bad + [right], keys: [key.publicKey])
        expect(origin.match(for: message).map { [$0.signature, $0.key] }, [bad.count, 0])
        #expect(SignatureOrigin(signatures: bad, keys: [key.publicKey]).match(for: message) == nil)
    }

    /// Project Wycheproof's vectors have digests and numbers at every limit, including r + n as an x-coordinate.
    @Test func agreesWithPlainVerificationAtTheEdges() throws {
        var counts = [true: 0, false: 0]
        for group in try WycheproofTests.groups() {
            let key = try P256PublicKey(x963: group.point)
            for vector in group.cases {
                let origin = SignatureOrigin(signatures: [vector.signature], keys: [key])
                let isFound = origin.match(for: vector.message) != nil
                expect(isFound, vector.isValid, "tcId \(vector.number)")
                counts[isFound, default: 0] += 1
            }
        }
        expect(counts, [true: 173, false: 89])
    }

    /// Digests of n or more are equivalent to their value minus n.
    @Test func digestsBeyondTheOrder() throws {
        let key = newKey()
        let signer = DeterministicSigner(key)
        var random = SplitMix64(seed: 1)
        for _ in 0..<20 {
            let digest =
                [UInt8](repeating: 0xff, count: 16) + (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
            var buffer = ByteBuffer()
            try digest.withBytes { digest throws(CryptoFailure) in try signer.sign(digest: digest, to: &buffer) }
            let signature = buffer.array()
            let origin = SignatureOrigin(signatures: [signature], keys: [key.publicKey])
            #expect(key.publicKey.isValidSignature(signature, forDigest: digest))
            expect(origin.match(forDigest: digest).map { [$0.signature, $0.key] }, [0, 0])
        }
    }
}
