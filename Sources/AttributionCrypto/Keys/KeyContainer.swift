import AttributionBase

/// A kind of file that people mistake for a key, and that a key can be extracted from.
public struct KeyContainer: Hashable, Sendable, CustomStringConvertible {
    /// What it is, with its article.
    public let description: String
    /// The command that makes a key file of it.
    let hint: String

    /// An X.509 certificate.
    ///
    /// - Parameter form: `DER` or `PEM`.
    private static func certificate(_ form: String) -> KeyContainer {
        KeyContainer(
            description: "a certificate",
            hint: "its public key: openssl x509 -inform \(form) -in FILE -noout -pubkey -out PUBLIC.pem")
    }
    /// A request for a certificate (PKCS#10, RFC 2986).
    private static func request(_ form: String) -> KeyContainer {
        KeyContainer(
            description: "a certificate signing request",
            hint: "its public key: openssl req -inform \(form) -in FILE -noout -pubkey -out PUBLIC.pem")
    }
    /// PKCS#12 (RFC 7292), as browsers and Keychain Access write it.
    package static let pkcs12 = KeyContainer(
        description: "a PKCS#12 file",
        hint: "its private key: openssl pkcs12 -in FILE -nocerts -nodes -out PRIVATE.pem")
    /// The private key of an SSH client.
    package static let openSSH = KeyContainer(
        description: "a key of OpenSSH",
        hint: "convert it in place, in a copy: ssh-keygen -p -m PKCS8 -N '' -f COPY")
    /// A PEM whose line breaks were written as the two characters `\n`, as in environment files and JSON.
    package static let escapedPEM = KeyContainer(
        description: "a PEM with \\n in place of its line breaks",
        hint: "umask 077; printf '%b\\n' \"$(tr -d '\"' <FILE)\" >KEY.pem")
}

extension KeyContainer {
    /// Recognises DER forms by their first elements. Returns nil for any other form.
    ///
    /// - Parameter isPEM: Whether the DER came from a block of PEM.
    package init?(der bytes: ByteView, isPEM: Bool = false) {
        guard let outer = DERElement(bytes, at: 0), outer.tag == DERElement.sequence,
            let first = DERElement(bytes, at: outer.content), first.end <= bytes.count
        else { return nil }
        switch first.tag {
        case DERElement.integer:
            // PFX: version 3, then authenticated content, which begins with an object identifier.
            guard first.end - first.content == 1, bytes[first.content] == 3,
                let second = DERElement(bytes, at: first.end), second.tag == DERElement.sequence,
                let name = DERElement(bytes, at: second.content), name.tag == DERElement.objectIdentifier
            else { return nil }
            self = .pkcs12
        case DERElement.sequence:
            // The signed part begins with an explicit version [0] or the serial number, unlike any key.
            guard let inner = DERElement(bytes, at: first.content),
                inner.tag == DERElement.tagged(0) || inner.tag == DERElement.integer
            else { return nil }
            let form = isPEM ? "PEM" : "DER"
            self = Self.isRequest(bytes, inner) ? .request(form) : .certificate(form)
        default: return nil
        }
    }

    /// Whether a version, the first element of what is signed, is that of a request: a name and a public key follow it.
    private static func isRequest(_ bytes: ByteView, _ version: DERElement) -> Bool {
        guard version.tag == DERElement.integer, let name = DERElement(bytes, at: version.end),
            let key = DERElement(bytes, at: name.end), key.tag == DERElement.sequence,
            let algorithm = DERElement(bytes, at: key.content), let point = DERElement(bytes, at: algorithm.end)
        else { return false }
        return algorithm.tag == DERElement.sequence && point.tag == DERElement.bitString
    }
}
