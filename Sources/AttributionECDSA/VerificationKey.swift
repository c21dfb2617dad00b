import AttributionBytes

/// A package key that many signatures are checked with, shared by all threads that do so.
///
/// When it has been used often enough for that to pay, a table of its multiples is computed, by which its signatures are
/// checked several times faster. Keep one for each key for as long as signatures of it come in.
package final class VerificationKey: Sendable {
    /// A table costs about as much as this many plain verifications: who has seen them may see as many again.
    private static let worthwhile = 256

    /// The key itself.
    package let publicKey: P256PublicKey
    private let state = Locked(State())

    private struct State {
        var seen = 0
        var isDecided = false
        var table: FixedKeyTable?
    }

    /// Takes a key, for signatures of many threads.
    package init(_ publicKey: P256PublicKey) {
        self.publicKey = publicKey
    }

    /// Counts signatures that are about to be checked, and gives the table if there is one by now.
    ///
    /// The thread that counts past the threshold computes it; the others go on without until it is there.
    func table(for count: Int) -> FixedKeyTable? {
        let isToBeMade = state.withLock { state in
            // What is decided needs no count, which so stays far from its limit.
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

/// What one thread checks signatures of one key with.
final class KeyVerifier {
    private let key: VerificationKey
    private let plain: SignatureVerifier
    private var fixed: FixedBox?
    private var offsets: [Int] = []
    static let proofSize = SHA256.count + RawSignature.count

    /// Keeps a verifier that cannot be copied.
    private final class FixedBox {
        let verifier: FixedKeyVerifier

        init(_ table: FixedKeyTable) { verifier = FixedKeyVerifier(table) }
    }

    init(_ key: VerificationKey) {
        self.key = key
        plain = SignatureVerifier(key.publicKey)
    }

    /// Checks some of the proofs that lie from `base` on, each a digest (32 bytes) and a signature (64 bytes), and
    /// appends the verdict on each, in order.
    func verify(_ indices: [Int], _ base: UnsafePointer<UInt8>, to verdicts: inout [Bool]) {
        if fixed == nil, let table = key.table(for: indices.count) { fixed = FixedBox(table) }
        guard let fixed else {
            for index in indices {
                let digest = unsafe base + index * Self.proofSize
                verdicts.append(unsafe plain.isValid(digest + SHA256.count, digest: digest))
            }
            return
        }
        for start in stride(from: 0, to: indices.count, by: FixedKeyVerifier.batchSize) {
            offsets.removeAll(keepingCapacity: true)
            for index in indices[start...].prefix(FixedKeyVerifier.batchSize) {
                offsets.append(index * Self.proofSize)
            }
            unsafe fixed.verifier.verify(base, at: offsets, to: &verdicts)
        }
    }
}
