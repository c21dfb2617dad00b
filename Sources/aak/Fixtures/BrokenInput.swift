import AdAttribution
import StrictJSON

/// An input that must be rejected, and by what.
struct BrokenInput {
    /// What is wrong, in words.
    let name: String
    /// A token or text as a string, or a JSON object.
    let input: JSONValue
    /// The first step that must refuse it: components, header, payload, signature or rules.
    let stage: String
    let rule: String

    var json: JSONValue {
        .object([
            .init("input", input), .init("stage", .string(stage)), .init("rule", .string(rule)),
            .init("name", .string(name)),
        ])
    }
}

/// All broken inputs: at least one for each rule that breaks this rule and no other, and the known attacks on a JWS.
struct BrokenInputs {
    let signer: FixtureSigner
    /// Another network's key, for signatures by the wrong one.
    let stranger: FixtureSigner

    var all: [BrokenInput] { tokens + impressions + postbacks + configurations }
}

// MARK: - Payloads and bodies

extension BrokenInputs {
    private var impression: JSONValue { signer.impression(position: 0) }

    private func impression(_ name: String, _ rule: String, _ change: (inout JSONValue) -> Void) -> BrokenInput {
        var payload = impression
        change(&payload)
        return BrokenInput(
            name: name, input: .string(signer.token(payload: payload)), stage: "rules", rule: "impression-" + rule)
    }

    /// A field's absence and wrong types, for each field of a payload.
    private func shape(
        _ prefix: String, required: [String], strings: [String], integers: [String], booleans: [String],
        _ make: (String, String, (inout JSONValue) -> Void) -> BrokenInput
    ) -> [BrokenInput] {
        func rule(_ field: String, _ aspect: String) -> String {
            // Rules of fields that begin with the subject do not name it twice.
            (field.hasPrefix(prefix) ? String(field.dropFirst(prefix.count)) : field) + aspect
        }
        return required.map { field in
            make("\(field) is missing", rule(field, "-missing")) { $0[name: field] = nil }
        }
            + strings.map { field in
                make("\(field) is a number", rule(field, "-json-type")) { $0[name: field] = .number("7") }
            }
            + integers.flatMap { field in
                [
                    make("\(field) is a string", rule(field, "-json-type")) { payload in
                        if case .number(let digits)? = payload[field] {
                            payload[name: field] = .string(digits)
                        } else {
                            payload[name: field] = .string("0")
                        }
                    },
                    make("\(field) is written as 1.0", rule(field, "-json-type")) { payload in
                        if case .number(let digits)? = payload[field] {
                            payload[name: field] = .number(digits + ".0")
                        } else {
                            payload[name: field] = .number("0.0")
                        }
                    },
                ]
            }
            + booleans.map { field in
                make("\(field) is a string", rule(field, "-json-type")) { $0[name: field] = .string("true") }
            }
    }

    private var impressions: [BrokenInput] {
        shape(
            "impression-",
            required: [
                "impression-identifier", "publisher-item-identifier", "impression-type", "source-identifier",
                "timestamp",
                "advertised-item-identifier", "ad-network-identifier",
            ],
            strings: ["impression-identifier", "impression-type", "ad-network-identifier"],
            integers: ["publisher-item-identifier", "source-identifier", "timestamp", "advertised-item-identifier"],
            booleans: ["eligible-for-re-engagement"], impression)
            + [
                impression("the impression identifier is no UUID", "identifier-uuid") {
                    $0[name: "impression-identifier"] = .string("7aa9f8cc56894c02b96322ca22136015")
                },
                impression("the publisher is beyond 64 bits", "publisher-item-identifier-range") {
                    $0[name: "publisher-item-identifier"] = .number("18446744073709551616")
                },
                impression("the publisher is negative", "publisher-item-identifier-range") {
                    $0[name: "publisher-item-identifier"] = .number("-1")
                },
                impression("the type is another", "type-value") {
                    $0[name: "impression-type"] = .string("App-Impression")
                },
                network("the network ID has capitals", "Example.adattributionkit", "ad-network-identifier-lowercase"),
                network("the network ID has no known ending", "example.com", "ad-network-identifier-suffix"),
                impression("the source identifier has one digit", "source-identifier-range") {
                    $0[name: "source-identifier"] = .number("9")
                },
                impression("the source identifier has five digits", "source-identifier-range") {
                    $0[name: "source-identifier"] = .number("10000")
                },
                impression("the advertised item is 0", "advertised-item-identifier-range") {
                    $0[name: "advertised-item-identifier"] = .number("0")
                },
                impression("the timestamp is in seconds", "timestamp-seconds") {
                    $0[name: "timestamp"] = .number("1679790422")
                },
                impression("the timestamp is in microseconds", "timestamp-range") {
                    $0[name: "timestamp"] = .number("1679790422446000")
                },
                impression("the timestamp is negative", "timestamp-range") {
                    $0[name: "timestamp"] = .number("-1")
                },
                impression("the timestamp lies in the year 9999", "timestamp-future") {
                    $0[name: "timestamp"] = .number("253402300799999")
                },
                impression("the kid is another network", "ad-network-identifier-kid") {
                    $0[name: "ad-network-identifier"] = .string("other.adattributionkit")
                },
                impression("there is an unknown field", "unknown-field") {
                    $0[name: "campaign"] = .number("7")
                },
                impression("the publisher is 0", "development") {
                    $0[name: "publisher-item-identifier"] = .number("0")
                },
            ]
    }

    private func network(_ name: String, _ network: String, _ rule: String) -> BrokenInput {
        var payload = impression
        payload[name: "ad-network-identifier"] = .string(network)
        return BrokenInput(
            name: name, input: .string(signer.token(payload: payload, keyID: network)), stage: "rules",
            rule: "impression-" + rule)
    }

    // MARK: Postbacks

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

    private var postbacks: [BrokenInput] {
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
                { $0.index = 1 }, { $0[name: "coarse-conversion-value"] = .number("1") }),
            request(
                "the coarse value is a word of its own", "body-coarse-conversion-value-value",
                { $0.index = 1 }, { $0[name: "coarse-conversion-value"] = .string("High") }),
            body("the country is a number", "country-code-json-type") { $0[name: "country-code"] = .number("1") },
            body("the country is in lower case", "country-code-form") { $0[name: "country-code"] = .string("us") },
            body("the country has three letters", "country-code-form") { $0[name: "country-code"] = .string("USA") },
            body("there is an unknown field", "unknown-field") { $0[name: "campaign"] = .number("7") },
            body("a signed field stands in the body", "unknown-field") { $0[name: "did-win"] = .bool(true) },
        ]
    }

    private var relations: [BrokenInput] {
        [
            request(
                "a later postback has four digits", "postback-later-source-identifier", { $0.index = 1 },
                payload: {
                    $0[name: "source-identifier"] = .string("5239")
                }),
            request(
                "a later postback names the publisher", "postback-later-publisher-item-identifier",
                {
                    $0.index = 2
                    $0.forcedFields = ["publisher-item-identifier"]
                }),
            request(
                "a later postback was lost", "postback-lost-sequence-index",
                {
                    $0.index = 1
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
                    $0.index = 1
                    $0.forcedFields = ["conversion-value"]
                }),
            request(
                "a later postback names the country", "body-later-country-code",
                {
                    $0.index = 1
                    $0.country = "US"
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
                    $0.country = "US"
                    $0.forcedFields = ["country-code"]
                }),
            request(
                "a lost postback names the country without the marketplace", "body-tier-country-code",
                {
                    $0.didWin = false
                    $0.tier = .zero
                    $0.country = "US"
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

    // MARK: Configurations

    private func configuration(_ name: String, _ rule: String, _ text: String) -> BrokenInput {
        let value = (try? JSONValue(parsing: Array(text.utf8))) ?? .null
        return BrokenInput(name: name, input: value, stage: "rules", rule: "configuration-" + rule)
    }

    private func windows(_ name: String, _ rule: String, _ text: String) -> BrokenInput {
        configuration(name, rule, #"{"AdAttributionKitConfigurations":{"AttributionWindows":\#(text)}}"#)
    }

    private var configurations: [BrokenInput] {
        [
            windows("a window is a string", "json-type", #"{"global":{"install":{"click":"30"}}}"#),
            configuration(
                "a Boolean is a number", "json-type",
                #"{"AttributionCopyEndpoint":"https://example.com","EligibleForAdAttributionKitReengagementPostbackCopies":1}"#
            ),
            windows("a key is unknown", "unknown-key", #"{"global":{"install":{"tap":30}}}"#),
            configuration(
                "a cooldown is misspelt", "unknown-key", #"{"AttributionCooldown":{"install-cooldown-days":1}}"#),
            windows(
                "ignoreInteractionType stands outside install", "unknown-key",
                #"{"example.adattributionkit":{"ignoreInteractionType":"view"}}"#),
            windows("clicks count for 31 days", "click-range", #"{"global":{"install":{"click":31}}}"#),
            windows("clicks count for 0 days", "click-range", #"{"example.adattributionkit":{"install":{"click":0}}}"#),
            windows("views count for 8 days", "view-range", #"{"global":{"install":{"view":8}}}"#),
            configuration(
                "an install cooldown has 721 hours", "install-cooldown-range",
                #"{"AttributionCooldown":{"install-cooldown-hours":721}}"#),
            configuration(
                "a re-engagement cooldown is negative", "re-engagement-cooldown-range",
                #"{"AttributionCooldown":{"re-engagement-cooldown-hours":-1}}"#),
            windows(
                "ignoreInteractionType stands under global", "ignore-global",
                #"{"global":{"install":{"ignoreInteractionType":"view"}}}"#),
            windows(
                "ignoreInteractionType is tap", "ignore-value",
                #"{"example.adattributionkit":{"install":{"ignoreInteractionType":"tap"}}}"#),
            windows(
                "windows are given for no ad network", "network-identifier",
                #"{"example.com":{"install":{"click":3}}}"#),
            windows(
                "an ad network's ID has capitals", "network-identifier",
                #"{"Example.adattributionkit":{"install":{"click":3}}}"#),
            configuration("copies go to no URL", "copy-endpoint", #"{"AttributionCopyEndpoint":"example"}"#),
            configuration("copies go over http", "copy-endpoint", #"{"AttributionCopyEndpoint":"http://example.com"}"#),
            configuration(
                "a copy key is nested", "nested-copy-key",
                #"{"AdAttributionKit":{"AttributionCopyEndpoint":"https://example.com"}}"#),
        ]
    }
}

extension JSONValue {
    /// The value of an object's member; setting nil takes the member out.
    subscript(name name: String) -> JSONValue? {
        get { self[name] }
        set {
            guard case .object(var members) = self else { return }
            let place = members.firstIndex { $0.name == name }
            switch (place, newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append(.init(name, value))
            case (nil, nil): break
            }
            self = .object(members)
        }
    }
}
