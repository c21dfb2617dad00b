import CAttributionOpenSSL

/// A table of multiples of one public key, which makes verifying its signatures several times faster.
///
/// Computing it costs about as much as 500 plain verifications, so it is for streams. The table is immutable, so
/// threads may share it.
///
/// It uses calls that OpenSSL 3 deprecates without a replacement. If they fail, there is no table, and
/// plain verification continues.
@safe
package final class FixedKeyTable: @unchecked Sendable {
    package let publicKey: P256PublicKey
    /// P-256 with the public key Q as the generator, so that OpenSSL's table for the generator becomes a table for Q.
    fileprivate let group: OpaquePointer

    /// Computes the table. Returns nil if OpenSSL cannot.
    package init?(_ publicKey: P256PublicKey) {
        defer { drainErrors() }
        guard let group = unsafe EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1) else { return nil }
        guard let point = unsafe EC_POINT_new(group) else {
            unsafe EC_GROUP_free(group)
            return nil
        }
        defer { unsafe EC_POINT_free(point) }
        let octets = publicKey.x963Representation
        guard unsafe EC_POINT_oct2point(group, point, octets, octets.count, nil) == 1,
            unsafe EC_GROUP_set_generator(group, point, EC_GROUP_get0_order(group), EC_GROUP_get0_cofactor(group)) == 1,
            unsafe EC_GROUP_precompute_mult(group, nil) == 1,
            unsafe EC_GROUP_have_precompute_mult(group) == 1
        else {
            unsafe EC_GROUP_free(group)
            return nil
        }
        self.publicKey = publicKey
        unsafe self.group = unsafe group
    }

    deinit { unsafe EC_GROUP_free(group) }
}

/// A verifier that checks many signatures of one key at once, with a table of the key's multiples. Use one per
/// thread.
///
/// For a signature (r, s) of a digest z, it computes R = (z/s)·G + (r/s)·Q and compares R's x with r modulo n, as in
/// SEC 1 §4.1.4. The tables make both products cheap, and one inversion serves a whole batch. The comparison avoids
/// inverting R's Z, because x = X/Z² ⇔ x·Z² = X. All values are public, so the time may depend on them.
@safe
package struct FixedKeyVerifier: ~Copyable {
    /// The number of signatures that share one inversion. A larger batch would gain little.
    package static let batchSize = 256

    private let table: FixedKeyTable
    /// The groups of the table and of the curve. The first lives as long as `table`, the second as long as the
    /// process. They are stored here because threads that update one object's reference count slow each other down.
    private let keyGroup: OpaquePointer
    private let curve: OpaquePointer
    private let scratch: Scratch
    private let hasher = SHA256()
    private let plain: SignatureVerifier

    /// Computes the table for a key. Returns nil if OpenSSL cannot.
    package init?(_ publicKey: P256PublicKey) {
        guard let table = FixedKeyTable(publicKey) else { return nil }
        self.init(table)
    }

    package init(_ table: FixedKeyTable) {
        self.table = table
        unsafe keyGroup = unsafe table.group
        unsafe curve = unsafe P256.group.pointer
        scratch = Scratch()
        plain = SignatureVerifier(table.publicKey)
    }

    /// Whether the private half of the key made a signature (64 bytes, r then s) of `message`.
    package func isValidSignature(_ rawSignature: [UInt8], for message: [UInt8]) -> Bool {
        guard rawSignature.count == RawSignature.count else { return false }
        let proof = SHA256.hash(message) + rawSignature
        var verdicts: [Bool] = []
        unsafe proof.withUnsafeBufferPointer { proof in
            if let base = proof.baseAddress { unsafe verify(base, at: [0], to: &verdicts) }
        }
        return verdicts == [true]
    }

    /// Checks up to ``batchSize`` proofs and appends a verdict for each. A proof is a digest (32 bytes) followed by a
    /// signature (64 bytes).
    ///
    /// - Parameter offsets: The offsets of the proofs from `base`.
    package func verify(_ base: UnsafePointer<UInt8>, at offsets: [Int], to verdicts: inout [Bool]) {
        precondition(offsets.count <= Self.batchSize)
        let isInverted = unsafe invert(base, offsets)
        // Multiply with one table first, then with the other, so that only one table at a time occupies the
        // processor's caches.
        for (index, offset) in offsets.enumerated() {
            let isInRange = unsafe isInverted && scratch.isInRange[index]
            unsafe scratch.isMultiplied[index] = unsafe isInRange && multiply(index, base + offset)
        }
        for (index, offset) in offsets.enumerated() {
            let proof = unsafe base + offset
            let verdict = unsafe scratch.isMultiplied[index] ? holds(index, proof) : nil
            // Plain verification rejects signatures out of range, and decides if OpenSSL ran out of memory.
            verdicts.append(unsafe verdict ?? plain.isValid(proof + SHA256.count, digest: proof))
        }
        drainErrors()
    }

    /// Computes 1/s modulo n for all proofs whose r and s are in range. This is Montgomery's trick: invert the
    /// product of all s, then multiply to get the inverse of each.
    private func invert(_ base: UnsafePointer<UInt8>, _ offsets: [Int]) -> Bool {
        let size = Int32(P256.size)
        let (order, numbers, montgomery) = unsafe (scratch.order, scratch.numbers, scratch.montgomeryN)
        // All numbers are in Montgomery form, xR for x. Products stay in this form.
        var last: Int?
        for (index, offset) in offsets.enumerated() {
            let signature = unsafe base + offset + SHA256.count
            let isInRange = unsafe RawSignature.isInRange(signature)
            unsafe scratch.isInRange[index] = isInRange
            guard isInRange else { continue }
            let s = unsafe scratch.scalars[index]
            guard unsafe BN_bin2bn(signature + P256.size, size, s) != nil,
                unsafe BN_to_montgomery(s, s, montgomery, numbers) == 1
            else { return false }
            let product = unsafe scratch.products[index]
            if let last {
                guard unsafe BN_mod_mul_montgomery(product, scratch.products[last], s, montgomery, numbers) == 1
                else { return false }
            } else {
                guard unsafe BN_copy(product, s) != nil else { return false }
            }
            last = index
        }
        guard let last else { return true }
        let running = unsafe scratch.running
        guard unsafe BN_from_montgomery(running, scratch.products[last], montgomery, numbers) == 1,
            unsafe BN_mod_inverse(running, running, order, numbers) != nil,
            unsafe BN_to_montgomery(running, running, montgomery, numbers) == 1
        else { return false }
        var at: Int? = last
        while let index = at {
            var before = index - 1
            while before >= 0, unsafe !scratch.isInRange[before] { before -= 1 }
            let inverse = unsafe scratch.inverses[index]
            if before >= 0 {
                guard
                    unsafe BN_mod_mul_montgomery(inverse, running, scratch.products[before], montgomery, numbers) == 1,
                    unsafe BN_mod_mul_montgomery(running, running, scratch.scalars[index], montgomery, numbers) == 1
                else { return false }
                at = before
            } else {
                guard unsafe BN_copy(inverse, running) != nil else { return false }
                at = nil
            }
        }
        return true
    }

    /// Computes (z/s)·G and r/s for one signature, given 1/s in Montgomery form. Returns false if OpenSSL failed.
    private func multiply(_ index: Int, _ proof: UnsafePointer<UInt8>) -> Bool {
        let size = Int32(P256.size)
        let (numbers, montgomery) = unsafe (scratch.numbers, scratch.montgomeryN)
        let inverse = unsafe scratch.inverses[index]
        let ratio = unsafe scratch.ratios[index]
        // The product of xR and a plain y is a plain xy. z may exceed n and is then reduced.
        return unsafe BN_bin2bn(proof, size, scratch.u1) != nil
            && BN_bin2bn(proof + SHA256.count, size, scratch.r) != nil
            && (BN_cmp(scratch.u1, scratch.order) < 0 || BN_sub(scratch.u1, scratch.u1, scratch.order) == 1)
            && BN_mod_mul_montgomery(scratch.u1, scratch.u1, inverse, montgomery, numbers) == 1
            && BN_mod_mul_montgomery(ratio, scratch.r, inverse, montgomery, numbers) == 1
            && EC_POINT_mul(curve, scratch.lefts[index], scratch.u1, nil, nil, numbers) == 1
    }

    /// Whether one signature is valid, after ``multiply(_:_:)``; nil if OpenSSL failed.
    private func holds(_ index: Int, _ proof: UnsafePointer<UInt8>) -> Bool? {
        let numbers = unsafe scratch.numbers
        let left = unsafe scratch.lefts[index]
        guard unsafe BN_bin2bn(proof + SHA256.count, Int32(P256.size), scratch.r) != nil,
            unsafe EC_POINT_mul(keyGroup, scratch.right, scratch.ratios[index], nil, nil, numbers) == 1,
            unsafe EC_POINT_add(curve, left, left, scratch.right, numbers) == 1
        else { return nil }
        guard unsafe EC_POINT_is_at_infinity(curve, left) == 0 else { return false }
        guard
            unsafe EC_POINT_get_Jprojective_coordinates_GFp(curve, left, scratch.x, nil, scratch.z, numbers)
                == 1,
            // Z² in Montgomery form, so that its product with r is plain.
            unsafe BN_to_montgomery(scratch.z, scratch.z, scratch.montgomeryP, numbers) == 1,
            unsafe BN_mod_mul_montgomery(scratch.z, scratch.z, scratch.z, scratch.montgomeryP, numbers) == 1,
            unsafe BN_mod_mul_montgomery(scratch.u1, scratch.r, scratch.z, scratch.montgomeryP, numbers) == 1
        else { return nil }
        if unsafe BN_cmp(scratch.u1, scratch.x) == 0 { return true }
        // r is x modulo n. If r + n is below p, it may have been x.
        guard unsafe BN_add(scratch.r, scratch.r, scratch.order) == 1 else { return nil }
        guard unsafe BN_cmp(scratch.r, scratch.field) < 0 else { return false }
        guard unsafe BN_mod_mul_montgomery(scratch.u1, scratch.r, scratch.z, scratch.montgomeryP, numbers) == 1
        else { return nil }
        return unsafe BN_cmp(scratch.u1, scratch.x) == 0
    }
}

/// The numbers and points for computing a batch. They are reused for the next one.
@safe
private final class Scratch {
    let numbers: OpaquePointer
    let order: OpaquePointer
    let field: OpaquePointer
    let montgomeryN: OpaquePointer
    let montgomeryP: OpaquePointer
    let (r, u1, x, z, running): (OpaquePointer, OpaquePointer, OpaquePointer, OpaquePointer, OpaquePointer)
    let right: OpaquePointer
    /// (z/s)·G and r/s for each signature.
    let lefts: [OpaquePointer]
    let ratios: [OpaquePointer]
    let scalars: [OpaquePointer]
    let products: [OpaquePointer]
    let inverses: [OpaquePointer]
    /// Whether r and s of each signature are in 1…n−1.
    let isInRange = UnsafeMutablePointer<Bool>.allocate(capacity: FixedKeyVerifier.batchSize)
    let isMultiplied = UnsafeMutablePointer<Bool>.allocate(capacity: FixedKeyVerifier.batchSize)

    init() {
        func number() -> OpaquePointer {
            guard let number = unsafe BN_new() else { CryptoFailure.end(.outOfMemory) }
            return unsafe number
        }
        func many() -> [OpaquePointer] { unsafe (0..<FixedKeyVerifier.batchSize).map { _ in unsafe number() } }
        let group = unsafe P256.group.pointer
        guard let numbers = unsafe BN_CTX_new(), let order = unsafe BN_dup(EC_GROUP_get0_order(group)),
            let field = unsafe BN_dup(EC_GROUP_get0_field(group)), let montgomeryN = unsafe BN_MONT_CTX_new(),
            let montgomeryP = unsafe BN_MONT_CTX_new(), let right = unsafe EC_POINT_new(group),
            unsafe BN_MONT_CTX_set(montgomeryN, order, numbers) == 1,
            unsafe BN_MONT_CTX_set(montgomeryP, field, numbers) == 1
        else { CryptoFailure.end(.outOfMemory) }
        unsafe self.numbers = unsafe numbers
        unsafe self.order = unsafe order
        unsafe self.field = unsafe field
        unsafe self.montgomeryN = unsafe montgomeryN
        unsafe self.montgomeryP = unsafe montgomeryP
        unsafe self.right = unsafe right
        unsafe (r, u1, x, z, running) = unsafe (number(), number(), number(), number(), number())
        unsafe isInRange.initialize(repeating: false, count: FixedKeyVerifier.batchSize)
        unsafe isMultiplied.initialize(repeating: false, count: FixedKeyVerifier.batchSize)
        unsafe lefts = unsafe (0..<FixedKeyVerifier.batchSize).map { _ in
            guard let point = unsafe EC_POINT_new(group) else { CryptoFailure.end(.outOfMemory) }
            return unsafe point
        }
        unsafe ratios = unsafe many()
        unsafe scalars = unsafe many()
        unsafe products = unsafe many()
        unsafe inverses = unsafe many()
    }

    deinit {
        let all = unsafe scalars + products + inverses + ratios + [r, u1, x, z, running, order, field]
        for index in unsafe all.indices { unsafe BN_free(all[index]) }
        unsafe isInRange.deallocate()
        unsafe isMultiplied.deallocate()
        for index in unsafe lefts.indices { unsafe EC_POINT_free(lefts[index]) }
        unsafe EC_POINT_free(right)
        unsafe BN_MONT_CTX_free(montgomeryP)
        unsafe BN_MONT_CTX_free(montgomeryN)
        unsafe BN_CTX_free(numbers)
    }
}
