/// A public key on P-256 that checks ES256 signatures (RFC 7518 §3.4).
public struct P256PublicKey: Sendable {
    let handle: KeyHandle
    /// The point uncompressed: 0x04, x, y (SEC 1 §2.3.3), 65 bytes.
    public let x963Representation: [UInt8]

    /// Takes a point of 65 bytes, or of 33 in compressed form.
    ///
    /// - Throws: ``KeyError/pointNotOnCurve`` for anything that is not a point of the curve or is its zero.
    public init(x963Representation octets: [UInt8]) throws(KeyError) {
        try self.init(checked: KeyNumbers.uncompressed(octets))
    }

    /// Takes the coordinates x then y, 32 bytes each.
    public init(rawRepresentation coordinates: [UInt8]) throws(KeyError) {
        guard coordinates.count == 2 * P256.size else {
            throw .wrongLength(field: "raw key", want: 2 * P256.size, found: coordinates.count)
        }
        try self.init(x963Representation: [0x04] + coordinates)
    }

    /// Reads a DER SubjectPublicKeyInfo.
    public init(derRepresentation der: [UInt8]) throws(KeyError) {
        let key = try DERKey.reading(der)
        try self.init(checked: key.point)
    }

    init(checked point: [UInt8]) throws(KeyError) {
        handle = try KeyHandle(point: point, scalar: nil)
        x963Representation = point
    }

    /// The key as DER SubjectPublicKeyInfo.
    public var derRepresentation: [UInt8] { P256DER.spki(point: x963Representation) }

    /// x then y, 32 bytes each.
    public var rawRepresentation: [UInt8] { Array(x963Representation.dropFirst()) }

    /// Whether a signature of 64 bytes, r then s, was made of `message` by this key's private half.
    ///
    /// Any other length, and r or s outside 1…n−1, is simply not valid. For many signatures use
    /// ``SignatureVerifier``.
    public func isValidSignature(_ rawSignature: [UInt8], for message: [UInt8]) -> Bool {
        SignatureVerifier(self).isValidSignature(rawSignature, for: message)
    }
}

extension P256PublicKey: Hashable {
    public static func == (left: P256PublicKey, right: P256PublicKey) -> Bool {
        left.x963Representation == right.x963Representation
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(x963Representation) }
}

extension DERKey {
    static func reading(_ der: [UInt8]) throws(KeyError) -> DERKey {
        try unsafe withBytes(of: der) { (bytes) throws(KeyError) in try unsafe DERKey(bytes) }
    }

    private static func withBytes(
        of array: [UInt8], _ body: (UnsafeRawBufferPointer) throws(KeyError) -> DERKey
    ) throws(KeyError) -> DERKey {
        let result = unsafe array.withUnsafeBytes { bytes in
            Result { () throws(KeyError) in try unsafe body(bytes) }
        }
        return try result.get()
    }
}
