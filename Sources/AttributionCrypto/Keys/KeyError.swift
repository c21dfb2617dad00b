/// Why bytes are not a usable P-256 key.
package enum KeyError: Error, Equatable, Sendable {
    case empty
    case unrecognized
    /// The key is encrypted PKCS#8, and there is no password for it.
    case encrypted
    /// The PEM block is encrypted according to its header lines (RFC 1421), which derive the key weakly from the password.
    case encryptedPEM
    /// The content of the PEM block is not DER. It is probably encrypted, and the header lines that say so are missing.
    case encryptedWithoutHeaders
    case wrongPassword
    /// libcrypto does not support the encryption, or decrypting would take too much time.
    case unsupportedEncryption
    /// The content of another encoding, such as base64, is not a usable key.
    indirect case inside(String, KeyError)
    /// The file has another format, from which a key may be extracted.
    case container(KeyContainer)
    case noPrivateKey
    case noKeyBlock(labels: [String])
    case wrongAlgorithm(String, want: SignatureCurve = .p256)
    case wrongCurve(String, want: SignatureCurve = .p256)
    /// libcrypto was built without this curve, or its configuration forbids it.
    case unsupportedCurve(SignatureCurve)
    case missingCurve
    /// The curve is given by explicit parameters rather than by name, which RFC 5480 §2.1.1 forbids.
    case explicitCurve(isPublic: Bool)
    case truncated(announced: Int, found: Int)
    case trailingBytes(Int)
    /// A PEM block without an END line, or with characters that are not base64.
    case malformedPEM(String)
    case malformedDER
    case wrongVersion(Int, want: String)
    case malformedBase64
    /// The text is base64 of a key, but has the wrong number of characters.
    case damagedBase64(Int)
    case pointNotOnCurve
    case scalarOutOfRange
    case halvesDiffer
    case wrongLength(field: String, want: Int, found: Int)
    case missingMember(String)
    case wrongMember(name: String, found: String, want: String)
    case malformedJSON(String)
    case severalPrivateKeys(Int)
    case severalKeys(Int)
}

extension KeyError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty: "the key file is empty"
        case .unrecognized: "this is not a PEM, DER or JWK key"
        case .encrypted: "the key is encrypted"
        case .encryptedPEM: "the key is in the old encrypted form of PEM"
        case .encryptedWithoutHeaders:
            "the PEM block is not DER; it looks like an encrypted key whose header lines, Proc-Type and DEK-Info, were removed"
        case .wrongPassword: "the key is encrypted with another password"
        case .unsupportedEncryption: "the key is encrypted in a way that is not supported"
        case .inside(let form, let error): "in \(form): \(error)"
        case .container(let container): "this is \(container); it must be a key in PEM, DER or JWK"
        case .noPrivateKey: "this is a public key; it must be a private one"
        case .noKeyBlock(let labels):
            labels.isEmpty
                ? "no PEM block contains a key"
                : "no PEM block contains a key, found only " + labels.map { "\"\($0)\"" }.joined(separator: ", ")
        case .wrongAlgorithm(let name, let want): "the key's algorithm is \(name); it must be EC on \(want.title)"
        case .wrongCurve(let name, let want): "the key's curve is \(name); it must be \(want.title)"
        case .unsupportedCurve(let curve): "this libcrypto does not support \(curve.title)"
        case .missingCurve: "the key does not name its curve; it must be prime256v1 (P-256)"
        case .explicitCurve: "the key has explicit curve parameters; it must name its curve, prime256v1 (P-256)"
        case .truncated(let announced, let found):
            "the key is cut short: only \(found) of \(announced) bytes are present"
        case .trailingBytes(let count):
            "\(count) extra byte\(count == 1 ? "" : "s") after the key"
        case .malformedPEM(let why): "the PEM is malformed: \(why)"
        case .malformedDER: "the DER is malformed"
        case .wrongVersion(let version, let want): "the key's version is \(version); it must be \(want)"
        case .malformedBase64: "the key is not base64"
        case .damagedBase64(let count):
            "the base64 of the key is damaged: it has \(count) characters, so at least one is missing or superfluous"
        case .pointNotOnCurve: "the public point is not on the key's curve"
        case .scalarOutOfRange: "the private scalar is out of range; it must be 1 to n-1"
        case .halvesDiffer: "the public half does not belong to the private half"
        case .wrongLength(let field, let want, let found): "\"\(field)\" has \(found) bytes; it must have \(want)"
        case .missingMember(let name): "the JWK has no \"\(name)\""
        case .wrongMember(let name, let found, let want): "the JWK's \"\(name)\" is \(found); it must be \(want)"
        case .malformedJSON(let why): "the JWK is not JSON: \(why)"
        case .severalPrivateKeys(let count): "the file has \(count) private keys; it must have one"
        case .severalKeys(let count): "the file has \(count) keys; it must have one"
        }
    }

    /// The member of a JWK that is wrong, or an empty text if the file is not JSON; nil for any other fault.
    package var member: String? {
        switch self {
        case .malformedJSON: ""
        case .wrongMember(let name, _, _): name
        default: nil
        }
    }

    /// Whether the file contains no usable key at all, as opposed to a damaged one.
    package var meansNoKey: Bool {
        switch self {
        case .empty, .unrecognized, .encrypted, .encryptedPEM, .container, .noKeyBlock, .wrongAlgorithm, .wrongCurve,
            .malformedJSON:
            true
        case .missingMember("kty"), .missingMember("keys"): true
        case .inside(_, let error): error.meansNoKey
        case .wrongMember(let name, _, _): ["kty", "crv", "alg", "use", "key_ops", "keys"].contains(name)
        default: false
        }
    }

    /// Whether a password would make the key readable.
    package var wantsPassword: Bool {
        switch self {
        case .encrypted: true
        case .inside(_, let error): error.wantsPassword
        default: false
        }
    }
}

extension CryptoFailure {
    /// The failure behind the error of a key that is known to be valid. Only libcrypto can be the cause.
    package init(of error: KeyError) {
        if case .unsupportedCurve(let curve) = error {
            self = .missing("keys on \(curve.title)")
        } else {
            self = .failed
        }
    }
}
