import AttributionBase
import AttributionCrypto

/// Only one encoding is accepted: decoding and encoding are inverse.
enum Base64URLFuzz {
    static func test(_ input: ByteView) {
        let bytes = [UInt8](input)
        if let decoded = try? Base64URL.decode(bytes) {
            demand(Base64URL.encode(decoded) == bytes, "what decodes encodes back")
        }
        demand((try? Base64URL.decode(Base64URL.encode(bytes))) == bytes, "what encodes decodes")
        // If decoding fails, the buffer is unchanged.
        var buffer = ByteBuffer()
        buffer.append("before")
        if Base64URL.decode(input, to: &buffer) != nil { buffer.truncate(to: min(buffer.count, 6)) }
        demand(unsafe buffer.bytes.starts(with: "before".utf8), "decoding appends")
    }
}
