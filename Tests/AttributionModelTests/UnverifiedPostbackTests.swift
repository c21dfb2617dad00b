import AttributionBase
import AttributionCrypto
import AttributionModel
import AttributionTestSupport
import Testing

struct UnverifiedPostbackTests {
    private static let key = newKey()
    private static let keyID = "local/0"

    private static func trusted() throws -> TrustedKeys {
        var keys = TrustedKeys(.productionAndDevelopment)
        try keys.add(key.publicKey, keyID: keyID)
        return keys
    }

    private static func request(_ change: (inout PostbackRequest) -> Void = { _ in }) -> PostbackRequest {
        var request = PostbackRequest(
            identifier: AttributionUUID(unchecked: "85546EB7-FD39-44BC-8990-C98A4AC36A49"),
            adNetworkIdentifier: ExampleKey.adNetworkIdentifier, advertisedItemIdentifier: 10_738_027_756,
            sourceIdentifier: SourceIdentifier(clamping: 5205))
        request.publisherItemIdentifier = 7
        request.marketplaceIdentifier = "com.apple.AppStore"
        request.fine = FineConversionValue(rawValue: 63)
        request.coarse = .medium
        request.country = CountryCode(text: "US")
        change(&request)
        return request
    }

    /// Returns a signed body, whose payload is changed before signing and whose unsigned fields are changed
    /// afterwards.
    private static func body(
        _ request: PostbackRequest, payload: (inout [JSONValue.Member]) -> Void = { _ in },
        unsigned: (inout [JSONValue.Member]) -> Void = { _ in }
    ) throws -> [UInt8] {
        let parts = request.build()
        guard case .object(var members) = parts.payload else { return [] }
        payload(&members)
        var fields = parts.unsigned
        unsigned(&fields)
        let token = key.signedText {
            $0.appendToken(of: Array(JSONValue.object(members).text.utf8), keyID: keyID, to: &$1)
        }
        return Array(JSONValue.object([.init("jws-string", .string(token))] + fields).text.utf8)
    }

    private static func set(_ members: inout [JSONValue.Member], _ name: String, _ value: JSONValue) {
        members.removeAll { $0.name == name }
        members.append(.init(name, value))
    }

    /// Verifying one message of an object would vouch for another in it.
    @Test func aBodyOfBothFrameworksIsRefused() throws {
        let text = try Self.body(
            Self.request(), unsigned: { Self.set(&$0, "attribution-signature", .string("MEUC")) })
        try expect(failure(text), "two-messages")
    }

    /// Returns the rule by which a body is refused.
    private func failure(_ text: [UInt8], _ keys: TrustedKeys? = nil) throws -> String {
        let keys = try keys ?? Self.trusted()
        let problem = #expect(throws: Problem.self) {
            try UnverifiedPostback(parsing: text).verified(by: keys)
        }
        return problem?.rule?.id ?? "none"
    }

    /// What refuses a body is a rule, and one that other bodies break, too.
    @Test func aFailureNamesItsRule() throws {
        let token = "\(BodyField.token.name)"
        func rule(_ text: String) -> String? {
            do throws(Problem) {
                _ = try UnverifiedPostback(parsing: text).verified(by: TrustedKeys(.production))
                return nil
            } catch {
                return error.rule?.id
            }
        }
        expect(rule("{"), "json-syntax")
        expect(rule("{}"), "jws-missing")
        expect(rule(#"{"\#(token)":"a","attribution-signature":"b"}"#), "two-messages")
        expect(rule(#"{"\#(token)":"a.b"}"#), "jws-components")
        let body = try String(decoding: Self.body(Self.request()), as: UTF8.self)
        expect(rule(body), "unknown-key")
        var other = TrustedKeys(.productionAndDevelopment)
        try other.add(newKey().publicKey, keyID: Self.keyID)
        try expect(failure(Array(body.utf8), other), "jws-signature")
    }

    /// Returns the broken rules of severity error, and the postback, which is verified nevertheless.
    private func brokenRules(_ text: [UInt8]) throws -> (rules: [String], postback: VerifiedPostback) {
        let postback = try UnverifiedPostback(parsing: text).verified(by: Self.trusted())
        return (postback.findings.filter { $0.severity == .error }.map(\.rule.id), postback)
    }

    @Test func keepsSignedAndUnsignedApart() throws {
        let postback = try UnverifiedPostback(parsing: Self.body(Self.request())).verified(by: Self.trusted())
        #expect(postback.signed.identifier == AttributionUUID(unchecked: "85546eb7-fd39-44bc-8990-c98a4ac36a49"))
        #expect(postback.signed.adNetworkIdentifier == ExampleKey.adNetworkIdentifier)
        #expect(postback.signed.advertisedItemIdentifier == 10_738_027_756)
        #expect(postback.signed.publisherItemIdentifier == 7)
        expect(postback.signed.sourceIdentifier.known, SourceIdentifier("5205"))
        #expect(postback.signed.marketplaceIdentifier == "com.apple.AppStore")
        #expect(postback.signed.didWin == true && postback.signed.window == .first)
        #expect(postback.signed.conversionType == .download)
        #expect(postback.unsigned.conversionValue == .fine(try #require(FineConversionValue(rawValue: 63))))
        expect(postback.unsigned.country?.known, CountryCode(text: "US"))
        #expect(postback.unsigned.interaction == .click)
        #expect(postback.environment == .local && postback.keyID == Self.keyID)
        #expect(postback.findings.isEmpty)
    }

    @Test func warningsComeAlong() throws {
        let text = try Self.body(Self.request()) { Self.set(&$0, "campaign", .number("7")) }
        let postback = try UnverifiedPostback(parsing: text).verified(by: Self.trusted())
        expect(postback.findings.map(\.rule.id), ["postback-unknown-field"])
    }

    /// The values of a request are those of its postback, in every tier and window.
    @Test func everyTierAndWindowComesBack() throws {
        for tier in DataTier.allCases {
            for window in ConversionWindow.allCases
            where Disclosure(of: .adAttributionKit, tier: tier, window: window, didWin: true).isPostback {
                let request = Self.request {
                    $0.tier = tier
                    $0.window = window
                }
                let postback = try UnverifiedPostback(parsing: Self.body(request)).verified(by: Self.trusted())
                let isRich = window == .first && tier == .three
                #expect(postback.signed.window == window)
                expect(postback.signed.publisherItemIdentifier?.known, isRich ? 7 : nil)
                expect(postback.unsigned.country?.known, isRich ? CountryCode(text: "US") : nil)
                #expect(postback.signed.sourceIdentifier.known?.isEnding(of: request.sourceIdentifier) == true)
                switch (window, tier) {
                case (.first, .zero): #expect(postback.unsigned.conversionValue == nil)
                case (.first, .two), (.first, .three):
                    expect(postback.unsigned.conversionValue?.known, request.fine.map(ConversionValue.fine))
                default: #expect(postback.unsigned.conversionValue == .coarse(.medium))
                }
            }
        }
    }

    /// Anyone can change the unsigned fields without invalidating the signature, which is why they are separate.
    @Test func changedUnsignedFieldsStillVerify() throws {
        let text = try Self.body(Self.request()) { _ in
        } unsigned: {
            Self.set(&$0, "conversion-value", .number("1"))
        }
        let postback = try UnverifiedPostback(parsing: text).verified(by: Self.trusted())
        #expect(postback.unsigned.conversionValue == .fine(try #require(FineConversionValue(rawValue: 1))))
    }

    @Test func applesOwnPostbackIsRead() throws {
        let token = String(decoding: try Repository.line(ofVector: "apple-postback.jws"), as: UTF8.self)
        let text = JSONValue.object([
            .init("jws-string", .string(token)), .init("ad-interaction-type", .string("click")),
        ]).text
        let body = try UnverifiedPostback(parsing: Array(text.utf8))
        let postback = try body.verified(by: TrustedKeys(.productionAndDevelopment))
        expect(postback.environment, .development)
        expect(postback.keyID, "apple-development-identifier/1")
        #expect(postback.unsigned.conversionValue == nil)
        try expect(failure(Array(text.utf8), TrustedKeys(.production)), "unknown-key")
    }

    @Test func failuresTellWhy() throws {
        try expect(failure(Array("{".utf8)), "json-syntax")
        for text in ["{}", "[]", "7", #"{"jws-string":7}"#] {
            try expect(failure(Array(text.utf8)), "jws-missing", "\(text)")
        }
        try expect(failure(Array(#"{"jws-string":"a.b"}"#.utf8)), "jws-components")
        let good = try Self.body(Self.request())
        try expect(failure(good, TrustedKeys(.productionAndDevelopment)), "unknown-key")
        var other = TrustedKeys(.productionAndDevelopment)
        try other.add(newKey().publicKey, keyID: Self.keyID)
        try expect(failure(good, other), "jws-signature")
    }

    /// Rules reflect what is known today: a postback that Apple signed is kept whatever its contents, and the broken
    /// rules are reported.
    @Test(arguments: [
        ("postback-sequence-index", "3", "postback-sequence-index-range"),
        ("postback-sequence-index", "-0", "postback-sequence-index-range"),
        ("advertised-item-identifier", "-0", "postback-advertised-item-identifier-range"),
        ("source-identifier", "5205", "postback-source-identifier-json-type"),
        ("did-win", "1", "postback-did-win-json-type"),
    ]) func brokenRulesAreNamed(_ field: String, _ value: String, _ rule: String) throws {
        let text = try Self.body(Self.request()) { Self.set(&$0, field, .number(value)) }
        let (rules, postback) = try brokenRules(text)
        expect(rules, [rule])
        let signed = postback.signed
        let kept = [
            signed.window.description, signed.advertisedItemIdentifier.description, signed.sourceIdentifier.description,
            signed.didWin.description,
        ]
        #expect(kept.contains(value))
        let known = [
            signed.window.known != nil, signed.advertisedItemIdentifier.known != nil,
            signed.sourceIdentifier.known != nil, signed.didWin.known != nil,
        ]
        expect(known.count { !$0 }, 1)
    }

    /// A conversion type that Apple may add in the future.
    @Test func newWordsAreKept() throws {
        let text = try Self.body(Self.request()) {
            Self.set(&$0, "conversion-type", .string("pre-order"))
        } unsigned: {
            Self.set(&$0, "ad-interaction-type", .string("glance"))
            Self.set(&$0, "country-code", .string("Utopia"))
        }
        let (rules, postback) = try brokenRules(text)
        #expect(
            rules == ["postback-conversion-type", "body-ad-interaction-type", "body-country-code"]
                || rules.count == 3)
        expect(postback.signed.conversionType, .unknown(.string("pre-order")))
        expect(postback.unsigned.interaction, .unknown(.string("glance")))
        expect(postback.unsigned.country, .unknown(.string("Utopia")))
        #expect(postback.signed.didWin == true)
    }

    @Test func aFieldThatIsMissingIsUnknown() throws {
        let text = try Self.body(Self.request()) { $0.removeAll { $0.name == "did-win" } }
        let (rules, postback) = try brokenRules(text)
        expect(rules, ["postback-did-win-missing"])
        expect(postback.signed.didWin, .unknown(.null))
        #expect(postback.signed.didWin != true && postback.signed.didWin != false)
    }

    @Test(arguments: [
        ("conversion-value", "64", "body-conversion-value-range"),
        ("conversion-value", "-0", "body-conversion-value-range"),
        ("ad-interaction-type", "0", "body-ad-interaction-type-json-type"),
    ]) func brokenUnsignedFieldsAreNamed(_ field: String, _ value: String, _ rule: String) throws {
        let text = try Self.body(Self.request()) { _ in
        } unsigned: {
            Self.set(&$0, field, .number(value))
        }
        let (rules, postback) = try brokenRules(text)
        expect(rules, [rule])
        let kept: [JSONValue?] = [
            postback.unsigned.conversionValue.flatMap { if case .unknown(let value) = $0 { value } else { nil } },
            { if case .unknown(let value) = postback.unsigned.interaction { value } else { nil } }(),
        ]
        #expect(kept.contains(.number(value)))
    }

    /// A signer of impressions cannot sign a conversion, whatever encloses the token.
    @Test func anImpressionIsNoPostback() throws {
        for payload in [#"{"impression-identifier":"7aa9f8cc-5689-4c02-b963-22ca22136015"}"#, "[]", "7"] {
            let token = Self.key.signedText { $0.appendToken(of: Array(payload.utf8), keyID: Self.keyID, to: &$1) }
            let body = JSONValue.object([.init("jws-string", .string(token))])
            try expect(failure(Array(body.text.utf8)), "kind-not-accepted", "\(payload)")
        }
    }

    /// The descriptions of failures are those of the command line, and a text is read like its bytes.
    @Test func failuresPrintTheWordsOfTheCommandLine() throws {
        func words(_ text: String, _ keys: TrustedKeys = TrustedKeys(.productionAndDevelopment)) throws -> String {
            do throws(Problem) {
                _ = try UnverifiedPostback(parsing: text).verified(by: keys)
                return ""
            } catch {
                return "\(error)"
            }
        }
        #expect(try words("{").hasPrefix("this is not JSON: "))
        try expect(words("{}"), "this has no signature; it must be a token, or a body with jws-string")
        try expect(words(#"{"jws-string":"a.b"}"#), "the token has 2 parts; it must have 3 (header.payload.signature)")
        let good = String(decoding: try Self.body(Self.request()), as: UTF8.self)
        try expect(words(good), #""kid" is "\#(Self.keyID)"; it must be the kid of a trusted key"#)
        var other = TrustedKeys(.productionAndDevelopment)
        try other.add(newKey().publicKey, keyID: Self.keyID)
        try expect(words(good, other), "the signature does not match the key with kid \"\(Self.keyID)\"")
        let broken = try Self.body(Self.request()) { Self.set(&$0, "did-win", .number("1")) }
        #expect(
            try UnverifiedPostback(parsing: broken).verified(by: Self.trusted()).findings.description
                == #""did-win" is 1; it must be true or false [postback-did-win-json-type]"#)
    }
}
