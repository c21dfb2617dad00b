import AttributionBase

extension KeyContainer {
    /// Recognises a DER structure by its first elements. Returns nil for any other.
    package init?(der bytes: ByteView, isPEM: Bool = false, holdsKey: (ByteView) -> Bool) {
        if bytes.count == 65, bytes[0] == 4 {
            self = .point
            return
        }
        guard let outer = DERElement(bytes, at: 0), outer.tag == DERElement.sequence,
            let first = DERElement(bytes, at: outer.content), first.end <= bytes.count
        else { return nil }
        switch first.tag {
        case DERElement.objectIdentifier where bytes.part(first.content..<first.end).starts(with: Self.signedData):
            // A collection of certificates (PKCS#7, RFC 5652).
            let form = isPEM ? "PEM" : "DER"
            self.init(
                "a PKCS#7 file, with certificates",
                "openssl pkcs7 -inform \(form) -in FILE -print_certs | openssl x509 -noout -pubkey", holdsKey(bytes))
        case DERElement.integer:
            // PFX: version 3, then authenticated content, which begins with an object identifier.
            guard first.end - first.content == 1, bytes[first.content] == 3,
                let second = DERElement(bytes, at: first.end), second.tag == DERElement.sequence,
                let name = DERElement(bytes, at: second.content), name.tag == DERElement.objectIdentifier
            else { return nil }
            self = .pkcs12
        case DERElement.sequence:
            // In a certificate, the signed part begins with an explicit version [0] or the serial number. No key does.
            guard let inner = DERElement(bytes, at: first.content),
                inner.tag == DERElement.tagged(0) || inner.tag == DERElement.integer
            else { return nil }
            let form = isPEM ? "PEM" : "DER"
            if Self.isRequest(bytes, inner) {
                self.init(
                    "a certificate signing request", "openssl req -inform \(form) -in FILE -noout -pubkey",
                    holdsKey(bytes))
            } else {
                let isUsable = holdsKey(bytes)
                self.init("a certificate", "openssl x509 -inform \(form) -in FILE -noout -pubkey", isUsable)
                if let other = isUsable ? nil : DERReader.nameOfKey(in: bytes) {
                    let isApples = bytes.includes("Apple Root CA") || bytes.includes("Apple Inc.")
                    self.init(
                        description: "a certificate\(isApples ? " of Apple" : "") with \(other)",
                        hint: isApples
                            ? "Apple's keys for postbacks are on P-256, are no certificates, and are built in"
                            : "it cannot be converted to a key on P-256, which ad attribution uses; is it the ad network's?"
                    )
                    isUseless = true
                }
            }
        default: return nil
        }
    }

    /// The object identifier of signed data (RFC 5652 §5.1).
    private static let signedData: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02]

    /// Whether the signed part, which begins with the given version, is that of a certificate request: a name and a public key follow.
    private static func isRequest(_ bytes: ByteView, _ version: DERElement) -> Bool {
        guard version.tag == DERElement.integer, let name = DERElement(bytes, at: version.end),
            let key = DERElement(bytes, at: name.end), key.tag == DERElement.sequence,
            let algorithm = DERElement(bytes, at: key.content), let point = DERElement(bytes, at: algorithm.end)
        else { return false }
        return algorithm.tag == DERElement.sequence && point.tag == DERElement.bitString
    }
}
