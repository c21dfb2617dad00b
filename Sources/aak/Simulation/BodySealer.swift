import AttributionSimulator
import Bytes
import ECDSA
import JOSE
import SKAdNetwork
import StrictJSON

/// Signs the bodies of a simulation's postbacks with the local key, the same way every time (RFC 6979). One a thread.
final class BodySealer: PostbackSealer {
    private let tokens: JWSWriter
    private let signer: Signer
    private let header: [UInt8]
    private var index = JSONIndex()
    private var values = SignedValues()
    private var text = ByteBuffer()
    private var der = ByteBuffer(capacity: 80)

    init(key: P256PrivateKey, keyID: String) {
        tokens = JWSWriter(key: key, nonce: .deterministic)
        signer = Signer(key, nonce: .deterministic)
        var header = ByteBuffer()
        JWSHeader.append(keyID: keyID, to: &header)
        self.header = header.array()
    }

    func appendToken(of payload: UnsafeRawBufferPointer, to output: inout ByteBuffer) {
        unsafe header.withUnsafeBytes { header in
            unsafe tokens.append(header: header, payload: payload, to: &output)
        }
    }

    func appendSignature(of body: UnsafeRawBufferPointer, to output: inout ByteBuffer) {
        guard (try? unsafe index.scan(body)) != nil, let root = unsafe index.root(of: body) else { return }
        let version = SKAdNetworkVersion.allCases.first { root.member("version")?.isEqual(to: $0.rawValue) ?? false }
        guard let version, let order = SignedOrder.postback(version) else { return }
        values.load(root)
        text.removeAll()
        SignedText.append(order, of: values, impliedFidelity: nil, to: &text)
        values.clear()
        der.removeAll()
        unsafe signer.appendDERSignature(of: text.bytes, to: &der)
        unsafe Base64.encode(der.bytes, to: &output)
    }
}
