import StrictJSON

/// What the payload of a JWS impression must satisfy [Generating JWS impressions].
enum ImpressionRules {
    private static let rule = RuleBuilder(
        subject: .impression, article: .generatingJWSImpressions, appleError: .payload)

    static let set = RuleSet(all)

    static let all: [Rule] = [
        rule.missing(.impressionIdentifier), rule.missing(.publisherItemIdentifier), rule.missing(.impressionType),
        rule.missing(.adNetworkIdentifier), rule.missing(.sourceIdentifier), rule.missing(.timestamp),
        rule.missing(.advertisedItemIdentifier),

        rule.string(.impressionIdentifier), rule.integer(.publisherItemIdentifier), rule.string(.impressionType),
        rule.string(.adNetworkIdentifier), rule.integer(.sourceIdentifier), rule.integer(.timestamp),
        rule.integer(.advertisedItemIdentifier), rule.boolean(.eligibleForReEngagement),

        rule.uuid(.impressionIdentifier),
        rule.range(.publisherItemIdentifier, 0...UInt64.max, "item identifiers are unsigned 64-bit integers"),
        rule.oneOf(.impressionType, ["app-impression"], "the impression type is app-impression"),
        rule.lowercaseNetwork(),
        rule.networkSuffix(),
        rule.range(.sourceIdentifier, SourceIdentifier.range, "source identifiers have two to four decimal digits"),
        rule.range(.advertisedItemIdentifier, 1...UInt64.max, "item identifiers are positive 64-bit integers"),
        timestampRange, timestampInSeconds, timestampInFuture,
        keyID,
        rule.unknownField(besides: Field.impression),
        development,
    ]

    // MARK: - The timestamp

    /// 9999-12-31T23:59:59.999Z: what is beyond it was not counted in milliseconds.
    private static let lastMillisecond: UInt64 = 253_402_300_799_999
    /// Ten digits and fewer are seconds: as milliseconds they would lie before May 1970.
    private static let firstMillisecond: UInt64 = 10_000_000_000
    /// How far two honest clocks may differ, in milliseconds.
    private static let clockSkew: Int64 = 60_000

    private static let timestampRange = rule.value(
        "timestamp-range", .timestamp, .number, "the timestamp counts milliseconds since 1970-01-01T00:00:00Z",
        wanted: "milliseconds since 1970, 13 digits", quick: .isWithin(.timestamp, 0, lastMillisecond)
    ) { value in
        guard value.isInteger else { return nil }
        if let moment = value.unsignedInteger, moment <= lastMillisecond { return nil }
        let isTooFine = value.unsignedInteger != nil
        return Violation(
            value.excerpt, hint: isTooFine ? "these are micro- or nanoseconds; divide by 1000 or 1000000" : nil)
    }

    private static let timestampInSeconds = rule.value(
        "timestamp-seconds", .timestamp, .number, "the timestamp is in milliseconds, not in seconds",
        wanted: "milliseconds since 1970, 13 digits", hint: "these are seconds; multiply by 1000",
        quick: .isWithin(.timestamp, firstMillisecond, UInt64.max)
    ) { value in
        guard let moment = value.unsignedInteger, moment < firstMillisecond else { return nil }
        return Violation(value.excerpt)
    }

    private static let timestampInFuture = rule(
        "timestamp-future", .timestamp, "the timestamp does not lie in the future", severity: .warning,
        wanted: "a moment that has passed", hint: "check the clock of the machine that made the impression",
        quick: .isPast(.timestamp)
    ) { examination in
        guard let moment = examination.payload[.timestamp]?.unsignedInteger, moment <= lastMillisecond,
            Int64(moment) > examination.now.milliseconds + clockSkew
        else { return nil }
        let found = Timestamp(milliseconds: Int64(moment)).rfc3339
        return Violation("\(moment) (\(found))", wanted: "at most \(examination.now.milliseconds)")
    }

    // MARK: - Relations

    private static let keyID = rule(
        "ad-network-identifier-kid", .adNetworkIdentifier, "ad-network-identifier equals the kid of the header",
        wanted: "the header's kid", hint: "the network that signs names itself in both", isAboutOneValue: false,
        quick: .hasNoKeyID
    ) { examination in
        guard let keyID = examination.keyID, keyID.kind == .string,
            let value = examination.payload[.adNetworkIdentifier], value.kind == .string,
            !value.isEqual(to: keyID.string)
        else { return nil }
        return Violation(value.excerpt, wanted: "the header's kid, " + keyID.excerpt)
    }

    private static let development = rule(
        "development", .publisherItemIdentifier,
        "publisher item identifier 0 makes a development impression, which earns no production postback",
        severity: .note, wanted: "the publisher's item identifier in production", isAboutOneValue: false,
        quick: .isWithin(.publisherItemIdentifier, 1, UInt64.max)
    ) { examination in
        examination.payload[.publisherItemIdentifier]?.unsignedInteger == 0 ? Violation("0") : nil
    }
}
