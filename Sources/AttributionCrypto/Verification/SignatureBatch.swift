import AttributionBase

/// A batch of signatures by several keys. Those of one key are checked together, so that the key's table is used efficiently. Each thread
/// needs its own batch, whose memory is reused for the next one.
///
/// ```swift
/// var batch = SignatureBatch(keys: [VerificationKey(one), VerificationKey(other)])
/// let proof = batch.append(signature, of: message, by: [0, 1])
/// batch.check()
/// batch.signer(of: proof)  // 0, 1 or nil
/// ```
package struct SignatureBatch: ~Copyable {
    private struct Proof {
        /// The indices of the keys that may have made the signature.
        let candidates: [Int]
        /// The index of the key that made it, if known.
        var signer: Int?
    }

    private let verifiers: [KeyVerifier]
    private let hasher = SHA256()
    private var proofs: [Proof] = []
    /// The digest (32 bytes) and the signature (64 bytes) of each proof.
    private var bytes = ByteBuffer()
    /// The number of proofs that were already checked.
    private var checkedCount = 0
    /// The indices of undecided proofs: first all, then grouped by the key to try next.
    private var undecided: [Int] = []
    private var byKey: [[Int]]
    private var verdicts: [Bool] = []
    /// The key that made the most signatures in the last check. It is tried first, because one key usually makes most signatures of a
    /// stream. Nil if a key occurs twice, because the result must then be its first index.
    private var favourite: Int?
    private let hasFavourites: Bool

    /// - Parameter keys: All keys that candidates refer to, by index.
    package init(keys: [VerificationKey]) {
        verifiers = keys.map { KeyVerifier($0) }
        byKey = Array(repeating: [], count: keys.count)
        hasFavourites = Set(keys.map(\.publicKey.x963Representation)).count == keys.count
    }

    package mutating func removeAll() {
        proofs.removeAll(keepingCapacity: true)
        bytes.removeAll()
        checkedCount = 0
    }

    /// Adds a signature to be checked by ``check()``.
    ///
    /// - Parameters:
    ///   - rawSignature: r then s, 64 bytes. A signature of another length is invalid.
    ///   - message: The signed message.
    ///   - candidates: The indices of the keys to try, which must be valid.
    /// - Returns: The number of the proof, for ``signer(of:)``.
    package mutating func append(_ rawSignature: [UInt8], of message: [UInt8], by candidates: [Int]) -> Int {
        rawSignature.withBytes { signature in
            message.withBytes { append(signature, of: $0, by: candidates) }
        }
    }

    /// Adds a signature to be checked by ``check()``. The bytes are copied.
    package mutating func append(
        _ rawSignature: ByteView, of message: ByteView, by candidates: [Int]
    ) -> Int {
        precondition(candidates.allSatisfy(byKey.indices.contains), "a candidate is one of the keys")
        bytes.append(hasher.hash(message))
        if rawSignature.count == ECDSASignature.count {
            bytes.append(rawSignature)
            proofs.append(Proof(candidates: candidates))
        } else {
            // The proof takes its place in the list, but has no keys to try.
            for _ in 0..<ECDSASignature.count { bytes.append(0) }
            proofs.append(Proof(candidates: []))
        }
        return proofs.count - 1
    }

    /// Returns the index of the key that made a signature; nil if no candidate did, or if it is not yet checked.
    package func signer(of proof: Int) -> Int? {
        proofs.indices.contains(proof) ? proofs[proof].signer : nil
    }

    /// Checks the signatures that were added since the last call.
    package mutating func check() {
        undecided.removeAll(keepingCapacity: true)
        let start = checkedCount
        undecided.append(contentsOf: start..<proofs.count)
        checkedCount = proofs.count
        // Most signatures have one candidate, so the first round decides them. Each further round tries the next candidate on the rest.
        var round = 0
        while !undecided.isEmpty {
            for signer in byKey.indices { byKey[signer].removeAll(keepingCapacity: true) }
            for index in undecided where round < proofs[index].candidates.count {
                byKey[candidate(round, of: proofs[index])].append(index)
            }
            undecided.removeAll(keepingCapacity: true)
            for signer in byKey.indices where !byKey[signer].isEmpty {
                verdicts.removeAll(keepingCapacity: true)
                unsafe verifiers[signer].verify(byKey[signer], bytes.bytes, to: &verdicts)
                for (offset, index) in byKey[signer].enumerated() {
                    if verdicts[offset] { proofs[index].signer = signer } else { undecided.append(index) }
                }
            }
            round += 1
        }
        chooseFavourite(from: start)
    }

    /// Returns the key to try in a round: first the favourite, if it is a candidate, then the others in order.
    private func candidate(_ round: Int, of proof: Proof) -> Int {
        guard let favourite, let index = proof.candidates.firstIndex(of: favourite) else {
            return proof.candidates[round]
        }
        return round == 0 ? favourite : proof.candidates[round <= index ? round - 1 : round]
    }

    private mutating func chooseFavourite(from start: Int) {
        guard hasFavourites, verifiers.count > 1 else { return }
        var counts = Array(repeating: 0, count: verifiers.count)
        for proof in proofs[start...] {
            if let signer = proof.signer { counts[signer] += 1 }
        }
        if let most = counts.max(), most > 0 { favourite = counts.firstIndex(of: most) }
    }
}
