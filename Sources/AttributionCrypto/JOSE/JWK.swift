import AttributionBase

extension P256PublicKey {
    /// Returns the key as a JWK (RFC 7517, RFC 7518 §6.2) on one line.
    public func jwk(keyID: String? = nil) -> [UInt8] {
        var output = ByteBuffer()
        JWK.appendPublic(self, keyID: keyID, to: &output)
        output.closeObject()
        return output.array()
    }

    /// The SHA-256 of the public key's DER in hexadecimal digits, as `openssl pkey -pubout -outform DER | sha256sum` prints it.
    package var fingerprint: String {
        SHA256.digits(derRepresentation)
    }

    /// The RFC 7638 thumbprint with SHA-256, in base64url.
    public var thumbprint: String {
        var output = ByteBuffer()
        output.openObject()
        output.member("crv", word: "P-256")
        output.member("kty", word: "EC")
        JWK.appendCoordinates(of: self, to: &output)
        output.closeObject()
        return String(decoding: Base64URL.encode(SHA256.hash(output.array())), as: UTF8.self)
    }
}

extension P256PublicKey: CustomStringConvertible {
    /// The ``thumbprint``.
    public var description: String { thumbprint }
}

extension P256PrivateKey {
    /// Returns the key as a JWK with its private member `d`, on one line.
    public func jwk(keyID: String? = nil) -> SecretBytes {
        var output = ByteBuffer(capacity: 512 + (keyID?.utf8.count ?? 0) * 6)
        JWK.appendPublic(publicKey, keyID: keyID, to: &output)
        output.member("d") { output in
            rawRepresentation.withBytes { Base64URL.encode($0, to: &output) }
        }
        output.closeObject()
        return SecretBytes(cleansing: &output)
    }
}

enum JWK {
    /// Appends the public members of a key. The caller appends the closing brace.
    static func appendPublic(_ key: P256PublicKey, keyID: String?, to output: inout ByteBuffer) {
        output.openObject()
        output.member("kty", word: "EC")
        output.member("crv", word: "P-256")
        output.member("kid", ifAny: keyID)
        appendCoordinates(of: key, to: &output)
    }

    static func appendCoordinates(of key: P256PublicKey, to output: inout ByteBuffer) {
        let raw = key.rawRepresentation
        output.member("x") { $0.append(Base64URL.encode(Array(raw[..<32]))) }
        output.member("y") { $0.append(Base64URL.encode(Array(raw[32...]))) }
    }

    static func key(_ view: JSONView) throws(KeyError) -> KeyFile.Entry {
        guard let type = view.member("kty") else { throw .missingMember("kty") }
        var remarks: [String] = []
        if !type.isString("EC") {
            guard let name = otherName(type, namesOfEC) else {
                throw keyTypes.contains(where: type.isString)
                    ? .wrongAlgorithm(shown(type, among: keyTypes))
                    : .wrongMember(name: "kty", found: shown(type, among: []), want: "\"EC\"")
            }
            remarks.append("a JWK with the \"kty\" \"\(name)\"")
        }
        guard let curve = view.member("crv") else { throw .missingMember("crv") }
        if !curve.isString("P-256") {
            guard let name = otherName(curve, namesOfP256) else {
                throw curves.contains(where: curve.isString)
                    ? .wrongCurve(shown(curve, among: curves))
                    : .wrongMember(name: "crv", found: shown(curve, among: []), want: "\"P-256\"")
            }
            remarks.append("a JWK with the \"crv\" \"\(name)\"")
        }
        try demand(view, "alg", "ES256", among: algorithms)
        try demand(view, "use", "sig", among: uses)
        try demandOperation(view, view.member("d") == nil ? "verify" : "sign")
        let keyID = view.member("kid")
        if let keyID, keyID.kind != .string {
            throw .wrongMember(name: "kid", found: keyID.kind.article, want: "a string")
        }
        var forms: [NumberForm] = []
        let x = try number(view, "x", &forms).revealed
        let y = try number(view, "y", &forms).revealed
        let publicKey = try P256PublicKey(raw: x + y)
        let privateKey =
            view.member("d") == nil ? nil : try P256PrivateKey(raw: number(view, "d", isSecret: true, &forms))
        guard privateKey.map({ $0.publicKey == publicKey }) ?? true else { throw .halvesDiffer }
        remarks += NumberForm.allCases.filter(forms.contains).map(\.remark)
        return KeyFile.Entry(
            privateKey: privateKey, publicKey: publicKey, keyID: keyID?.string, encoding: .jwk, remarks: remarks)
    }

    /// Rejects a key that is declared for another use.
    private static func demand(
        _ view: JSONView, _ name: StaticString, _ wanted: StaticString, among known: [StaticString]
    ) throws(KeyError) {
        guard let value = view.member(name), !value.isString(wanted) else { return }
        let isKnown = known.contains(where: value.isString)
        let found = shown(value, among: known)
        throw .wrongMember(name: "\(name)", found: isKnown ? "\"\(found)\"" : found, want: "\"\(wanted)\"")
    }

    /// Rejects a key whose `key_ops` (RFC 7517 §4.3) do not include the required operation.
    private static func demandOperation(_ view: JSONView, _ wanted: StaticString) throws(KeyError) {
        guard let operations = view.member("key_ops") else { return }
        let want = "an array with \"\(wanted)\""
        guard operations.kind == .array else {
            throw .wrongMember(name: "key_ops", found: operations.kind.article, want: want)
        }
        var isAmongThem = false
        var seen: Set<[UInt8]> = []
        for operation in operations.elements {
            guard operation.kind == .string else {
                throw .wrongMember(name: "key_ops", found: "an array with \(operation.kind.article)", want: want)
            }
            guard seen.insert([UInt8](operation.raw)).inserted else {
                throw .wrongMember(name: "key_ops", found: "an array with one value twice", want: "each value once")
            }
            isAmongThem = isAmongThem || operation.isString(wanted)
        }
        guard !isAmongThem else { return }
        let found = operations.elements.map { shown($0, among: Self.operations) }.joined(separator: ", ")
        throw .wrongMember(name: "key_ops", found: "[\(found)]", want: want)
    }

    /// Returns the text of a value if it is another name of the same thing, regardless of case and punctuation; nil if it is not.
    private static func otherName(_ value: JSONView, _ names: Set<String>) -> String? {
        guard value.kind == .string, value.content.count <= 32 else { return nil }
        return names.contains(value.string.lowercased().filter { $0.isLetter || $0.isNumber }) ? value.string : nil
    }

    private static let operations: [StaticString] = [
        "sign", "verify", "encrypt", "decrypt", "wrapKey", "unwrapKey", "deriveKey", "deriveBits",
    ]
    private static let namesOfEC: Set<String> = ["ec", "echsm", "ecc", "ecdsa", "es256", "ellipticcurve"]

    private static let keyTypes: [StaticString] = ["EC", "RSA", "oct", "OKP"]
    private static let curves: [StaticString] = [
        "P-256", "P-384", "P-521", "secp256k1", "Ed25519", "Ed448", "X25519", "X448",
    ]
    /// Other names of the curve, from OpenSSL, SEC 2, SSH and JWKs written by hand.
    private static let namesOfP256: Set<String> = [
        "prime256v1", "secp256r1", "nistp256", "p256", "ecp256", "ansix9p256r1", "1284010045317",
    ]
    private static let uses: [StaticString] = ["sig", "enc"]
    private static let algorithms: [StaticString] = [
        "HS256", "HS384", "HS512", "RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "ES256K", "PS256", "PS384",
        "PS512", "EdDSA", "Ed25519", "none", "RSA1_5", "RSA-OAEP", "RSA-OAEP-256", "dir", "ECDH-ES", "ECDH-ES+A128KW",
        "ECDH-ES+A192KW", "ECDH-ES+A256KW", "A128KW", "A192KW", "A256KW",
    ]

    /// Describes a value for a message: a registered name as it is, anything else only by its kind or length, because it may be a secret.
    private static func shown(_ value: JSONView, among known: [StaticString]) -> String {
        guard value.kind == .string else { return value.kind.article }
        if let name = known.first(where: value.isString) { return "\(name)" }
        // The text may be secret, so it is not copied.
        return "a text of \(value.content.count) bytes"
    }

    /// A form of numbers that is accepted besides base64url.
    private enum NumberForm: CaseIterable {
        case digits, base64

        var remark: String {
            switch self {
            case .digits: "a JWK with numbers in hexadecimal digits"
            case .base64: "a JWK with padded or standard base64"
            }
        }
    }

    /// Returns the 32 bytes of a member. If they are not in the form of a JWK, adds their form to the remarks.
    private static func number(
        _ view: JSONView, _ name: StaticString, isSecret: Bool = false, _ forms: inout [NumberForm]
    ) throws(KeyError) -> SecretBytes {
        let text = try encoded(view, name).content
        if let digits = digits(text) {
            forms.append(.digits)
            return digits
        }
        var decoded = ByteBuffer(capacity: text.count + 4)
        let bytes: SecretBytes
        if let fault = Base64URL.decode(text, to: &decoded) {
            // The bytes before the fault are already in the buffer and must be erased.
            unsafe SecretBytes.cleanse(decoded.end, count: text.count)
            guard let other = otherBase64(text) else {
                // For a secret, the message must not even show the invalid character.
                let found = isSecret ? "malformed" : "malformed (\(fault))"
                throw .wrongMember(name: "\(name)", found: found, want: "base64url")
            }
            bytes = other
            forms.append(.base64)
        } else {
            bytes = SecretBytes(cleansing: &decoded)
        }
        guard bytes.count == P256.size else {
            throw .wrongLength(field: "\(name)", want: P256.size, found: bytes.count)
        }
        return bytes
    }

    /// Decodes base64 of either alphabet, with or without padding. Returns nil for any other text.
    private static func otherBase64(_ text: ByteView) -> SecretBytes? {
        guard !text.contains(where: ASCII.isWhiteSpace),
            let (bytes, digits, padding, isWhole) = try? SecretBytes.decoding(text, Base64.anyValue),
            padding == 0 || padding <= 2 && (digits + padding) % 4 == 0, digits % 4 != 1, isWhole
        else { return nil }
        return bytes
    }

    /// Returns the 32 bytes that a text of hexadecimal digits stands for; nil for any other text. As base64url, so many characters would be
    /// 48 bytes.
    private static func digits(_ text: ByteView) -> SecretBytes? {
        let isWhole = text.count == 64 && text.allSatisfy { ASCII.hexValue($0) != nil }
        return isWhole ? Layer.hexadecimal.secret(in: text) : nil
    }

    private static func encoded(_ view: JSONView, _ name: StaticString) throws(KeyError) -> JSONView {
        guard let text = view.member(name) else { throw .missingMember("\(name)") }
        guard text.kind == .string, !text.hasEscapes else {
            throw .wrongMember(name: "\(name)", found: text.kind.article, want: "a base64url string")
        }
        return text
    }
}

extension SecretBytes {
    /// Returns a JWKS (RFC 7517 §5) on one line with the given keys, each of which is a JWK.
    package static func jwks(_ keys: [SecretBytes]) -> SecretBytes {
        var output = ByteBuffer(capacity: keys.reduce(16) { $0 + $1.count + 1 })
        output.openObject()
        output.member("keys")
        output.openArray()
        for key in keys {
            output.separate()
            key.withBytes { output.append($0) }
        }
        output.closeArray()
        output.closeObject()
        return SecretBytes(cleansing: &output)
    }

    /// Moves a secret out of a buffer, and erases it there. The buffer must never have grown, or copies would be left in freed memory.
    convenience init(cleansing buffer: inout ByteBuffer) {
        unsafe self.init(copying: buffer.bytes)
        unsafe Self.cleanse(UnsafeMutableRawPointer(buffer.base), count: buffer.count)
        buffer.removeAll()
    }
}
