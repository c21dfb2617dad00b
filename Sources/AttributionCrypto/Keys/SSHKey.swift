import AttributionBase

/// Recognises keys of SSH by the names of algorithms in them (RFC 4253 §6.6, RFC 5656 §6.2).
enum SSHKey {
    private static let algorithms: [(name: String, fault: KeyError)] = [
        ("sk-", .wrongAlgorithm("that of a security key")), ("ssh-ed25519", .wrongAlgorithm("Ed25519")),
        ("ssh-rsa", .wrongAlgorithm("RSA")), ("ssh-dss", .wrongAlgorithm("DSA")),
        ("ecdsa-sha2-nistp384", .wrongCurve("P-384")), ("ecdsa-sha2-nistp521", .wrongCurve("P-521")),
    ]

    /// Returns why a binary key is not on P-256; nil if it is.
    static func fault(_ blob: ByteView) -> KeyError? {
        if blob.includes("ecdsa-sha2-nistp256") { return nil }
        return algorithms.dropFirst().first { blob.includes($0.name) }?.fault ?? .wrongAlgorithm("that of an SSH key")
    }

    /// Returns the same for the line of a public key; nil for any other text.
    static func fault(ofPublic text: ByteView) -> KeyError? {
        algorithms.first { text.starts(with: $0.name.utf8) && text.firstOffset(of: UInt8(ascii: " ")) != nil }?.fault
    }
}
