import AttributionBytes
import AttributionECDSA

/// An attribution signature: r and s as a DER sequence (RFC 3279 §2.2.3), in base64 with padding.
///
/// One form is accepted of each, so that what is read is what the signer wrote.
public enum AttributionSignature {
    /// The longest text there can be: 72 bytes of DER.
    static let maximumCount = 96
    /// A text that is longer is not even decoded. What is in between gets a precise fault.
    static let readableCount = 256

    /// Why a text is no attribution signature.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Fault: Error, Equatable, Sendable {
        /// There is nothing.
        case empty
        /// Longer than a signature can be, in characters.
        case tooLong(Int)
        /// Not a whole number of groups of four characters.
        case base64Length(Int)
        /// A byte that is none of the alphabet, and where it stands.
        case base64Character(UInt8, offset: Int)
        /// Bits beyond the last byte that are not zero.
        case base64TrailingBits
        /// 64 bytes that are no DER: most likely r and s as a JWS has them.
        case raw
        /// The bytes are no DER signature.
        case der(DERSignatureError)
    }

    /// Appends the DER bytes of a signature's text, and r then s, 32 bytes each; appends nothing if it is none, and says
    /// why. A signature on P-192 is one of smaller numbers.
    package static func read(
        _ text: UnsafeRawBufferPointer, der: inout ByteBuffer, raw: inout ByteBuffer
    ) -> Fault? {
        guard unsafe !text.isEmpty else { return .empty }
        guard text.count <= readableCount else { return .tooLong(text.count) }
        let start = der.count
        switch unsafe Base64.decode(text, to: &der) {
        case .length(let count): return .base64Length(count)
        case .character(let byte, let offset): return .base64Character(byte, offset: offset)
        case .trailingBits: return .base64TrailingBits
        case nil: break
        }
        raw.reserve(RawSignature.count)
        do throws(DERSignatureError) {
            try unsafe DERSignature.read(der.bytes(from: start), on: .p256, to: raw.end)
        } catch {
            let isRaw = der.count - start == RawSignature.count
            der.truncate(to: start)
            return isRaw ? .raw : .der(error)
        }
        raw.advance(by: RawSignature.count)
        return nil
    }

    /// The text of a signature given as r then s, 32 bytes each; nil for another length.
    package static func text(ofRaw signature: [UInt8]) -> String? {
        DERSignature.derRepresentation(ofRaw: signature).map(text(ofDER:))
    }

    package static func text(ofDER der: [UInt8]) -> String {
        var output = ByteBuffer(capacity: maximumCount)
        unsafe der.withUnsafeBytes { unsafe Base64.encode($0, to: &output) }
        return unsafe output.bytes.text
    }
}

extension AttributionSignature {
    /// What is wrong with the form of a signature's text; nil for one that a key can have made.
    public static func fault(in text: String) -> Fault? {
        var der = ByteBuffer()
        var raw = ByteBuffer()
        return unsafe Array(text.utf8).withUnsafeBytes { unsafe read($0, der: &der, raw: &raw) }
    }
}
