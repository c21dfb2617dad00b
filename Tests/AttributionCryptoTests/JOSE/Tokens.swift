import AttributionCrypto
import AttributionTestSupport
import Testing

/// Makes valid tokens, and tokens with one fault.
enum Tokens {
    static let header = #"{"alg":"ES256","kid":"example.adattributionkit"}"#
    static let payload = #"{"a":1}"#
    /// r = s = 1: a valid encoding of a signature, although nothing was signed.
    static let signature = half(1) + half(1)

    /// The order n of P-256 (SEC 2 §2.4.2).
    static let order: [UInt8] = [
        0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51,
    ]

    /// Returns 32 bytes, of which only the last is not zero.
    static func half(_ last: UInt8) -> [UInt8] { [UInt8](repeating: 0, count: 31) + [last] }

    static func encoded(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: Base64URL.encode(Array(bytes)), as: UTF8.self)
    }

    static func token(
        header: String = header, payload: String = payload, signature: [UInt8] = signature
    ) -> String {
        encoded(header.utf8) + "." + encoded(payload.utf8) + "." + encoded(signature)
    }

    /// Returns a token signed by `key`.
    static func signed(header: String = header, payload: String = payload, by key: P256PrivateKey) -> String {
        let signed = encoded(header.utf8) + "." + encoded(payload.utf8)
        return signed + "." + encoded(key.sign(Array(signed.utf8)).rawRepresentation)
    }
}
