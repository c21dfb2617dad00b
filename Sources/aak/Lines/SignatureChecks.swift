import Bytes
import ECDSA
import JOSE

/// Checks the signatures of a batch's tokens together, those of one key at a time, so that the key's table pays. One a
/// thread.
struct SignatureChecks: ~Copyable {
    private struct Proof {
        /// The keys that answer to the token's `kid`, by their places in the order of all keys.
        let places: [Int]
        /// The one of them that the signature is by.
        var signer: Int?
    }

    private let verifiers: [KeyVerifier]
    private let hasher = SHA256()
    private var proofs: [Proof] = []
    /// The digest (32 bytes) and the signature (64 bytes) of each proof.
    private var bytes = ByteBuffer()
    /// The proofs that are still to be checked, all and by the place of the key that is tried next.
    private var undecided: [Int] = []
    private var byKey: [[Int]]
    private var verdicts: [Bool] = []

    init(_ keys: [SharedKey]) {
        verifiers = keys.map { KeyVerifier($0) }
        byKey = Array(repeating: [], count: keys.count)
    }

    mutating func removeAll() {
        proofs.removeAll(keepingCapacity: true)
        bytes.removeAll()
    }

    /// Takes a token's signature to be checked later.
    ///
    /// - Parameter places: the keys to try.
    /// - Returns: what to ask ``signer(of:)`` for.
    mutating func append(
        _ token: UnsafeRawBufferPointer, _ parts: JWSParts, _ reader: inout JWSReader, places: [Int]
    ) throws(JWSError) -> Int {
        let start = bytes.count
        bytes.reserve(SHA256.count)
        unsafe hasher.hash(token.part(parts.signed), to: bytes.end)
        bytes.advance(by: SHA256.count)
        do throws(JWSError) {
            try unsafe reader.appendSignature(token.part(parts.signature), to: &bytes)
        } catch {
            bytes.truncate(to: start)
            throw error
        }
        proofs.append(Proof(places: places))
        return proofs.count - 1
    }

    /// The place of the key that a signature is by; nil if it is by none of those tried. Known after ``run()``.
    func signer(of proof: Int) -> Int? { proofs[proof].signer }

    /// Checks all signatures.
    mutating func run() {
        undecided.removeAll(keepingCapacity: true)
        undecided.append(contentsOf: proofs.indices)
        // Most tokens name one key. Where several answer to a kid, each is tried on what the ones before it left.
        var round = 0
        while !undecided.isEmpty {
            for place in byKey.indices { byKey[place].removeAll(keepingCapacity: true) }
            for index in undecided where round < proofs[index].places.count {
                byKey[proofs[index].places[round]].append(index)
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
    }
}
