import AttributionBase

/// A JWS header that meets the requirements of ES256 verification (RFC 7515 §4).
public struct JWSHeader: Equatable, Sendable {
    /// The `kid`: the key that the signer is said to have used. Use it only to look up a key in a trusted set.
    public let keyID: String
    /// The whole header. Never take keys from its `jwk`, `jku`, `x5c` or `x5u`.
    public let json: JSONValue

    package init(_ view: JSONView) throws(JWSError) {
        if let fault = Self.faults(of: view).first { throw fault }
        guard let named = view.member("kid"), named.kind == .string else { throw .missingKeyID }
        keyID = named.string
        json = JSONValue(view)
    }

    /// Returns what prevents verification with ES256. The header must be an object in which `alg` is exactly `ES256` and `kid` is a string,
    /// without `crit` and `b64`.
    package static func faults(of view: JSONView) -> [JWSError] {
        guard view.kind == .object else { return [.headerNotObject(view.kind)] }
        var faults: [JWSError] = []
        if let algorithm = view.member("alg") {
            if !algorithm.isString("ES256") { faults.append(.algorithm(algorithm.excerpt)) }
        } else {
            faults.append(.missingAlgorithm)
        }
        // Even `null` is rejected here, because another reader might treat it as an extension.
        for name in ["crit", "b64"] where view.member(named: name) != nil { faults.append(.criticalExtension(name)) }
        if let keyID = view.member("kid") {
            if keyID.kind != .string { faults.append(.keyIDNotString(keyID.excerpt)) }
        } else {
            faults.append(.missingKeyID)
        }
        return faults
    }

    /// Appends the header of a token that aak makes: `{"alg":"ES256","kid":…}`, or with the `kid` first.
    ///
    /// - Parameter keyID: The `kid` as JSON text.
    package static func append(keyID: ByteView, isFirst: Bool = false, to output: inout ByteBuffer) {
        output.openObject()
        if isFirst { output.member("kid", json: keyID) }
        output.member("alg", word: "ES256")
        if !isFirst { output.member("kid", json: keyID) }
        output.closeObject()
    }

    /// - Parameter isPostback: Whether to write it as Apple does: the `kid` first, with its slash escaped.
    package static func text(keyID: String, isPostback: Bool = false) -> String {
        let name = JSONValue.string(keyID).text
        var output = ByteBuffer()
        Array((isPostback ? name.replacingEach("/", by: "\\/") : name).utf8).withBytes {
            append(keyID: $0, isFirst: isPostback, to: &output)
        }
        return output.text
    }
}
