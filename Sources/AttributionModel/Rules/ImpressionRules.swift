import AttributionBase
import AttributionCrypto

/// The rules for the payload of a JWS impression [Generating JWS impressions].
package enum ImpressionRules {
    private typealias Name = ImpressionField

    private static let rule = RuleBuilder(
        subject: .impression, article: .generatingJWSImpressions, platformError: .payload)

    static let set = RuleSet(all)

    package static let all: [Rule] =
        presence + types + [
            identifierUUID, publisherItemIdentifierRange, typeValue, adNetworkIdentifierLowercase,
            adNetworkIdentifierSuffix,
            adNetworkIdentifierForm, sourceIdentifierRange, advertisedItemIdentifierRange, timestampRange,
            timestampInSeconds,
            timestampBefore2020, timestampInFuture, keyID, unknownField, development,
        ]

    private static let presence = Name.shape.fields.filter(\.isRequired).map { field in
        switch field {
        case Name.publisherItemIdentifier: publisherItemIdentifierMissing
        case Name.adNetworkIdentifier: adNetworkIdentifierMissing
        case Name.advertisedItemIdentifier: advertisedItemIdentifierMissing
        default: rule.missing(field)
        }
    }

    private static let types = Name.shape.fields.map { field in
        switch field {
        case Name.publisherItemIdentifier: publisherItemIdentifierType
        case Name.adNetworkIdentifier: adNetworkIdentifierType
        case Name.timestamp: rule.timestampType(field)
        case Name.advertisedItemIdentifier: advertisedItemIdentifierType
        default: rule.jsonType(field)
        }
    }

    /// Returns the rule about the JSON type of a field; nil if it is no field of an impression.
    package static func type(of field: Field) -> Rule? { types.first { $0.field == field.text } }

    // Rules to which other code refers.
    package static let publisherItemIdentifierMissing = rule.missing(Name.publisherItemIdentifier)
    package static let adNetworkIdentifierMissing = rule.missing(Name.adNetworkIdentifier)
    package static let advertisedItemIdentifierMissing = rule.missing(Name.advertisedItemIdentifier)
    package static let publisherItemIdentifierType = rule.jsonType(Name.publisherItemIdentifier)
    package static let adNetworkIdentifierType = rule.jsonType(Name.adNetworkIdentifier)
    package static let advertisedItemIdentifierType = rule.jsonType(Name.advertisedItemIdentifier)

    // MARK: - Values

    package static let identifierUUID = rule.uuid("impression-identifier-uuid", Name.identifier)
    package static let publisherItemIdentifierRange = rule.range(
        "impression-publisher-item-identifier-range", Name.publisherItemIdentifier, 0...UInt64.max,
        "the publisher item identifier must be an unsigned 64-bit integer")
    package static let typeValue = rule.oneOf(
        "impression-type-value", Name.type, ["app-impression"], "the impression type must be app-impression")
    package static let adNetworkIdentifierLowercase = rule.lowercaseNetwork(
        "impression-ad-network-identifier-lowercase", Name.adNetworkIdentifier)
    package static let adNetworkIdentifierSuffix = rule.networkSuffix(
        "impression-ad-network-identifier-suffix", Name.adNetworkIdentifier)
    package static let adNetworkIdentifierForm = rule.networkForm(
        "impression-ad-network-identifier-form", Name.adNetworkIdentifier)
    package static let sourceIdentifierRange = rule.range(
        "impression-source-identifier-range", Name.sourceIdentifier, SourceIdentifier.range,
        "a source identifier must have two to four decimal digits")
    package static let advertisedItemIdentifierRange = rule.range(
        "impression-advertised-item-identifier-range", Name.advertisedItemIdentifier, 1...UInt64.max,
        "the advertised item identifier must be a positive 64-bit integer")

    package static let unknownField = rule.unknownField("impression-unknown-field", of: Name.shape) { name in
        ofSKAdNetwork[name].map { "\"\(name)\" is SKAdNetwork's name for \"\($0.text)\"" }
    }

    private static let ofSKAdNetwork: [String: Field] = [
        SignedField.itunesItemID.description: Name.advertisedItemIdentifier,
        SignedField.sourceAppID.description: Name.publisherItemIdentifier,
        SignedField.nonce.description: Name.identifier,
        SignedField.adNetworkID.description: Name.adNetworkIdentifier,
        SignedField.campaignID.description: Name.sourceIdentifier,
    ]

    // MARK: - The timestamp

    package static let timestampRange = rule.timestampRange("impression-timestamp-range", Name.timestamp)
    package static let timestampInSeconds = rule.timestampInSeconds("impression-timestamp-seconds", Name.timestamp)
    package static let timestampBefore2020 = rule.timestampBefore2020(
        "impression-timestamp-before-2020", Name.timestamp)
    package static let timestampInFuture = rule.timestampInFuture(
        "impression-timestamp-future", Name.timestamp,
        hint: "check the clock of the machine that made the impression")

    // MARK: - Relations

    package static let keyID = rule(
        "impression-ad-network-identifier-kid", Name.adNetworkIdentifier,
        "\"\(Name.adNetworkIdentifier.name)\" must equal the kid of the header",
        wanted: "the header's kid", hint: "both name the signing network", isAboutOneValue: false,
        quick: .isAbsent(HeaderField.keyID)
    ) { examination in
        guard let keyID = examination.keyID, let value = examination[Name.adNetworkIdentifier],
            value.kind == .string, !value.isEqual(to: keyID.string),
            // A network that is not an ad network's ID at all breaks another rule.
            value.isAdNetworkIdentifier, !value.hasUppercaseLetter
        else { return nil }
        let hint =
            AppleKey.isReserved(keyID.string)
            ? "the kid is Apple's; a development impression has its network's own kid, and publisher 0" : nil
        return Problem(value.excerpt, wanted: "the header's kid, " + keyID.excerpt, hint: hint)
    }

    package static let development = rule(
        "impression-development", Name.publisherItemIdentifier,
        "the publisher item identifier should be 0 only in development, which earns no production postbacks",
        severity: .note, wanted: "the publisher's item identifier in production",
        ending: .then(", which makes this a development impression"), isAboutOneValue: false,
        quick: .isWithin(Name.publisherItemIdentifier, 1...UInt64.max)
    ) { examination in
        examination[Name.publisherItemIdentifier]?.unsignedInteger == 0 ? Problem("0") : nil
    }
}
