import AttributionBytes
import AttributionECDSA

/// How a signature is encoded as text.
package enum SignatureText: Sendable {
    /// The base64url of r followed by s, as in a token (RFC 7518 §3.4).
    case token
    /// The base64 of the DER sequence of r and s, as in SKAdNetwork.
    case der

    /// Appends the text of a signature.
    ///
    /// - Parameter raw: The signature as r followed by s, 64 bytes.
    package func append(_ raw: ByteView, to output: inout ByteBuffer) {
        precondition(raw.count == RawSignature.count, "a signature has 64 bytes")
        switch self {
        case .token: Base64URL.encode(raw, to: &output)
        case .der:
            let room = SignatureCurve.p256.maximumDERCount
            unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { der in
                guard let base = der.baseAddress, let raw = unsafe raw.memory.baseAddress else { return }
                let digits = unsafe raw.assumingMemoryBound(to: UInt8.self)
                let count = unsafe DERSignature.write(digits, on: .p256, to: base)
                unsafe Base64.encode(ByteView(start: base, count: count), to: &output)
            }
        }
    }
}

/// Signs texts and appends each signature to an output. Use one instance per thread.
///
/// A signer whose key is in another program may append nothing and insert the signature later.
package protocol TextSigner: AnyObject {
    /// Appends the signature of a text.
    ///
    /// - Parameter text: The text to sign. It may be a part of `output`: it is read before anything is appended.
    func appendSignature(of text: ByteView, as form: SignatureText, to output: inout ByteBuffer)
}

/// A signer that has its key in memory and signs at once.
package final class KeySigner: TextSigner {
    private let signer: Signer

    package init(_ key: P256PrivateKey, nonce: Signer.Nonce) { signer = Signer(key, nonce: nonce) }

    package func appendSignature(
        of text: ByteView, as form: SignatureText, to output: inout ByteBuffer
    ) {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: RawSignature.count) { raw in
            guard let base = raw.baseAddress else { return }
            unsafe signer.sign(text, to: base)
            unsafe form.append(ByteView(start: base, count: RawSignature.count), to: &output)
        }
    }
}
