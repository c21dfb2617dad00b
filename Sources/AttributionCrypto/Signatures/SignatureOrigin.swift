import AttributionBase

/// A search for the text that was signed, among many texts, signatures and keys.
///
/// A signature (r, s) for a number z is valid for the key Q if R = (z/s)·G + (r/s)·Q has the x-coordinate r modulo n (SEC 1 §4.1.4).
/// Equivalently, z·G = s·R − r·Q for one of the few points R with such an x. The right side does not depend on the text, so it is computed
/// only once for each signature and key. Each text then takes one multiplication of G, for which libcrypto has a table, regardless of the
/// number of signatures and keys. Plain verification confirms each match. All values are public, so the time may depend on them.
package final class SignatureOrigin {
    /// The indices of a signature and of the key that made it.
    package typealias Match = (signature: Int, key: Int)

    private let signatures: [[UInt8]]
    private let keys: [P256PublicKey]
    /// The multiples of G for which a signature would be valid, as uncompressed points.
    private var products: [[UInt8]: Match] = [:]
    private let hasher = SHA256()
    private let numbers = NumberContext(isSecret: false)
    private let number = MutableNumber(isSecret: false)
    private let point = CurvePoint()

    /// - Parameters:
    ///   - signatures: Signatures of 64 bytes, r then s. Those out of range match no text.
    ///   - keys: The possible signers. Of equal keys, the first is reported.
    package init(signatures: [[UInt8]], keys: [P256PublicKey]) {
        self.signatures = signatures
        self.keys = keys
        for index in signatures.indices where ECDSASignature.isInRange(signatures[index]) { addProducts(of: index) }
        drainErrors()
    }

    /// Returns the first signature made for a message, with its key; nil if there is none.
    package func match(for message: [UInt8]) -> Match? {
        message.withBytes { match(forDigest: Array(hasher.hash($0))) }
    }

    /// Returns the first signature made for 32 bytes in place of a message's digest, with its key; nil if there is none.
    package func match(forDigest digest: [UInt8]) -> Match? {
        guard digest.count == SHA256.count else { return nil }
        do throws(CallFailure) {
            try digest.withBytes { digest throws(CallFailure) in try number.set(digest) }
            try P256.group.multiplyGenerator(by: number, to: point, numbers)
        } catch {
            drainErrors()
            return nil
        }
        guard let match = products[P256.group.octets(of: point, numbers)],
            keys[match.key].isValidSignature(signatures[match.signature], forDigest: digest)
        else { return nil }
        return match
    }

    // MARK: - Products

    private func addProducts(of index: Int) {
        let r = MutableNumber(isSecret: false)
        let s = MutableNumber(isSecret: false)
        let x = MutableNumber(isSecret: false)
        let left = CurvePoint()
        let right = CurvePoint()
        do throws(CallFailure) {
            try signatures[index].withBytes { signature throws(CallFailure) in
                try r.set(signature.part(0..<P256.size))
                try x.set(r)
                try s.set(signature.part(P256.size..<ECDSASignature.count))
            }
        } catch {
            CryptoFailure.end(.outOfMemory)
        }
        // r is x modulo n, so x is r or, if that is below p, r + n.
        for _ in 0..<2 {
            for isOdd in [false, true] where x.isBelow(P256.group.field) {
                // Not every x belongs to a point. Without a point, nothing matches.
                guard (try? P256.group.set(left, toX: x, isOdd: isOdd, numbers)) != nil,
                    (try? P256.group.multiply(left, by: s, numbers)) != nil
                else { continue }
                for key in keys.indices where (try? set(right, toProductOf: keys[key], left, r)) != nil {
                    let product = P256.group.octets(of: right, numbers)
                    if products[product] == nil { products[product] = (index, key) }
                }
            }
            guard (try? x.add(P256.group.order)) != nil else { return }
        }
    }

    /// Sets a point to s·R − r·Q, for the key Q.
    private func set(
        _ point: CurvePoint, toProductOf key: P256PublicKey, _ left: CurvePoint,
        _ r: BigNumber
    ) throws(CallFailure) {
        try P256.group.set(point, to: key.x963Representation, numbers)
        try P256.group.multiply(point, by: r, numbers)
        try P256.group.negate(point, numbers)
        try P256.group.add(left, to: point, numbers)
    }
}
