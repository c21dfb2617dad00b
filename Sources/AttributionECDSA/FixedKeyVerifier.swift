import CAttributionOpenSSL

/// Multiples of one public key, computed once, by which signatures of this key are checked several times faster.
///
/// Making it costs about as much as 500 plain verifications, so it is for streams. It is never changed after it was
/// made, so threads may share it.
///
/// This file alone uses calls that OpenSSL 3 deprecates without replacing them. Where they fail, there is no table, and
/// plain verification goes on.
@safe
package final class FixedKeyTable: @unchecked Sendable {
    package let publicKey: P256PublicKey
    /// P-256 with the public key Q in the generator's place, so that OpenSSL's table for the generator is one for Q.
    fileprivate let group: OpaquePointer

    /// Computes the table; nil where OpenSSL does not.
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

/// Checks signatures of one key by a table of its multiples, many at once. One a thread.
///
/// For a signature (r, s) of a digest z it computes R = (z/s)·G + (r/s)·Q and compares R's x with r modulo n, as SEC 1
/// §4.1.4 says. The tables make both products cheap; one inversion serves a whole batch; and the comparison is
/// made without inverting R's Z, as x = X/Z² ⇔ x·Z² = X. All of it is public data, so time may depend on it.
@safe
package struct FixedKeyVerifier: ~Copyable {
    /// How many signatures share one inversion. More would gain little.
    package static let batchSize = 256

    private let table: FixedKeyTable
    /// The table's group and the curve's own, which live as long as `table` and for ever. Kept here because threads
    /// that count references to one object slow each other down.
    private let keyGroup: OpaquePointer
    private let curve: OpaquePointer
    private let scratch: Scratch
    private let hasher = SHA256()
    private let plain: SignatureVerifier

    /// Computes the table for a key; nil where OpenSSL does not offer what it takes.
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

    /// Whether a signature of 64 bytes, r then s, was made of `message` by the key's private half.
    package func isValidSignature(_ rawSignature: [UInt8], for message: [UInt8]) -> Bool {
        guard rawSignature.count == RawSignature.count else { return false }
        let proof = SHA256.hash(message) + rawSignature
        var verdicts: [Bool] = []
        unsafe proof.withUnsafeBufferPointer { proof in
            if let base = proof.baseAddress { unsafe verify(base, at: [0], to: &verdicts) }
        }
        return verdicts == [true]
    }

    /// Checks up to ``batchSize`` proofs, each a digest (32 bytes) and a signature (64 bytes), and appends a verdict on
    /// each.
    ///
    /// - Parameter offsets: where the proofs lie from `base` on.
    package func verify(_ base: UnsafePointer<UInt8>, at offsets: [Int], to verdicts: inout [Bool]) {
        precondition(offsets.count <= Self.batchSize)
        let isInverted = unsafe invert(base, offsets)
        // The products of one table first, then those of the other: one at a time stays in the processor's caches.
        for (index, offset) in offsets.enumerated() {
            let isInRange = unsafe isInverted && scratch.isInRange[index]
            unsafe scratch.isMultiplied[index] = unsafe isInRange && multiply(index, base + offset)
        }
        for (index, offset) in offsets.enumerated() {
            let proof = unsafe base + offset
            let verdict = unsafe scratch.isMultiplied[index] ? holds(index, proof) : nil
            // The plain path refuses what is out of range, and decides where OpenSSL failed for lack of memory.
            verdicts.append(unsafe verdict ?? plain.isValid(proof + SHA256.count, digest: proof))
        }
        drainErrors()
    }

    /// Computes 1/s modulo n for all proofs whose r and s are in range, by Montgomery's trick: the inverse of the product
    /// of all, multiplied back to the inverse of each.
    private func invert(_ base: UnsafePointer<UInt8>, _ offsets: [Int]) -> Bool {
        let size = Int32(P256.size)
        let (order, numbers, montgomery) = unsafe (scratch.order, scratch.numbers, scratch.montgomeryN)
        // All numbers are in Montgomery form, xR for x, in which products stay.
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

    /// Computes (z/s)·G and r/s of one signature, given 1/s in Montgomery form; false if OpenSSL failed.
    private func multiply(_ index: Int, _ proof: UnsafePointer<UInt8>) -> Bool {
        let size = Int32(P256.size)
        let (numbers, montgomery) = unsafe (scratch.numbers, scratch.montgomeryN)
        let inverse = unsafe scratch.inverses[index]
        let ratio = unsafe scratch.ratios[index]
        // A product of xR and a plain y is xy, out of Montgomery form. z may exceed n and is reduced by it.
        return unsafe BN_bin2bn(proof, size, scratch.u1) != nil
            && BN_bin2bn(proof + SHA256.count, size, scratch.r) != nil
            && (BN_cmp(scratch.u1, scratch.order) < 0 || BN_sub(scratch.u1, scratch.u1, scratch.order) == 1)
            && BN_mod_mul_montgomery(scratch.u1, scratch.u1, inverse, montgomery, numbers) == 1
            && BN_mod_mul_montgomery(ratio, scratch.r, inverse, montgomery, numbers) == 1
            && EC_POINT_mul(curve, scratch.lefts[index], scratch.u1, nil, nil, numbers) == 1
    }

    /// Whether one signature holds, after ``multiply(_:_:)``; nil if OpenSSL failed.
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
        // x was reduced modulo n to be compared with r; where r + n is below p, that may have been x.
        guard unsafe BN_add(scratch.r, scratch.r, scratch.order) == 1 else { return nil }
        guard unsafe BN_cmp(scratch.r, scratch.field) < 0 else { return false }
        guard unsafe BN_mod_mul_montgomery(scratch.u1, scratch.r, scratch.z, scratch.montgomeryP, numbers) == 1
        else { return nil }
        return unsafe BN_cmp(scratch.u1, scratch.x) == 0
    }
}

/// The numbers and points that a batch is worked out with, kept from batch to batch.
@safe
private final class Scratch {
    let numbers: OpaquePointer
    let order: OpaquePointer
    let field: OpaquePointer
    let montgomeryN: OpaquePointer
    let montgomeryP: OpaquePointer
    let (r, u1, x, z, running): (OpaquePointer, OpaquePointer, OpaquePointer, OpaquePointer, OpaquePointer)
    let right: OpaquePointer
    /// (z/s)·G and r/s of each signature.
    let lefts: [OpaquePointer]
    let ratios: [OpaquePointer]
    let scalars: [OpaquePointer]
    let products: [OpaquePointer]
    let inverses: [OpaquePointer]
    /// Whether r and s of each signature are numbers that a key can give.
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
