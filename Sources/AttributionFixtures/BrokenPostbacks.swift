import AdAttribution
import Rules
import StrictJSON

/// Postbacks whose signed payload breaks a rule about one field.
extension BrokenInputs {
    /// A first postback of tier 3 with a fine value.
    private var request: PostbackRequest { fixtures.postbackRequest(at: 0) }

    /// The body of a postback, under a `kid` of choice.
    func body(_ payload: JSONValue, _ unsigned: [JSONValue.Member], keyID: String? = nil) -> JSONValue {
        .object([.init("jws-string", .string(fixtures.token(payload: payload, keyID: keyID)))] + unsigned)
    }

    /// A postback of a request, its payload or its body changed.
    ///
    /// - Parameter ask: what else is asked for, so that the postback is of another tier, window or outcome.
    func postback(
        _ name: String, _ rule: String, ask: (inout PostbackRequest) -> Void = { _ in },
        payload changePayload: (inout JSONValue) -> Void = { _ in },
        body changeBody: (inout JSONValue) -> Void = { _ in }
    ) -> BrokenInput {
        var broken = request
        ask(&broken)
        var parts = broken.build()
        var payload = parts.payload
        changePayload(&payload)
        var value = body(payload, parts.unsigned)
        changeBody(&value)
        // What was asked for less what is forbidden is sound, unless it is a combination that cannot be.
        broken.forcedFields = []
        let isSound = broken.refusal() == nil && !broken.findings.contains { $0.severity == .error }
        parts = (isSound ? broken : request).build()
        return BrokenInput("postback: " + name, rule, value, sound: body(parts.payload, parts.unsigned))
    }

    private func postback(_ name: String, _ rule: String, _ field: String, _ value: String) -> BrokenInput {
        postback(name, rule, payload: { $0[name: field] = JSONValue(literal: value) })
    }

    private func key(_ name: String, _ rule: String, _ keyID: String, soundKeyID: String?) -> BrokenInput {
        let parts = request.build()
        return BrokenInput(
            "postback: " + name, rule, body(parts.payload, parts.unsigned, keyID: keyID),
            sound: soundKeyID.map { body(parts.payload, parts.unsigned, keyID: $0) })
    }

    var postbacks: [BrokenInput] {
        postbackFields.flatMap { $0.inputs { postback($0, $1, payload: $2) } } + postbackValues
    }

    private var postbackFields: [FieldFault] {
        [
            FieldFault(
                "postback-identifier", .string, missing: "postback-identifier-missing",
                wrongType: "postback-identifier-json-type"),
            FieldFault(
                "ad-network-identifier", .string, missing: "postback-ad-network-identifier-missing",
                wrongType: "postback-ad-network-identifier-json-type"),
            FieldFault(
                "advertised-item-identifier", .integer, missing: "postback-advertised-item-identifier-missing",
                wrongType: "postback-advertised-item-identifier-json-type"),
            FieldFault(
                "impression-type", .string, missing: "postback-impression-type-missing",
                wrongType: "postback-impression-type-json-type"),
            FieldFault(
                "conversion-type", .string, missing: "postback-conversion-type-missing",
                wrongType: "postback-conversion-type-json-type"),
            FieldFault(
                "source-identifier", .string, missing: "postback-source-identifier-missing",
                wrongType: "postback-source-identifier-json-type"),
            FieldFault(
                "did-win", .boolean, missing: "postback-did-win-missing", wrongType: "postback-did-win-json-type"),
            FieldFault(
                "postback-sequence-index", .integer, missing: "postback-sequence-index-missing",
                wrongType: "postback-sequence-index-json-type"),
            FieldFault(
                "publisher-item-identifier", .integer, wrongType: "postback-publisher-item-identifier-json-type"),
            FieldFault("marketplace-identifier", .string, wrongType: "postback-marketplace-identifier-json-type"),
        ]
    }

    private var postbackValues: [BrokenInput] {
        let beyond64Bits = "18446744073709551616"
        return [
            postback(
                "the identifier is no UUID", "postback-identifier-uuid", "postback-identifier", #""85546EB7""#),
            postback(
                "the network has capitals", "postback-ad-network-identifier-lowercase", "ad-network-identifier",
                #""Example.adattributionkit""#),
            postback(
                "the network has no known ending", "postback-ad-network-identifier-suffix", "ad-network-identifier",
                #""example.com""#),
            postback(
                "the advertised item is beyond 64 bits", "postback-advertised-item-identifier-range",
                "advertised-item-identifier", beyond64Bits),
            postback(
                "the advertised item is negative", "postback-advertised-item-identifier-range",
                "advertised-item-identifier", "-1"),
            postback(
                "the impression type is another", "postback-impression-type-value", "impression-type",
                #""impression""#),
            postback(
                "the conversion type is reengagement", "postback-conversion-type-value", "conversion-type",
                #""reengagement""#),
            postback(
                "the conversion type is install", "postback-conversion-type-value", "conversion-type", #""install""#),
            postback(
                "the source identifier has one digit", "postback-source-identifier-digits", "source-identifier",
                #""5""#),
            postback(
                "the source identifier has five digits", "postback-source-identifier-digits", "source-identifier",
                #""52391""#),
            postback(
                "the source identifier has a letter", "postback-source-identifier-digits", "source-identifier",
                #""5a39""#),
            postback(
                "the sequence index is 3", "postback-sequence-index-range", "postback-sequence-index", "3"),
            postback(
                "the sequence index is negative", "postback-sequence-index-range", "postback-sequence-index", "-1"),
            postback(
                "the publisher is negative", "postback-publisher-item-identifier-range", "publisher-item-identifier",
                "-1"),
            postback(
                "the publisher is beyond 64 bits", "postback-publisher-item-identifier-range",
                "publisher-item-identifier", beyond64Bits),
            postback(
                "the marketplace has a blank", "postback-marketplace-identifier-form", "marketplace-identifier",
                #""App Store""#),
            postback(
                "the marketplace is empty", "postback-marketplace-identifier-form", "marketplace-identifier", #""""#),
            postback("there is an unknown field", "postback-unknown-field", "campaign", "7"),
            postback("the conversion value is signed", "postback-unknown-field", "conversion-value", "7"),
            postback("the country is signed", "postback-unknown-field", "country-code", #""US""#),
            postback(
                "the identifier of an impression stands beside its own", "postback-impression-identifier",
                "impression-identifier", #""7aa9f8cc-5689-4c02-b963-22ca22136015""#),
            postback(
                "the network is that of the developer settings", "postback-development-network",
                "ad-network-identifier", #""development.adattributionkit""#),
            postback(
                "the advertised item is 0", "postback-development-item", "advertised-item-identifier", "0"),
            // What keeps this rule is signed by Apple alone.
            key("the kid is not Apple's", "postback-kid", fixtures.keyID, soundKeyID: nil),
            key(
                "the kid is Apple's, but none that Apple published", "postback-kid-published",
                "apple-cas-identifier/7", soundKeyID: fixtures.keyID),
        ]
    }
}
