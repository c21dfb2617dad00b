import AttributionBytes
import AttributionJOSE
import AttributionJSON

/// Signs the bodies of test postbacks, one at a time, with reused memory. Use one instance per thread.
package final class PostbackSigner {
    private let signer: any TextSigner
    private var index = JSONIndex()
    private var values = SignedValues()
    private var text = ByteBuffer()

    package init(_ signer: any TextSigner) { self.signer = signer }

    /// Appends the base64 text of the attribution signature of a body. The `version` member decides which values are
    /// signed and in which order. Appends nothing if the body is malformed or has no known version.
    package func appendSignature(of body: UnsafeRawBufferPointer, to output: inout ByteBuffer) {
        guard (try? unsafe index.scan(body)) != nil, let root = unsafe index.root(of: body) else { return }
        let version = SKAdNetworkVersion.allCases.first { root.member("version")?.isEqual(to: $0.rawValue) ?? false }
        guard let version else { return }
        let order = version.traits.postback
        values.load(root)
        text.removeAll()
        SignedText.append(order, of: values, impliedFidelity: nil, to: &text)
        values.clear()
        unsafe signer.appendSignature(of: text.bytes, as: .der, to: &output)
    }
}
