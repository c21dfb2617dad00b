import JOSE
import Rules
import StrictJSON

/// What the payload of a JWS impression must satisfy [Generating JWS impressions].
package enum ImpressionRules {
    private typealias Name = ImpressionField

    private static let rule = RuleBuilder(
        subject: .impression, article: .generatingJWSImpressions, platformError: .payload)

    static let set = RuleSet(all)

    static let all: [Rule] = [
        rule.missing("impression-identifier-missing", Name.identifier),
        rule.missing("impression-publisher-item-identifier-missing", Name.publisherItemIdentifier),
        rule.missing("impression-type-missing", Name.type),
        rule.missing("impression-ad-network-identifier-missing", Name.adNetworkIdentifier),
        rule.missing("impression-source-identifier-missing", Name.sourceIdentifier),
        rule.missing("impression-timestamp-missing", Name.timestamp),
        rule.missing("impression-advertised-item-identifier-missing", Name.advertisedItemIdentifier),

        rule.jsonType("impression-identifier-json-type", Name.identifier),
        rule.jsonType("impression-publisher-item-identifier-json-type", Name.publisherItemIdentifier),
        rule.jsonType("impression-type-json-type", Name.type),
        rule.jsonType("impression-ad-network-identifier-json-type", Name.adNetworkIdentifier),
        rule.jsonType("impression-source-identifier-json-type", Name.sourceIdentifier),
        rule.jsonType("impression-timestamp-json-type", Name.timestamp),
        rule.jsonType("impression-advertised-item-identifier-json-type", Name.advertisedItemIdentifier),
        rule.jsonType("impression-eligible-for-re-engagement-json-type", Name.eligibleForReEngagement),

        rule.uuid("impression-identifier-uuid", Name.identifier),
        rule.range(
            "impression-publisher-item-identifier-range", Name.publisherItemIdentifier, 0...UInt64.max,
            "item identifiers are unsigned 64-bit integers"),
        rule.oneOf("impression-type-value", Name.type, ["app-impression"], "the impression type is app-impression"),
        rule.lowercaseNetwork("impression-ad-network-identifier-lowercase", Name.adNetworkIdentifier),
        rule.networkSuffix("impression-ad-network-identifier-suffix", Name.adNetworkIdentifier),
        rule.range(
            "impression-source-identifier-range", Name.sourceIdentifier, SourceIdentifier.range,
            "source identifiers have two to four decimal digits"),
        rule.range(
            "impression-advertised-item-identifier-range", Name.advertisedItemIdentifier, 1...UInt64.max,
            "item identifiers are positive 64-bit integers"),
        timestampRange, timestampInSeconds, timestampInFuture,
        keyID,
        unknownField,
        development,
    ]

    package static let unknownField = rule.unknownField("impression-unknown-field", of: Name.shape)

    // MARK: - The timestamp

    /// 9999-12-31T23:59:59.999Z: what is beyond it was not counted in milliseconds.
    private static let lastMillisecond: UInt64 = 253_402_300_799_999
    /// Ten digits and fewer are seconds: as milliseconds they would lie before May 1970.
    private static let firstMillisecond: UInt64 = 10_000_000_000
    /// How far two honest clocks may differ, in milliseconds.
    private static let clockSkew: Int64 = 60_000

    private static let timestampRange = rule.value(
        "impression-timestamp-range", Name.timestamp, "the timestamp counts milliseconds since 1970-01-01T00:00:00Z",
        wanted: "milliseconds since 1970, 13 digits", quick: .isWithin(Name.timestamp, 0...lastMillisecond)
    ) { value in
        if let moment = value.unsignedInteger, moment <= lastMillisecond { return nil }
        let isTooFine = value.unsignedInteger != nil
        return Violation(
            value.excerpt, hint: isTooFine ? "these are micro- or nanoseconds; divide by 1000 or 1000000" : nil)
    }

    private static let timestampInSeconds = rule.value(
        "impression-timestamp-seconds", Name.timestamp, "the timestamp is in milliseconds, not in seconds",
        wanted: "milliseconds since 1970, 13 digits", hint: "these are seconds; multiply by 1000",
        quick: .isWithin(Name.timestamp, firstMillisecond...UInt64.max)
    ) { value in
        guard let moment = value.unsignedInteger, moment < firstMillisecond else { return nil }
        return Violation(value.excerpt)
    }

    private static let timestampInFuture = rule(
        "impression-timestamp-future", Name.timestamp, "the timestamp does not lie in the future", severity: .warning,
        wanted: "a moment that has passed", hint: "check the clock of the machine that made the impression",
        quick: .isPast(Name.timestamp)
    ) { examination in
        guard let moment = examination[Name.timestamp]?.unsignedInteger, moment <= lastMillisecond,
            Int64(moment) > examination.now + clockSkew
        else { return nil }
        let found = Timestamp(milliseconds: Int64(moment)).rfc3339
        return Violation("\(moment) (\(found))", wanted: "at most \(examination.now)")
    }

    // MARK: - Relations

    private static let keyID = rule(
        "impression-ad-network-identifier-kid", Name.adNetworkIdentifier,
        "ad-network-identifier equals the kid of the header",
        wanted: "the header's kid", hint: "the network that signs names itself in both", isAboutOneValue: false,
        quick: .isAbsent(HeaderField.keyID)
    ) { examination in
        guard let keyID = examination[HeaderField.keyID], keyID.kind == .string,
            let value = examination[Name.adNetworkIdentifier], value.kind == .string,
            !value.isEqual(to: keyID.string)
        else { return nil }
        return Violation(value.excerpt, wanted: "the header's kid, " + keyID.excerpt)
    }

    private static let development = rule(
        "impression-development", Name.publisherItemIdentifier,
        "publisher item identifier 0 makes a development impression, which earns no production postback",
        severity: .note, wanted: "the publisher's item identifier in production", isAboutOneValue: false,
        quick: .isWithin(Name.publisherItemIdentifier, 1...UInt64.max)
    ) { examination in
        examination[Name.publisherItemIdentifier]?.unsignedInteger == 0 ? Violation("0") : nil
    }
}
