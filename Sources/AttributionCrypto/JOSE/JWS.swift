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
        self = try unsafe Array(token).withBytes { bytes throws(JWSError) in try Self(bytes) }
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

extension P256PrivateKey {
    /// Signs a JSON text as a compact JWS (RFC 7515 §3.1). The header contains only `alg` ES256 and `kid`.
    ///
    /// The payload is signed byte for byte. It must be JSON, so that `UnverifiedJWS` accepts every token made here,
    /// but it is not checked against Apple's rules.
    ///
    /// - Parameters:
    ///   - payload: The JSON text to sign.
    ///   - keyID: The header's `kid`. For an impression, its `ad-network-identifier`.
    ///   - nonce: ``Signer/Nonce/deterministic`` gives the same token for the same payload (RFC 6979).
    /// - Throws: `JSONSyntaxError` if the payload is not JSON.
    public func compactJWS(
        payload: [UInt8], keyID: String, nonce: Signer.Nonce = .random
    ) throws(JSONSyntaxError) -> String {
        _ = try JSONValue(parsing: payload)
        return token(of: payload, keyID, nonce)
    }

    /// The compact JWS of a value, which is JSON as it is.
    package func compactJWS(of payload: JSONValue, keyID: String, nonce: Signer.Nonce) -> String {
        token(of: Array(payload.text.utf8), keyID, nonce)
    }

    private func token(of payload: [UInt8], _ keyID: String, _ nonce: Signer.Nonce) -> String {
        var header = ByteBuffer()
        JWSHeader.append(keyID: keyID, to: &header)
        var token = ByteBuffer(capacity: (header.count + payload.count) * 4 / 3 + 96)
        let writer = JWSWriter(key: self, nonce: nonce)
        unsafe payload.withBytes { unsafe writer.append(header: header.bytes, payload: $0, to: &token) }
        return token.text
    }
}

/// A writer of compact JWS that are signed by one signer.
package struct JWSWriter: ~Copyable {
    private let signer: any TextSigner

    package init(_ signer: any TextSigner) { self.signer = signer }

    package init(key: P256PrivateKey, nonce: Signer.Nonce) { self.init(KeySigner(key, nonce: nonce)) }

    /// Appends the token for a header and a payload, both JSON texts.
    package func append(header: ByteView, payload: ByteView, to output: inout ByteBuffer) {
        let start = output.count
        Base64URL.encode(header, to: &output)
        output.append(ASCII.dot)
        Base64URL.encode(payload, to: &output)
        let end = output.count
        output.append(ASCII.dot)
        unsafe signer.appendSignature(of: output.bytes(in: start..<end), as: .token, to: &output)
    }
}
