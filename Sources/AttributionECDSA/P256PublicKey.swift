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
}

extension P256PublicKey: Hashable {
    public static func == (left: P256PublicKey, right: P256PublicKey) -> Bool {
        left.x963Representation == right.x963Representation
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(x963Representation) }
}
