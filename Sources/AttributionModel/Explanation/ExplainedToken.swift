import AttributionBase
import AttributionCrypto

/// The parts of a token. They may be malformed.
struct ExplainedToken {
    static let wanted = "; the signed text must be header and payload in base64url, joined by a dot"

    let header: [UInt8]
    let payload: [UInt8]
    let signature: [UInt8]
    /// The decoded header and payload; nil if they are not JSON objects in base64. The payload is signed after the header.
    let headerText: SignedText?
    let payloadText: SignedText?

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
        func decoded(_ part: [UInt8]) -> [UInt8]? { isShort ? Base64URL.decodeLeniently(part) : nil }
        headerText = decoded(header).flatMap { SignedText(json: $0) }
        let start = header
        payloadText = decoded(payload).flatMap { SignedText(json: $0, after: start, roles: Self.roles) }
    }

    /// The text to sign.
    var right: [UInt8] { header + [ASCII.dot] + payload }

    var keyID: String? {
        headerText?[HeaderField.keyID.text].flatMap { $0.isString ? $0.text : nil }
    }
}
