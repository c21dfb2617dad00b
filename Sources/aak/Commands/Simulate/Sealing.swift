import AdAttribution
import AttributionSimulator
import Bytes
import CommandModel
import ECDSA
import JOSE
import SKAdNetwork

/// The key that the postbacks of a run are signed with.
struct Sealing: Sendable {
    let key: SigningKey
    let keyID: String

    init(_ invocation: Invocation) throws(Diagnostic) {
        key = try SigningKey(invocation)
        keyID = invocation[SigningOptions.keyID] ?? "local/0"
        guard !AppleKey.isReserved(keyID) else {
            throw .trouble("\"kid\" is \(quoted(keyID)), which is Apple's, want one of your own")
        }
    }

    func sealer() -> BodySealer { BodySealer(key: key.key, keyID: keyID) }
}

/// Signs the bodies of a simulation's postbacks with the local key, the same way every time (RFC 6979). One a thread.
final class BodySealer: PostbackSealer {
    private let tokens: JWSWriter
    private let signer: PostbackSigner
    private let header: [UInt8]

    init(key: P256PrivateKey, keyID: String) {
        tokens = JWSWriter(key: key, nonce: .deterministic)
        signer = PostbackSigner(key, nonce: .deterministic)
        header = PostbackWriter.header(keyID: keyID)
    }

    func appendToken(of payload: UnsafeRawBufferPointer, to output: inout ByteBuffer) {
        unsafe header.withUnsafeBytes { header in
            unsafe tokens.append(header: header, payload: payload, to: &output)
        }
    }

    func appendSignature(of body: UnsafeRawBufferPointer, to output: inout ByteBuffer) {
        unsafe signer.appendSignature(of: body, to: &output)
    }
}
