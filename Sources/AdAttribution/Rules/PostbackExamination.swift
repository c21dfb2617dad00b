import StrictJSON

extension Examination {
    /// What the postback shows of its tier; nil for what is no postback.
    var disclosed: DisclosedFields? {
        guard payload.isLoaded, payload[.postbackSequenceIndex]?.isInteger == true else { return nil }
        func has(_ field: Field) -> Bool? { body.isLoaded ? body[field] != nil : nil }
        return DisclosedFields(
            isLater: isLaterPostback, didWin: !isLost, digits: payload[.sourceIdentifier]?.digitCount,
            hasPublisher: payload[.publisherItemIdentifier] != nil,
            hasMarketplace: payload[.marketplaceIdentifier] != nil, hasFineValue: has(.conversionValue),
            hasCoarseValue: has(.coarseConversionValue), hasCountry: has(.countryCode))
    }

    /// The same of a postback of the first conversion window.
    var firstPostback: DisclosedFields? { isFirstPostback ? disclosed : nil }

    /// Whether this is the postback of the first conversion window.
    var isFirstPostback: Bool { payload[.postbackSequenceIndex]?.unsignedInteger == 0 }

    /// Whether this is the postback of the second or third conversion window.
    var isLaterPostback: Bool {
        guard let index = payload[.postbackSequenceIndex]?.unsignedInteger else { return false }
        return index == 1 || index == 2
    }

    /// Whether the impression did not win.
    var isLost: Bool { payload[.didWin]?.kind == .false }

    // MARK: - Tiers

    /// The tiers that the postback fits, highest first; nil for what is no postback.
    var tiers: [DataTier]? {
        guard let disclosed, disclosed.digits != nil else { return nil }
        return disclosed.tiers.descending
    }
}
