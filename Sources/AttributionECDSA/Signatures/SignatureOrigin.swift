import CAttributionOpenSSL

/// A search for the text that a signature was made of, among many texts, signatures and keys.
///
/// A signature (r, s) of a number z is valid for the key Q if R = (z/s)·G + (r/s)·Q has the x-coordinate r modulo n
/// (SEC 1 §4.1.4). Equivalently, z·G = s·R − r·Q for one of the few points R with such an x. The right side does not
/// depend on the text, so it is computed once for each signature and key. Each text then takes one multiplication of
/// G, for which libcrypto has a table, regardless of the number of signatures and keys. Plain verification confirms
/// each match. All values are public, so the time may depend on them.
@safe
package final class SignatureOrigin {
    /// A signature and the key that made it, by index.
    package struct Match: Hashable, Sendable {
        package let signature: Int
        package let key: Int
    }

    private let signatures: [[UInt8]]
    private let keys: [P256PublicKey]
    /// The multiples of G for which a signature is valid, as uncompressed points.
    private var products: [[UInt8]: Match] = [:]
    private let hasher = SHA256()
    private let numbers: OpaquePointer
    private let number: OpaquePointer
    private let point: OpaquePointer

    /// - Parameters:
    ///   - signatures: Signatures of 64 bytes, r then s. Those out of range match no text.
    ///   - keys: The possible signers. The first of several equal keys is reported.
    package init(signatures: [[UInt8]], keys: [P256PublicKey]) {
        self.signatures = signatures
        self.keys = keys
        guard let numbers = unsafe BN_CTX_new(), let number = unsafe BN_new(),
            let point = unsafe EC_POINT_new(P256.group.pointer)
        else { CryptoFailure.end(.outOfMemory) }
        unsafe self.numbers = unsafe numbers
        unsafe self.number = unsafe number
        unsafe self.point = unsafe point
        for place in signatures.indices where RawSignature.isInRange(signatures[place]) { addProducts(of: place) }
        drainErrors()
    }

    deinit {
        unsafe EC_POINT_free(point)
        unsafe BN_free(number)
        unsafe BN_CTX_free(numbers)
    }

    /// Returns the first signature that was made of a message, with its key; nil if there is none.
    package func match(for message: [UInt8]) -> Match? {
        let digest = unsafe [UInt8](unsafeUninitializedCapacity: SHA256.count) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            unsafe message.withBytes { unsafe hasher.hash($0, to: base) }
            count = SHA256.count
        }
        return match(forDigest: digest)
    }

    /// Returns the first signature that was made of 32 bytes in place of a message's digest, with its key; nil if
    /// there is none.
    package func match(forDigest digest: [UInt8]) -> Match? {
        guard digest.count == SHA256.count,
            unsafe BN_bin2bn(digest, Int32(digest.count), number) != nil,
            unsafe EC_POINT_mul(P256.group.pointer, point, number, nil, nil, numbers) == 1
        else {
            drainErrors()
            return nil
        }
        guard let match = products[unsafe octets(of: point)],
            keys[match.key].isValidSignature(signatures[match.signature], forDigest: digest)
        else { return nil }
        return match
    }

    // MARK: - Products

    private func addProducts(of place: Int) {
        let group = unsafe P256.group.pointer
        let signature = signatures[place]
        guard let r = unsafe BN_bin2bn(signature, Int32(P256.size), nil),
            let s = unsafe signature.withUnsafeBufferPointer({
                unsafe BN_bin2bn($0.baseAddress.map { unsafe $0 + P256.size }, Int32(P256.size), nil)
            }), let x = unsafe BN_dup(r), let left = unsafe EC_POINT_new(group),
            let right = unsafe EC_POINT_new(group)
        else { CryptoFailure.end(.outOfMemory) }
        defer {
            unsafe EC_POINT_free(left)
            unsafe EC_POINT_free(right)
            unsafe BN_free(r)
            unsafe BN_free(s)
            unsafe BN_free(x)
        }
        // r is x modulo n. If r + n is below p, it may have been x.
        for _ in 0..<2 {
            for bit in [Int32(0), 1] {
                // Some x have no point, and then there is no match.
                guard unsafe BN_cmp(x, EC_GROUP_get0_field(group)) < 0,
                    unsafe EC_POINT_set_compressed_coordinates(group, left, x, bit, numbers) == 1,
                    unsafe EC_POINT_mul(group, left, nil, left, s, numbers) == 1
                else { continue }
                for key in keys.indices {
                    guard unsafe set(right, to: keys[key]),
                        unsafe EC_POINT_mul(group, right, nil, right, r, numbers) == 1,
                        unsafe EC_POINT_invert(group, right, numbers) == 1,
                        unsafe EC_POINT_add(group, right, left, right, numbers) == 1
                    else { continue }
                    let product = unsafe octets(of: right)
                    if products[product] == nil { products[product] = Match(signature: place, key: key) }
                }
            }
            guard unsafe BN_add(x, x, EC_GROUP_get0_order(group)) == 1 else { return }
        }
    }

    private func set(_ point: OpaquePointer, to key: P256PublicKey) -> Bool {
        let octets = key.x963Representation
        return unsafe EC_POINT_oct2point(P256.group.pointer, point, octets, octets.count, numbers) == 1
    }

    private func octets(of point: OpaquePointer) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 1 + 2 * P256.size) { buffer, count in
            count = unsafe EC_POINT_point2oct(
                P256.group.pointer, point, POINT_CONVERSION_UNCOMPRESSED, buffer.baseAddress, buffer.count, numbers)
        }
    }
}
