import AdAttribution
import JOSE
import Testing

@Suite struct RuleTests {
    // MARK: - Every rule is broken alone

    @Test func noVectorVanishes() {
        #expect(RuleVector.impressions.count == 48)
        #expect(RuleVector.postbacks.count == 41)
        #expect(RuleVector.bodies.count == 27)
        #expect(RuleVector.configurations.count == 18)
        #expect(RuleVector.headers.count == 4)
    }

    /// Rules that hold while a token is read or its signature is checked have their vectors below.
    @Test func everyRuleHasAVector() {
        let tested = RuleVector.all.map(\.rule) + Self.tokens.map(\.0) + ["jws-payload-object", "jws-signature"]
        // What a postback is asked to be is no input: those rules are tested with the requests.
        #expect(Set(tested) == Set(RuleCatalogue.all.filter { $0.subject != .request }.map(\.id)))
        #expect(Set(RuleCatalogue.all.map(\.id)).count == RuleCatalogue.all.count)
    }

    @Test(arguments: RuleVector.all.indices) func breaksItsRuleAlone(_ index: Int) throws {
        let vector = RuleVector.all[index]
        let findings = try vector.input.findings()
        let rule = try #require(RuleCatalogue.rule(vector.rule))
        #expect(findings.contains { $0.rule.id == vector.rule }, "\(vector.rule)")
        let errors = findings.filter { $0.rule.severity == .error }.map(\.rule.id)
        #expect(errors == (rule.severity == .error ? [vector.rule] : []), "\(vector.rule)")
    }

    @Test(arguments: RuleVector.all.indices) func findingTellsWhatWasFoundAndWanted(_ index: Int) throws {
        let vector = RuleVector.all[index]
        for finding in try vector.input.findings() {
            #expect(!finding.field.isEmpty && finding.field != "*", "\(vector.rule)")
            #expect(!finding.found.isEmpty && !finding.wanted.isEmpty, "\(vector.rule)")
        }
    }

    /// A nonwinning postback may have neither value, so each is named; that there are two is not what is wrong.
    @Test func bothValuesOfANonwinningPostbackAreNamed() throws {
        let input = RuleInput.postback(
            ["did-win": "false", "publisher-item-identifier": nil],
            body: ["conversion-value": "1", "coarse-conversion-value": #""low""#])
        let errors = try input.findings().filter { $0.rule.severity == .error }.map(\.rule.id)
        #expect(errors == ["body-lost-conversion-value", "body-lost-coarse-conversion-value"])
    }

    // MARK: - Valid inputs break none

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
        ("earliest milliseconds", .impression(["timestamp": "10000000000"])),
        ("clock a minute ahead", .impression(["timestamp": "1679790483000"])),
        ("first postback of tier 3", .postback([:])),
        ("first postback of tier 1", RuleVector.coarse(#""low""#)),
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
        ("postback of an app from Xcode", .postback(["advertised-item-identifier": "0"])),
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

    @Test func noValidInputVanishes() { #expect(Set(Self.valid.map(\.0)).count == 22) }

    @Test(arguments: valid) func validInputBreaksNoRule(_ name: String, _ input: RuleInput) throws {
        #expect(try input.findings().map(\.rule.id) == [], "\(name)")
    }

    // MARK: - Tokens

    /// The rules that reading a token stands for, each with a token that breaks it.
    static let tokens: [(String, String)] = [
        ("jws-components", "e30.e30"),
        ("jws-header-base64url", "e3=.e30.AA"),
        ("jws-header-json", token("{")),
        ("jws-header-object", token("[]")),
        ("jws-alg", token(#"{"alg":"none","kid":"a"}"#)),
        ("jws-kid", token(#"{"alg":"ES256"}"#)),
        ("jws-critical", token(#"{"alg":"ES256","kid":"a","crit":["b64"]}"#)),
        ("jws-payload-base64url", token(good, payload: "e31")),
        ("jws-payload-json", token(good, payload: encoded(Array("{".utf8)))),
        ("jws-signature-base64url", token(good, signature: "A")),
        ("jws-signature-length", token(good, signature: "AA")),
        ("jws-signature-range", token(good, signature: encoded([UInt8](repeating: 0, count: 64)))),
    ]

    private static let good = #"{"alg":"ES256","kid":"a"}"#

    private static func encoded(_ bytes: [UInt8]) -> String {
        String(decoding: Base64URL.encode(bytes), as: UTF8.self)
    }

    private static func token(
        _ header: String, payload: String = "e30", signature: String = encoded([UInt8](repeating: 1, count: 64))
    ) -> String {
        encoded(Array(header.utf8)) + "." + payload + "." + signature
    }

    @Test(arguments: tokens) func tokenBreaksItsRule(
        _ rule: String, _ token: String
    ) {
        let error = #expect(throws: JWSError.self) { try UnverifiedJWS(compact: token) }
        #expect(error?.rule == rule)
        #expect(RuleCatalogue.rule(rule)?.subject == .token)
    }

    // MARK: - The catalogue

    @Test func devicesThrowForErrorsOfImpressionsOnly() {
        for rule in RuleCatalogue.all where rule.subject != .token {
            #expect(
                (rule.appleError == .payload) == (rule.subject == .impression && rule.severity == .error), "\(rule.id)")
        }
    }

    @Test func rulesAreWrittenInOneStyle() {
        for rule in RuleCatalogue.all {
            #expect(
                rule.id.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d },
                "\(rule.id)")
            #expect(!rule.summary.isEmpty && !rule.summary.hasSuffix("."), "\(rule.id)")
            #expect(!rule.wanted.isEmpty && !rule.field.isEmpty, "\(rule.id)")
        }
    }
}
