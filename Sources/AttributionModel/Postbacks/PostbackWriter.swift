import AttributionBase
import AttributionCrypto

/// Signs postbacks as a device does, but with a key that is not Apple's. All test postbacks are signed here.
package final class PostbackWriter {
    private let signer: TextSigner
    private let header: [UInt8]
    /// The payload of a token, or the text that SKAdNetwork signs.
    private var text = ByteBuffer()

    package init(_ signer: TextSigner, keyID: String) {
        self.signer = signer
        header = Array(JWSHeader.text(keyID: keyID, isPostback: true).utf8)
    }

    /// Appends a postback body of either framework as one line, without a newline.
    package func append(_ values: PostbackValues, to output: inout ByteBuffer) {
        text.removeAll()
        output.openObject()
        if let version = values.version {
            let rows = values.rows(in: version)
            version.appendSignedText(of: rows, to: &text)
            for (field, value) in rows {
                output.member(field.name)
                value.append(to: &output)
            }
            output.member(
                SignedField.signature.name,
                quoting: { unsafe signer.appendSignature(of: text.bytes, as: .der, to: &$0) })
        } else {
            values.appendPayload(to: &text)
            output.member(BodyField.token.name) { output in
                header.withBytes { unsafe signer.appendToken(header: $0, payload: text.bytes, to: &output) }
            }
            values.appendUnsigned(to: &output)
        }
        output.closeObject()
    }
}

extension TextSigner {
    /// Appends the token for a postback's payload.
    package func appendPostback(_ payload: JSONValue, keyID: String, to output: inout ByteBuffer) {
        appendToken(
            header: JWSHeader.text(keyID: keyID, isPostback: true), payload: Array(payload.text.utf8), to: &output)
    }
}

extension JSONValue {
    package static func postbackBody(_ token: String, _ unsigned: [Member]) -> JSONValue {
        .object([BodyField.token.member(.string(token))] + unsigned)
    }
}
