import Bytes
import StrictJSON

/// What a JWS header says, once it satisfies ES256 verification (RFC 7515 §4).
public struct JWSHeader: Equatable, Sendable {
    /// `kid`: which key the signer says it used. It only ever looks a key up in a set that is trusted already.
    public let keyID: String
    /// The whole header. `jwk`, `jku`, `x5c` and `x5u` in it are never a source of keys.
    public let json: JSONValue

    package init(_ view: JSONView) throws(JWSError) {
        try Self.check(view)
        keyID = view.member("kid")?.string ?? ""
        json = JSONValue(view)
    }

    /// Demands an object with `alg` exactly `ES256`, `kid` a string, and neither `crit` nor `b64`.
    package static func check(_ view: JSONView) throws(JWSError) {
        guard view.kind == .object else { throw .headerNotObject(view.kind) }
        guard let algorithm = view.member("alg") else { throw .missingAlgorithm }
        guard algorithm.isString("ES256") else { throw .algorithm(algorithm.excerpt) }
        if view.member("crit") != nil { throw .criticalExtension("crit") }
        if view.member("b64") != nil { throw .criticalExtension("b64") }
        guard let keyID = view.member("kid") else { throw .missingKeyID }
        guard keyID.kind == .string else { throw .keyIDNotString(keyID.excerpt) }
    }

    /// The header of a token that aak makes: `{"alg":"ES256","kid":…}`.
    package static func append(keyID: String, to output: inout ByteBuffer) {
        output.append("{\"alg\":\"ES256\",\"kid\":")
        JSONText.appendString(keyID, to: &output)
        output.append(ASCII.closeBrace)
    }
}

extension JSONView {
    /// The value as written, cut to a length that suits a message.
    package var excerpt: String {
        let limit = 80
        guard unsafe raw.count > limit else { return unsafe raw.text }
        var end = limit
        // Not in the middle of a character.
        while end > 0, unsafe raw[end] & 0xc0 == 0x80 { end -= 1 }
        return unsafe raw.part(0..<end).text + "…"
    }
}
