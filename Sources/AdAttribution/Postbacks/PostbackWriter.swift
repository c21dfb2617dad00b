import Bytes
import ECDSA
import JOSE
import Rules
import StrictJSON

/// Signs postbacks the way a device does, but with a local key.
package final class PostbackWriter {
    private let writer: JWSWriter
    private let header: [UInt8]
    private var payload = ByteBuffer()

    package init(key: P256PrivateKey, keyID: String, nonce: Signer.Nonce) {
        writer = JWSWriter(key: key, nonce: nonce)
        header = Self.header(keyID: keyID)
    }

    /// The header of a postback as Apple writes it: the `kid` first, with its slash escaped.
    package static func header(keyID: String) -> [UInt8] {
        let name = JSONValue.string(keyID).text.split(separator: "/", omittingEmptySubsequences: false)
            .joined(separator: "\\/")
        return Array("{\"kid\":\(name),\"alg\":\"ES256\"}".utf8)
    }

    /// Appends a postback body as one line, without its end.
    package func append(_ parts: PostbackParts, to output: inout ByteBuffer) {
        output.append("{\"")
        output.append(BodyField.token.name)
        output.append("\":\"")
        payload.removeAll()
        parts.payload.append(to: &payload)
        unsafe header.withUnsafeBytes { header in
            unsafe writer.append(header: header, payload: payload.bytes, to: &output)
        }
        output.append(ASCII.quote)
        for member in parts.unsigned {
            output.append(ASCII.comma)
            JSONText.appendString(member.name, to: &output)
            output.append(ASCII.colon)
            member.value.append(to: &output)
        }
        output.append(ASCII.closeBrace)
    }
}
