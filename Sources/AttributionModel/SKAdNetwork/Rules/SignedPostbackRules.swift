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
        required.map(signed) + [rule().missing(signature)] + types + versions + values + PostbackDisclosureRules.all
        + others

    private static let others: [Rule] = [
        signatureBase64, signatureDer, separator, holds, key, unknownField, development,
    ]

    package static let signatureBase64 = rule().base64("skan-postback-signature-base64", signature)
    package static let signatureDer = rule().der("skan-postback-signature-der", signature)
    package static let separator = rule().separators("skan-postback-separator", Self.signedTexts)

    /// All string fields that are signed in some version.
    private static let signedTexts: [Field] = SignedField.allCases.filter { field in
        SignedForm.postback.type(of: field) == .string && SignedOrder.postbacks.contains { $0.signs(field) }
    }.map(\.inPostback)

    /// The code that has the keys checks this rule.
    package static let holds = Rule(
        "skan-postback-signature", .error, .skAdNetworkPostback, field: signature.text,
        "the signature must match Apple's key for the version", wanted: "a signature by Apple's key for the version",
        hint: "aak skan explain looks for the difference", article: .verifyingPostbacks)

    package static let key = Rule(
        "skan-postback-key", .error, .skAdNetworkPostback, field: version.text,
        "checking versions 1.0 and 2.0 requires a libcrypto that supports P-192",
        wanted: "checked by a libcrypto that supports P-192",
        hint: "use a build of libcrypto that supports P-192", effect: "the signature cannot be checked here",
        article: .verifyingPostbacks)

    // MARK: - Presence

    private static func signed(_ field: SignedField) -> Rule {
        rule().signed(field, as: field.inPostback) { examination in
            guard let found = examination.skAdNetworkVersion(version), found.traits.postback.requires(field)
            else { return nil }
            return found
        }
    }

    private static let required = SignedField.allCases.filter { field in
        field != .version && SignedOrder.postbacks.contains { $0.requires(field) }
    }

    /// The fields, in the order of the findings about them: those that some version signs come first.
    private static let fields: [SignedField] = {
        let all = SignedField.allCases.filter { field in
            field != .signature && SKAdNetworkVersion.allCases.contains { $0.hasPlaceInPostbacks(for: field) }
        }
        func isSigned(_ field: SignedField) -> Bool { SignedOrder.postbacks.contains { $0.signs(field) } }
        return all.filter(isSigned) + all.filter { !isSigned($0) }
    }()

    private static let types: [Rule] =
        fields.map(type) + [rule().jsonType(signature, hints: false, suspicion: .otherForm)]

    private static func type(_ field: SignedField) -> Rule {
        let error: PlatformError? =
            switch field {
            case .version: .invalidVersion
            case .conversionValue, .coarseConversionValue: .invalidConversionValue
            default: nil
            }
        return rule(error).jsonType(field.inPostback, suspicion: .otherForm)
    }

    // MARK: - Versions

    private static func placeless(
        _ field: SignedField, severity: Rule.Severity = .error, _ error: PlatformError? = nil
    ) -> Rule {
        rule(error).placeless(field.inPostback, version: version, severity: severity) {
            $0.hasPlaceInPostbacks(for: field)
        }
    }

    private static let versions: [Rule] =
        [versionMissing, versionValue]
        + fields.filter { field in !SKAdNetworkVersion.allCases.allSatisfy { $0.hasPlaceInPostbacks(for: field) } }
        .map(version(of:)) + [bothSources]

    private static func version(of field: SignedField) -> Rule {
        switch field {
        case .sourceDomain: sourceDomainVersion
        case .coarseConversionValue: coarseConversionValueVersion
        // Only a note, because postbacks of version 1.0 have been seen with this field.
        case .redownload: placeless(field, severity: .note)
        case .didWin: placeless(field, .invalidRunnerUp)
        case .conversionValue: placeless(field, .invalidConversionValue)
        default: placeless(field)
        }
    }

    package static let sourceDomainVersion = placeless(.sourceDomain)
    package static let coarseConversionValueVersion = placeless(.coarseConversionValue, .invalidConversionValue)

    /// Returns the rule that forbids a field in versions that lack it; nil if all versions have it.
    package static func lack(of field: SignedField) -> Rule? {
        field == .countryCode
            ? PostbackDisclosureRules.countryVersion : versions.first { $0.field == field.description }
    }

    package static let versionMissing = rule(.invalidVersion).versionMissing("skan-postback-version-missing", version)
    package static let versionValue = rule(.invalidVersion).version("skan-postback-version-value", version)
    package static let bothSources = rule().bothSources("skan-postback-both-sources", app: app, domain: domain)

    // MARK: - Values

    private static let values: [Rule] = [
        adNetworkIDLowercase, campaignIDRange, sourceDigits, appIDRange, transactionIDUUID, sourceAppIDRange,
        sourceDomainForm, fidelityTypeRange, fidelityTypeWeb, sequenceIndexRange, conversionValueRange,
        coarseConversionValueValue, countryForm,
    ]

    /// Only a warning, because Apple has signed postbacks with uppercase letters.
    package static let adNetworkIDLowercase = rule().lowercaseNetwork(
        "skan-postback-ad-network-id-lowercase", network, severity: .warning, hint: nil, article: .registering)
    package static let campaignIDRange = rule().range(
        "skan-postback-campaign-id-range", campaign, CampaignIdentifier.range, "a campaign ID must be from 1 to 100")
    package static let appIDRange = rule().range(
        "skan-postback-app-id-range", item, 0...UInt64.max, "the advertised app's ID must be an unsigned 64-bit integer"
    )
    package static let transactionIDUUID = rule().uuid("skan-postback-transaction-id-uuid", transaction)
    package static let sourceAppIDRange = rule().range(
        "skan-postback-source-app-id-range", app, 0...UInt64.max,
        "the source app's ID must be an unsigned 64-bit integer")
    package static let sourceDomainForm = rule().domain("skan-postback-source-domain-form", domain)
    package static let fidelityTypeRange = rule().range(
        "skan-postback-fidelity-type-range", fidelity, 0...1,
        "the fidelity type must be 0 (view-through) or 1 (StoreKit-rendered)")
    package static let fidelityTypeWeb = rule().webFidelity("skan-postback-fidelity-type-web", fidelity, domain: domain)
    package static let sequenceIndexRange = rule(nil, .conversionWindows).range(
        "skan-postback-sequence-index-range", index, 0...2,
        "the index must identify one of the three conversion windows")
    package static let conversionValueRange = rule(.invalidConversionValue).fineValue(
        "skan-postback-conversion-value-range", fine)
    package static let coarseConversionValueValue = rule(.invalidConversionValue).coarseValue(
        "skan-postback-coarse-conversion-value-value", coarse)

    package static let sourceDigits = rule().sourceDigits("skan-postback-source-identifier-digits", source)

    package static let countryForm = rule().country("skan-postback-country-code-form", country)

    package static let unknownField = rule().many(
        "skan-postback-unknown-field", "a field should be one that Apple documents", severity: .note,
        wanted: "a field of a SKAdNetwork postback", ending: .undocumented,
        hint: "relays may add fields, which are not signed",
        quick: .hasNoUnknownFields
    ) { examination, report in
        // If a field seems to be missing, its value may be there under another name, and may have been signed.
        let absent = SignedField.postbackShape.fields.filter { examination[$0] == nil }.map(\.text)
        for member in examination.unknownMembers(of: SignedField.postbackShape) {
            report(
                Problem(
                    "unknown",
                    hint: Spelling.nearest(to: member.name.string, among: absent).map { "did you mean \"\($0)\"?" },
                    field: member.name.string))
        }
    }

    package static let development = rule()(
        "skan-postback-development", app, "the source app should be 0 only in a test, which earns nothing",
        severity: .note, wanted: "the source app's item ID in production",
        ending: .then(", which means a test"), isAboutOneValue: false,
        quick: .isAbsent(app)
    ) { $0[app]?.unsignedInteger == 0 ? Problem("0") : nil }
}
