public import AttributionBase
public import AttributionCrypto

// The modules below know no rules, so their readers throw errors of their own. Those who use the library see a `Problem`.

extension AttributionError {
    /// Runs a reader, and throws the problem of its error.
    fileprivate static func stated<Value>(_ read: () throws(Self) -> Value) throws(Problem) -> Value {
        do throws(Self) { return try read() } catch { throw error.problem }
    }
}

extension JSONValue {
    /// Parses a complete text according to RFC 8259.
    ///
    /// - Throws: `Problem` for a syntax fault, malformed UTF-8, half a surrogate pair, a repeated member name, more than 128
    ///   levels of nesting, or more than 64 MiB.
    public init(parsing text: some Collection<UInt8>) throws(Problem) {
        self = try JSONSyntaxError.stated { () throws(JSONSyntaxError) in try JSONValue(scanning: text) }
    }

    /// Parses a complete text, with the same checks as for bytes.
    public init(parsing text: String) throws(Problem) { try self.init(parsing: text.utf8) }
}

extension UnverifiedJWS {
    /// Creates a JWS from exactly three parts in canonical base64url: a header with `alg` ES256 and a `kid`, a JSON payload,
    /// and a signature of 64 bytes with r and s in 1…n−1.
    ///
    /// - Throws: `Problem` if RFC 7515 §5.2 requires rejection or the token is not ES256.
    public init(parsing token: some Collection<UInt8>) throws(Problem) {
        self = try JWSError.stated { () throws(JWSError) in try UnverifiedJWS(reading: token) }
    }

    /// Creates a JWS from its compact form, with the same checks as for bytes.
    public init(parsing token: String) throws(Problem) { try self.init(parsing: token.utf8) }

    /// Returns the token's content if the private key of `key` made its signature.
    ///
    /// Use ``JWSHeader/keyID`` to choose the key from a set that you trust. Never take a key from the token.
    ///
    /// - Throws: A problem with the rule `jws-signature`.
    public func verified(by key: P256PublicKey) throws(Problem) -> VerifiedJWS {
        guard let verified = content(signedBy: key) else {
            throw TokenRefusal.signature(header.keyID, keyCount: 1).problem
        }
        return verified
    }

    /// Returns the token's content, and the environment of the key that signed it.
    ///
    /// - Throws: A problem with the rule `unknown-key` if no key is trusted for the `kid`, and with `jws-signature` if
    ///   none of the keys that are trusted for it signed the token, or if the key that signed it may not sign for the
    ///   ad network in the payload.
    public func verified(by keys: TrustedKeys) throws(Problem) -> (token: VerifiedJWS, environment: SigningEnvironment)
    {
        do throws(TokenRefusal) { return try keys.verified(self) } catch { throw error.problem }
    }
}

extension KeyFile {
    /// Reads a file's contents and detects the form. A key in another form in which keys are often passed on, such as
    /// base64 of a PEM, is read too.
    ///
    /// - Parameters:
    ///   - contents: The contents of the file.
    ///   - password: The password of an encrypted key, in UTF-8; nil to reject encrypted keys.
    /// - Throws: `Problem` if the file has no P-256 key, or if its key may be damaged.
    public init(_ contents: SecretBytes, password: SecretBytes? = nil) throws(Problem) {
        self = try KeyError.stated { () throws(KeyError) in try KeyFile(reading: contents, password: password) }
    }

    /// Returns the only private key.
    ///
    /// - Throws: `Problem` if there is none, or more than one.
    public func privateKey() throws(Problem) -> P256PrivateKey {
        try KeyError.stated { () throws(KeyError) in try onlyPrivateKey() }
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

    /// Creates a key from the only private key of a PEM file, in SEC 1 or PKCS#8 form.
    public init(pemRepresentation pem: String) throws(Problem) {
        self = try KeyError.stated { () throws(KeyError) in try P256PrivateKey(pem: pem) }
    }
}

extension P256PublicKey {
    /// Creates a key from a point of 65 bytes, or of 33 bytes in compressed form.
    ///
    /// - Throws: `Problem` unless the bytes are a point of the curve other than zero.
    public init(x963Representation octets: [UInt8]) throws(Problem) {
        self = try KeyError.stated { () throws(KeyError) in try P256PublicKey(x963: octets) }
    }

    /// Creates a key from its coordinates x then y, 32 bytes each.
    public init(rawRepresentation coordinates: [UInt8]) throws(Problem) {
        self = try KeyError.stated { () throws(KeyError) in try P256PublicKey(raw: coordinates) }
    }

    /// Creates a key from a DER SubjectPublicKeyInfo.
    public init(derRepresentation der: [UInt8]) throws(Problem) {
        self = try KeyError.stated { () throws(KeyError) in try P256PublicKey(der: der) }
    }

    /// Creates a key from the only key of a PEM file, or its public half if it is private.
    public init(pemRepresentation pem: String) throws(Problem) {
        self = try KeyError.stated { () throws(KeyError) in try P256PublicKey(pem: pem) }
    }
}

extension ECDSASignature {
    /// Reads a signature of 64 bytes, r then s.
    ///
    /// - Throws: `Problem` for another length, or a number that is not in 1…n−1.
    public init(rawRepresentation raw: [UInt8]) throws(Problem) {
        self = try ECDSASignatureError.stated { () throws(ECDSASignatureError) in try Self(raw: raw) }
    }

    /// Reads a signature in the form of SKAdNetwork and of most libraries: the DER sequence of r and s (RFC 3279
    /// §2.2.3). Each signature has exactly one valid DER encoding.
    ///
    /// - Throws: `Problem` for the first invalid byte.
    public init(derRepresentation der: [UInt8]) throws(Problem) {
        self = try ECDSASignatureError.stated { () throws(ECDSASignatureError) in try Self(der: der) }
    }
}
