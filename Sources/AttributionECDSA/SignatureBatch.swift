import AttributionBytes

/// Signatures by several keys that are checked together, those of one key at a time, so that the key's table pays. One a
/// thread; its memory is used again for the next batch.
///
/// ```swift
/// var batch = SignatureBatch(keys: [VerificationKey(one), VerificationKey(other)])
/// let proof = batch.append(signature, of: message, by: [0, 1])
/// batch.check()
/// batch.signer(of: proof)  // 0, 1 or nil
/// ```
package struct SignatureBatch: ~Copyable {
    private struct Proof {
        /// The places of the keys that may have made the signature.
        let candidates: [Int]
        /// The one of them that did.
        var signer: Int?
    }

    private let verifiers: [KeyVerifier]
    private let hasher = SHA256()
    private var proofs: [Proof] = []
    /// The digest (32 bytes) and the signature (64 bytes) of each proof.
    private var bytes = ByteBuffer()
    /// How many proofs were checked already.
    private var checkedCount = 0
    /// The proofs that are still to be checked, all and by the place of the key that is tried next.
    private var undecided: [Int] = []
    private var byKey: [[Int]]
    private var verdicts: [Bool] = []
    /// The key that made the most signatures of the last check: it is tried first, since streams are mostly one's. Nil where
    /// a key is there twice, since the first of its places is the one to tell then.
    private var favourite: Int?
    private let hasFavourites: Bool

    /// - Parameter keys: all keys that may occur. They are named by their places here.
    package init(keys: [VerificationKey]) {
        verifiers = keys.map { KeyVerifier($0) }
        byKey = Array(repeating: [], count: keys.count)
        hasFavourites = Set(keys.map(\.publicKey.x963Representation)).count == keys.count
    }

    /// Forgets all signatures.
    package mutating func removeAll() {
        proofs.removeAll(keepingCapacity: true)
        bytes.removeAll()
        checkedCount = 0
    }

    /// Takes a signature to be checked by ``check()``.
    ///
    /// - Parameters:
    ///   - rawSignature: r then s, 64 bytes; anything else is by nobody.
    ///   - message: what was signed.
    ///   - candidates: the places of the keys to try; each must be one.
    /// - Returns: what to ask ``signer(of:)`` for.
    package mutating func append(_ rawSignature: [UInt8], of message: [UInt8], by candidates: [Int]) -> Int {
        unsafe rawSignature.withUnsafeBytes { signature in
            unsafe message.withUnsafeBytes { unsafe append(signature, of: $0, by: candidates) }
        }
    }

    /// The same for bytes, which are not needed any more when this returns.
    package mutating func append(
        _ rawSignature: UnsafeRawBufferPointer, of message: UnsafeRawBufferPointer, by candidates: [Int]
    ) -> Int {
        precondition(candidates.allSatisfy(byKey.indices.contains), "a candidate is one of the keys")
        bytes.reserve(SHA256.count + RawSignature.count)
        unsafe hasher.hash(message, to: bytes.end)
        bytes.advance(by: SHA256.count)
        if rawSignature.count == RawSignature.count {
            unsafe bytes.append(rawSignature)
            proofs.append(Proof(candidates: candidates))
        } else {
            // Keeps its place, without a key that could be tried.
            bytes.advance(by: RawSignature.count)
            proofs.append(Proof(candidates: []))
        }
        return proofs.count - 1
    }

    /// The place of the key that a signature is by; nil if it is by none of those tried, or not yet checked.
    package func signer(of proof: Int) -> Int? {
        proofs.indices.contains(proof) ? proofs[proof].signer : nil
    }

    /// Checks the signatures that came since it was last called.
    package mutating func check() {
        undecided.removeAll(keepingCapacity: true)
        let start = checkedCount
        undecided.append(contentsOf: start..<proofs.count)
        checkedCount = proofs.count
        // Most signatures have one candidate. Where there are several, each is tried on what the ones before it left.
        var round = 0
        while !undecided.isEmpty {
            for place in byKey.indices { byKey[place].removeAll(keepingCapacity: true) }
            for index in undecided where round < proofs[index].candidates.count {
                byKey[candidate(round, of: proofs[index])].append(index)
            }
            undecided.removeAll(keepingCapacity: true)
            for place in byKey.indices where !byKey[place].isEmpty {
                verdicts.removeAll(keepingCapacity: true)
                unsafe verifiers[place].verify(byKey[place], bytes.base, to: &verdicts)
                for (offset, index) in byKey[place].enumerated() {
                    if verdicts[offset] { proofs[index].signer = place } else { undecided.append(index) }
                }
            }
            round += 1
        }
        chooseFavourite(from: start)
    }

    /// The key that is tried in a round: the favourite, if it is a candidate, and then the others in their order.
    private func candidate(_ round: Int, of proof: Proof) -> Int {
        guard let favourite, let place = proof.candidates.firstIndex(of: favourite) else {
            return proof.candidates[round]
        }
        return round == 0 ? favourite : proof.candidates[round <= place ? round - 1 : round]
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
