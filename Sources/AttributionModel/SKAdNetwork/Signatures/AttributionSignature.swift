import AttributionBase
import AttributionCrypto

/// The text of an attribution signature: r and s as a DER sequence (RFC 3279 §2.2.3) in base64 with padding.
///
/// Only canonical base64 and DER are accepted, so that re-encoding gives the signer's text.
package enum AttributionSignature {
    /// The length of the longest valid text: 72 bytes of DER in base64.
    static let maximumCount = 96
    /// A longer text is not decoded. For texts between the two limits, the exact fault is reported.
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
    /// Returns what is wrong with a signature's text, and whether the fault is in the decoded bytes; nil if the text is well-formed.
    package static func fault(in text: ByteView) -> (problem: Problem, isInDER: Bool)? {
        var der = ByteBuffer()
        var raw = ByteBuffer()
        guard let fault = read(text, der: &der, raw: &raw) else { return nil }
        var (problem, isInDER) = fault.row
        // A known wrong encoding explains more than the first invalid byte.
        if text.includes("...") || text.includes("…") {
            problem.advice = Advice("this looks like a shortened copy: its dots replace what was left out")
        }
        let isPrecise = if case .tooLong = fault { false } else { problem.advice != nil }
        if !isPrecise, let found = LenientSignature([UInt8](text), as: .der)?.readings.first?.fault {
            problem.advice = Advice("it is \(found); aak skan explain says whether it fits the values")
        }
        return (problem, isInDER)
    }

    package static func fault(in text: String) -> (problem: Problem, isInDER: Bool)? {
        Array(text.utf8).withBytes { fault(in: $0) }
    }
}

extension AttributionSignature.Fault {
    /// What is wrong with the text.
    package var problem: Problem { row.problem }

    fileprivate var row: (problem: Problem, isInDER: Bool) {
        func base64(
            _ found: String, _ wanted: String = "made of A-Z a-z 0-9 + /, with = at the end", hint: String? = nil
        ) -> (Problem, Bool) { (Problem(found, wanted: wanted, .then(""), hint: hint), false) }
        func der(_ found: String, hint: String? = nil) -> (Problem, Bool) {
            (Problem("not DER: \(found)", wanted: "the DER sequence of r and s", .then(""), hint: hint), true)
        }
        switch self {
        case .empty: return (Problem("empty", wanted: "a DER signature in base64", .be), false)
        case .tooLong(let count):
            let problem = Problem(
                "\(count) characters long", wanted: "at most \(AttributionSignature.maximumCount)", .be,
                hint: "was it encoded twice, or is it hexadecimal?")
            return (problem, false)
        case .base64(.length(let count)):
            return base64(
                "not padded base64: its length, \(counted(count, "character")), is not a multiple of 4",
                "made of groups of 4 characters, padded with =",
                hint: "was the padding removed or the text cut short?")
        case .base64(.character(let byte, let offset)):
            let hint: String? =
                switch byte {
                case UInt8(ascii: "-"), UInt8(ascii: "_"): "this is base64url, the alphabet of a JWS"
                case ASCII.backslash: "this is a JSON escape that was escaped once more"
                case ASCII.space: "form decoding turns each + into a space; was the body decoded as a form?"
                default: nil
                }
            return base64("not base64: character \(offset + 1) is \(ASCII.words(for: byte))", hint: hint)
        case .base64(.trailingBits): return base64("not canonical base64: bits are left over")
        case .raw:
            return der(
                "it has 64 bytes, like a raw signature",
                hint: "this is the length of a raw signature, as in a JWS; SKAdNetwork takes DER")
        case .der(let error): return der("\(error)")
        }
    }
}
