import AttributionBase
import AttributionCrypto

/// The text of an attribution signature: r and s as a DER sequence (RFC 3279 §2.2.3) in base64 with padding.
///
/// Only canonical base64 and DER are accepted, so that re-encoding gives the signer's text.
package enum AttributionSignature {
    /// The length of the longest valid text: 72 bytes of DER in base64.
    static let maximumCount = 96
    /// The length above which a text is not decoded. Texts between the two limits get a precise fault.
    static let readableCount = 256

    /// The reason why a text is not an attribution signature.
    package enum Fault: Error, Equatable, Sendable {
        case empty
        /// The text, with this number of characters, is longer than any signature.
        case tooLong(Int)
        case base64(Base64Error)
        /// 64 bytes that are not DER, most likely a raw signature of r and s as in a JWS.
        case raw
        case der(ECDSASignatureError)
    }

    /// Appends the DER bytes of a signature's text to `der`, and r and s, 32 bytes each, to `raw`. If the text is
    /// invalid, returns the fault and appends nothing. A P-192 signature is accepted too, because its numbers are
    /// smaller.
    package static func read(_ text: ByteView, der: inout ByteBuffer, raw: inout ByteBuffer) -> Fault? {
        guard !text.isEmpty else { return .empty }
        guard text.count <= readableCount else { return .tooLong(text.count) }
        let start = der.count
        if let error = Base64.decode(text, to: &der) { return .base64(error) }
        do throws(ECDSASignatureError) {
            try unsafe ECDSASignature.read(der.bytes(from: start), on: .p256, to: &raw)
        } catch {
            let isRaw = der.count - start == ECDSASignature.count
            der.truncate(to: start)
            return isRaw ? .raw : .der(error)
        }
        return nil
    }

    package static func text(of signature: ECDSASignature) -> String {
        var output = ByteBuffer(capacity: maximumCount)
        signature.derRepresentation.withBytes { Base64.encode($0, to: &output) }
        return output.text
    }
}

extension AttributionSignature {
    /// Returns the fault in the form of a signature's text, or nil if it is well-formed.
    package static func fault(in text: String) -> Fault? {
        var der = ByteBuffer()
        var raw = ByteBuffer()
        return Array(text.utf8).withBytes { read($0, der: &der, raw: &raw) }
    }
}
