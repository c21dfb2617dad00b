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
    /// signed and in which order; version 1.0 has no such member. Appends nothing if the body is malformed or its version
    /// is unknown.
    package func appendSignature(of body: ByteView, to output: inout ByteBuffer) {
        guard (try? index.scan(body)) != nil, let root = unsafe index.root(of: body),
            root.kind == .object
        else { return }
        let version =
            if let named = root.member("version") {
                SKAdNetworkVersion.allCases.first { named.isEqual(to: $0.rawValue) }
            } else {
                SKAdNetworkVersion.one
            }
        guard let version else { return }
        let order = version.traits.postback
        values.load(root)
        text.removeAll()
        SignedText.append(order, of: values, impliedFidelity: nil, to: &text)
        values.clear()
        unsafe signer.appendSignature(of: text.bytes, as: .der, to: &output)
    }
}
