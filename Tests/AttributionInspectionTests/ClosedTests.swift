import AttributionBase
import AttributionCrypto
import AttributionFixtures
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionInspection

/// Unreadable inputs, and findings beyond the limit, never make an input good.
struct ClosedTests {
    /// More unknown members than findings can be listed.
    private static let strangers = (0..<150).map { JSONValue.Member("x\($0)", .number("1")) }

    private static func token(_ changes: (name: String, value: JSONValue)..., more: [JSONValue.Member]) throws -> String
    {
        var payload = try JSONValue(unverifiedPayload: Samples.bodies[0])
        for (name, value) in changes { payload[name: name] = value }
        guard case .object(let members) = payload else { return "" }
        return try Samples.token(.object(members + more))
    }

    private static func body(_ token: String, _ more: String = "") -> [UInt8] {
        Array(#"{"jws-string":"\#(token)","ad-interaction-type":"click"\#(more)}"#.utf8)
    }

    /// Regression: a hundred warnings about the payload hid the errors of the body.
    @Test func noNumberOfWarningsHidesAnError() throws {
        let strict = InputVerifier(keys: try Samples.keys, accepting: .everything, checksRules: true)
        let sound = try Self.token(more: Self.strangers)
        expect(strict.verdictNow(on: Self.body(sound)).outcome, .valid)
        expect(strict.verdictNow(on: Self.body(sound, #","conversion-value":64"#)).outcome, .againstRules)
        let lax = InputVerifier(keys: try Samples.keys, accepting: .everything, checksRules: false)
        let input = try lax.verdictNow(on: Self.body(sound, #","conversion-value":64"#)).result.get()
        #expect(input.postback?.findings.hasErrors == true)
        let alone = try UnverifiedPostback(parsing: Self.body(sound, #","conversion-value":64"#))
            .verified(by: Samples.keys)
        #expect(alone.findings.hasErrors && alone.unsigned.conversionValue == .unknown(.number("64")))
        let report = InputValidator(keys: try Samples.keys).report(
            on: Self.body(sound, #","conversion-value":64"#), now: Timestamp(milliseconds: 0))
        #expect(report.findings.contains { $0.rule.id == "body-conversion-value-range" })
        #expect(report.findings.count == Findings.defaultLimit && report.findings.more == 52)
    }

    /// Regression: a member of the signed payload with the name of a bid's member hid the faults of the bid's own
    /// member.
    @Test func whatIsSaidOfOneMemberHidesNothingGraver() throws {
        let impression = try #require(DecodedInput(unverified: Samples.fixtures.impression(at: 0)).payload)
        guard case .object(let members) = impression else { return }
        let validator = InputValidator(keys: try Samples.keys)
        for more in [[], [JSONValue.Member("itunesitem", .string("1"))]] {
            let token = try Samples.token(.object(members + more))
            let bid = #"{"ext":{"adattributionkit":{"version":"1.0","itunesitem":7,"jwt":"\#(token)"}}}"#
            let report = validator.report(
                on: Array(#"{"seatbid":[{"bid":[\#(bid)]}]}"#.utf8), now: Timestamp(milliseconds: .max))
            #expect(report.hasErrors && report.findings.contains { $0.rule.id == "openrtb-member-type" })
        }
    }

    // MARK: - SKAdNetwork

    private static var skAdNetworkKeys: SKAdNetworkKeys {
        get throws(Problem) { SKAdNetworkKeys(try TrustedKeys(adding: Samples.fixtures.key.publicKey, keyID: nil)) }
    }

    private static func verified(_ body: [UInt8]) throws -> VerifiedSKAdNetworkPostback {
        try UnverifiedSKAdNetworkPostback(parsing: body).verified(by: try skAdNetworkKeys)
    }

    /// Regression: no rules were checked for SKAdNetwork postbacks, so that a conversion value of 64 was accepted.
    @Test func noPostbackHidesTheRulesThatItBreaks() throws {
        var count = 0
        var unreadable = 0
        for input in Samples.broken where input.rule.subject == .skAdNetworkPostback {
            let body = Array(input.text.utf8)
            count += 1
            // Without a signed value, there is no signature to check.
            do throws(Problem) {
                let postback = try UnverifiedSKAdNetworkPostback(parsing: body).verified(by: Self.skAdNetworkKeys)
                #expect(postback.findings.contains { $0.rule == input.rule }, "\(input.name)")
            } catch {
                unreadable += 1
                expect(input.rule.severity, .error, "\(input.name): \(error)")
            }
            if let sound = input.soundText {
                #expect(try !Self.verified(Array(sound.utf8)).findings.hasErrors, "\(sound)")
            }
        }
        #expect(count > 55 && unreadable < count / 2, "\(count) \(unreadable)")
        for postback in Samples.skAdNetworkPostbacks { #expect(try Self.verified(postback.bytes).findings.isEmpty) }
    }

    private static let outOfRange: [(name: String, value: JSONValue, rule: String)] = [
        ("conversion-value", .number("64"), "skan-postback-conversion-value-range"),
        ("conversion-value", .number("-1"), "skan-postback-conversion-value-range"),
        ("conversion-value", .string("1"), "skan-postback-conversion-value-json-type"),
        ("coarse-conversion-value", .string("huge"), "skan-postback-coarse-conversion-value-value"),
        ("country-code", .string("usa"), "skan-postback-country-code-form"),
        ("country-code", .bool(true), "skan-postback-country-code-json-type"),
    ]

    @Test func noValueIsDropped() throws {
        for (name, value, rule) in Self.outOfRange {
            var postback = Samples.four(("conversion-value", nil))
            postback[name: name] = value
            let verified = try Self.verified(postback.bytes)
            #expect(verified.findings.map(\.rule.id).contains(rule))
            #expect(verified.findings.description.contains("[\(rule)]"))
            // The original values are kept.
            let unsigned = verified.unsigned
            #expect(
                name == "country-code"
                    ? unsigned.country == .unknown(value) : unsigned.conversionValue == .unknown(value))
        }
        var good = Samples.four()
        good[name: "country-code"] = .string("DE")
        try expect(Self.verified(good.bytes).unsigned.country?.known, CountryCode(text: "DE"))
        #expect(
            try Self.verified(good.bytes).unsigned.conversionValue?.known
                == FineConversionValue(rawValue: 63).map { .fine($0) })
    }

    /// The two ways to verify a postback agree.
    @Test func bothWaysOfVerifyingAgree() throws {
        let strict = InputVerifier(keys: try Samples.keys, accepting: .everything, checksRules: true)
        for input in Samples.broken where input.rule.subject == .skAdNetworkPostback {
            let body = Array(input.text.utf8)
            let isVerified = (try? Self.verified(body)).map { !$0.findings.hasErrors } ?? false
            expect(strict.verdictNow(on: body).outcome == .valid, isVerified, "\(input.name)")
        }
    }

    // MARK: - Unreadable inputs

    private static let unreadable: [JSONValue] = [
        .number("0x10"), .number(""), .object([.init("a", .null), .init("a", .null)]),
        .object([.init("impression-identifier", .number("--"))]),
        (0..<200).reduce(JSONValue.null) { value, _ in .array([value]) },
    ]

    @Test func valuesThatAreNoJSONBreakARule() {
        for value in Self.unreadable {
            #expect(throws: Findings.self) { try Impression(value) }
            #expect(AttributionConfiguration(value).findings.hasErrors)
        }
    }

    /// Regression: a payload of the maximum depth was decoded to nothing, without a fault.
    @Test func whatIsTooDeepToShowHasAFault() throws {
        let deep = String(repeating: #"{"a":"#, count: 127) + "{}" + String(repeating: "}", count: 127)
        let value = try JSONValue(parsing: Array(deep.utf8))
        let token = try Samples.token(value)
        let decoded = DecodedInput(unverified: token)
        #expect(decoded.payload != nil || !decoded.faults.isEmpty)
        let verified = try InputVerifier(keys: Samples.keys, accepting: .everything, checksRules: false).verdictNow(
            on: Array(token.utf8)
        ).result.get()
        try expect(verified.payload, value)
        #expect(throws: InputFault.self) { try Impression(unverified: Array(token.utf8)) }
    }
}

extension JSONValue {
    /// The payload of a body's token.
    fileprivate init(unverifiedPayload body: JSONValue) throws {
        guard case .string(let token)? = body["jws-string"] else {
            self = .null
            return
        }
        self = try #require(DecodedInput(unverified: token).payload)
    }
}
