import AdAttribution
import JOSE
import Rules
import StrictJSON

/// What a postback must satisfy [Verifying an install-validation postback].
package enum SignedPostbackRules {
    private static func rule(_ error: PlatformError? = nil, _ article: Article = .verifyingPostbacks) -> RuleBuilder {
        RuleBuilder(subject: .skAdNetworkPostback, article: article, platformError: error)
    }

    static let version = SignedField.version.inPostback
    private static let network = SignedField.adNetworkID.inPostback
    private static let campaign = SignedField.campaignID.inPostback
    static let source = SignedField.sourceIdentifier.inPostback
    private static let item = SignedField.appID.inPostback
    private static let transaction = SignedField.transactionID.inPostback
    private static let redownload = SignedField.redownload.inPostback
    static let app = SignedField.sourceAppID.inPostback
    static let domain = SignedField.sourceDomain.inPostback
    private static let fidelity = SignedField.fidelityType.inPostback
    static let didWin = SignedField.didWin.inPostback
    static let index = SignedField.postbackSequenceIndex.inPostback
    static let fine = SignedField.conversionValue.inPostback
    static let coarse = SignedField.coarseConversionValue.inPostback
    static let country = SignedField.countryCode.inPostback
    private static let signature = SignedField.signature.inPostback

    static let set = RuleSet(all)

    static let all: [Rule] =
        presence + types + versions + values + PostbackDisclosureRules.all
        + rule().signatureForms(
            base64: "skan-postback-signature-base64", der: "skan-postback-signature-der", signature)
        + [
            rule().separators("skan-postback-separator", [version, network, source, transaction, domain]), holds, key,
            unknownField, development,
        ]

    /// Checked where the keys are known.
    package static let holds = Rule(
        "skan-postback-signature", .error, .skAdNetworkPostback, field: signature.text,
        "the signature is by the key of the version", wanted: "one by the key of the version",
        hint: "aak skan explain names what differs", article: .verifyingPostbacks)

    package static let key = Rule(
        "skan-postback-key", .error, .skAdNetworkPostback, field: version.text,
        "there is a key for the version", wanted: "a libcrypto with P-192 for versions 1.0 and 2.0",
        hint: "this build of libcrypto has no P-192; use one that has", article: .verifyingPostbacks)

    // MARK: - Presence

    private static func signed(_ id: StaticString, _ field: SignedField) -> Rule {
        rule().signed(id, field, field.inPostback) { examination in
            guard let found = examination.skAdNetworkVersion(version), let order = SignedOrder.postback(found),
                order.requires(field)
            else { return nil }
            return found
        }
    }

    private static let presence: [Rule] = [
        signed("skan-postback-ad-network-id-missing", .adNetworkID),
        signed("skan-postback-campaign-id-missing", .campaignID),
        signed("skan-postback-source-identifier-missing", .sourceIdentifier),
        signed("skan-postback-app-id-missing", .appID),
        signed("skan-postback-transaction-id-missing", .transactionID),
        signed("skan-postback-redownload-missing", .redownload),
        signed("skan-postback-fidelity-type-missing", .fidelityType),
        signed("skan-postback-did-win-missing", .didWin),
        signed("skan-postback-sequence-index-missing", .postbackSequenceIndex),
        rule().missing("skan-postback-signature-missing", signature),
    ]

    private static let types: [Rule] = [
        rule(.invalidVersion).jsonType("skan-postback-version-json-type", version),
        rule().jsonType("skan-postback-ad-network-id-json-type", network),
        rule().jsonType("skan-postback-campaign-id-json-type", campaign),
        rule().jsonType("skan-postback-source-identifier-json-type", source),
        rule().jsonType("skan-postback-app-id-json-type", item),
        rule().jsonType("skan-postback-transaction-id-json-type", transaction),
        rule().jsonType("skan-postback-redownload-json-type", redownload),
        rule().jsonType("skan-postback-source-app-id-json-type", app),
        rule().jsonType("skan-postback-source-domain-json-type", domain),
        rule().jsonType("skan-postback-fidelity-type-json-type", fidelity),
        rule().jsonType("skan-postback-did-win-json-type", didWin),
        rule().jsonType("skan-postback-sequence-index-json-type", index),
        rule(.invalidConversionValue).jsonType("skan-postback-conversion-value-json-type", fine),
        rule(.invalidConversionValue).jsonType("skan-postback-coarse-conversion-value-json-type", coarse),
        rule().jsonType("skan-postback-country-code-json-type", country),
        rule().jsonType("skan-postback-signature-json-type", signature, hints: false),
    ]

    // MARK: - Versions

    private static func placeless(
        _ id: StaticString, _ field: SignedField, severity: Rule.Severity = .error, _ error: PlatformError? = nil
    ) -> Rule {
        rule(error).placeless(id, field.inPostback, version: version, severity: severity) {
            $0.hasPlaceInPostbacks(for: field)
        }
    }

    private static let versions: [Rule] = [
        rule(.invalidVersion).version("skan-postback-version-value", version),
        placeless("skan-postback-campaign-id-version", .campaignID),
        placeless("skan-postback-source-identifier-version", .sourceIdentifier),
        // Postbacks of 1.0 have been seen with it.
        placeless("skan-postback-redownload-version", .redownload, severity: .note),
        placeless("skan-postback-source-app-id-version", .sourceAppID),
        placeless("skan-postback-source-domain-version", .sourceDomain),
        placeless("skan-postback-fidelity-type-version", .fidelityType),
        placeless("skan-postback-did-win-version", .didWin, .invalidRunnerUp),
        placeless("skan-postback-sequence-index-version", .postbackSequenceIndex),
        placeless("skan-postback-conversion-value-version", .conversionValue, .invalidConversionValue),
        placeless("skan-postback-coarse-conversion-value-version", .coarseConversionValue, .invalidConversionValue),
        rule().bothSources("skan-postback-both-sources", app: app, domain: domain),
    ]

    // MARK: - Values

    private static let values: [Rule] = [
        // Postbacks have been seen with it, and signed so.
        rule(nil, .registering).lowercase(
            "skan-postback-ad-network-id-lowercase", network, "an ad network ID is lowercase", severity: .warning),
        rule().range(
            "skan-postback-campaign-id-range", campaign, CampaignIdentifier.range, "there are 100 campaign IDs"),
        sourceDigits,
        rule().range("skan-postback-app-id-range", item, 0...UInt64.max, "item IDs are unsigned 64-bit integers"),
        rule().uuid("skan-postback-transaction-id-uuid", transaction),
        rule().range(
            "skan-postback-source-app-id-range", app, 0...UInt64.max, "item IDs are unsigned 64-bit integers"),
        rule().domain("skan-postback-source-domain-form", domain),
        rule().range(
            "skan-postback-fidelity-type-range", fidelity, 0...1, "an ad is view-through, 0, or StoreKit-rendered, 1"),
        rule().webFidelity("skan-postback-fidelity-type-web", fidelity, domain: domain),
        rule(nil, .conversionWindows).range(
            "skan-postback-sequence-index-range", index, 0...2, "there are three conversion windows"),
        rule(.invalidConversionValue).range(
            "skan-postback-conversion-value-range", fine, FineConversionValue.range,
            "a fine conversion value has six bits"),
        rule(.invalidConversionValue).oneOf(
            "skan-postback-coarse-conversion-value-value", coarse, ["low", "medium", "high"],
            "a coarse conversion value has three steps"),
        countryForm,
    ]

    private static let sourceDigits = rule().value(
        "skan-postback-source-identifier-digits", source, "crowd anonymity leaves two, three or four digits",
        wanted: "two to four digits"
    ) { value in
        if let count = value.digitCount, (2...4).contains(count) { return nil }
        return Violation(value.excerpt)
    }

    private static let countryForm = rule().value(
        "skan-postback-country-code-form", country, "countries are named by ISO 3166-1 alpha-2 codes",
        wanted: "two capital letters", quick: .isAbsent(country)
    ) { value in
        if CountryCode(value.string) != nil { return nil }
        let capitals = value.string.uppercased()
        return Violation(
            value.excerpt, hint: CountryCode(capitals)?.isAssigned == true ? "did you mean \"\(capitals)\"?" : nil)
    }

    private static let unknownField = rule().many(
        "skan-postback-unknown-field", "there are no fields but those of the article", severity: .note,
        wanted: "no such field", hint: "relays add fields; they are not signed", quick: .hasNoUnknownFields
    ) { examination, violations in
        for member in examination.unknownMembers(of: SignedShape.postback) {
            violations.append(Violation("unknown", field: member.name.string))
        }
    }

    private static let development = rule()(
        "skan-postback-development", app, "source app 0 is that of a test, which earns nothing",
        severity: .note, wanted: "the source app's item ID in production", isAboutOneValue: false,
        quick: .isAbsent(app)
    ) { $0[app]?.unsignedInteger == 0 ? Violation("0") : nil }
}
