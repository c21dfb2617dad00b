import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionModel

/// Valid inputs, and findings about several faults at once. Inputs that break single rules are in the tests of
/// `AttributionFixtures`.
struct RuleTests {
    /// A nonwinning postback may have neither value, so each of them has a finding; that there are two is not another
    /// fault.
    @Test func bothValuesOfANonwinningPostbackAreNamed() throws {
        let input = RuleInput.postback(
            ["did-win": "false", "publisher-item-identifier": nil],
            body: ["conversion-value": "1", "coarse-conversion-value": #""low""#])
        let errors = try input.findings().filter { $0.severity == .error }.map(\.rule.id)
        expect(errors, ["body-lost-conversion-value", "body-lost-coarse-conversion-value"])
    }

    /// A single value is checked only by the rules of its field, and not for other missing fields.
    @Test func oneValueIsJudgedByItself() {
        func rules(_ value: JSONValue, _ field: Field, _ subject: Subject) -> [String] {
            Examiner.findings(of: value, as: field, in: subject, now: Timestamp(milliseconds: 1_767_225_600_000)).map(
                \.rule.id)
        }
        expect(rules(.number("63"), BodyField.conversionValue, .body), [])
        expect(rules(.number("64"), BodyField.conversionValue, .body), ["body-conversion-value-range"])
        expect(rules(.string("63"), BodyField.conversionValue, .body), ["body-conversion-value-json-type"])
        expect(rules(.number("5239"), ImpressionField.sourceIdentifier, .impression), [])
        expect(rules(.number("1767225600"), ImpressionField.timestamp, .impression), ["impression-timestamp-seconds"])
        expect(rules(.string("download"), PostbackField.conversionType, .postback), [])
    }

    /// The quick tests of a set are joined, which those of one rule are not.
    @Test(arguments: ImpressionField.shape.fields.map(\.text))
    func aSetFindsWhatEachOfItsRulesFindsAlone(name: String) throws {
        let values = [
            nil, "null", "true", "{}", "0", "1", "-1", "1.5", "10000", "9999999999", "10000000000", "1577836799999",
            "1577836800000", "1679790483001", "253402300799999", "253402300800000", "18446744073709551615",
            "18446744073709551616", #""""#, #""x""#, #""Example.adattributionkit""#, #""example.skadnetwork""#,
        ]
        for value in values {
            let members: [String: String?] = [
                "impression-identifier": #""7aa9f8cc-5689-4c02-b963-22ca22136015""#, "publisher-item-identifier": "1",
                "impression-type": #""app-impression""#, "ad-network-identifier": #""example.adattributionkit""#,
                "source-identifier": "5239", "timestamp": "1679790422446", "advertised-item-identifier": "2",
            ].merging([name: value]) { $1 }
            let texts = members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
            let ids = try JSONValue(parsing: Array("{\(texts.joined(separator: ","))}".utf8)).withView { payload in
                var examiner = Examiner()
                _ = examiner.load(impression: payload)
                examiner.examination.now = 1_679_790_423_000
                return [[ImpressionRules.all], ImpressionRules.all.map { [$0] }].map { sets in
                    sets.flatMap { examiner.findings(of: RuleSet($0)).map(\.rule.id) }
                }
            }
            expect(ids?[0], ids?[1], "\(name): \(value ?? "absent")")
        }
    }

    // MARK: - Fields

    /// A field without rules would permit any value.
    @Test(arguments: [
        (ImpressionField.shape, ImpressionRules.all), (PostbackField.shape, PostbackRules.all),
        (BodyField.shape, BodyRules.all),
    ])
    func everyFieldHasRules(shape: ObjectShape, rules: [Rule]) {
        // An impression identifier is refused with any value.
        for field in shape.fields where field.index != PostbackField.impressionIdentifier.index {
            let kinds = rules.filter { $0.field == field.text }.compactMap(\.kind)
            #expect(kinds.contains { if case .isOfType = $0 { true } else { false } }, "\(field.name)")
            let isDemanded = kinds.contains { if case .isPresent = $0 { true } else { false } }
            expect(isDemanded, field.isRequired, "\(field.name)")
        }
    }

    /// Each signed field is read into a property. The impression type is always the same.
    @Test func everySignedFieldIsRead() {
        let request = PostbackRequest(
            identifier: AttributionUUID(unchecked: "8E702239-4576-4E47-9908-175D7BBF414D"),
            adNetworkIdentifier: AdNetworkIdentifier(unchecked: "example.adattributionkit"),
            advertisedItemIdentifier: 1, sourceIdentifier: SourceIdentifier(clamping: 5239))
        let postback = Postback(request.build().payload)
        let others = [PostbackField.impressionIdentifier, PostbackField.impressionType]
        expect(Mirror(reflecting: postback).children.count, PostbackField.shape.fields.count - others.count)
    }

    // MARK: - Valid inputs

    static let valid: [(String, RuleInput)] = [
        ("impression", .impression([:])),
        ("impression without option", .impression(["eligible-for-re-engagement": nil])),
        ("impression that refuses re-engagement", .impression(["eligible-for-re-engagement": "false"])),
        (
            "impression of a SKAdNetwork ID",
            .impression(["ad-network-identifier": #""example.skadnetwork""#], keyID: "example.skadnetwork")
        ),
        (
            "UUID in capitals",
            .impression(["impression-identifier": #""7AA9F8CC-5689-4C02-B963-22CA22136015""#])
        ),
        (
            "UUID with an escape",
            .impression(["impression-identifier": #""\u0037aa9f8cc-5689-4c02-b963-22ca22136015""#])
        ),
        ("two digits of source", .impression(["source-identifier": "10"])),
        ("four digits of source", .impression(["source-identifier": "9999"])),
        (
            "largest identifiers",
            .impression([
                "publisher-item-identifier": "18446744073709551615",
                "advertised-item-identifier": "18446744073709551615",
            ])
        ),
        ("earliest milliseconds", .impression(["timestamp": "1577836800000"])),
        (
            "null for an option and for an unknown field",
            .impression(["eligible-for-re-engagement": "null", "extra": "null"])
        ),
        ("clock a minute ahead", .impression(["timestamp": "1679790483000"])),
        ("first postback of tier 3", .postback([:])),
        (
            "first postback of tier 1",
            .postback(
                ["source-identifier": #""39""#, "publisher-item-identifier": nil],
                body: ["conversion-value": nil, "country-code": nil, "coarse-conversion-value": #""low""#])
        ),
        (
            "nonwinning postback",
            .postback(
                ["did-win": "false", "publisher-item-identifier": nil],
                body: ["conversion-value": nil, "country-code": nil])
        ),
        (
            "third postback",
            .postback(
                ["postback-sequence-index": "2", "source-identifier": #""39""#, "publisher-item-identifier": nil],
                body: ["conversion-value": nil, "country-code": nil, "coarse-conversion-value": #""high""#])
        ),
        (
            "postback of an app from Xcode in the developer settings",
            .postback(
                [
                    "advertised-item-identifier": "0",
                    "ad-network-identifier": #""development.adattributionkit""#,
                ], keyID: "apple-development-identifier/1")
        ),
        ("source digits with an escape", .postback(["source-identifier": #""\u003523""#])),
        ("re-engagement by a tap", .postback(["conversion-type": #""re-engagement""#])),
        ("header", .header(#"{"alg":"ES256","kid":"a"}"#)),
        ("empty configuration", .configuration("{}")),
        (
            "full configuration",
            .configuration(
                #"{"AttributionWindows":{"global":{"install":{"click":30,"view":7}},"example.adattributionkit":"#
                    + #"{"install":{"click":1,"view":1,"ignoreInteractionType":"view"}}},"AttributionCooldown":"#
                    + #"{"install-cooldown-hours":720,"re-engagement-cooldown-hours":0}}"#)
        ),
        (
            "other keys of an Info.plist",
            .configuration(#"{"CFBundleIdentifier":"a","AdAttributionKitConfigurations":{}}"#)
        ),
    ]

    @Test func noValidInputVanishes() { expect(Set(Self.valid.map(\.0)).count, 23) }

    @Test(arguments: valid) func validInputBreaksNoRule(_ name: String, _ input: RuleInput) throws {
        try expect(input.findings().map(\.rule.id), [], "\(name)")
    }

    // MARK: - Boundaries of valid inputs

    /// Clocks may differ by at most a minute.
    @Test func aTimestampBeyondTheSkewLiesInTheFuture() throws {
        let input = RuleInput.impression(["timestamp": "1679790483001"])
        try expect(input.findings().map(\.rule.id), ["impression-timestamp-future"])
    }

    /// Escapes do not change the meaning of a string.
    @Test func anEscapedCountryIsLookedAt() throws {
        let input = RuleInput.postback([:], body: ["country-code": #""\u0055K""#])
        try expect(input.findings().map(\.rule.id), ["body-country-code-assigned"])
    }

    // MARK: - Developer settings

    /// Values that developers choose independently in developer settings. Each breaks a relation between fields,
    /// which causes only a note there.
    static let ties: [(String, RuleInput.Changes, RuleInput.Changes)] = [
        ("postback-later-source-identifier", ["postback-sequence-index": "1", "publisher-item-identifier": nil], bare),
        (
            "postback-later-publisher-item-identifier",
            ["postback-sequence-index": "1", "source-identifier": #""39""#], bare
        ),
        ("postback-lost-publisher-item-identifier", ["did-win": "false"], bare),
        ("postback-tier-marketplace-identifier", ["marketplace-identifier": nil], bare),
        ("body-fine-and-coarse", ["source-identifier": #""39""#], ["coarse-conversion-value": #""low""#]),
        ("body-lost-conversion-value", ["did-win": "false", "publisher-item-identifier": nil], ["country-code": nil]),
        (
            "body-re-engagement-interaction", ["conversion-type": #""re-engagement""#],
            ["ad-interaction-type": #""view""#]
        ),
        (
            "body-tier-coarse-publisher-item-identifier", ["source-identifier": #""39""#],
            bare.merging(["coarse-conversion-value": #""low""#]) { $1 }
        ),
        ("body-tier-country-code", ["publisher-item-identifier": nil], ["conversion-value": nil]),
    ]

    private static let bare: RuleInput.Changes = ["conversion-value": nil, "country-code": nil]

    @Test(arguments: ties.indices) func developerSettingsBreakTiesByRight(_ index: Int) throws {
        let (rule, payload, body) = Self.ties[index]
        let settings = payload.merging(["ad-network-identifier": #""development.adattributionkit""#]) { $1 }
        // A developer's own key may sign postbacks like those.
        for keyID in ["apple-development-identifier/1", "local/0"] {
            let excused = try RuleInput.postback(settings, body: body, keyID: keyID).findings()
            let isNote = excused.allSatisfy { $0.severity == .note }
            #expect(isNote && excused.contains { $0.rule.id == rule }, "\(rule) \(keyID)")
        }
        let others = try ["apple-cas-identifier/0", "apple-development-identifier/0", "local/0"].map {
            try RuleInput.postback(payload, body: body, keyID: $0).findings()
        }
        let published = try RuleInput.postback(settings, body: body, keyID: "apple-cas-identifier/0").findings()
        for findings in others + [published] {
            #expect(findings.contains { $0.rule.id == rule && $0.severity > .note }, "\(rule)")
        }
    }

    /// Values and types are checked there too.
    @Test func developerSettingsKeepToTypesAndValues() throws {
        let findings = try RuleInput.postback(
            ["source-identifier": #""5""#, "ad-network-identifier": #""development.adattributionkit""#],
            body: ["conversion-value": "64"], keyID: "apple-development-identifier/1"
        ).findings()
        expect(findings.map(\.rule.id), ["postback-source-identifier-digits", "body-conversion-value-range"])
        #expect(findings.allSatisfy { $0.severity == .error })
    }

    /// The network and item of developer settings belong to their `kid`.
    @Test func developerSettingsHaveANetworkAndAKidOfTheirOwn() throws {
        func rules(_ changes: RuleInput.Changes, _ keyID: String) throws -> [String] {
            try RuleInput.postback(changes, keyID: keyID).findings().map(\.rule.id)
        }
        let development: RuleInput.Changes = ["ad-network-identifier": #""development.adattributionkit""#]
        let network = ["postback-development-network"]
        #expect(try rules(development, "apple-development-identifier/1").isEmpty)
        try expect(rules(development, "apple-cas-identifier/0"), network)
        try expect(rules(development, "apple-development-identifier/0"), network)
        try expect(rules([:], "apple-development-identifier/1"), network)
        #expect(try rules([:], "apple-cas-identifier/0").isEmpty)
        let item: RuleInput.Changes = ["advertised-item-identifier": "0"]
        try expect(rules(item, "apple-cas-identifier/0"), ["postback-development-item"])
        try expect(rules(item, "apple-development-identifier/0"), ["postback-development-item"])
        #expect(try rules(development.merging(item) { $1 }, "apple-development-identifier/1").isEmpty)
        // A developer's own key may sign such postbacks.
        let played = try RuleInput.postback(development.merging(item) { $1 }, keyID: "local/0").findings()
        expect(
            Set(played.map(\.rule.id)), ["postback-kid", "postback-development-network", "postback-development-item"])
        #expect(played.allSatisfy { $0.severity == .note })
    }

    // MARK: - The catalogue

    @Test func devicesThrowForErrorsOfImpressionsOnly() {
        for rule in RuleCatalogue.adAttributionKit.rules where rule.subject != .token {
            #expect(
                (rule.platformError?.name == "invalidImpressionJWSPayload")
                    == (rule.subject == .impression && rule.severity == .error), "\(rule.id)")
        }
    }

    @Test func rulesAreWrittenInOneStyle() {
        for rule in RuleCatalogue.adAttributionKit.rules {
            #expect(
                rule.id.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d },
                "\(rule.id)")
            #expect(!rule.summary.isEmpty && !rule.summary.hasSuffix("."), "\(rule.id)")
            #expect(!rule.wanted.isEmpty && !rule.field.isEmpty, "\(rule.id)")
        }
    }
}
