import AttributionBase

/// A key where it does not belong, such as in an argument that should be the path of a key file. Messages never quote it.
package enum KeyMaterial: Sendable {
    case privateKey
    /// A public key, or another kind of PEM block.
    case other

    /// Recognises PEM, JWK and base64 of DER, even if truncated, line-wrapped or escaped. Returns nil for anything else.
    package init?(in text: String) {
        var text = text
        // Every key is longer than this, and most arguments are shorter.
        guard text.utf8.count >= 10 else { return nil }
        let found = text.withUTF8 { unsafe Self.find(in: ByteView($0)) }
        guard let found else { return nil }
        self = found
    }

    private static func find(in text: ByteView) -> KeyMaterial? {
        if text.includes("-----BEGIN") {
            let isPublic = ["PUBLIC KEY", "CERTIFICATE"].contains { text.includes($0) }
            return isPublic && !text.includes("PRIVATE") ? .other : .privateKey
        }
        if ["kty", "crv"].contains(where: { text.includes($0) }) {
            let quotes = ["\"", "\\\"", "'", "“", "%22"]
            if quotes.contains(where: { text.includes("\($0)d\($0 == "“" ? "”" : $0)") }) { return .privateKey }
            if text.trimmed.first == ASCII.openBrace { return .other }
        }
        return findDER(in: text)
    }

    /// Finds base64 in either alphabet that begins like the DER of a key: a sequence whose first element is a version number or another
    /// sequence.
    private static func findDER(in text: ByteView) -> KeyMaterial? {
        guard text.count >= 64 else { return nil }
        // Skip the name in `--key=VALUE`, or the dashes before a value that was mistaken for an option.
        let sign = text.part(0..<40).firstOffset(of: UInt8(ascii: "="))
        let dashes = text.firstIndex { $0 != ASCII.minus } ?? 0
        let text = text.part((sign.map { $0 + 1 } ?? dashes)..<text.count).trimmed
        guard text.first == UInt8(ascii: "M") else { return nil }
        var digits = Digits(bits: 6)
        var head: [UInt8] = []
        for offset in 0..<text.count {
            let byte = text[offset]
            if ASCII.isWhiteSpace(byte) || byte == UInt8(ascii: "=") { continue }
            guard let value = Base64.anyValue(of: byte) else { return nil }
            if head.count < 8, let byte = digits.add(value) { head.append(byte) }
        }
        guard head.count == 8, head[0] == 0x30 else { return nil }
        let lengthBytes = head[1] < 0x80 ? 0 : Int(head[1] & 0x7f)
        guard lengthBytes <= 2 else { return nil }
        let inner = head[(2 + lengthBytes)...]
        if inner.starts(with: [0x02, 0x01, 0x00]) || inner.starts(with: [0x02, 0x01, 0x01]) { return .privateKey }
        return inner.first == 0x30 ? .other : nil
    }

    /// Whether a text has the length and the characters of 32 bytes in hexadecimal or base64. It may be a P-256 scalar, or just look like
    /// one.
    package static func mayBeScalar(_ text: String) -> Bool {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "=") }
        if digits.count == 64 { return digits.allSatisfy { ASCII.hexValue($0) != nil } }
        // A name chosen by a person contains a dot or a slash, or has fewer kinds of characters.
        return digits.count == 43 && digits.allSatisfy { Base64.anyValue(of: $0) != nil }
            && digits.contains(where: ASCII.isDigit) && digits.contains(where: ASCII.isUppercase)
    }
}

extension JSONView {
    /// Whether this is a private JWK, or a JWKS with a private key.
    package var isPrivateKey: Bool {
        guard kind == .object else { return false }
        if member("d") != nil, member("kty") != nil || member("crv") != nil { return true }
        guard let keys = member("keys"), keys.kind == .array else { return false }
        return keys.elements.contains { $0.kind == .object && $0.member("d") != nil && $0.member("kty") != nil }
    }
}
