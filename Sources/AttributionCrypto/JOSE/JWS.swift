import AttributionBase

/// A compact JWS that is well formed but not verified. Do not trust anything in it.
///
/// Creating one performs all steps of RFC 7515 §5.2 that need no key. The payload is inaccessible until
/// ``verified(by:)`` returns a ``VerifiedJWS``.
public struct UnverifiedJWS: Sendable {
    /// The header. Anyone can write one.
    public let header: JWSHeader
    private let signed: [UInt8]
    private let payload: [UInt8]
    private let signature: [UInt8]

    /// Creates a JWS from exactly three parts in canonical base64url: a header that ``JWSHeader`` accepts, a JSON
    /// payload, and a signature of 64 bytes with r and s in 1…n−1.
    ///
    /// - Throws: ``JWSError`` if RFC 7515 §5.2 requires rejection or the token is not ES256.
    public init(compact token: some Collection<UInt8>) throws(JWSError) {
        self = try Array(token).withBytes { bytes throws(JWSError) in try Self(bytes) }
    }

    /// Creates a JWS from its compact form, with the same checks as for bytes.
    ///
    /// - Throws: ``JWSError`` if RFC 7515 §5.2 requires rejection or the token is not ES256.
    public init(compact token: String) throws(JWSError) {
        try self.init(compact: token.utf8)
    }

    private init(_ token: ByteView) throws(JWSError) {
        var reader = TokenReader()
        var decoded = ByteBuffer()
        reader.read(token, payloadTo: &decoded)
        if let fault = reader.faults.first { throw fault }
        guard let view = reader.headerView else { throw .headerNotObject(.null) }
        header = try JWSHeader(view)
        payload = decoded.array()
        signature = reader.signature.array()
        signed = [UInt8](token.part(reader.reading.signed))
    }

    /// Returns the token's content if the private key of `key` made its signature; otherwise nil.
    ///
    /// Use ``JWSHeader/keyID`` to choose the key from a set that you trust. Never take a key from the token.
    public func verified(by key: P256PublicKey) -> VerifiedJWS? {
        guard key.isValidSignature(signature, for: signed) else { return nil }
        return VerifiedJWS(header: header, payload: payload)
    }
}

/// The content of a JWS whose signature is valid. Only verification creates one.
public struct VerifiedJWS: Sendable {
    /// The header, which the signature covers too.
    public let header: JWSHeader
    /// The payload's JSON text, without white space between its tokens.
    public let payload: [UInt8]

    fileprivate init(header: JWSHeader, payload: [UInt8]) {
        self.header = header
        self.payload = payload
    }
}

extension MessageSigner {
    /// Signs a JSON text as a compact JWS (RFC 7515 §3.1). The header contains only `alg` ES256 and `kid`.
    ///
    /// The payload is signed byte for byte. It must be JSON, so that `UnverifiedJWS` accepts every token made here,
    /// but it is not checked against Apple's rules.
    ///
    /// - Parameters:
    ///   - payload: The JSON text to sign.
    ///   - keyID: The header's `kid`. For an impression, its `ad-network-identifier`.
    /// - Throws: `JSONSyntaxError` if the payload is not JSON, ``WrongSignatureError``, or the signer's error.
    public func compactJWS(payload: [UInt8], keyID: String) async throws -> String {
        _ = try JSONValue(parsing: payload)
        return try await text { $0.appendToken(of: payload, keyID: keyID, to: &$1) }
    }
}
