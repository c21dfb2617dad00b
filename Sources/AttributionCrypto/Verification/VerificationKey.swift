import AttributionBase

/// A public key for verifying many signatures, which all threads share.
///
/// After enough verifications, it computes a table of its multiples, which makes further ones several times faster. Keep this object for as
/// long as signatures of the key arrive.
package final class VerificationKey: Sendable {
    /// The number of verifications after which the table is computed. A key that was used this often will probably be used often again.
    private static let worthwhile = 256

    package let publicKey: P256PublicKey
    private let state = Locked(State())

    private struct State {
        var seen = 0
        var isDecided = false
        var table: FixedKeyTable?
    }

    /// Creates a key that threads can share.
    package init(_ publicKey: P256PublicKey) {
        self.publicKey = publicKey
    }

    /// Counts signatures that are about to be checked, and returns the table if there is one.
    ///
    /// The thread that reaches the threshold computes the table. Meanwhile, the others continue without it.
    func table(for count: Int) -> FixedKeyTable? {
        let isToBeMade = state.withLock { state in
            // After the decision, counting stops, so that the count cannot overflow.
            guard !state.isDecided else { return false }
            state.seen += count
            guard state.seen >= Self.worthwhile else { return false }
            state.isDecided = true
            return true
        }
        if isToBeMade {
            let table = FixedKeyTable(publicKey)
            state.withLock { $0.table = table }
            return table
        }
        return state.withLock { $0.table }
    }
}

/// One thread's verifier for signatures of one key.
final class KeyVerifier {
    private let key: VerificationKey
    // Both verifiers are created on first use, because most keys of a run made none of its signatures.
    private var plain: Box<SignatureVerifier>?
    private var fixed: Box<FixedKeyVerifier>?
    private var offsets: [Int] = []

    /// A reference to a verifier, which is not copyable.
    private final class Box<Content: ~Copyable> {
        let content: Content

        init(_ content: consuming Content) { self.content = content }
    }

    init(_ key: VerificationKey) { self.key = key }

    /// Checks the proofs with the given indices in `bytes`, and appends a verdict for each, in order. A proof is a digest (32 bytes)
    /// followed by a signature (64 bytes).
    func verify(_ indices: [Int], _ bytes: ByteView, to verdicts: inout [Bool]) {
        let size = FixedKeyVerifier.proofSize
        if fixed == nil, let table = key.table(for: indices.count) { fixed = Box(FixedKeyVerifier(table)) }
        guard let fixed else {
            let plain = plain ?? Box(SignatureVerifier(key.publicKey))
            self.plain = plain
            for index in indices {
                let proof = bytes.part(index * size..<(index + 1) * size)
                verdicts.append(
                    plain.content.isValid(proof.part(SHA256.count..<size), digest: proof.part(0..<SHA256.count)))
            }
            return
        }
        for start in stride(from: 0, to: indices.count, by: FixedKeyVerifier.batchSize) {
            offsets.removeAll(keepingCapacity: true)
            for index in indices[start...].prefix(FixedKeyVerifier.batchSize) { offsets.append(index * size) }
            fixed.content.verify(bytes, at: offsets, to: &verdicts)
        }
    }
}
