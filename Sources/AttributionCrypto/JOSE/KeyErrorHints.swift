import AttributionBase

// Hints on how to convert a file that is not a usable key.
extension KeyError {
    /// Returns the command that converts the key in a file to a form that can be read; nil if there is none, or if the result would not be
    /// a usable key.
    package func conversion(of file: String) -> String? {
        switch self {
        case .explicitCurve(let isPublic):
            "openssl pkey \(isPublic ? "-pubin " : "")-in \(file) -ec_param_enc named_curve"
        case .container(let container): container.conversion?.replacingEach("FILE", by: file)
        case .inside(let form, let error): container(in: form, error)?.conversion?.replacingEach("FILE", by: file)
        default: nil
        }
    }

    /// The container inside another encoding, with commands that decode the whole file first; nil if there is none.
    private func container(in form: String, _ error: KeyError) -> KeyContainer? {
        let inner: KeyContainer? =
            switch error {
            case .container(let container): container
            case .inside(let form, let error): self.container(in: form, error)
            default: nil
            }
        guard let container = inner else { return nil }
        let wrapping = KeyWrapping.all.first { $0.words == form }
        return container.within(wrapping?.command, isDER: wrapping?.command == KeyContainer.ofPEM)
    }

    /// Whether the result of ``conversion(of:)`` is only a public key.
    package var isOfPublicKey: Bool {
        switch self {
        case .explicitCurve(let isPublic): isPublic
        case .container(let container): !container.isPrivate
        case .inside(_, let error): error.isOfPublicKey
        default: true
        }
    }

    package var problem: Problem { .sentence(description, hint: hint) }

    /// Runs `read`, and throws its error as the `Problem` that users of the library get.
    static func stated<Value>(_ read: () throws(KeyError) -> Value) throws(Problem) -> Value {
        do throws(KeyError) { return try read() } catch { throw error.problem }
    }

    package var hint: String? {
        switch self {
        case .encrypted: "pass its password, which aak reads with --password-file FILE"
        case .encryptedPEM: "openssl pkcs8 -topk8 -in FILE -out NEW.pem encrypts it in the form that is read"
        case .encryptedWithoutHeaders: "copy the whole file, with the lines between BEGIN and the first empty line"
        case .damagedBase64: "copy it again, from the first character to the last"
        case .unsupportedEncryption: "openssl pkcs8 -topk8 -in FILE -out NEW.pem encrypts it in a form that is read"
        case .inside(let form, let error): container(in: form, error)?.hint ?? error.hint
        case .container(let container): container.hint
        case .noPrivateKey: "pass the file that begins with BEGIN PRIVATE KEY or BEGIN EC PRIVATE KEY"
        case .wrongCurve(SignatureCurve.p192.name, .p256):
            "Apple's P-192 key, for SKAdNetwork 1.0 and 2.0, is built in and needs no --key; a network's own key "
                + "must be on P-256, and be registered with Apple"
        case .wrongAlgorithm(_, .p256), .wrongCurve(_, .p256):
            "it cannot be converted to a key on P-256; is it the ad network's key?"
        case .explicitCurve:
            "this writes the same key with a named curve: \(conversion(of: "FILE") ?? "") -out NAMED.pem"
        case .wrongLength(_, let want, let found) where found == want - 1:
            "it looks as if a leading zero byte was left out: with it in front, this is the same key"
        case .wrongLength(_, let want, let found) where found == want + 1:
            "it looks as if the first is a sign byte of zero, as BigInteger.toByteArray() writes it: without it, this is the same key"
        case .unsupportedCurve: LibCrypto.configurationHint
        case .unrecognized: "a key file begins with -----BEGIN (PEM) or { (JWK), or is binary DER"
        default: nil
        }
    }
}
