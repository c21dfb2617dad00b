import AttributionBase

/// A kind of file that people mistake for a key file, although a key must first be extracted from it.
package struct KeyContainer: Hashable, Sendable, CustomStringConvertible {
    init(description: String, hint: String) {
        self.description = description
        self.hint = hint
    }

    /// The name of the kind, with its article.
    package let description: String
    /// How to make a key file from it.
    let hint: String
    /// The command that extracts its key, if that is a key on P-256.
    private(set) var conversion: String?
    /// Whether the command writes a private key.
    private(set) var isPrivate = false
    /// Whether the hint is about the key inside, which no command makes usable.
    var isUseless = false

    /// Creates a kind of file that contains a public key.
    ///
    /// - Parameter command: The command that writes the key in `FILE` to standard output.
    init(_ description: String, _ command: String, _ holdsKey: Bool) {
        self.init(description: description, hint: "its public key: \(command) >PUBLIC.pem")
        if holdsKey { conversion = command }
    }
    /// PKCS#12 (RFC 7292), as browsers and Keychain Access write it.
    package static let pkcs12 = KeyContainer(
        description: "a PKCS#12 file",
        hint:
            "to extract the private key (add -legacy for an older file): openssl pkcs12 -in FILE -nocerts -nodes -out PRIVATE.pem"
    )
    /// A private key of an SSH client.
    package static let openSSH = KeyContainer(
        description: "an OpenSSH key",
        hint: "copy the file, then convert the copy: ssh-keygen -p -m PKCS8 -N '' -f COPY")
    /// A private key encrypted as a JWE (RFC 7516).
    static let jwe = KeyContainer(
        description: "an encrypted key (a JWE)", hint: "decrypt it first, with what encrypted it")
    /// The default key store of Java before version 9.
    static let javaKeyStore = KeyContainer(
        description: "a key store of Java (JKS)",
        hint:
            "keytool -importkeystore -srckeystore FILE -deststoretype PKCS12 -destkeystore STORE.p12, then "
            + "openssl pkcs12 -in STORE.p12 -nocerts -nodes -out PRIVATE.pem"
    )
    static let pgp = KeyContainer(
        description: "a PGP key or message", hint: "ad attribution does not use PGP; is it the ad network's key?")
    static let gzip = KeyContainer(description: "gzip data", hint: "gzip -dc <FILE >KEY")
    /// The coordinates of a public key without the structure around them.
    static let point = KeyContainer(
        description: "the 65 bytes of an uncompressed point",
        hint: "as a JWK: its x and y are the two halves after the first byte")
    /// What may be a private scalar without the structure around it, or any other 32 bytes.
    static func scalar(_ form: ScalarForm) -> KeyContainer {
        let command =
            "{ printf 30310201010420; \(form.digits); printf a00a06082a8648ce3d030107; } | aak key private"
        var container = KeyContainer(
            description: "\(form.rawValue), as of a private scalar",
            hint: "if it is one, SEC 1 has fixed bytes around it: \(command) >PRIVATE.pem")
        container.conversion = command
        container.isPrivate = true
        return container
    }

    enum ScalarForm: String {
        case digits = "hexadecimal digits of 32 bytes"
        case base64 = "base64 of 32 bytes"
        case bytes = "32 bytes"
        case pem = "a PEM of 32 bytes"

        /// The command that writes the scalar in hexadecimal digits.
        var digits: String {
            switch self {
            case .digits: "tr -d '[:space:]:' <FILE"
            case .base64: "\(KeyContainer.ofBase64) | od -An -v -tx1"
            case .bytes: "od -An -v -tx1 <FILE"
            case .pem: "\(KeyContainer.ofPEM) | od -An -v -tx1"
            }
        }
    }

    /// The commands that decode `FILE` if it is base64, or a PEM block in any layout.
    static let ofBase64 = "tr -d '[:space:]' <FILE | tr '_-' '/+' | base64 -d"
    static let ofPEM =
        "tr -d '[:space:]' <FILE | tr -s - '\\n' | grep -m1 -A1 '^BEGIN' | tail -1 | base64 -d"

    /// Returns the same kind inside another encoding.
    ///
    /// - Parameters:
    ///   - command: The command that writes the decoded `FILE` to standard output; nil if there is none.
    ///   - isDER: Whether the result is DER where the file itself would be PEM.
    func within(_ command: String?, isDER: Bool) -> KeyContainer {
        guard !isUseless else { return self }
        func piped(_ text: String) -> String? {
            let read = text.replacingEach(" -in FILE", by: "")
            guard let command, read != text else { return nil }
            let own = isDER ? read.replacingEach("-inform PEM", by: "-inform DER") : read
            guard let start = own.firstIndex(of: ":").map({ own.index($0, offsetBy: 2) }) else {
                return "\(command) | \(own)"
            }
            return own[..<start] + "\(command) | " + own[start...]
        }
        let hint = piped(hint) ?? "take it out of that form into a file of its own first; with FILE as that, \(hint)"
        var container = KeyContainer(description: description, hint: hint)
        container.conversion = conversion.flatMap(piped)
        container.isPrivate = isPrivate
        return container
    }
}
