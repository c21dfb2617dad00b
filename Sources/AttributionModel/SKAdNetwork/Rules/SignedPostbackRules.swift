import AttributionBase
import AttributionCrypto

/// The rules for postbacks [Verifying an install-validation postback].
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

    static let all: [Rule] = presence + types + versions + values + PostbackDisclosureRules.all + others

    private static let others: [Rule] = [
        signatureBase64, signatureDer, separator, holds, key, unknownField, development,
    ]

    package static let signatureBase64 = rule().base64("skan-postback-signature-base64", signature)
    package static let signatureDer = rule().der("skan-postback-signature-der", signature)
    package static let separator = rule().separators("skan-postback-separator", Self.signedTexts)

    /// All fields of type string that some version signs.
    private static let signedTexts: [Field] = SignedField.allCases.filter { field in
        SignedForm.postback.type(of: field) == .string && SignedOrder.postbacks.contains { $0.signs(field) }
    }.map(\.inPostback)

    /// Checked by the code that has the keys.
    package static let holds = Rule(
        "skan-postback-signature", .error, .skAdNetworkPostback, field: signature.text,
        "the signature matches Apple's key for the version", wanted: "a signature by Apple's key for the version",
        hint: "aak skan explain looks for the difference", article: .verifyingPostbacks)

    package static let key = Rule(
        "skan-postback-key", .error, .skAdNetworkPostback, field: version.text,
        "libcrypto supports the curve of the version's key", wanted: "checked by a libcrypto that supports P-192",
        hint: "use a build of libcrypto that supports P-192", article: .verifyingPostbacks)

    // MARK: - Presence

    private static func signed(_ id: StaticString, _ field: SignedField) -> Rule {
        rule().signed(id, field, field.inPostback) { examination in
            guard let found = examination.skAdNetworkVersion(version), found.traits.postback.requires(field)
            else { return nil }
            return found
        }
    }

    private static let presence: [Rule] = [
        adNetworkIDMissing, campaignIDMissing, sourceIdentifierMissing, appIDMissing, transactionIDMissing,
        redownloadMissing, fidelityTypeMissing, didWinMissing, sequenceIndexMissing, signatureMissing,
    ]

    package static let adNetworkIDMissing = signed("skan-postback-ad-network-id-missing", .adNetworkID)
    package static let campaignIDMissing = signed("skan-postback-campaign-id-missing", .campaignID)
    package static let sourceIdentifierMissing = signed("skan-postback-source-identifier-missing", .sourceIdentifier)
    package static let appIDMissing = signed("skan-postback-app-id-missing", .appID)
    package static let transactionIDMissing = signed("skan-postback-transaction-id-missing", .transactionID)
    package static let redownloadMissing = signed("skan-postback-redownload-missing", .redownload)
    package static let fidelityTypeMissing = signed("skan-postback-fidelity-type-missing", .fidelityType)
    package static let didWinMissing = signed("skan-postback-did-win-missing", .didWin)
    package static let sequenceIndexMissing = signed("skan-postback-sequence-index-missing", .postbackSequenceIndex)
    package static let signatureMissing = rule().missing("skan-postback-signature-missing", signature)

    private static let types: [Rule] = [
        versionJSONType, adNetworkIDJSONType, campaignIDJSONType, sourceIdentifierJSONType, appIDJSONType,
        transactionIDJSONType, redownloadJSONType, sourceAppIDJSONType, sourceDomainJSONType, fidelityTypeJSONType,
        didWinJSONType, sequenceIndexJSONType, conversionValueJSONType, coarseConversionValueJSONType,
        countryCodeJSONType, signatureJSONType,
    ]

    package static let versionJSONType = rule(.invalidVersion).jsonType("skan-postback-version-json-type", version)
    package static let adNetworkIDJSONType = rule().jsonType("skan-postback-ad-network-id-json-type", network)
    package static let campaignIDJSONType = rule().jsonType("skan-postback-campaign-id-json-type", campaign)
    package static let sourceIdentifierJSONType = rule().jsonType("skan-postback-source-identifier-json-type", source)
    package static let appIDJSONType = rule().jsonType("skan-postback-app-id-json-type", item)
    package static let transactionIDJSONType = rule().jsonType("skan-postback-transaction-id-json-type", transaction)
    package static let redownloadJSONType = rule().jsonType("skan-postback-redownload-json-type", redownload)
    package static let sourceAppIDJSONType = rule().jsonType("skan-postback-source-app-id-json-type", app)
    package static let sourceDomainJSONType = rule().jsonType("skan-postback-source-domain-json-type", domain)
    package static let fidelityTypeJSONType = rule().jsonType("skan-postback-fidelity-type-json-type", fidelity)
    package static let didWinJSONType = rule().jsonType("skan-postback-did-win-json-type", didWin)
    package static let sequenceIndexJSONType = rule().jsonType("skan-postback-sequence-index-json-type", index)
    package static let conversionValueJSONType = rule(.invalidConversionValue).jsonType(
        "skan-postback-conversion-value-json-type", fine)
    package static let coarseConversionValueJSONType = rule(.invalidConversionValue).jsonType(
        "skan-postback-coarse-conversion-value-json-type", coarse)
    package static let countryCodeJSONType = rule().jsonType("skan-postback-country-code-json-type", country)
    package static let signatureJSONType = rule().jsonType("skan-postback-signature-json-type", signature, hints: false)

    // MARK: - Versions

    private static func placeless(
        _ id: StaticString, _ field: SignedField, severity: Rule.Severity = .error, _ error: PlatformError? = nil
    ) -> Rule {
        rule(error).placeless(id, field.inPostback, version: version, severity: severity) {
            $0.hasPlaceInPostbacks(for: field)
        }
    }

    private static let versions: [Rule] = [
        versionValue, campaignIDVersion, sourceIdentifierVersion, redownloadVersion, sourceAppIDVersion,
        sourceDomainVersion, fidelityTypeVersion, didWinVersion, sequenceIndexVersion, conversionValueVersion,
        coarseConversionValueVersion, bothSources,
    ]

    package static let versionValue = rule(.invalidVersion).version("skan-postback-version-value", version)
    package static let campaignIDVersion = placeless("skan-postback-campaign-id-version", .campaignID)
    package static let sourceIdentifierVersion = placeless("skan-postback-source-identifier-version", .sourceIdentifier)
    /// A note only, because postbacks of version 1.0 have been seen with this field.
    package static let redownloadVersion = placeless("skan-postback-redownload-version", .redownload, severity: .note)
    package static let sourceAppIDVersion = placeless("skan-postback-source-app-id-version", .sourceAppID)
    package static let sourceDomainVersion = placeless("skan-postback-source-domain-version", .sourceDomain)
    package static let fidelityTypeVersion = placeless("skan-postback-fidelity-type-version", .fidelityType)
    package static let didWinVersion = placeless("skan-postback-did-win-version", .didWin, .invalidRunnerUp)
    package static let sequenceIndexVersion = placeless("skan-postback-sequence-index-version", .postbackSequenceIndex)
    package static let conversionValueVersion = placeless(
        "skan-postback-conversion-value-version", .conversionValue, .invalidConversionValue)
    package static let coarseConversionValueVersion = placeless(
        "skan-postback-coarse-conversion-value-version", .coarseConversionValue, .invalidConversionValue)
    package static let bothSources = rule().bothSources("skan-postback-both-sources", app: app, domain: domain)

    // MARK: - Values

    private static let values: [Rule] = [
        adNetworkIDLowercase, campaignIDRange, sourceDigits, appIDRange, transactionIDUUID, sourceAppIDRange,
        sourceDomainForm, fidelityTypeRange, fidelityTypeWeb, sequenceIndexRange, conversionValueRange,
        coarseConversionValueValue, countryForm,
    ]

    /// A warning only, because postbacks have been seen that were signed with capitals.
    package static let adNetworkIDLowercase = rule().lowercaseNetwork(
        "skan-postback-ad-network-id-lowercase", network, severity: .warning, hint: nil, article: .registering)
    package static let campaignIDRange = rule().range(
        "skan-postback-campaign-id-range", campaign, CampaignIdentifier.range, "a campaign ID is 1 to 100")
    package static let appIDRange = rule().range(
        "skan-postback-app-id-range", item, 0...UInt64.max, "an item ID is an unsigned 64-bit integer")
    package static let transactionIDUUID = rule().uuid("skan-postback-transaction-id-uuid", transaction)
    package static let sourceAppIDRange = rule().range(
        "skan-postback-source-app-id-range", app, 0...UInt64.max, "an item ID is an unsigned 64-bit integer")
    package static let sourceDomainForm = rule().domain("skan-postback-source-domain-form", domain)
    package static let fidelityTypeRange = rule().range(
        "skan-postback-fidelity-type-range", fidelity, 0...1,
        "the fidelity type is 0 (view-through) or 1 (StoreKit-rendered)")
    package static let fidelityTypeWeb = rule().webFidelity("skan-postback-fidelity-type-web", fidelity, domain: domain)
    package static let sequenceIndexRange = rule(nil, .conversionWindows).range(
        "skan-postback-sequence-index-range", index, 0...2, "there are three conversion windows")
    package static let conversionValueRange = rule(.invalidConversionValue).fineValue(
        "skan-postback-conversion-value-range", fine)
    package static let coarseConversionValueValue = rule(.invalidConversionValue).coarseValue(
        "skan-postback-coarse-conversion-value-value", coarse)

    package static let sourceDigits = rule().value(
        "skan-postback-source-identifier-digits", source, "crowd anonymity leaves two, three or four digits",
        wanted: "two to four digits"
    ) { value in
        if let count = value.digitCount, (2...4).contains(count) { return nil }
        return Violation(value.excerpt)
    }

    package static let countryForm = rule().country("skan-postback-country-code-form", country)

    package static let unknownField = rule().many(
        "skan-postback-unknown-field", "only documented fields are used", severity: .note,
        wanted: "a field of an SKAdNetwork postback", hint: "relays may add fields, which are not signed",
        quick: .hasNoUnknownFields
    ) { examination, violations in
        // A field that is missing may be there under another name, and then it may be signed.
        let absent = SignedShape.postback.fields.filter { examination[$0] == nil }.map(\.text)
        for member in examination.unknownMembers(of: SignedShape.postback) {
            let name = member.name.string
            let meant = Spelling.nearest(to: name, among: absent)
            violations.append(Violation("unknown", hint: meant.map { "did you mean \"\($0)\"?" }, field: name))
        }
    }

    package static let development = rule()(
        "skan-postback-development", app, "source app 0 means a test, which earns nothing",
        severity: .note, wanted: "the source app's item ID in production", isAboutOneValue: false,
        quick: .isAbsent(app)
    ) { $0[app]?.unsignedInteger == 0 ? Violation("0") : nil }
}
