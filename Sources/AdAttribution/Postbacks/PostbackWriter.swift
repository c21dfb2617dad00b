import AttributionBase
import AttributionCrypto

/// Signs postbacks like a device, but with a key that is not Apple's. All test postbacks are signed here.
package final class PostbackWriter {
    private let writer: JWSWriter
    private let header: [UInt8]
    private var payload = ByteBuffer()

    package init(_ signer: any TextSigner, keyID: String) {
        writer = JWSWriter(signer)
        header = Self.header(keyID: keyID)
    }

    /// Returns the header of a postback as Apple writes it: the `kid` first, with its slash escaped.
    package static func header(keyID: String) -> [UInt8] {
        let name = JSONValue.string(keyID).text.split(separator: "/", omittingEmptySubsequences: false)
            .joined(separator: "\\/")
        return Array("{\"kid\":\(name),\"alg\":\"ES256\"}".utf8)
    }

    /// Appends the token of a payload.
    private func appendToken(of payload: ByteView, to output: inout ByteBuffer) {
        unsafe header.withBytes { header in
            writer.append(header: header, payload: payload, to: &output)
        }
    }

    /// Returns a postback body. The signer must sign at once.
    package func body(_ parts: PostbackParts) -> JSONValue {
        var token = ByteBuffer()
        payload.removeAll()
        parts.payload.append(to: &payload)
        unsafe appendToken(of: payload.bytes, to: &token)
        return .object([BodyField.token.member(.string(token.text))] + parts.unsigned)
    }

    /// Appends a postback body as one line, without its terminator.
    package func append(_ values: PostbackValues, to output: inout ByteBuffer) {
        payload.removeAll()
        values.appendPayload(to: &payload)
        output.openObject()
        output.member(BodyField.token.name) { unsafe appendToken(of: payload.bytes, to: &$0) }
        values.appendUnsigned(to: &output)
        output.closeObject()
    }
}
