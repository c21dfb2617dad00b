import AdAttribution
import AttributionJSON
import AttributionRules

/// Postbacks whose signed payload breaks a rule about a single field.
extension BrokenInputs {
    /// The first postback of tier 3 with a fine value.
    private var request: PostbackRequest { fixtures.postbackRequest(at: 0) }

    /// Returns the body of a postback with a given `kid`.
    func body(_ payload: JSONValue, _ unsigned: [JSONValue.Member], keyID: String? = nil) -> JSONValue {
        .object([BodyField.token.member(.string(fixtures.token(payload: payload, keyID: keyID)))] + unsigned)
    }

    /// Returns a postback with a changed payload or body.
    ///
    /// - Parameter ask: Changes the request, for example its tier, window or outcome.
    func postback(
        _ name: String, _ rule: Rule, ask: (inout PostbackRequest) -> Void = { _ in },
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
        // Without its forbidden fields, the request is sound, unless it is an impossible combination.
        broken.forcedFields = []
        let isSound = broken.refusal == nil && !broken.findings.contains { $0.severity == .error }
        parts = (isSound ? broken : request).build()
        return BrokenInput(.postback, "postback: " + name, rule, value, sound: body(parts.payload, parts.unsigned))
    }

    /// Returns a postback with another value, given as JSON text, of a field: that of the rule if none is given.
    private func postback(_ name: String, _ rule: Rule, _ value: String, of field: Field? = nil) -> BrokenInput {
        postback(name, rule, payload: { $0[name: field?.text ?? rule.field] = JSONValue(literal: value) })
    }

    private func key(_ name: String, _ rule: Rule, _ keyID: String, soundKeyID: String?) -> BrokenInput {
        let parts = request.build()
        return BrokenInput(
            .postback, "postback: " + name, rule, body(parts.payload, parts.unsigned, keyID: keyID),
            sound: soundKeyID.map { body(parts.payload, parts.unsigned, keyID: $0) })
    }

    var postbacks: [BrokenInput] {
        let fields = FieldFault.all(in: PostbackRules.all).flatMap { $0.inputs { postback($0, $1, payload: $2) } }
        let values = postbackValues
        return fields + values
            + unbroken(PostbackRules.all, by: values + relations).map { rule, field, value in
                postback("\(field.name) is another", rule, payload: { $0[field] = value })
            }
    }

    private var postbackValues: [BrokenInput] {
        let beyond64Bits = "18446744073709551616"
        return [
            postback("the identifier is not a UUID", PostbackRules.identifierUUID, #""85546EB7""#),
            postback(
                "the network has capitals", PostbackRules.adNetworkIdentifierLowercase, #""Example.adattributionkit""#),
            postback("the network has no known ending", PostbackRules.adNetworkIdentifierSuffix, #""example.com""#),
            postback("the advertised item exceeds 64 bits", PostbackRules.advertisedItemIdentifierRange, beyond64Bits),
            postback("the advertised item is negative", PostbackRules.advertisedItemIdentifierRange, "-1"),
            postback("the impression type is another", PostbackRules.impressionTypeValue, #""impression""#),
            postback("the conversion type is reengagement", PostbackRules.conversionTypeValue, #""reengagement""#),
            postback("the conversion type is install", PostbackRules.conversionTypeValue, #""install""#),
            postback("the source identifier has one digit", PostbackRules.sourceDigits, #""5""#),
            postback("the source identifier has five digits", PostbackRules.sourceDigits, #""52391""#),
            postback("the source identifier has a letter", PostbackRules.sourceDigits, #""5a39""#),
            postback("the sequence index is 3", PostbackRules.sequenceIndexRange, "3"),
            postback("the sequence index is negative", PostbackRules.sequenceIndexRange, "-1"),
            postback("the publisher is negative", PostbackRules.publisherItemIdentifierRange, "-1"),
            postback("the publisher exceeds 64 bits", PostbackRules.publisherItemIdentifierRange, beyond64Bits),
            postback("the marketplace has a blank", PostbackRules.marketplaceForm, #""App Store""#),
            postback("the marketplace is empty", PostbackRules.marketplaceForm, #""""#),
            postback("there is an unknown field", PostbackRules.unknownField, "7", of: Self.unknownField),
            postback("the conversion value is signed", PostbackRules.unknownField, "7", of: BodyField.conversionValue),
            postback("the country is signed", PostbackRules.unknownField, #""US""#, of: BodyField.countryCode),
            postback(
                "the identifier of an impression is beside its own", PostbackRules.impressionIdentifier,
                #""7aa9f8cc-5689-4c02-b963-22ca22136015""#),
            postback(
                "the network is that of the developer settings", PostbackRules.developmentNetwork,
                #""development.adattributionkit""#),
            postback("the advertised item is 0", PostbackRules.developmentItem, "0"),
            // Only Apple can sign a postback that follows this rule.
            key("the kid is not Apple's", PostbackRules.localKey, fixtures.keyID, soundKeyID: nil),
            key(
                "the kid is Apple's, but none that Apple published", PostbackRules.publishedKey,
                "apple-cas-identifier/7", soundKeyID: fixtures.keyID),
        ]
    }
}
