import StrictJSON

/// How much a postback may tell, as the size of the crowd allows [Identifying the parameters in a postback].
public enum DataTier: Int, CaseIterable, Comparable, Sendable {
    case zero, one, two, three

    public static func < (left: DataTier, right: DataTier) -> Bool { left.rawValue < right.rawValue }

    /// Apple gives two digits of the source identifier in tiers 0 and 1, up to four above.
    public var sourceDigits: ClosedRange<Int> { self >= .two ? 2...4 : 2...2 }
    /// Whether a first postback carries a fine conversion value, if one was set.
    public var hasFineValue: Bool { self >= .two }
    /// Whether a first postback carries a coarse conversion value, if one was set.
    public var hasCoarseValue: Bool { self == .one }
    public var namesPublisher: Bool { self == .three }
    public var namesMarketplace: Bool { self >= .one }
    /// Tier 3, and only if the country's own crowd is tier 3 too.
    public var mayNameCountry: Bool { self == .three }
    /// Tier 0 sends no second and third postbacks.
    public var hasLaterPostbacks: Bool { self >= .one }

    // MARK: - From a postback back to its tier

    /// The tiers that a postback's fields fit, highest first; nil for what is no postback.
    static func consistent(with examination: Examination) -> [DataTier]? {
        guard examination.payload.isLoaded, examination.payload[.postbackSequenceIndex]?.isInteger == true,
            let digits = examination.payload[.sourceIdentifier]?.digitCount
        else { return nil }
        return allCases.reversed().filter { tier in
            examination.isLaterPostback
                ? tier.fitsLater(examination, digits)
                : tier.fitsFirst(examination, digits)
        }
    }

    private func fitsFirst(_ examination: Examination, _ digits: Int) -> Bool {
        let isLost = examination.isLost
        let hasPublisher = examination.payload[.publisherItemIdentifier] != nil
        let hasFine = examination.body[.conversionValue] != nil
        let hasCoarse = examination.body[.coarseConversionValue] != nil
        return sourceDigits.contains(digits)
            && hasPublisher == (namesPublisher && !isLost)
            && (examination.payload[.marketplaceIdentifier] != nil) == namesMarketplace
            && (!hasFine || hasFineValue && !isLost)
            && (!hasCoarse || hasCoarseValue && !isLost)
            && (examination.body[.countryCode] == nil || mayNameCountry)
    }

    private func fitsLater(_ examination: Examination, _ digits: Int) -> Bool {
        hasLaterPostbacks && digits == 2 && !examination.isLost
            && examination.payload[.publisherItemIdentifier] == nil && examination.body[.conversionValue] == nil
    }

    /// Why each optional field that a postback lacks may be lacking.
    static func absences(in examination: Examination) -> [(field: String, reason: String)] {
        guard let tiers = consistent(with: examination), let highest = tiers.first else { return [] }
        let isLater = examination.isLaterPostback
        let isLost = examination.isLost
        let names =
            "tier" + (tiers.count == 1 ? " " : "s ") + tiers.reversed().map { "\($0.rawValue)" }.joined(separator: ", ")
        var result: [(field: String, reason: String)] = []
        func explain(_ field: Field, isThere: Bool, _ reason: String) {
            if !isThere { result.append(("\(field.name)", reason)) }
        }
        explain(
            .publisherItemIdentifier, isThere: examination.payload[.publisherItemIdentifier] != nil,
            isLater
                ? "only the first postback names the publisher"
                : isLost
                    ? "a nonwinning postback does not name the publisher"
                    : "only tier 3 names the publisher; this fits \(names)")
        explain(
            .marketplaceIdentifier, isThere: examination.payload[.marketplaceIdentifier] != nil,
            isLater ? "the article leaves open whether later postbacks have it" : "tier 0 does not name the marketplace"
        )
        // Without a body nothing is known of what stands beside the signature.
        guard examination.body.isLoaded else { return result }
        let hasFine = examination.body[.conversionValue] != nil
        let hasCoarse = examination.body[.coarseConversionValue] != nil
        explain(
            .conversionValue, isThere: hasFine,
            isLater
                ? "later postbacks carry a coarse value"
                : isLost
                    ? "a nonwinning postback has no conversion value"
                    : highest.hasFineValue ? "no fine value was set" : "\(names) carries no fine value")
        explain(
            .coarseConversionValue, isThere: hasCoarse,
            isLost
                ? "a nonwinning postback has no conversion value"
                : isLater || tiers.contains(.one) ? "no coarse value was set" : "\(names) carries no coarse value")
        explain(
            .countryCode, isThere: examination.body[.countryCode] != nil,
            isLater
                ? "the article gives it to the first postback only"
                : highest.mayNameCountry ? "the country's crowd is below tier 3" : "only tier 3 names the country")
        return result
    }
}
