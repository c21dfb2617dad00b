import AttributionBase

/// A public key on P-256 that verifies ES256 signatures (RFC 7518 §3.4).
public struct P256PublicKey: Sendable {
    let handle: KeyHandle
    /// The uncompressed point: 0x04, x, y (SEC 1 §2.3.3), 65 bytes.
    public let x963Representation: [UInt8]

    /// Creates a key from a point of 65 bytes, or 33 bytes in compressed form.
    package init(x963 octets: [UInt8]) throws(KeyError) {
        try self.init(checked: P256.uncompressed(octets))
    }

    /// Creates a key from the coordinates x and y, 32 bytes each.
    package init(raw coordinates: [UInt8]) throws(KeyError) {
        guard coordinates.count == 2 * P256.size else {
            throw .wrongLength(field: "raw key", want: 2 * P256.size, found: coordinates.count)
        }
        try self.init(x963: [0x04] + coordinates)
    }

    package init(der: [UInt8]) throws(KeyError) {
        let key = try DERKey.reading(der)
        try self.init(checked: key.point)
    }

    init(checked point: [UInt8]) throws(KeyError) {
        handle = try KeyHandle(point: point, scalar: nil)
        x963Representation = point
    }

    /// Creates an embedded key from its SubjectPublicKeyInfo in base64, which may contain line feeds. It is not checked whether the point
    /// is on the curve. OpenSSL's form of the key is created on first use.
    package init(constant published: String) {
        var der = ByteBuffer()
        let text = published.utf8.filter { $0 != UInt8(ascii: "\n") }
        let fault = text.withBytes { Base64.decode($0, to: &der) }
        guard fault == nil, let point = unsafe P256.point(ofSPKI: der.bytes) else {
            preconditionFailure("an embedded key is one")
        }
        handle = KeyHandle(constant: point)
        x963Representation = point
    }

    /// The key as SubjectPublicKeyInfo in DER.
    public var derRepresentation: [UInt8] { P256.spki(point: x963Representation) }

    /// The coordinates x then y, 32 bytes each.
    public var rawRepresentation: [UInt8] { Array(x963Representation.dropFirst()) }
}

extension P256PublicKey: Hashable {
    public static func == (left: P256PublicKey, right: P256PublicKey) -> Bool {
        left.x963Representation == right.x963Representation
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(x963Representation) }
}

extension P256PublicKey {
    /// Creates a key from a point of 65 bytes, or of 33 bytes in compressed form.
    ///
    /// - Throws: `Problem` unless the bytes are a point of the curve other than zero.
    public init(x963Representation octets: some Collection<UInt8>) throws(Problem) {
        self = try KeyError.stated { () throws(KeyError) in try P256PublicKey(x963: Array(octets)) }
    }

    /// Creates a key from its coordinates x then y, 32 bytes each.
    public init(rawRepresentation coordinates: some Collection<UInt8>) throws(Problem) {
        self = try KeyError.stated { () throws(KeyError) in try P256PublicKey(raw: Array(coordinates)) }
    }

    /// Creates a key from a DER SubjectPublicKeyInfo.
    public init(derRepresentation der: some Collection<UInt8>) throws(Problem) {
        self = try KeyError.stated { () throws(KeyError) in try P256PublicKey(der: Array(der)) }
    }

    /// Creates a key from the only key of a PEM file, or its public half if it is private.
    public init(pemRepresentation pem: String) throws(Problem) {
        self = try KeyError.stated { () throws(KeyError) in try P256PublicKey(pem: pem) }
    }

    /// Creates a key from the only key of a PEM file, or its public half if it is private.
    public init(pemRepresentation pem: some Collection<UInt8>) throws(Problem) {
        try self.init(pemRepresentation: String(decoding: pem, as: UTF8.self))
    }
}
