import AttributionBase
import AttributionCrypto

/// The rules for signed ads, with the names of Apple's articles [Generating the signature to validate
/// StoreKit-rendered ads; … view-through ads; Generating a signature for attributable web ads].
package enum SignedAdRules {
    private static func rule(_ error: PlatformError? = nil, _ article: Article = .signingAds) -> RuleBuilder {
        RuleBuilder(subject: .skAdNetworkAd, article: article, platformError: error)
    }

    private static let version = SignedField.version.inAd
    private static let network = SignedField.adNetworkID.inAd
    private static let campaign = SignedField.campaignID.inAd
    private static let source = SignedField.sourceIdentifier.inAd
    private static let item = SignedField.itunesItemID.inAd
    private static let nonce = SignedField.nonce.inAd
    private static let app = SignedField.sourceAppID.inAd
    private static let domain = SignedField.sourceDomain.inAd
    private static let fidelity = SignedField.fidelityType.inAd
    private static let timestamp = SignedField.timestamp.inAd
    private static let signature = SignedField.signature.inAd

    static let set = RuleSet(all)
    /// The rules for an ad that is not signed yet.
    static let unsigned = RuleSet(all.filter { $0.field != signature.text })

    /// The rules for an ad in OpenRTB, where members have other names and types.
    static let inBids = RuleSet(
        all.filter { rule in rule !== unknownField && rule !== versionMissing && !types.contains { $0 === rule } })

    /// The rules for the values of an ad in OpenRTB. OpenRTB itself defines which members exist, where they are, and in which version.
    static let ofValuesInBids = RuleSet(values + [separator, development])

    static let all: [Rule] = presence + types + versions + values + others

    private static let others: [Rule] = [
        signatureBase64, signatureDer, separator, holds, unknownField, development, nonceReused,
    ]

    package static let signatureBase64 = rule(.signatureVerificationFailed).base64(
        "skan-ad-signature-base64", signature)
    package static let signatureDer = rule(.signatureVerificationFailed).der("skan-ad-signature-der", signature)
    package static let separator = rule().separators("skan-ad-separator", [version, network, nonce, domain])
    package static let unknownField = rule().unknownField("skan-ad-unknown-field", of: SignedField.adShape) { name in
        if SignedField.postbackShape.field(named: name) != nil { return "this is a field of postbacks" }
        return name == "fidelity_type"
            ? "the answer for a web ad has none: its signature covers 1 as the fidelity type" : nil
    }

    /// The code that has the key checks this rule.
    package static let holds = Rule(
        "skan-ad-signature", .error, .skAdNetworkAd, field: signature.text,
        "the signature must match the network's key",
        wanted: "a signature by the network's key",
        hint: "aak skan explain looks for the difference", article: .signingAds,
        platformError: .signatureVerificationFailed)

    /// This rule is about requests to sign, because a single ad does not show a violation.
    package static let nonceReused = Rule(
        "skan-ad-nonce-reused", .error, .request, field: nonce.text, "each ad must have its own nonce",
        wanted: "a new nonce for each ad", article: .signingAds)

    // MARK: - Presence

    private static func signed(_ field: SignedField, _ error: PlatformError) -> Rule {
        rule(error).signed(field, as: field.inAd) { examination in
            guard let found = examination.skAdNetworkVersion(version),
                found.ad(isWeb: examination[domain] != nil).requires(field)
            else { return nil }
            return found
        }
    }

    private static let presence: [Rule] = [
        signed(.adNetworkID, .missingNetwork), signed(.campaignID, .missingCampaign),
        signed(.sourceIdentifier, .missingSourceIdentifier), signed(.itunesItemID, .missingItem),
        signed(.nonce, .missingNonce), signed(.sourceAppID, .missingSourceApp),
        signed(.fidelityType, .missingFidelity), signed(.timestamp, .missingTimestamp),
        rule(.missingSignature).missing(signature),
    ]

    private static let types: [Rule] = [
        type(version, .invalidVersion), type(network), type(campaign, .invalidCampaignID),
        type(source, .invalidSourceIdentifier), type(item), type(nonce, .invalidImpressionID),
        type(app, .invalidSourceApp), type(domain, .invalidSourceDomain), type(fidelity),
        rule().timestampType(timestamp),
        rule().jsonType(signature, hints: false, suspicion: .otherForm),
    ]

    private static func type(_ field: Field, _ error: PlatformError? = nil) -> Rule {
        rule(error).jsonType(field, suspicion: .otherForm)
    }

    // MARK: - Versions

    private static func placeless(_ field: SignedField, _ error: PlatformError? = nil) -> Rule {
        rule(error).placeless(field.inAd, version: version) { $0.hasPlaceInAds(for: field) }
    }

    private static let versions: [Rule] = [
        versionMissing, versionValue, placeless(.campaignID, .invalidCampaignID),
        placeless(.sourceIdentifier, .invalidSourceIdentifier), placeless(.sourceAppID), sourceDomainVersion,
        placeless(.fidelityType), bothSources,
    ]

    package static let versionMissing = rule(.invalidVersion).versionMissing("skan-ad-version-missing", version)
    package static let versionValue = rule(.invalidVersion).version("skan-ad-version-value", version)
    package static let sourceDomainVersion = placeless(.sourceDomain, .invalidSourceDomain)
    package static let bothSources = rule(.invalidSourceDomain).bothSources(
        "skan-ad-both-sources", app: app, domain: domain)

    // MARK: - Values

    private static let values: [Rule] = [
        adNetworkIDLowercase, suffix, adNetworkIDForm, campaignIDRange, sourceIdentifierRange, digits,
        itunesItemIDRange, nonceUUID, nonceLowercase, sourceAppIDRange, sourceDomainForm, fidelityTypeRange,
        fidelityTypeWeb, timestampRange,
        timestampSeconds, timestampBefore2020, timestampFuture,
    ]

    package static let adNetworkIDLowercase = rule().lowercaseNetwork(
        "skan-ad-ad-network-id-lowercase", network, article: .registering)
    /// Only a warning, because IDs in Apple's own samples lack the ending.
    package static let suffix = rule().networkSuffix(
        "skan-ad-ad-network-id-suffix", network, severity: .warning, article: .registering)
    package static let adNetworkIDForm = rule().networkForm(
        "skan-ad-ad-network-id-form", network, article: .registering, unless: \.holdsSeparator)
    package static let campaignIDRange = rule(.invalidCampaignID).range(
        "skan-ad-campaign-id-range", campaign, CampaignIdentifier.range, "a campaign ID must be from 1 to 100",
        hint: "an ad of a version below 4.0 has a campaign ID instead of a source identifier")
    package static let sourceIdentifierRange = rule(.invalidSourceIdentifier).range(
        "skan-ad-source-identifier-range", source, 1...9999, "a source identifier must be from 1 to 9999")
    package static let itunesItemIDRange = rule().range(
        "skan-ad-itunes-item-id-range", item, 1...UInt64.max,
        "the advertised app's ID must be a positive 64-bit integer")
    package static let nonceUUID = rule(.invalidImpressionID).uuid("skan-ad-nonce-uuid", nonce) {
        UUIDText.lookOfNonce($0)
    }
    package static let nonceLowercase = rule(.invalidImpressionID).value(
        "skan-ad-nonce-lowercase", nonce, "a nonce must be signed in lowercase", wanted: "lowercase",
        hint: "sign it in lowercase: Foundation's uuidString is in capitals"
    ) { $0.isUUID && $0.hasUppercaseLetter ? Problem($0.excerpt) : nil }
    package static let sourceAppIDRange = rule(.invalidSourceApp).range(
        "skan-ad-source-app-id-range", app, 0...UInt64.max, "the source app's ID must be an unsigned 64-bit integer")
    package static let sourceDomainForm = rule(.invalidSourceDomain, .signingWebAds).domain(
        "skan-ad-source-domain-form", domain)
    package static let fidelityTypeRange = rule(nil, .signingViews).range(
        "skan-ad-fidelity-type-range", fidelity, 0...1,
        "the fidelity type must be 0 (view-through) or 1 (StoreKit-rendered)"
    )
    package static let fidelityTypeWeb = rule().webFidelity("skan-ad-fidelity-type-web", fidelity, domain: domain)
    package static let timestampRange = rule().timestampRange("skan-ad-timestamp-range", timestamp)
    package static let timestampSeconds = rule().timestampInSeconds("skan-ad-timestamp-seconds", timestamp)
    package static let timestampBefore2020 = rule().timestampBefore2020("skan-ad-timestamp-before-2020", timestamp)
    package static let timestampFuture = rule().timestampInFuture(
        "skan-ad-timestamp-future", timestamp, hint: "check the clock of the machine that signed the ad")

    package static let digits = rule(.invalidSourceIdentifier).value(
        "skan-ad-source-identifier-digits", source, "a source identifier should have four digits", severity: .warning,
        wanted: "from 1000 to 9999", quick: .isWithin(source, 1000...UInt64.max)
    ) { value in
        guard let number = value.unsignedInteger, (1..<1000).contains(number) else { return nil }
        return Problem(value.excerpt)
    }

    package static let development = rule()(
        "skan-ad-development", app, "the source app should be 0 only in a build that is signed for development",
        severity: .note, wanted: "the source app's item ID in production",
        ending: .then(", which means a build signed for development"), isAboutOneValue: false,
        quick: .isWithin(app, 1...UInt64.max)
    ) { $0[app]?.unsignedInteger == 0 ? Problem("0") : nil }
}
