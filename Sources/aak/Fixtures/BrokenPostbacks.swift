import AdAttribution
import StrictJSON

extension BrokenInputs {
    /// A first postback of tier 3 with a fine value.
    private var postback: PostbackRequest { signer.postback(position: 0) }

    private func postback(_ name: String, _ rule: String, _ change: (inout JSONValue) -> Void) -> BrokenInput {
        let parts = postback.build()
        var payload = parts.payload
        change(&payload)
        return body(name, "postback-" + rule, payload, parts.unsigned)
    }

    private func body(
        _ name: String, _ rule: String, _ payload: JSONValue, _ unsigned: [JSONValue.Member]
    ) -> BrokenInput {
        BrokenInput(
            name: name, input: .object([.init("jws-string", .string(signer.token(payload: payload)))] + unsigned),
            stage: "rules", rule: rule)
    }

    private func body(_ name: String, _ rule: String, _ change: (inout JSONValue) -> Void) -> BrokenInput {
        request(name, "body-" + rule, { _ in }, change)
    }

    /// A postback of a changed request, with its body changed too.
    private func request(
        _ name: String, _ rule: String, _ ask: (inout PostbackRequest) -> Void,
        _ change: (inout JSONValue) -> Void = { _ in }, payload changePayload: (inout JSONValue) -> Void = { _ in }
    ) -> BrokenInput {
        var request = postback
        ask(&request)
        let parts = request.build()
        var payload = parts.payload
        changePayload(&payload)
        var body = JSONValue.object([.init("jws-string", .string(signer.token(payload: payload)))] + parts.unsigned)
        change(&body)
        return BrokenInput(name: name, input: body, stage: "rules", rule: rule)
    }

    private var unpublishedKey: BrokenInput {
        let parts = postback.build()
        let token = signer.token(payload: parts.payload, keyID: "apple-cas-identifier/7")
        return BrokenInput(
            name: "the kid is Apple's, but none that Apple published",
            input: .object([.init("jws-string", .string(token))] + parts.unsigned), stage: "rules",
            rule: "postback-kid-published")
    }

    var postbacks: [BrokenInput] {
        shape(
            "postback-",
            required: [
                "postback-identifier", "ad-network-identifier", "advertised-item-identifier", "impression-type",
                "conversion-type", "source-identifier", "did-win", "postback-sequence-index",
            ],
            strings: [
                "postback-identifier", "ad-network-identifier", "impression-type", "conversion-type",
                "source-identifier", "marketplace-identifier",
            ],
            integers: ["advertised-item-identifier", "postback-sequence-index", "publisher-item-identifier"],
            booleans: ["did-win"], postback)
            + postbackValues + bodies + relations
    }

    private var postbackValues: [BrokenInput] {
        [
            postback("the postback identifier is no UUID", "identifier-uuid") {
                $0[name: "postback-identifier"] = .string("85546EB7")
            },
            postback("the network ID has capitals", "ad-network-identifier-lowercase") {
                $0[name: "ad-network-identifier"] = .string("Example.adattributionkit")
            },
            postback("the network ID has no known ending", "ad-network-identifier-suffix") {
                $0[name: "ad-network-identifier"] = .string("example.com")
            },
            postback("the advertised item is beyond 64 bits", "advertised-item-identifier-range") {
                $0[name: "advertised-item-identifier"] = .number("18446744073709551616")
            },
            postback("the impression type is another", "impression-type-value") {
                $0[name: "impression-type"] = .string("impression")
            },
            postback("the conversion type is reengagement", "conversion-type-value") {
                $0[name: "conversion-type"] = .string("reengagement")
            },
            postback("the conversion type is install", "conversion-type-value") {
                $0[name: "conversion-type"] = .string("install")
            },
            postback("the source identifier has five digits", "source-identifier-digits") {
                $0[name: "source-identifier"] = .string("52391")
            },
            postback("the source identifier has a letter", "source-identifier-digits") {
                $0[name: "source-identifier"] = .string("5a39")
            },
            postback("the sequence index is 3", "sequence-index-range") {
                $0[name: "postback-sequence-index"] = .number("3")
            },
            postback("the publisher is negative", "publisher-item-identifier-range") {
                $0[name: "publisher-item-identifier"] = .number("-1")
            },
            postback("the marketplace is no bundle ID", "marketplace-identifier-form") {
                $0[name: "marketplace-identifier"] = .string("App Store")
            },
            postback("there is an unknown field", "unknown-field") { $0[name: "campaign"] = .number("7") },
            postback("the conversion value is signed", "unknown-field") { $0[name: "conversion-value"] = .number("7") },
            request("the kid is not Apple's", "postback-kid", { _ in }),
            unpublishedKey,
        ]
    }

    private var bodies: [BrokenInput] {
        [
            BrokenInput(
                name: "jws-string is a number",
                input: .object([.init("jws-string", .number("7")), .init("ad-interaction-type", .string("click"))]),
                stage: "rules",
                rule: "body-jws-string-json-type"),
            BrokenInput(
                name: "jws-string is missing", input: .object([.init("ad-interaction-type", .string("click"))]),
                stage: "rules",
                rule: "body-jws-string-missing"),
            body("the interaction is missing", "ad-interaction-type-missing") { $0[name: "ad-interaction-type"] = nil },
            body("the interaction is a number", "ad-interaction-type-json-type") {
                $0[name: "ad-interaction-type"] = .number("1")
            },
            body("the interaction is a tap", "ad-interaction-type-value") {
                $0[name: "ad-interaction-type"] = .string("tap")
            },
            body("the fine value is a string", "conversion-value-json-type") {
                $0[name: "conversion-value"] = .string("24")
            },
            body("the fine value is 64", "conversion-value-range") { $0[name: "conversion-value"] = .number("64") },
            body("the fine value is negative", "conversion-value-range") {
                $0[name: "conversion-value"] = .number("-1")
            },
            request(
                "the coarse value is a number", "body-coarse-conversion-value-json-type",
                { $0.window = .second }, { $0[name: "coarse-conversion-value"] = .number("1") }),
            request(
                "the coarse value is a word of its own", "body-coarse-conversion-value-value",
                { $0.window = .second }, { $0[name: "coarse-conversion-value"] = .string("High") }),
            body("the country is a number", "country-code-json-type") { $0[name: "country-code"] = .number("1") },
            body("the country is in lower case", "country-code-form") { $0[name: "country-code"] = .string("us") },
            body("the country is none", "country-code-assigned") { $0[name: "country-code"] = .string("ZZ") },
            body("the country is UK", "country-code-assigned") { $0[name: "country-code"] = .string("UK") },
            body("the country has three letters", "country-code-form") { $0[name: "country-code"] = .string("USA") },
            body("there is an unknown field", "unknown-field") { $0[name: "campaign"] = .number("7") },
            body("a signed field stands in the body", "unknown-field") { $0[name: "did-win"] = .bool(true) },
        ]
    }

    private var relations: [BrokenInput] {
        [
            request(
                "a later postback has four digits", "postback-later-source-identifier", { $0.window = .second },
                payload: {
                    $0[name: "source-identifier"] = .string("5239")
                }),
            request(
                "a later postback names the publisher", "postback-later-publisher-item-identifier",
                {
                    $0.window = .third
                    $0.forcedFields = ["publisher-item-identifier"]
                }),
            request(
                "a later postback was lost", "postback-lost-sequence-index",
                {
                    $0.window = .second
                    $0.didWin = false
                }),
            request(
                "a lost postback names the publisher", "postback-lost-publisher-item-identifier",
                {
                    $0.didWin = false
                    $0.forcedFields = ["publisher-item-identifier"]
                }),
            request(
                "a re-engagement was lost", "postback-re-engagement-did-win",
                {
                    $0.didWin = false
                    $0.conversionType = .reEngagement
                }),
            request(
                "the marketplace is missing beside the publisher", "postback-tier-marketplace-identifier",
                { $0.marketplace = nil }),
            request(
                "the marketplace is missing beside four digits", "postback-tier-marketplace-identifier",
                {
                    $0.marketplace = nil
                    $0.tier = .two
                }),
            request(
                "fine and coarse values come together", "body-fine-and-coarse",
                {
                    $0.coarse = .low
                    $0.forcedFields = ["coarse-conversion-value"]
                }),
            request(
                "a later postback has a fine value", "body-later-conversion-value",
                {
                    $0.window = .second
                    $0.forcedFields = ["conversion-value"]
                }),
            request(
                "a later postback names the country", "body-later-country-code",
                {
                    $0.window = .second
                    $0.country = CountryCode("US")
                    $0.forcedFields = ["country-code"]
                }),
            request(
                "a lost postback has a fine value", "body-lost-conversion-value",
                {
                    $0.didWin = false
                    $0.forcedFields = ["conversion-value"]
                }),
            request(
                "a lost postback has a coarse value", "body-lost-coarse-conversion-value",
                {
                    $0.didWin = false
                    $0.fine = nil
                    $0.coarse = .high
                    $0.forcedFields = ["coarse-conversion-value"]
                }),
            request(
                "a view led to a re-engagement", "body-re-engagement-interaction",
                {
                    $0.conversionType = .reEngagement
                    $0.interaction = .view
                }),
            request(
                "a coarse value comes with four digits", "body-tier-coarse-source-identifier",
                {
                    $0.tier = .two
                    $0.fine = nil
                    $0.coarse = .low
                    $0.forcedFields = ["coarse-conversion-value"]
                }),
            request(
                "a coarse value comes with the publisher", "body-tier-coarse-publisher-item-identifier",
                {
                    $0.sourceDigits = 2
                    $0.fine = nil
                    $0.coarse = .low
                    $0.forcedFields = ["coarse-conversion-value"]
                }),
            request(
                "the country comes without the publisher", "body-tier-country-code",
                {
                    $0.tier = .two
                    $0.country = CountryCode("US")
                    $0.forcedFields = ["country-code"]
                }),
            request(
                "a lost postback names the country without the marketplace", "body-tier-country-code",
                {
                    $0.didWin = false
                    $0.tier = .zero
                    $0.country = CountryCode("US")
                    $0.forcedFields = ["country-code"]
                }),
            request(
                "tier 0 comes with a fine value", "body-tier-conversion-value",
                {
                    $0.tier = .zero
                    $0.forcedFields = ["conversion-value"]
                }),
            request(
                "tier 0 comes with a coarse value", "body-tier-conversion-value",
                {
                    $0.tier = .zero
                    $0.fine = nil
                    $0.coarse = .low
                    $0.forcedFields = ["coarse-conversion-value"]
                }),
        ]
    }
}
