import AttributionBytes
import AttributionJSON

/// What a JWS header says, once it satisfies ES256 verification (RFC 7515 §4).
public struct JWSHeader: Equatable, Sendable {
    /// `kid`: which key the signer says it used. It only ever looks a key up in a set that is trusted already.
    public let keyID: String
    /// The whole header. `jwk`, `jku`, `x5c` and `x5u` in it are never a source of keys.
    public let json: JSONValue

    package init(_ view: JSONView) throws(JWSError) {
        if let fault = Self.faults(of: view).first { throw fault }
        guard let named = view.member("kid"), named.kind == .string else { throw .missingKeyID }
        keyID = named.string
        json = JSONValue(view)
    }

    /// What keeps a header from being one that ES256 verification takes: it demands an object with `alg` exactly `ES256`,
    /// `kid` a string, and neither `crit` nor `b64`.
    package static func faults(of view: JSONView) -> [JWSError] {
        guard view.kind == .object else { return [.headerNotObject(view.kind)] }
        var faults: [JWSError] = []
        if let algorithm = view.member("alg") {
            if !algorithm.isString("ES256") { faults.append(.algorithm(algorithm.excerpt)) }
        } else {
            faults.append(.missingAlgorithm)
        }
        if view.member("crit") != nil { faults.append(.criticalExtension("crit")) }
        if view.member("b64") != nil { faults.append(.criticalExtension("b64")) }
        if let keyID = view.member("kid") {
            if keyID.kind != .string { faults.append(.keyIDNotString(keyID.excerpt)) }
        } else {
            faults.append(.missingKeyID)
        }
        return faults
    }

    /// The header of a token that aak makes: `{"alg":"ES256","kid":…}`.
    package static func append(keyID: String, to output: inout ByteBuffer) {
        output.openObject()
        output.member("alg", word: "ES256")
        output.member("kid", keyID)
        output.closeObject()
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
