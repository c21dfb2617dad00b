import AttributionBase

/// A table of multiples of one public key, which makes verifying its signatures several times faster.
///
/// Computing it costs as much as about 500 plain verifications, so it is only worthwhile for streams. It never changes, so threads may
/// share it.
///
/// It uses functions that OpenSSL 3 deprecates without a replacement. If they fail, there is no table, and signatures are verified in the
/// plain way.
package final class FixedKeyTable: Sendable {
    package let publicKey: P256PublicKey
    /// P-256 with the public key Q as the generator, so that OpenSSL's table for the generator becomes a table for Q.
    fileprivate let group: CurveGroup

    /// Computes the table. Returns nil if OpenSSL cannot.
    package init?(_ publicKey: P256PublicKey) {
        defer { drainErrors() }
        do throws(CallFailure) {
            group = try CurveGroup(generator: publicKey.x963Representation)
        } catch {
            return nil
        }
        self.publicKey = publicKey
    }
}

/// A verifier that checks many signatures of one key together, with a table of the key's multiples. Each thread needs its own.
///
/// For a signature (r, s) of a digest z, it computes R = (z/s)·G + (r/s)·Q and compares the x-coordinate of R with r modulo n (SEC 1
/// §4.1.4). Tables make both products cheap, and one inversion is shared by the whole batch. Comparing x·Z² with X avoids inverting the Z
/// of R, because x = X/Z². All values are public, so the time may depend on them.
package struct FixedKeyVerifier: ~Copyable {
    /// The number of signatures that share one inversion. A larger batch would gain little.
    package static let batchSize = 256
    /// The size of a proof in bytes: a digest (32 bytes) followed by a signature (64 bytes).
    static let proofSize = SHA256.count + ECDSASignature.count

    /// Copies of the table's group and of the curve's, because threads that share an object slow each other down when they update its
    /// reference count. The copies share the table itself.
    private let keyGroup: CurveGroup
    private let curve: CurveGroup
    private let plain: SignatureVerifier

    // Numbers and points for the computation, which are reused for each batch.
    private let numbers = NumberContext(isSecret: false)
    private let moduloOrder: Montgomery
    private let moduloField: Montgomery
    private let running = MutableNumber(isSecret: false)
    private let u1 = MutableNumber(isSecret: false)
    private let r = MutableNumber(isSecret: false)
    private let x = MutableNumber(isSecret: false)
    private let z = MutableNumber(isSecret: false)
    private let right = CurvePoint()
    private let slots: [Slot]

    /// The intermediate values for one signature.
    private final class Slot {
        /// The slot before this one; nil for the first. To look it up in ``slots`` would take a reference each time.
        let before: Slot?
        /// Whether r and s are in 1…n−1.
        var isInRange = false
        /// Whether `left` and `ratio` were computed.
        var isMultiplied = false
        /// s, the product of this and all earlier s, and 1/s, each in Montgomery form.
        let scalar = MutableNumber(isSecret: false)
        let product = MutableNumber(isSecret: false)
        let inverse = MutableNumber(isSecret: false)
        /// r/s.
        let ratio = MutableNumber(isSecret: false)
        /// (z/s)·G.
        let left = CurvePoint()

        init(after before: Slot?) { self.before = before }
    }

    /// Computes the table for a key. Returns nil if OpenSSL cannot.
    package init?(_ publicKey: P256PublicKey) {
        guard let table = FixedKeyTable(publicKey) else { return nil }
        self.init(table)
    }

    package init(_ table: FixedKeyTable) {
        keyGroup = CurveGroup(copying: table.group)
        curve = CurveGroup(copying: P256.group)
        plain = SignatureVerifier(table.publicKey)
        moduloOrder = Montgomery(modulus: curve.order, numbers)
        moduloField = Montgomery(modulus: curve.field, numbers)
        var slots: [Slot] = []
        for _ in 0..<Self.batchSize { slots.append(Slot(after: slots.last)) }
        self.slots = slots
    }

    /// Whether the private half of the key made a signature (64 bytes, r then s) for `message`.
    package func isValidSignature(_ rawSignature: [UInt8], for message: [UInt8]) -> Bool {
        guard rawSignature.count == ECDSASignature.count else { return false }
        let proof = SHA256.hash(message) + rawSignature
        var verdicts: [Bool] = []
        proof.withBytes { verify($0, at: [0], to: &verdicts) }
        return verdicts == [true]
    }

    /// Checks up to ``batchSize`` proofs and appends a verdict for each. A proof is a digest (32 bytes) followed by a signature (64 bytes).
    ///
    /// - Parameters:
    ///   - bytes: The bytes that contain the proofs.
    ///   - offsets: The offsets of the proofs.
    package func verify(_ bytes: ByteView, at offsets: [Int], to verdicts: inout [Bool]) {
        precondition(offsets.count <= Self.batchSize)
        let isInverted = (try? invert(bytes, offsets)) != nil
        // All multiplications with one table come before those with the other, so that only one table at a time occupies the processor's
        // caches.
        for (index, offset) in offsets.enumerated() {
            let slot = slots[index]
            slot.isMultiplied =
                isInverted && slot.isInRange && (try? multiply(slot, Proof(in: bytes, at: offset))) != nil
        }
        for (index, offset) in offsets.enumerated() {
            let proof = Proof(in: bytes, at: offset)
            let verdict = try? slots[index].isMultiplied ? holds(slots[index], proof) : nil
            // Without a verdict, r or s is out of range, or OpenSSL ran out of memory. Plain verification decides.
            verdicts.append(verdict ?? plain.isValid(proof.signature, digest: proof.digest))
        }
        drainErrors()
    }

    private struct Proof {
        let digest: ByteView
        let signature: ByteView

        init(in bytes: ByteView, at offset: Int) {
            digest = bytes.part(offset..<offset + SHA256.count)
            signature = bytes.part(offset + SHA256.count..<offset + FixedKeyVerifier.proofSize)
        }

        var r: ByteView { signature.part(0..<P256.size) }
        var s: ByteView { signature.part(P256.size..<ECDSASignature.count) }
    }

    /// Computes 1/s modulo n for all proofs whose r and s are in range, and 1 for the others. This is Montgomery's trick: invert the
    /// product of all s, then derive each inverse by multiplication. All numbers are in Montgomery form, xR for x, and so are their
    /// products.
    private func invert(_ bytes: ByteView, _ offsets: [Int]) throws(CallFailure) {
        guard let last = offsets.indices.last else { return }
        for (index, offset) in offsets.enumerated() { try enter(slots[index], Proof(in: bytes, at: offset)) }
        try moduloOrder.leave(slots[last].product, to: running, numbers)
        try running.invert(modulo: curve.order, numbers)
        try moduloOrder.enter(running, numbers)
        for index in offsets.indices.reversed() { try leave(slots[index]) }
    }

    /// Sets the product of all s up to that of a slot. An s that is out of range, and may have no inverse, counts as 1.
    private func enter(_ slot: Slot, _ proof: Proof) throws(CallFailure) {
        slot.isInRange = ECDSASignature.isInRange(proof.signature)
        if slot.isInRange { try slot.scalar.set(proof.s) } else { try slot.scalar.set(1) }
        try moduloOrder.enter(slot.scalar, numbers)
        if let before = slot.before {
            try moduloOrder.multiply(before.product, slot.scalar, to: slot.product, numbers)
        } else {
            try slot.product.set(slot.scalar)
        }
    }

    /// Sets 1/s of a slot, given the inverse of its product in `running`, which then is the inverse of the product before it.
    private func leave(_ slot: Slot) throws(CallFailure) {
        if let before = slot.before {
            try moduloOrder.multiply(running, before.product, to: slot.inverse, numbers)
            try moduloOrder.multiply(running, slot.scalar, to: running, numbers)
        } else {
            try slot.inverse.set(running)
        }
    }

    /// Computes (z/s)·G and r/s for one signature, given 1/s in Montgomery form.
    private func multiply(_ slot: Slot, _ proof: Proof) throws(CallFailure) {
        // The product of xR and a plain y is a plain xy. If z is above n, this reduces it.
        try u1.set(proof.digest)
        try r.set(proof.r)
        if !u1.isBelow(curve.order) { try u1.subtract(curve.order) }
        try moduloOrder.multiply(u1, slot.inverse, to: u1, numbers)
        try moduloOrder.multiply(r, slot.inverse, to: slot.ratio, numbers)
        try curve.multiplyGenerator(by: u1, to: slot.left, numbers)
    }

    /// Whether a signature is valid, once ``multiply(_:_:)`` has computed its products.
    private func holds(_ slot: Slot, _ proof: Proof) throws(CallFailure) -> Bool {
        try r.set(proof.r)
        try keyGroup.multiplyGenerator(by: slot.ratio, to: right, numbers)
        try curve.add(right, to: slot.left, numbers)
        guard !curve.isAtInfinity(slot.left) else { return false }
        try curve.readProjective(slot.left, x: x, z: z, numbers)
        // Z² in Montgomery form, so that its product with r is plain.
        try moduloField.enter(z, numbers)
        try moduloField.multiply(z, z, to: z, numbers)
        try moduloField.multiply(r, z, to: u1, numbers)
        if u1.isEqual(to: x) { return true }
        // r is x modulo n, so x may also be r + n, if that is below p.
        try r.add(curve.order)
        guard r.isBelow(curve.field) else { return false }
        try moduloField.multiply(r, z, to: u1, numbers)
        return u1.isEqual(to: x)
    }
}
