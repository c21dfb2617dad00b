import AttributionBytes
import AttributionECDSA
import AttributionJOSE
import AttributionJSON
import AttributionRules

/// Signs postbacks like a device, but with a key that is not Apple's.
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

    /// Appends a postback body as one line, without its terminator.
    package func append(_ parts: PostbackParts, to output: inout ByteBuffer) {
        payload.removeAll()
        parts.payload.append(to: &payload)
        output.openObject()
        output.member(BodyField.token.name) { output in
            unsafe header.withBytes { header in
                unsafe writer.append(header: header, payload: payload.bytes, to: &output)
            }
        }
        for member in parts.unsigned {
            output.member(named: member.name)
            member.value.append(to: &output)
        }
        output.closeObject()
    }
}
