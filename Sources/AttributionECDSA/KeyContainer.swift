/// A kind of file that people mistake for a key, and that a key can be extracted from.
public enum KeyContainer: Equatable, Sendable {
    /// An X.509 certificate, in DER.
    case certificate
    /// PKCS#12 (RFC 7292), the format of browsers and Keychain Access.
    case pkcs12
    /// The private key of an SSH client.
    case openSSH
    /// A PEM with each line break written as the two characters `\n`, as in environment files and JSON.
    case escapedPEM

    /// Recognises DER forms by their first elements. Returns nil for any other form.
    init?(der bytes: UnsafeRawBufferPointer) {
        guard let outer = unsafe DERElement(bytes, at: 0), outer.tag == DERElement.sequence,
            let first = unsafe DERElement(bytes, at: outer.content), first.end <= bytes.count
        else { return nil }
        switch first.tag {
        case DERElement.integer:
            // PFX: version 3, then authenticated content, which begins with an object identifier.
            guard first.end - first.content == 1, unsafe bytes[first.content] == 3,
                let second = unsafe DERElement(bytes, at: first.end), second.tag == DERElement.sequence,
                let name = unsafe DERElement(bytes, at: second.content), name.tag == DERElement.objectIdentifier
            else { return nil }
            self = .pkcs12
        case DERElement.sequence:
            // The signed part begins with an explicit version [0] or the serial number, unlike any key.
            guard let inner = unsafe DERElement(bytes, at: first.content),
                inner.tag == DERElement.tagged(0) || inner.tag == DERElement.integer
            else { return nil }
            self = .certificate
        default: return nil
        }
    }

    var title: String {
        switch self {
        case .certificate: "a certificate"
        case .pkcs12: "a PKCS#12 file"
        case .openSSH: "a key of OpenSSH"
        case .escapedPEM: "a PEM with \\n in place of its line breaks"
        }
    }

    /// A command that extracts or converts the key.
    var hint: String {
        switch self {
        case .certificate: "its public key: openssl x509 -in FILE -noout -pubkey -out PUBLIC.pem"
        case .pkcs12: "its private key: openssl pkcs12 -in FILE -nocerts -nodes -out PRIVATE.pem"
        case .openSSH: "convert it in place, in a copy: ssh-keygen -p -m PKCS8 -N '' -f COPY"
        case .escapedPEM: "printf '%b\\n' \"$(tr -d '\"' <FILE)\" >KEY.pem"
        }
    }
}
