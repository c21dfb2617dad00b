import AttributionBase

/// A compact JWS that is well formed but not verified. Do not trust anything in it.
///
/// Creating one performs all steps of RFC 7515 §5.2 that need no key. The payload is inaccessible until
/// `verified(by:in:)` returns a ``VerifiedJWS``.
public struct UnverifiedJWS: Sendable {
    /// The header. Anyone can write one.
    public let header: JWSHeader
    private let signed: [UInt8]
    private let payload: JSONDocument
    private let signature: [UInt8]

    /// Creates a JWS from exactly three parts in canonical base64url: a header with `alg` ES256 and a `kid`, a JSON payload,
    /// and a signature of 64 bytes with r and s in 1…n−1.
    ///
    /// - Throws: `Problem` if RFC 7515 §5.2 requires rejection or the token is not ES256.
    public init(parsing token: some Collection<UInt8>) throws(Problem) {
        self = try ReadToken(token).token.mapError(\.problem).get()
    }

    /// Creates a JWS from its compact form, with the same checks as for bytes.
    public init(parsing token: String) throws(Problem) { try self.init(parsing: token.utf8) }

    fileprivate init(_ header: JSONView, _ payload: JSONDocument, signed: [UInt8], signature: [UInt8]) throws(JWSError)
    {
        self.header = try JWSHeader(header)
        self.payload = payload
        self.signed = signed
        self.signature = signature
    }

    package func content(signedBy key: P256PublicKey) -> VerifiedJWS? {
        guard key.isValidSignature(signature, for: signed) else { return nil }
        return VerifiedJWS(header: header, document: payload)
    }
}

/// The parts of a text that was read as a token, as far as it is one. It is not verified, and meant for displaying and checking.
package struct ReadToken: Sendable {
    /// All faults, in the order of RFC 7515 §5.2: components, header, payload, signature.
    package let faults: [JWSError]
    package let header: JSONDocument?
    package let payload: JSONDocument?
    /// The token, or the first fault if there are any.
    package let token: Result<UnverifiedJWS, JWSError>

    package init(_ text: some Collection<UInt8>) {
        let text = Array(text)
        var reader = TokenReader()
        var decoded = ByteBuffer()
        text.withBytes { reader.read($0, payloadTo: &decoded) }
        faults = reader.faults
        let reading = reader.reading
        let signature = reader.signature.array()
        (header, payload) = reader.documents(payload: decoded)
        guard faults.isEmpty, let header, let payload else {
            token = .failure(faults.first ?? .headerNotObject(.null))
            return
        }
        token = header.withView { header in
            Result { () throws(JWSError) in
                try UnverifiedJWS(header, payload, signed: Array(text[reading.signed]), signature: signature)
            }
        }
    }
}

/// The content of a JWS whose signature is valid. Only verification creates one.
public struct VerifiedJWS: Sendable {
    /// The header, which the signature covers too.
    public let header: JWSHeader
    /// The payload's JSON text, without white space between its tokens.
    public var payload: [UInt8] { document.bytes }
    package let document: JSONDocument

    fileprivate init(header: JWSHeader, document: JSONDocument) {
        self.header = header
        self.document = document
    }
}

extension MessageSigner {
    /// Signs JSON text as a compact JWS (RFC 7515 §3.1). The header contains only `alg` ES256 and `kid`.
    ///
    /// The payload is signed byte for byte. It must be JSON, so that `UnverifiedJWS` accepts every token made here,
    /// but it is not checked against Apple's rules.
    ///
    /// - Parameters:
    ///   - payload: The JSON text to sign.
    ///   - keyID: The header's `kid`. For an impression, its `ad-network-identifier`.
    /// - Throws: ``WrongSignatureError``, the signer's error, or a `Problem` if the payload is not JSON.
    public func compactJWS(payload: [UInt8], keyID: String) async throws -> String {
        _ = try JSONValue(parsing: payload)
        return try await text { $0.appendToken(of: payload, keyID: keyID, to: &$1) }
    }
}

extension P256PrivateKey {
    /// Signs JSON text as a compact JWS, like `compactJWS(payload:keyID:)` of any signer, but at once.
    ///
    /// - Throws: a `Problem` if the payload is not JSON, or ``CryptoFailure``.
    public func compactJWS(payload: [UInt8], keyID: String) throws -> String {
        _ = try JSONValue(parsing: payload)
        return try textAtOnce { $0.appendToken(of: payload, keyID: keyID, to: &$1) }
    }
}
