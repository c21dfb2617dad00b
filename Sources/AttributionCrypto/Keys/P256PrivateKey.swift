import AttributionBase

/// A private key on P-256 that creates ES256 signatures (RFC 7518 §3.4).
public struct P256PrivateKey: Sendable {
    let handle: KeyHandle
    let scalar: SecretBytes
    /// The public key, which verifies this key's signatures.
    public let publicKey: P256PublicKey
    private(set) var isDeterministic = false

    /// The same key, but the nonce of a signature is derived from the key and the message (RFC 6979): the same message
    /// always gets the same signature.
    public var deterministic: P256PrivateKey {
        var key = self
        key.isDeterministic = true
        return key
    }

    /// Generates a new key with OpenSSL's random generator.
    ///
    /// - Throws: an error if libcrypto lacks an algorithm, or randomness.
    public init() throws(CryptoFailure) {
        let (scalar, point) = try P256.generate()
        do throws(KeyError) {
            try self.init(scalar: scalar, point: point)
        } catch {
            throw .raised(CryptoFailure(of: error))
        }
    }

    /// Creates a key from its private scalar, 32 big-endian bytes.
    package init(raw scalar: SecretBytes) throws(KeyError) {
        guard scalar.count == P256.size else {
            throw .wrongLength(field: "raw key", want: P256.size, found: scalar.count)
        }
        try self.init(scalar: scalar, point: P256.point(of: scalar))
    }

    package init(der: SecretBytes) throws(KeyError) {
        self = try der.withBytes { bytes throws(KeyError) in try P256PrivateKey(der: bytes) }
    }

    package init(der: ByteView) throws(KeyError) {
        try self.init(DERKey(der))
    }

    init(_ key: DERKey) throws(KeyError) {
        guard let scalar = key.scalar else { throw .noPrivateKey }
        try self.init(scalar: scalar, point: key.point)
    }

    private init(scalar: SecretBytes, point: [UInt8]) throws(KeyError) {
        handle = try KeyHandle(point: point, scalar: scalar)
        publicKey = try P256PublicKey(checked: point)
        self.scalar = scalar
    }

    /// The private scalar, 32 big-endian bytes.
    public var rawRepresentation: SecretBytes { scalar }

    /// The key as PKCS#8 in DER.
    public var derRepresentation: SecretBytes {
        P256.pkcs8(scalar: scalar, point: publicKey.x963Representation)
    }

    /// The key as SEC 1 in DER, the form of `openssl ecparam -genkey`.
    package var sec1Representation: SecretBytes {
        P256.sec1(scalar: scalar, point: publicKey.x963Representation)
    }
}

extension P256PrivateKey {
    /// Creates a key from its private scalar, 32 big-endian bytes.
    ///
    /// - Throws: `Problem` unless there are 32 bytes, and the scalar is in 1…n−1.
    public init(rawRepresentation scalar: SecretBytes) throws(Problem) {
        self = try KeyError.stated { () throws(KeyError) in try P256PrivateKey(raw: scalar) }
    }

    /// Reads a DER key in either form: SEC 1 ECPrivateKey or PKCS#8.
    public init(derRepresentation der: SecretBytes) throws(Problem) {
        self = try KeyError.stated { () throws(KeyError) in try P256PrivateKey(der: der) }
    }

    /// Reads a DER key in either form. The bytes that are given are not erased; ``SecretBytes`` are.
    public init(derRepresentation der: some Collection<UInt8>) throws(Problem) {
        try self.init(derRepresentation: SecretBytes(copying: der))
    }

    /// Creates a key from the only private key of a PEM file. The bytes that are given are not erased; ``SecretBytes`` are.
    public init(pemRepresentation pem: some Collection<UInt8>) throws(Problem) {
        try self.init(pemRepresentation: SecretBytes(copying: pem))
    }

    /// Creates a key from the only private key of a PEM file, in SEC 1 or PKCS#8 form.
    public init(pemRepresentation pem: String) throws(Problem) {
        self = try KeyError.stated { () throws(KeyError) in try P256PrivateKey(pem: pem) }
    }
}
