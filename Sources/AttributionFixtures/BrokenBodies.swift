import AdAttribution
import StrictJSON

/// Postbacks with a sound token, in a body that breaks a rule about one field.
extension BrokenInputs {
    private func changed(_ name: String, _ rule: String, _ field: String, _ value: String?) -> BrokenInput {
        postback(name, rule, body: { $0[name: field] = value.map(JSONValue.init(literal:)) })
    }

    /// A later postback, which has a coarse value, with another one.
    private func coarse(_ name: String, _ rule: String, _ value: String) -> BrokenInput {
        postback(
            name, rule,
            ask: {
                $0.window = .second
                $0.coarse = .low
            }, body: { $0[name: "coarse-conversion-value"] = JSONValue(literal: value) })
    }

    /// A postback from a country, with another country.
    private func country(_ name: String, _ rule: String, _ value: String) -> BrokenInput {
        postback(
            name, rule, ask: { $0.country = CountryCode("US") },
            body: { $0[name: "country-code"] = JSONValue(literal: value) })
    }

    /// A body without a token, as no payload can say anything beside it.
    private func noToken(_ name: String, _ rule: String, _ token: JSONValue?) -> BrokenInput {
        let parts = fixtures.postbackRequest(at: 0).build()
        let value = JSONValue.object(
            (token.map { [.init("jws-string", $0)] } ?? [])
                + [.init("ad-interaction-type", .string("click"))])
        return BrokenInput("postback: " + name, rule, value, sound: body(parts.payload, parts.unsigned))
    }

    var bodies: [BrokenInput] {
        [
            noToken("jws-string is a number", "body-jws-string-json-type", .number("7")),
            noToken("jws-string is missing", "body-jws-string-missing", nil),
            changed("the interaction is missing", "body-ad-interaction-type-missing", "ad-interaction-type", nil),
            changed("the interaction is a number", "body-ad-interaction-type-json-type", "ad-interaction-type", "1"),
            changed(
                "the interaction is a tap", "body-ad-interaction-type-value", "ad-interaction-type", #""tap""#),
            changed(
                "the fine value is a string", "body-conversion-value-json-type", "conversion-value", #""24""#),
            changed("the fine value is 64", "body-conversion-value-range", "conversion-value", "64"),
            changed("the fine value is negative", "body-conversion-value-range", "conversion-value", "-1"),
            coarse("the coarse value is a number", "body-coarse-conversion-value-json-type", "1"),
            coarse("the coarse value is a word of its own", "body-coarse-conversion-value-value", #""High""#),
            country("the country is a number", "body-country-code-json-type", "1"),
            country("the country is in lower case", "body-country-code-form", #""us""#),
            country("the country has three letters", "body-country-code-form", #""USA""#),
            country("the country is none", "body-country-code-assigned", #""ZZ""#),
            country("the country is UK", "body-country-code-assigned", #""UK""#),
            changed("there is an unknown field in the body", "body-unknown-field", "campaign", "7"),
            changed("a signed field stands in the body", "body-unknown-field", "did-win", "true"),
        ]
    }
}
