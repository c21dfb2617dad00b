import AttributionBase

/// A public key that verifies many signatures, shared by all threads that do so.
///
/// Once it has been used often enough, it computes a table of its multiples, which makes verification several times
/// faster. Keep one for each key for as long as its signatures arrive.
package final class VerificationKey: Sendable {
    /// The number of verifications after which the table is worth its cost. A key used this often will probably be
    /// used as often again.
    private static let worthwhile = 256

    /// The key itself.
    package let publicKey: P256PublicKey
    private let state = Locked(State())

    private struct State {
        var seen = 0
        var isDecided = false
        var table: FixedKeyTable?
    }

    /// Creates a key for use by many threads.
    package init(_ publicKey: P256PublicKey) {
        self.publicKey = publicKey
    }

    /// Counts signatures that are about to be checked, and returns the table if there is one.
    ///
    /// The thread that reaches the threshold computes the table; others continue without it until it exists.
    func table(for count: Int) -> FixedKeyTable? {
        let isToBeMade = state.withLock { state in
            // Stop counting after the decision, so that the count cannot overflow.
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

/// A thread's verifier for signatures of one key.
final class KeyVerifier {
    private let key: VerificationKey
    // Each is made when it is needed, because most keys of a run make none of its signatures.
    private var plain: Box<SignatureVerifier>?
    private var fixed: Box<FixedKeyVerifier>?
    private var offsets: [Int] = []

    /// A reference to a verifier, which is not copyable.
    private final class Box<Content: ~Copyable> {
        let content: Content

        init(_ content: consuming Content) { self.content = content }
    }

    init(_ key: VerificationKey) { self.key = key }

    /// Checks some of the proofs that `bytes` consist of, and appends a verdict for each, in order. A proof is a digest
    /// (32 bytes) followed by a signature (64 bytes).
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
