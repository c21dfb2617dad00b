import AdAttribution
import AttributionJSON
import AttributionRules

/// Postbacks with a sound token in a body that breaks a rule about a single field.
extension BrokenInputs {
    /// Returns a body with another value, given as JSON text, of a field: that of the rule if none is given.
    private func changed(_ name: String, _ rule: Rule, _ value: String?, of field: Field? = nil) -> BrokenInput {
        postback(name, rule, body: { $0[name: field?.text ?? rule.field] = value.map(JSONValue.init(literal:)) })
    }

    /// Returns a later postback with another coarse value.
    private func coarse(_ name: String, _ rule: Rule, _ value: String) -> BrokenInput {
        postback(
            name, rule,
            ask: {
                $0.window = .second
                $0.coarse = .low
            }, body: { $0[BodyField.coarseConversionValue] = JSONValue(literal: value) })
    }

    /// Returns a postback with another country.
    private func country(_ name: String, _ rule: Rule, _ value: String) -> BrokenInput {
        postback(
            name, rule, ask: { $0.country = CountryCode("US") },
            body: { $0[BodyField.countryCode] = JSONValue(literal: value) })
    }

    /// Returns a body without a valid token.
    private func noToken(_ name: String, _ rule: Rule, _ token: JSONValue?) -> BrokenInput {
        let parts = fixtures.postbackRequest(at: 0).build()
        let value = JSONValue.object(
            (token.map { [BodyField.token.member($0)] } ?? [])
                + [BodyField.interactionType.member(.string("click"))])
        return BrokenInput(.postback, "postback: " + name, rule, value, sound: body(parts.payload, parts.unsigned))
    }

    var bodies: [BrokenInput] {
        [
            noToken("jws-string is a number", BodyRules.tokenType, .number("7")),
            noToken("jws-string is missing", BodyRules.tokenMissing, nil),
            changed("the interaction is missing", BodyRules.adInteractionTypeMissing, nil),
            changed("the interaction is a number", BodyRules.adInteractionTypeJSONType, "1"),
            changed("the interaction is a tap", BodyRules.adInteractionTypeValue, #""tap""#),
            changed("the fine value is a string", BodyRules.conversionValueJSONType, #""24""#),
            changed("the fine value is 64", BodyRules.conversionValueRange, "64"),
            changed("the fine value is negative", BodyRules.conversionValueRange, "-1"),
            coarse("the coarse value is a number", BodyRules.coarseConversionValueJSONType, "1"),
            coarse("the coarse value is an unknown word", BodyRules.coarseConversionValueValue, #""High""#),
            country("the country is a number", BodyRules.countryCodeJSONType, "1"),
            country("the country is in lower case", BodyRules.countryForm, #""us""#),
            country("the country has three letters", BodyRules.countryForm, #""USA""#),
            country("the country does not exist", BodyRules.countryAssigned, #""ZZ""#),
            country("the country is UK", BodyRules.countryAssigned, #""UK""#),
            changed("there is an unknown field in the body", BodyRules.unknownField, "7", of: Self.unknownField),
            changed("a signed field is in the body", BodyRules.unknownField, "true", of: PostbackField.didWin),
        ]
    }
}
