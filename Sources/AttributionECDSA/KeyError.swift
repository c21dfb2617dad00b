/// Why bytes are not a usable P-256 key.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum KeyError: Error, Equatable, Sendable {
    /// There is nothing.
    case empty
    /// Neither PEM, DER nor JWK.
    case unrecognized
    /// Encrypted PEM or PKCS#8. It is refused, because asking for a passphrase would hang a pipeline.
    case encrypted
    /// A file of another form, which may hold a key that can be taken out of it.
    case container(KeyContainer)
    /// A public key where a private one is needed.
    case noPrivateKey
    /// A PEM file without a key block, with the labels of the blocks it has.
    case noKeyBlock(labels: [String])
    /// Another kind of key, such as RSA.
    case wrongAlgorithm(String, want: SignatureCurve = .p256)
    /// The key is of another curve.
    case wrongCurve(String, want: SignatureCurve = .p256)
    /// The libcrypto in use was built without this curve, or refuses it.
    case unsupportedCurve(SignatureCurve)
    /// The curve is spelled out instead of named, which RFC 5480 §2.1.1 forbids.
    case explicitCurve
    /// The encoding announces more bytes than there are.
    case truncated(announced: Int, found: Int)
    /// So many bytes stand behind the key.
    case trailingBytes(Int)
    /// A PEM block without its END line or with characters that base64 does not have.
    case malformedPEM(String)
    /// The DER is not that of a key.
    case malformedDER
    /// A private key of a version that there is not.
    case wrongVersion(Int, want: String)
    /// Text that is not the one base64 of its bytes.
    case malformedBase64
    /// The point is not on the curve.
    case pointNotOnCurve
    /// The private scalar is not in 1…n−1.
    case scalarOutOfRange
    /// The public half does not belong to the private one.
    case halvesDiffer
    /// A coordinate or scalar of a raw or JWK key has the wrong number of bytes.
    case wrongLength(field: String, want: Int, found: Int)
    /// A JWK without a member it needs.
    case missingMember(String)
    /// A JWK member with a value that cannot be used.
    case wrongMember(name: String, found: String, want: String)
    /// A JWK or JWKS that is not JSON.
    case malformedJSON(String)
    /// More than one private key, so that choosing would be guessing.
    case severalPrivateKeys(Int)
}

extension KeyError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty: "the key file is empty"
        case .unrecognized: "this is neither a PEM, a DER nor a JWK key"
        case .encrypted: "the key is encrypted"
        case .container(let container): "this is \(container.title), want a key in PEM, DER or JWK"
        case .noPrivateKey: "this is a public key, want a private one"
        case .noKeyBlock(let labels):
            labels.isEmpty
                ? "no PEM block holds a key"
                : "no PEM block holds a key, found only " + labels.map { "\"\($0)\"" }.joined(separator: ", ")
        case .wrongAlgorithm(let name, let want): "the key's algorithm is \(name), want EC on \(want.title)"
        case .wrongCurve(let name, let want): "the key's curve is \(name), want \(want.title)"
        case .unsupportedCurve(let curve): "libcrypto offers no keys on \(curve.title)"
        case .explicitCurve: "the key spells its curve out, want it named as prime256v1 (P-256)"
        case .truncated(let announced, let found):
            "the key is cut short: it announces \(announced) bytes, found \(found)"
        case .trailingBytes(let count): "\(count) \(count == 1 ? "byte follows" : "bytes follow") the key, want none"
        case .malformedPEM(let why): "the PEM is malformed: \(why)"
        case .malformedDER: "the DER is malformed"
        case .wrongVersion(let version, let want): "the key's version is \(version), want \(want)"
        case .malformedBase64: "the key is not base64"
        case .pointNotOnCurve: "the public point is not on the curve P-256"
        case .scalarOutOfRange: "the private scalar is out of range, want 1 to n-1"
        case .halvesDiffer: "the public half does not belong to the private half"
        case .wrongLength(let field, let want, let found): "\"\(field)\" has \(found) bytes, want \(want)"
        case .missingMember(let name): "the JWK has no \"\(name)\""
        case .wrongMember(let name, let found, let want): "the JWK's \"\(name)\" is \(found), want \(want)"
        case .malformedJSON(let why): "the JWK is not JSON: \(why)"
        case .severalPrivateKeys(let count): "the file holds \(count) private keys, want one"
        }
    }

    /// Whether the file holds no key that could be used here at all, as opposed to one that is damaged.
    package var meansNoKey: Bool {
        switch self {
        case .empty, .unrecognized, .encrypted, .container, .noKeyBlock, .wrongAlgorithm, .wrongCurve,
            .malformedJSON:
            true
        case .missingMember("kty"), .missingMember("keys"): true
        case .wrongMember(let name, _, _): ["alg", "use", "key_ops", "keys"].contains(name)
        default: false
        }
    }

    /// What the reader can most likely do about it.
    public var hint: String? {
        switch self {
        case .encrypted: "decrypt it first: openssl pkey -in FILE -out PLAIN.pem"
        case .container(let container): container.hint
        case .noPrivateKey: "pass the file that begins with BEGIN PRIVATE KEY or BEGIN EC PRIVATE KEY"
        case .noKeyBlock(let labels) where labels.allSatisfy({ $0 == "CERTIFICATE" }) && !labels.isEmpty:
            KeyContainer.certificate.hint
        case .noKeyBlock(let labels) where labels.contains("OPENSSH PRIVATE KEY"): KeyContainer.openSSH.hint
        case .wrongAlgorithm(_, .p256), .wrongCurve(_, .p256), .explicitCurve: "make a key with: aak keygen -o PREFIX"
        case .unsupportedCurve: CryptoLibrary.configurationHint
        case .unrecognized: "a key file begins with -----BEGIN, with { (JWK), or is binary DER"
        default: nil
        }
    }
}

extension CryptoFailure {
    /// Ends the process for a key that is compiled in, and was read before: only libcrypto can be what refuses it.
    package static func end(by error: KeyError) -> Never {
        if case .unsupportedCurve(let curve) = error { end(.missing("keys on \(curve.title)")) }
        end(.failed)
    }
}
