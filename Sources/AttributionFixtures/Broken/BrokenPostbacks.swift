import AttributionBase
import AttributionModel

/// Postback bodies that break a rule about one or several fields.
extension BrokenInputs {
    /// Returns a postback with a changed payload or body.
    ///
    /// - Parameter ask: Changes the request, for example its tier, window or outcome.
    private func postback(
        _ name: String, _ rule: Rule, keyID: String = PostbackRequest.testKeyID,
        ask: (inout PostbackRequest) -> Void = { _ in }, payload changePayload: (inout JSONValue) -> Void = { _ in },
        body changeBody: (inout JSONValue) -> Void = { _ in }
    ) -> BrokenInput {
        let name = "postback: " + name
        return input(.postback, name, rule) {
            let request = fixtures.values(of: name).postbackRequest
            var broken = request
            ask(&broken)
            let parts = broken.build()
            var payload = parts.payload
            changePayload(&payload)
            var value = fixtures.body((payload, parts.unsigned), keyID: keyID)
            changeBody(&value)
            // The counterpart is the same request without forbidden fields, if such a postback exists.
            broken.forcedFields = []
            let isSound = broken.refusal == nil && !broken.findings.contains { $0.severity == .error }
            let sound = fixtures.body((isSound ? broken : request).build())
            // A postback that satisfies this rule is signed by Apple, so there is no valid counterpart.
            return .init(broken: value, sound: rule === PostbackRules.localKey ? nil : sound)
        }
    }

    /// Returns a postback with another value for a signed field, given as JSON text. By default, it is the field of the rule.
    private func signed(_ name: String, _ rule: Rule, _ value: String, of field: Field? = nil) -> BrokenInput {
        postback(name, rule, payload: { $0[name: field?.text ?? rule.field] = JSONValue(literal: value) })
    }

    /// Returns a postback with another value for a field outside the signature, given as JSON text. By default, it is the field of the
    /// rule.
    private func unsigned(
        _ name: String, _ rule: Rule, _ value: String?, of field: Field? = nil,
        ask: (inout PostbackRequest) -> Void = { _ in }
    ) -> BrokenInput {
        postback(
            name, rule, ask: ask, body: { $0[name: field?.text ?? rule.field] = value.map(JSONValue.init(literal:)) })
    }

    /// Returns a postback with a field that its tier, window or outcome forbids.
    private func forced(
        _ name: String, _ rule: Rule, _ field: Disclosure.Field, _ ask: (inout PostbackRequest) -> Void
    ) -> BrokenInput {
        postback(
            name, rule,
            ask: {
                ask(&$0)
                $0.forcedFields = [field]
            })
    }

    var postbacks: [BrokenInput] {
        let fields = Self.ofFields(in: PostbackRules.all) { postback($0, $1, payload: $2) }
        let (values, bodies, relations) = (signedValues, bodies, windows + outcomes + tiers)
        let others = BodyRules.all.filter { rule in !bodies.contains { $0.rule === rule } }
        return fields + values
            + unbroken(PostbackRules.all, by: values + relations).map { rule, field, value in
                postback("\(field.name) is another", rule, payload: { $0[field] = value })
            } + bodies + Self.ofFields(in: others) { postback($0, $1, body: $2) } + relations
    }

    // MARK: - The payload

    private var signedValues: [BrokenInput] {
        typealias Rules = PostbackRules
        let beyond64Bits = "18446744073709551616"
        return [
            signed("the identifier is not a UUID", Rules.identifierUUID, #""85546EB7""#),
            signed(
                "the network has capitals", Rules.adNetworkIdentifierLowercase, #""\#(fixtures.capitalNetwork)""#),
            signed("the network has no known ending", Rules.adNetworkIdentifierSuffix, #""example.com""#),
            signed("the network is a URL", Rules.adNetworkIdentifierForm, #""http://example.adattributionkit""#),
            signed("the advertised item exceeds 64 bits", Rules.advertisedItemIdentifierRange, beyond64Bits),
            signed("the advertised item is negative", Rules.advertisedItemIdentifierRange, "-1"),
            signed("the impression type is unknown", Rules.impressionTypeValue, #""impression""#),
            signed("the conversion type is reengagement", Rules.conversionTypeValue, #""reengagement""#),
            signed("the conversion type is install", Rules.conversionTypeValue, #""install""#),
            signed("the source identifier has one digit", Rules.sourceDigits, #""5""#),
            signed("the source identifier has five digits", Rules.sourceDigits, #""52391""#),
            signed("the source identifier has a letter", Rules.sourceDigits, #""5a39""#),
            signed("the sequence index is 3", Rules.sequenceIndexRange, "3"),
            signed("the sequence index is negative", Rules.sequenceIndexRange, "-1"),
            signed("the publisher is negative", Rules.publisherItemIdentifierRange, "-1"),
            signed("the publisher exceeds 64 bits", Rules.publisherItemIdentifierRange, beyond64Bits),
            signed("the marketplace has a blank", Rules.marketplaceForm, #""App Store""#),
            signed("the marketplace is empty", Rules.marketplaceForm, #""""#),
            signed("there is an unknown field", Rules.unknownField, "7", of: Self.unknownField),
            signed("the conversion value is signed", Rules.unknownField, "7", of: BodyField.conversionValue),
            signed("the country is signed", Rules.unknownField, #""US""#, of: BodyField.countryCode),
            signed(
                "there is an impression identifier as well", Rules.impressionIdentifier,
                #""7aa9f8cc-5689-4c02-b963-22ca22136015""#),
            signed(
                "the network is that of the developer settings", Rules.developmentNetwork,
                #""\#(AdNetworkIdentifier.development)""#),
            signed("the advertised item is 0", Rules.developmentItem, "0"),
            postback("the kid is not Apple's", Rules.localKey),
            postback(
                "the kid is Apple's, but none that Apple published", Rules.publishedKey,
                keyID: "apple-cas-identifier/7"),
        ]
    }

    // MARK: - The body

    private var bodies: [BrokenInput] {
        typealias Rules = BodyRules
        func later(_ request: inout PostbackRequest) {
            request.window = .second
            request.coarse = .low
        }
        func american(_ request: inout PostbackRequest) { request.country = CountryCode(text: "US") }
        return [
            unsigned("jws-string is a number", Rules.tokenType, "7"),
            unsigned("jws-string is missing", Rules.tokenMissing, nil),
            unsigned("the interaction is missing", Rules.adInteractionTypeMissing, nil),
            unsigned("the interaction is a number", Rules.adInteractionTypeType, "1"),
            unsigned("the interaction is a tap", Rules.adInteractionTypeValue, #""tap""#),
            unsigned("the fine value is a string", Rules.conversionValueType, #""24""#),
            unsigned("the fine value is 64", Rules.conversionValueRange, "64"),
            unsigned("the fine value is negative", Rules.conversionValueRange, "-1"),
            unsigned("the coarse value is a number", Rules.coarseConversionValueType, "1", ask: later),
            unsigned("the coarse value is an unknown word", Rules.coarseConversionValueValue, #""High""#, ask: later),
            unsigned("the country is a number", Rules.countryType, "1", ask: american),
            unsigned("the country is in lower case", Rules.countryForm, #""us""#, ask: american),
            unsigned("the country has three letters", Rules.countryForm, #""USA""#, ask: american),
            unsigned("the country does not exist", Rules.countryAssigned, #""ZZ""#, ask: american),
            unsigned("the country is UK", Rules.countryAssigned, #""UK""#, ask: american),
            unsigned("there is an unknown field in the body", Rules.unknownField, "7", of: Self.unknownField),
            unsigned("a signed field is in the body", Rules.unknownField, "true", of: PostbackField.didWin),
        ]
    }

    // MARK: - Fields that are valid individually but not in combination

    private var windows: [BrokenInput] {
        [
            postback(
                "a later postback has four digits", PostbackRules.laterSource, ask: { $0.window = .second },
                payload: { $0[PostbackField.sourceIdentifier] = .string("5239") }),
            forced("a later postback names the publisher", PostbackRules.laterPublisher, .publisher) {
                $0.window = .third
            },
            forced("a later postback has a fine value", BodyRules.laterFine, .fine) { $0.window = .second },
            forced("a later postback names the country", BodyRules.laterCountry, .country) {
                $0.window = .second
                $0.country = CountryCode(text: "US")
            },
            forced("fine and coarse values come together", BodyRules.fineAndCoarse, .coarse) { $0.coarse = .low },
        ]
    }

    private var outcomes: [BrokenInput] {
        [
            postback(
                "a nonwinning postback is not the first", PostbackRules.lostWindow,
                ask: {
                    $0.window = .second
                    $0.didWin = false
                }),
            forced("a nonwinning postback names the publisher", PostbackRules.lostPublisher, .publisher) {
                $0.didWin = false
            },
            forced("a nonwinning postback has a fine value", BodyRules.lostFine, .fine) { $0.didWin = false },
            forced("a nonwinning postback has a coarse value", BodyRules.lostCoarse, .coarse) {
                $0.didWin = false
                $0.fine = nil
                $0.coarse = .high
            },
            postback(
                "a re-engagement did not win", PostbackRules.lostReEngagement,
                ask: {
                    $0.didWin = false
                    $0.conversionType = .reEngagement
                }),
            postback(
                "a view led to a re-engagement", BodyRules.reEngagementView,
                ask: {
                    $0.conversionType = .reEngagement
                    $0.interaction = .view
                }),
        ]
    }

    private var tiers: [BrokenInput] {
        func coarse(_ request: inout PostbackRequest) {
            request.fine = nil
            request.coarse = .low
        }
        return [
            postback(
                "the marketplace is missing although the publisher is present", PostbackRules.marketplaceAbsent,
                ask: { $0.marketplaceIdentifier = nil }),
            postback(
                "the marketplace is missing with four digits", PostbackRules.marketplaceAbsent,
                ask: {
                    $0.marketplaceIdentifier = nil
                    $0.tier = .two
                }),
            forced("a coarse value comes with four digits", BodyRules.coarseDigits, .coarse) {
                $0.tier = .two
                coarse(&$0)
            },
            forced("a coarse value comes with the publisher", BodyRules.coarsePublisher, .coarse) {
                $0.sourceDigits = 2
                coarse(&$0)
            },
            forced("the country comes without the publisher", BodyRules.countryPublisher, .country) {
                $0.tier = .two
                $0.country = CountryCode(text: "US")
            },
            forced("a lost postback names the country without the marketplace", BodyRules.countryPublisher, .country) {
                $0.didWin = false
                $0.tier = .zero
                $0.country = CountryCode(text: "US")
            },
            forced("tier 0 comes with a fine value", BodyRules.marketplaceAbsent, .fine) { $0.tier = .zero },
            forced("tier 0 comes with a coarse value", BodyRules.marketplaceAbsent, .coarse) {
                $0.tier = .zero
                coarse(&$0)
            },
        ]
    }
}
