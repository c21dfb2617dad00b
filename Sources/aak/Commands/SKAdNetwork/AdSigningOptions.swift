import AdAttribution
import AttributionCommandModel

/// The options of `aak skan sign`.
enum AdSigningOptions {
    /// For which fidelity types an ad is signed.
    enum Fidelity: String, CaseIterable {
        case viewThrough = "0"
        case storeKitRendered = "1"
        case both
    }

    static let version = TypedOption.value(
        "version", .choice("V", SKAdNetworkVersion.self),
        summary: "the version of SKAdNetwork; \(SKAdNetworkVersion.newest.rawValue) by default", group: "Values")
    static let fidelity = TypedOption.value(
        "fidelity", .choice("TYPE", Fidelity.self), default: .storeKitRendered,
        summary: "0 for view-through, 1 for StoreKit-rendered, both for each; 1 by default", group: "Values")
    static let network = TypedOption.value(
        SignedField.adNetworkID.description, short: "n", .text("ID"), summary: "the ad network", group: "Values")
    static let advertised = TypedOption.value(
        SignedField.itunesItemID.description, short: "a", .digits("N"),
        summary: "the advertised app, by its App Store item ID", group: "Values")
    static let publisher = TypedOption.value(
        SignedField.sourceAppID.description, short: "p", .digits("N"),
        summary: "the app that shows the ad, by its item ID; 0 for development", group: "Values")
    static let domain = TypedOption.value(
        SignedField.sourceDomain.description, .text("DOMAIN"),
        summary: "the domain of a web ad, instead of a source app", group: "Values")
    static let source = TypedOption.value(
        SignedField.sourceIdentifier.description, short: "s", .digits("N"),
        summary: "the campaign: four digits; below version 4.0 a campaign ID", group: "Values")
    static let campaign = TypedOption.value(
        SignedField.campaignID.description, .digits("N"), summary: "the campaign of versions until 3.0, 1 to 100",
        group: "Values")
    static let nonce = TypedOption.value(
        SignedField.nonce.description, .text("UUID"), summary: "in lowercase; a fresh one by default",
        group: "Values",
        relations: [
            .excludes([fidelity.being(.both)]) {
                "both \($0) and \($1) are given, want a nonce of its own for each fidelity type"
            }
        ])
    static let format = TypedOption.value(
        "format", .choice("FORM", AdSigningJob.Format.self), default: .storekit,
        summary: "what the system takes, the names of Apple's articles, or an OpenRTB bid's ext object",
        group: "Output")

    static let all: [any DeclaredOption] =
        SigningOptions.means + [
            version, fidelity, network, advertised, publisher, domain, source, campaign, nonce,
            SigningOptions.timestamp.worded(
                "when the ad was signed: milliseconds, RFC 3339 or now", group: "Values"),
            format, SigningOptions.noValidate.worded("sign ads that break Apple's rules too"),
        ] + CommonOptions.output + LineOptions.streaming + [CommonOptions.now, CommonOptions.seed]
        + CommonOptions.diagnostics
}
