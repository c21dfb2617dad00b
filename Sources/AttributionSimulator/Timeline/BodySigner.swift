import AdAttribution
import AttributionBase
import AttributionCrypto

/// Signs the bodies of simulated postbacks with the local key. Signatures are deterministic (RFC 6979). Each thread
/// needs its own signer.
package final class BodySigner: BodySigning {
    private let postbacks: PostbackWriter
    private let signer: KeySigner

    package init(key: P256PrivateKey, keyID: String) {
        signer = KeySigner(key, nonce: .deterministic)
        postbacks = PostbackWriter(signer, keyID: keyID)
    }

    package func appendToken(of payload: ByteView, to output: inout ByteBuffer) {
        postbacks.appendToken(of: payload, to: &output)
    }

    package func appendSignature(of text: ByteView, to output: inout ByteBuffer) {
        signer.appendSignature(of: text, as: .der, to: &output)
    }
}
