import AttributionBase

/// The keys in a file in any supported encoding: PEM, DER, JWK or JWKS.
public struct KeyFile: Sendable {
    /// The keys, in the order of the file.
    public let entries: [Entry]
    /// The encodings around the keys that no specification defines, outermost first, such as "base64", or "the member "PublicKey" of a JSON
    /// document".
    package let wrappings: [String]

    /// A key and its form in the file.
    public struct Entry: Sendable {
        package let privateKey: P256PrivateKey?
        /// The public key, or the public half of the private key.
        public let publicKey: P256PublicKey
        /// The `kid` of a JWK, if it has one.
        public let keyID: String?
        package let encoding: Encoding
        /// Irregularities that were accepted, such as the wrong label of a PEM block.
        let remarks: [String]

        package var isPrivate: Bool { privateKey != nil }
    }

    package enum Encoding: Equatable, Sendable {
        /// PEM, with the kind of key that the label names.
        case pem(DERKeyKind)
        /// DER, with the kind of its content.
        case der(DERKeyKind)
        case jwk
    }

    /// Reads the contents of a file and detects its form. Common encodings around a key, such as base64 of a PEM, are decoded too, and
    /// listed in ``wrappings``.
    ///
    /// - Parameter password: The password of encrypted PKCS#8, in UTF-8. Without one, an encrypted key is rejected.
    package init(reading contents: SecretBytes, password: SecretBytes? = nil) throws(KeyError) {
        self = try contents.withBytes { bytes throws(KeyError) in
            do throws(KeyError) {
                return try KeyFile(strictly: bytes, password)
            } catch {
                return try Self.wrapped(in: bytes, error, password)
            }
        }
    }

    /// Reads a key in one of the forms that specifications define.
    init(strictly bytes: ByteView, _ password: SecretBytes? = nil) throws(KeyError) {
        let entries = try Self.entries(in: bytes, password)
        var wrappings: [String] = []
        for words in entries.flatMap(\.remarks) where !wrappings.contains(words) { wrappings.append(words) }
        self.init(entries, wrappings: wrappings)
    }

    init(_ entries: [Entry], wrappings: [String]) {
        self.entries = entries
        self.wrappings = wrappings
    }

    package func onlyPrivateKey() throws(KeyError) -> P256PrivateKey {
        let keys = entries.compactMap(\.privateKey)
        guard let key = keys.first else { throw .noPrivateKey }
        guard keys.count == 1 else { throw .severalPrivateKeys(keys.count) }
        return key
    }

    /// The number of different keys. A private key and its public half count as one.
    package var keyCount: Int { Set(entries.map(\.publicKey)).count }

    /// The file's only key, preferably its private half; nil if there are several keys.
    package var soleKey: Entry? { keyCount == 1 ? entries.first(where: \.isPrivate) ?? entries.first : nil }

    private static func entries(in bytes: ByteView, _ password: SecretBytes?) throws(KeyError) -> [Entry] {
        let text = bytes.trimmed
        guard !text.isEmpty else { throw .empty }
        // A DER sequence begins with the same byte as the digit 0, so check that the file is not text.
        if bytes[0] == 0x30, !isText(bytes) { return [try entry(bytes, password) { .der($0) }] }
        if text[0] == ASCII.openBrace { return try jwks(bytes) }
        if bytes.includes("-----BEGIN PGP ") { throw .container(.pgp) }
        if bytes.includes("-----BEGIN ") { return try pem(bytes, password) }
        if bytes.starts(with: [0xfe, 0xed, 0xfe, 0xed]) { throw .container(.javaKeyStore) }
        if bytes.starts(with: [0x1f, 0x8b]) { throw .container(.gzip) }
        if let fault = SSHKey.fault(ofPublic: text) { throw fault }
        if let fault = PEMBlock.faultOfFrame(in: text) { throw fault }
        if !isText(bytes) {
            if let container = KeyContainer(der: bytes, holdsKey: DERKey.isWithin) { throw .container(container) }
            if bytes.count == P256.size, (try? P256PrivateKey(raw: SecretBytes(copying: bytes))) != nil {
                throw .container(.scalar(.bytes))
            }
        }
        throw .unrecognized
    }

    // MARK: - PEM and DER

    private static func pem(_ bytes: ByteView, _ password: SecretBytes?) throws(KeyError) -> [Entry] {
        let blocks = try PEMBlock.all(in: bytes)
        var entries: [Entry] = []
        var container: KeyContainer?
        for block in blocks {
            switch block.label {
            case "PRIVATE KEY", "EC PRIVATE KEY", "PUBLIC KEY":
                guard !block.isEncrypted else { throw .encryptedPEM }
                guard block.der.count != P256.size else { throw .container(.scalar(.pem)) }
                guard !block.mayBeEncrypted else { throw .encryptedWithoutHeaders }
                let own = try entry(block, password)
                // A private key under a public label must be noted, because its owner may publish it.
                let isMislabelled = own.isPrivate == (block.label == "PUBLIC KEY")
                entries.append(isMislabelled ? try entry(block, password, under: block.label) : own)
            case "ENCRYPTED PRIVATE KEY": entries.append(try entry(block, password))
            // The structure is more reliable than the label, which is often copied from another file.
            case _ where (try? entry(block, nil)) != nil: entries.append(try entry(block, nil, under: block.label))
            case "OPENSSH PRIVATE KEY": throw block.der.withBytes { SSHKey.fault($0) } ?? .container(.openSSH)
            case "RSA PRIVATE KEY", "RSA PUBLIC KEY": throw .wrongAlgorithm("RSA")
            case "DSA PRIVATE KEY": throw .wrongAlgorithm("DSA")
            default:
                let other = block.der.withBytes { KeyContainer(der: $0, isPEM: true, holdsKey: DERKey.isWithin) }
                container = container ?? other
            }
        }
        if entries.isEmpty, let container { throw .container(container) }
        guard !entries.isEmpty else { throw .noKeyBlock(labels: blocks.map(\.label)) }
        return entries
    }

    /// - Parameter label: The block's label, if it does not match the content.
    private static func entry(
        _ block: PEMBlock, _ password: SecretBytes?, under label: String? = nil
    ) throws(KeyError) -> Entry {
        try block.der.withBytes { der throws(KeyError) -> Entry in
            try entry(der, password, label.map { ["a PEM with the label \"\($0)\""] } ?? []) { .pem($0) }
        }
    }

    private static func entry(
        _ der: ByteView, _ password: SecretBytes?, _ remarks: [String] = [], _ encoding: (DERKeyKind) -> Encoding
    ) throws(KeyError) -> Entry {
        if let password, let plain = try EncryptedKey.decrypt(der, with: password) {
            return try plain.withBytes { der throws(KeyError) in try entry(der, nil, remarks, encoding) }
        }
        let key = try DERKey(der)
        let privateKey = key.scalar == nil ? nil : try P256PrivateKey(key)
        let publicKey: P256PublicKey
        if let privateKey {
            publicKey = privateKey.publicKey
        } else {
            publicKey = try P256PublicKey(checked: key.point)
        }
        return Entry(
            privateKey: privateKey, publicKey: publicKey, keyID: nil, encoding: encoding(key.kind), remarks: remarks)
    }

    private static func isText(_ bytes: ByteView) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7f || ASCII.isWhiteSpace($0) }
    }

    // MARK: - JWK and JWKS

    private static func jwks(_ bytes: ByteView) throws(KeyError) -> [Entry] {
        var index = JSONIndex()
        let root: JSONView
        do throws(JSONSyntaxError) { root = try unsafe index.read(bytes) } catch {
            throw .malformedJSON(error.discreetDescription)
        }
        guard root.member("ciphertext") == nil else { throw .container(.jwe) }
        guard let keys = root.member("keys") else { return [try JWK.key(root)] }
        guard keys.kind == .array else { throw .wrongMember(name: "keys", found: keys.kind.article, want: "an array") }
        var entries: [Entry] = []
        var firstForeign: KeyError?
        for view in keys.elements {
            do throws(KeyError) {
                entries.append(try JWK.key(view))
            } catch {
                switch error {
                // A key set may contain keys of other kinds, which are ignored (RFC 7517 §5).
                case .wrongAlgorithm, .wrongCurve, .wrongMember("kty", _, _), .wrongMember("crv", _, _),
                    .wrongMember("alg", _, _), .wrongMember("use", _, _):
                    firstForeign = firstForeign ?? error
                // The operations are an array without the required one. If `key_ops` is not an array, the key is malformed.
                case .wrongMember("key_ops", let found, _) where found.hasPrefix("["):
                    firstForeign = firstForeign ?? error
                default: throw error
                }
            }
        }
        guard !entries.isEmpty else {
            throw firstForeign ?? .wrongMember(name: "keys", found: "empty", want: "an array of at least one key")
        }
        return entries
    }
}

extension P256PublicKey {
    /// Creates a key from the only key of a PEM file. If that is private, takes its public half.
    package init(pem: String) throws(KeyError) {
        let file = try KeyFile(pem: pem)
        guard let entry = file.entries.first else { throw .empty }
        guard file.keyCount == 1 else { throw .severalKeys(file.keyCount) }
        self = entry.publicKey
    }

    /// The key as SubjectPublicKeyInfo in PEM.
    public var pemRepresentation: String {
        let pem = PEMBlock.encode(SecretBytes(copying: derRepresentation), label: "PUBLIC KEY")
        return String(decoding: pem.revealed, as: UTF8.self)
    }
}

extension P256PrivateKey {
    /// Creates a key from the only private key of a PEM file, in SEC 1 or PKCS#8 form.
    package init(pem: String) throws(KeyError) {
        self = try KeyFile(pem: pem).onlyPrivateKey()
    }

    /// The key as PKCS#8 in PEM.
    public var pemRepresentation: SecretBytes {
        PEMBlock.encode(derRepresentation, label: "PRIVATE KEY")
    }

    /// The key as SEC 1 in PEM, the form of `openssl ecparam -genkey`.
    package var sec1PEMRepresentation: SecretBytes {
        PEMBlock.encode(sec1Representation, label: "EC PRIVATE KEY")
    }
}

extension KeyFile {
    init(pem: String) throws(KeyError) {
        var bytes = Array(pem.utf8)
        try self.init(pem: SecretBytes(consuming: &bytes))
    }

    init(pem: SecretBytes) throws(KeyError) {
        self = try pem.withBytes { bytes throws(KeyError) in
            guard bytes.includes("-----BEGIN ") else { throw .unrecognized }
            return try KeyFile(strictly: bytes)
        }
    }
}

extension KeyFile.Encoding: CustomStringConvertible {
    /// The name of the form, such as `PKCS#8 PEM`.
    public var description: String {
        switch self {
        case .pem(let kind): "\(kind.rawValue) PEM"
        case .der(let kind): "\(kind.rawValue) DER"
        case .jwk: "JWK"
        }
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
    /// Creates a key from the only private key of a PEM file, in SEC 1 or PKCS#8 form, such as ``pemRepresentation``.
    public init(pemRepresentation pem: SecretBytes) throws(Problem) {
        self = try KeyError.stated { () throws(KeyError) in try KeyFile(pem: pem).onlyPrivateKey() }
    }
}
