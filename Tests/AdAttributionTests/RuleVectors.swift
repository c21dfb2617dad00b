/// An input that breaks one rule, and no other of severity error.
struct RuleVector: Sendable {
    let rule: String
    let input: RuleInput

    init(_ rule: String, _ input: RuleInput) {
        self.rule = rule
        self.input = input
    }
}

extension RuleVector {
    static let all = impressions + postbacks + bodies + configurations + headers

    static let impressions: [RuleVector] = [
        missing("impression-identifier"), missing("impression-publisher-item-identifier"), missing("impression-type"),
        missing("impression-ad-network-identifier"), missing("impression-source-identifier"),
        missing("impression-timestamp"), missing("impression-advertised-item-identifier"),

        impression("impression-identifier-json-type", "1"),
        impression("impression-publisher-item-identifier-json-type", #""1108187390""#),
        impression("impression-publisher-item-identifier-json-type", "1.0"),
        impression("impression-type-json-type", "null"),
        impression("impression-ad-network-identifier-json-type", "[]"),
        impression("impression-source-identifier-json-type", #""5239""#),
        impression("impression-source-identifier-json-type", "5e3"),
        impression("impression-timestamp-json-type", #""1679790422446""#),
        impression("impression-timestamp-json-type", "1679790422446.0"),
        impression("impression-advertised-item-identifier-json-type", "true"),
        impression("impression-eligible-for-re-engagement-json-type", #""true""#),
        impression("impression-eligible-for-re-engagement-json-type", "1"),
        impression("impression-eligible-for-re-engagement-json-type", "null"),

        impression("impression-identifier-uuid", #""""#),
        impression("impression-identifier-uuid", #""7aa9f8cc56894c02b96322ca22136015""#),
        impression("impression-identifier-uuid", #""7aa9f8cc-5689-4c02-b963-22ca2213601""#),
        impression("impression-identifier-uuid", #""7aa9f8cc-5689-4c02-b963-22ca2213601g""#),
        impression("impression-identifier-uuid", #""{7aa9f8cc-5689-4c02-b963-22ca22136015}""#),
        impression("impression-publisher-item-identifier-range", "18446744073709551616"),
        impression("impression-publisher-item-identifier-range", "-1"),
        impression("impression-type-value", #""App-Impression""#),
        RuleVector(
            "impression-ad-network-identifier-lowercase",
            .impression(
                ["ad-network-identifier": #""Example.adattributionkit""#], keyID: "Example.adattributionkit")),
        RuleVector(
            "impression-ad-network-identifier-lowercase",
            .impression(
                ["ad-network-identifier": #""example.AdAttributionKit""#], keyID: "example.AdAttributionKit")),
        RuleVector(
            "impression-ad-network-identifier-suffix",
            .impression(["ad-network-identifier": #""example.com""#], keyID: "example.com")),
        RuleVector(
            "impression-ad-network-identifier-suffix",
            .impression(["ad-network-identifier": #"".adattributionkit""#], keyID: ".adattributionkit")),
        RuleVector(
            "impression-ad-network-identifier-suffix",
            .impression(
                ["ad-network-identifier": #""example\u000eadattributionkit""#],
                keyID: "example\u{e}adattributionkit")),
        impression("impression-source-identifier-range", "9"),
        impression("impression-source-identifier-range", "10000"),
        impression("impression-source-identifier-range", "-39"),
        impression("impression-advertised-item-identifier-range", "0"),
        impression("impression-advertised-item-identifier-range", "18446744073709551616"),
        RuleVector("impression-timestamp-range", .impression(["timestamp": "1679790422446000"])),
        RuleVector("impression-timestamp-range", .impression(["timestamp": "-1"])),
        RuleVector("impression-timestamp-range", .impression(["timestamp": "253402300800000"])),
        RuleVector("impression-timestamp-seconds", .impression(["timestamp": "1679790422"])),
        RuleVector("impression-timestamp-seconds", .impression(["timestamp": "9999999999"])),
        RuleVector("impression-timestamp-future", .impression(["timestamp": "1679790483001"])),
        RuleVector("impression-timestamp-future", .impression(["timestamp": "253402300799999"])),
        RuleVector("impression-ad-network-identifier-kid", .impression([:], keyID: "example.skadnetwork")),
        RuleVector("impression-unknown-field", .impression(["impression-id": "1"])),
        RuleVector("impression-development", .impression(["publisher-item-identifier": "0"])),
    ]

    static let postbacks: [RuleVector] = [
        missing("postback-identifier"), missing("postback-ad-network-identifier"),
        missing("postback-advertised-item-identifier"), missing("postback-impression-type"),
        missing("postback-conversion-type"), missing("postback-source-identifier"), missing("postback-did-win"),
        missing("postback-sequence-index"),

        postback("postback-identifier-json-type", "1"), postback("postback-ad-network-identifier-json-type", "1"),
        postback("postback-advertised-item-identifier-json-type", #""1""#),
        postback("postback-impression-type-json-type", "1"), postback("postback-conversion-type-json-type", "1"),
        postback("postback-source-identifier-json-type", "5239"), postback("postback-did-win-json-type", #""true""#),
        postback("postback-sequence-index-json-type", #""0""#),
        postback("postback-publisher-item-identifier-json-type", #""1""#),
        postback("postback-marketplace-identifier-json-type", "1"),

        postback("postback-identifier-uuid", #""85546EB7""#),
        postback("postback-ad-network-identifier-lowercase", #""Example.adattributionkit""#),
        postback("postback-ad-network-identifier-suffix", #""example.com""#),
        postback("postback-advertised-item-identifier-range", "-1"),
        postback("postback-impression-type-value", #""app""#),
        postback("postback-conversion-type-value", #""install""#),
        postback("postback-source-identifier-digits", #""5""#),
        postback("postback-source-identifier-digits", #""52390""#),
        postback("postback-source-identifier-digits", #""52a9""#),
        postback("postback-sequence-index-range", "3"), postback("postback-sequence-index-range", "-1"),
        postback("postback-publisher-item-identifier-range", "18446744073709551616"),
        postback("postback-marketplace-identifier-form", #""com apple""#),
        postback("postback-marketplace-identifier-form", #""""#),

        RuleVector("postback-later-source-identifier", .postback(later(["source-identifier": #""239""#]), body: bare)),
        RuleVector(
            "postback-later-publisher-item-identifier",
            .postback(later(["publisher-item-identifier": "1"]), body: bare)),
        RuleVector("postback-lost-sequence-index", .postback(later(["did-win": "false"]), body: bare)),
        RuleVector("postback-lost-publisher-item-identifier", .postback(["did-win": "false"], body: bare)),
        RuleVector(
            "postback-re-engagement-did-win",
            .postback(
                ["did-win": "false", "publisher-item-identifier": nil, "conversion-type": #""re-engagement""#],
                body: bare)),
        RuleVector("postback-tier-marketplace-identifier", .postback(["marketplace-identifier": nil])),
        RuleVector("postback-kid", .postback([:], keyID: "example.adattributionkit")),
        RuleVector("postback-kid-published", .postback([:], keyID: "apple-cas-identifier/7")),
        RuleVector("postback-unknown-field", .postback(["country-code": #""US""#])),
    ]

    static let bodies: [RuleVector] = [
        RuleVector("body-jws-string-missing", .postback([:], body: ["jws-string": nil])),
        RuleVector("body-ad-interaction-type-missing", .postback([:], body: ["ad-interaction-type": nil])),
        RuleVector("body-jws-string-json-type", .postback([:], body: ["jws-string": "1"])),
        RuleVector("body-ad-interaction-type-json-type", .postback([:], body: ["ad-interaction-type": "1"])),
        RuleVector("body-conversion-value-json-type", .postback([:], body: ["conversion-value": #""42""#])),
        RuleVector("body-coarse-conversion-value-json-type", coarse("1")),
        RuleVector("body-country-code-json-type", .postback([:], body: ["country-code": "1"])),
        RuleVector("body-ad-interaction-type-value", .postback([:], body: ["ad-interaction-type": #""tap""#])),
        RuleVector("body-conversion-value-range", .postback([:], body: ["conversion-value": "64"])),
        RuleVector("body-conversion-value-range", .postback([:], body: ["conversion-value": "-1"])),
        RuleVector("body-coarse-conversion-value-value", coarse(#""High""#)),
        RuleVector("body-country-code-assigned", .postback([:], body: ["country-code": #""ZZ""#])),
        RuleVector("body-country-code-assigned", .postback([:], body: ["country-code": #""\u0055K""#])),
        RuleVector("body-country-code-form", .postback([:], body: ["country-code": #""us""#])),
        RuleVector("body-country-code-form", .postback([:], body: ["country-code": #""USA""#])),

        RuleVector("body-fine-and-coarse", .postback([:], body: ["coarse-conversion-value": #""low""#])),
        RuleVector(
            "body-later-conversion-value",
            .postback(later([:]), body: ["country-code": nil])),
        RuleVector(
            "body-later-country-code", .postback(later([:]), body: ["conversion-value": nil])),
        RuleVector(
            "body-lost-conversion-value",
            .postback(["did-win": "false", "publisher-item-identifier": nil], body: ["country-code": nil])),
        RuleVector(
            "body-lost-coarse-conversion-value",
            .postback(
                ["did-win": "false", "publisher-item-identifier": nil],
                body: ["conversion-value": nil, "country-code": nil, "coarse-conversion-value": #""low""#])),
        RuleVector(
            "body-re-engagement-interaction",
            .postback(["conversion-type": #""re-engagement""#], body: ["ad-interaction-type": #""view""#])),
        RuleVector(
            "body-tier-coarse-source-identifier",
            .postback(
                ["publisher-item-identifier": nil],
                body: ["conversion-value": nil, "country-code": nil, "coarse-conversion-value": #""low""#])),
        RuleVector(
            "body-tier-coarse-publisher-item-identifier",
            .postback(
                ["source-identifier": #""39""#],
                body: ["conversion-value": nil, "coarse-conversion-value": #""low""#])),
        RuleVector("body-tier-country-code", .postback(["publisher-item-identifier": nil])),
        RuleVector(
            "body-tier-country-code",
            .postback(
                [
                    "did-win": "false", "publisher-item-identifier": nil, "marketplace-identifier": nil,
                    "source-identifier": #""39""#,
                ], body: ["conversion-value": nil])),
        RuleVector(
            "body-tier-conversion-value",
            .postback(
                [
                    "publisher-item-identifier": nil, "marketplace-identifier": nil, "source-identifier": #""39""#,
                ], body: ["country-code": nil])),
        RuleVector("body-unknown-field", .postback([:], body: ["did-win": "true"])),
    ]

    static let configurations: [RuleVector] = [
        RuleVector("configuration-json-type", .configuration(#"{"AttributionWindows":1}"#)),
        windows("configuration-json-type", "global", #""click":"30""#),
        RuleVector("configuration-unknown-key", .configuration(#"{"AttributionWindows":{},"Windows":1}"#)),
        windows("configuration-click-range", "global", #""click":31"#),
        windows("configuration-click-range", "example.adattributionkit", #""click":0"#),
        windows("configuration-view-range", "global", #""view":8"#),
        windows("configuration-view-range", "global", #""view":0"#),
        RuleVector(
            "configuration-install-cooldown-range",
            .configuration(#"{"AttributionCooldown":{"install-cooldown-hours":721}}"#)),
        RuleVector(
            "configuration-re-engagement-cooldown-range",
            .configuration(#"{"AttributionCooldown":{"re-engagement-cooldown-hours":-1}}"#)),
        windows("configuration-ignore-global", "global", #""ignoreInteractionType":"view""#),
        windows("configuration-ignore-value", "example.adattributionkit", #""ignoreInteractionType":"tap""#),
        windows("configuration-network-identifier", "Example.adattributionkit", ""),
        windows("configuration-network-identifier", "example.com", ""),
        RuleVector(
            "configuration-ad-network-identifiers", .configuration(#"{"AdNetworkIdentifiers":["example.com"]}"#)),
        RuleVector(
            "configuration-ad-network-identifiers",
            .configuration(#"{"AdNetworkIdentifiers":["a.skadnetwork","A.skadnetwork"]}"#)),
        RuleVector(
            "configuration-unknown-key",
            .configuration(#"{"CFBundleIdentifier":"a","AttributionWindows":{"global":{"install":{"click":31}}}}"#)),
        RuleVector(
            "configuration-copy-endpoint", .configuration(#"{"AttributionCopyEndpoint":"http://example.com"}"#)),
        RuleVector(
            "configuration-nested-copy-key",
            .configuration(#"{"AdAttributionKit":{"AttributionCopyEndpoint":"https://example.com"}}"#)),
    ]

    static let headers: [RuleVector] = ["jwk", "jku", "x5c", "x5u"].map {
        RuleVector("jws-embedded-key", .header(#"{"alg":"ES256","kid":"a","\#($0)":"a"}"#))
    }

    // MARK: - Changes that many vectors share

    private static func subject(of rule: String) -> String { String(rule.prefix { $0 != "-" }) }

    /// The member that a rule's name speaks of, less the aspect at its end.
    private static func member(_ rule: String, _ aspects: [String]) -> String {
        let field = aspects.first { rule.hasSuffix($0) }.map { String(rule.dropLast($0.count)) } ?? rule
        // Names of fields that begin with the subject do not name it twice.
        let own = ["impression-identifier", "impression-type", "postback-identifier", "postback-sequence-index"]
        return own.contains(field) ? field : String(field.dropFirst(subject(of: rule).count + 1))
    }

    private static let aspects = [
        "-json-type", "-uuid", "-range", "-value", "-lowercase", "-suffix", "-digits", "-form",
    ]

    private static func missing(_ field: String) -> RuleVector {
        let changes: RuleInput.Changes = [member(field, []): nil]
        return RuleVector(
            field + "-missing", subject(of: field) == "impression" ? .impression(changes) : .postback(changes))
    }

    private static func impression(_ rule: String, _ value: String) -> RuleVector {
        RuleVector(rule, .impression([member(rule, aspects): value]))
    }

    private static func postback(_ rule: String, _ value: String) -> RuleVector {
        RuleVector(rule, .postback([member(rule, aspects): value]))
    }

    /// The payload of a second postback.
    private static func later(_ changes: RuleInput.Changes) -> RuleInput.Changes {
        let base: RuleInput.Changes = [
            "postback-sequence-index": "1", "source-identifier": #""39""#, "publisher-item-identifier": nil,
        ]
        return base.merging(changes) { $1 }
    }

    /// A body without optional fields.
    private static let bare: RuleInput.Changes = ["conversion-value": nil, "country-code": nil]

    /// A first postback of tier 1.
    static func coarse(_ value: String) -> RuleInput {
        .postback(
            ["source-identifier": #""39""#, "publisher-item-identifier": nil],
            body: bare.merging(["coarse-conversion-value": value]) { $1 })
    }

    private static func windows(_ rule: String, _ network: String, _ install: String) -> RuleVector {
        RuleVector(rule, .configuration(#"{"AttributionWindows":{"\#(network)":{"install":{\#(install)}}}}"#))
    }
}
