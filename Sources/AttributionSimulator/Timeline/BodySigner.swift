import AdAttribution
import AttributionBytes
import AttributionECDSA
import AttributionJOSE
import SKAdNetwork

/// Signs the bodies of simulated postbacks with the local key. Signatures are deterministic (RFC 6979). Each thread
/// needs its own signer.
package final class BodySigner: BodySigning {
    private let tokens: JWSWriter
    private let signer: PostbackSigner
    private let header: [UInt8]

    package init(key: P256PrivateKey, keyID: String) {
        let key = KeySigner(key, nonce: .deterministic)
        tokens = JWSWriter(key)
        signer = PostbackSigner(key)
        header = PostbackWriter.header(keyID: keyID)
    }

    package func appendToken(of payload: ByteView, to output: inout ByteBuffer) {
        unsafe header.withBytes { header in
            tokens.append(header: header, payload: payload, to: &output)
        }
    }

    package func appendSignature(of body: ByteView, to output: inout ByteBuffer) {
        signer.appendSignature(of: body, to: &output)
    }
}
