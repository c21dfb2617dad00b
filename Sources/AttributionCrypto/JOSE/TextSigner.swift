import AttributionBase

/// How a signature is encoded as text.
package enum SignatureText: Sendable {
    /// The base64url of r followed by s, as in a token (RFC 7518 §3.4).
    case token
    /// The base64 of the DER sequence of r and s, as in SKAdNetwork.
    case der

    /// Appends the text of a signature.
    ///
    /// - Parameters:
    ///   - raw: The signature as r followed by s, 64 bytes.
    ///   - scratch: A buffer whose contents are replaced. It keeps its memory for the next signature.
    package func append(_ raw: ByteView, to output: inout ByteBuffer, by scratch: inout ByteBuffer) {
        precondition(raw.count == RawSignature.count, "a signature has 64 bytes")
        switch self {
        case .token: Base64URL.encode(raw, to: &output)
        case .der:
            scratch.removeAll()
            DERSignature.append(raw, on: .p256, to: &scratch)
            unsafe Base64.encode(scratch.bytes, to: &output)
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
    private var raw = ByteBuffer(capacity: RawSignature.count)
    private var der = ByteBuffer(capacity: SignatureCurve.p256.maximumDERCount)

    package init(_ key: P256PrivateKey, nonce: Signer.Nonce) { signer = Signer(key, nonce: nonce) }

    package func appendSignature(
        of text: ByteView, as form: SignatureText, to output: inout ByteBuffer
    ) {
        raw.removeAll()
        signer.sign(text, to: &raw)
        unsafe form.append(raw.bytes, to: &output, by: &der)
    }
}
