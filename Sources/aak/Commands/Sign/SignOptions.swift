import AdAttribution
import AttributionCommandModel

/// The options of `aak sign`.
enum SignOptions {
    static let network = TypedOption.value(
        ImpressionField.adNetworkIdentifier.text, short: "n", .text("ID"),
        summary: "the ad network, also the header's kid", group: "Fields")
    static let advertised = TypedOption.value(
        ImpressionField.advertisedItemIdentifier.text, short: "a", .digits("N"),
        summary: "the advertised app, by its App Store item ID", group: "Fields")
    static let publisher = TypedOption.value(
        ImpressionField.publisherItemIdentifier.text, short: "p", .digits("N"),
        summary: "the app that shows the ad, by its App Store item ID; 0 for development", group: "Fields")
    static let source = TypedOption.value(
        ImpressionField.sourceIdentifier.text, short: "s", .digits("N"), summary: "the campaign, two to four digits",
        group: "Fields")
    static let eligible = TypedOption.flag(
        ImpressionField.eligibleForReEngagement.text, short: "r",
        summary: "let a tap lead to a re-engagement conversion", group: "Fields")
    static let identifier = TypedOption.value(
        ImpressionField.identifier.text, .text("UUID"), summary: "the impression's UUID; a fresh one by default",
        group: "Fields")
    static let type = TypedOption.value(
        ImpressionField.type.text, .name("TYPE", ["app-impression"]),
        summary: "app-impression, the only type there is", group: "Fields")
    static let format = TypedOption.value(
        "format", .choice("FORM", SigningJob.Format.self), default: .jws,
        summary: "write the token, an object with its parts, or an OpenRTB bid's ext object", group: "Output")

    static let all: [any DeclaredOption] =
        SigningOptions.means + [
            network, advertised, publisher, source, eligible, identifier, SigningOptions.timestamp, type, format,
            SigningOptions.noValidate,
        ] + CommonOptions.output + LineOptions.streaming + [CommonOptions.now, CommonOptions.seed]
        + CommonOptions.diagnostics

    /// The options that suffice for an impression, because all its other fields are filled in.
    static let needed: [any DeclaredOption] = [advertised, publisher, source]
}
