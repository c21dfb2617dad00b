/// A form of file that people take for a key, and that a key can be taken out of.
public enum KeyContainer: Equatable, Sendable {
    /// An X.509 certificate, in DER.
    case certificate
    /// PKCS#12 (RFC 7292), as browsers and Keychain Access write it.
    case pkcs12
    /// The private key of an SSH client.
    case openSSH
    /// A PEM whose line breaks were written as the two characters `\n`, as in environment files and JSON.
    case escapedPEM

    /// Tells forms in DER apart by their first elements; nil for what is none of them.
    init?(der bytes: UnsafeRawBufferPointer) {
        guard let outer = unsafe DERElement(bytes, at: 0), outer.tag == DERElement.sequence,
            let first = unsafe DERElement(bytes, at: outer.content), first.end <= bytes.count
        else { return nil }
        switch first.tag {
        case DERElement.integer:
            // PFX: version 3, then what is authenticated, told by a name.
            guard first.end - first.content == 1, unsafe bytes[first.content] == 3,
                let second = unsafe DERElement(bytes, at: first.end), second.tag == DERElement.sequence,
                let name = unsafe DERElement(bytes, at: second.content), name.tag == DERElement.objectIdentifier
            else { return nil }
            self = .pkcs12
        case DERElement.sequence:
            // What is signed begins with [0] version or with the serial number, which no key does.
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

    /// The command that makes a key file of it.
    var hint: String {
        switch self {
        case .certificate: "its public key: openssl x509 -in FILE -noout -pubkey -out PUBLIC.pem"
        case .pkcs12: "its private key: openssl pkcs12 -in FILE -nocerts -nodes -out PRIVATE.pem"
        case .openSSH: "convert it in place, in a copy: ssh-keygen -p -m PKCS8 -N '' -f COPY"
        case .escapedPEM: "printf '%b\\n' \"$(tr -d '\"' <FILE)\" >KEY.pem"
        }
    }
}
