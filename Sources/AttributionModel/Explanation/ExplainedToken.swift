import AttributionBase
import AttributionCrypto

/// The parts of a token. They may be malformed.
struct ExplainedToken {
    static let wanted = "; the signed text must be header and payload in base64url, joined by a dot"

    let header: [UInt8]
    let payload: [UInt8]
    let signature: [UInt8]
    /// The decoded header and payload; nil if they are not JSON objects in base64.
    let headerObject: SplicedObject?
    let payloadObject: SplicedObject?

    /// Splits a token. Returns nil if it does not have three parts.
    init?(_ text: ByteView) {
        let bytes = [UInt8](text)
        let parts = bytes.split(separator: ASCII.dot, maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        header = Array(parts[0])
        payload = Array(parts[1])
        signature = Array(parts[2])
        // In a longer token, no mistake is searched for.
        let isShort = bytes.count <= 2 * SignedMessage.longest
        headerObject = isShort ? Self.object(header) : nil
        payloadObject = isShort ? Self.object(payload) : nil
    }

    private static func object(_ encoded: [UInt8]) -> SplicedObject? {
        Base64URL.decodeLeniently(encoded).flatMap(SplicedObject.init)
    }

    /// The text to sign.
    var right: [UInt8] { header + [ASCII.dot] + payload }

    /// Returns the text to sign with another payload, given as JSON.
    func signed(payload text: [UInt8]) -> [UInt8] { header + [ASCII.dot] + Base64URL.encode(text) }

    var keyID: String? {
        guard case .string(let keyID)? = headerObject?.json[HeaderField.keyID.text] else { return nil }
        return keyID
    }
}
