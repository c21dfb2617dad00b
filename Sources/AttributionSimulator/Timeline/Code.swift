/// Why something did not count, by the name that it has in a timeline. Where Apple has one, it is Apple's.
///
/// An event that is refused throws it.
package enum Code: String, CaseIterable, Error, Sendable {
    // Refused
    case components = "invalidImpressionJWSComponents"
    case header = "invalidImpressionJWSHeader"
    case payload = "invalidImpressionJWSPayload"
    case signature = "invalidImpressionJWSSignature"
    case missingAttributionView
    case impressionExpired
    case conversionTagNotSupported
    case invalidConversionTag
    case publisherMismatch = "publisher-mismatch"
    case networkNotListed = "network-not-listed"
    case identifierReused = "identifier-reused"
    case viewAlreadyOpen = "view-already-open"
    case viewTooShort = "view-too-short"
    case fineOutOfRange = "fine-out-of-range"

    // Ignored
    case noClickForViewThrough = "no-click-for-view-through"
    case noViewForCustom = "no-view-for-custom"
    case viewNotEnded = "view-not-ended"
    case viewOverwritten = "view-overwritten"
    case noPendingConversion = "no-pending-conversion"
    case otherFramework = "other-framework"
    case typeNotAddressed = "type-not-addressed"
    case windowLocked = "window-locked"
    case windowsOver = "windows-over"
    case firstUpdateLate = "first-update-late"
    case valueNotGreater = "value-not-greater"
    case coarseMissing = "coarse-missing"

    // Not qualified
    case attributionWindowOver = "attribution-window-over"
    case interactionIgnored = "interaction-ignored"
    case developmentBesideProduction = "development-beside-production"
    case appStoreOnly = "app-store-only"
    case evicted

    // Lost
    case viewAgainstClick = "view-against-click"
    case older
    case sameNetwork = "same-network"
    case beyondSix = "beyond-six"
    case versionWithoutNonwinning = "version-without-nonwinning"

    // No conversion
    case noImpression = "no-impression"
    case cooldown
    case rateLimited = "rate-limited"
    case notEligible = "not-eligible"
    case notAUniversalLink = "not-a-universal-link"

    // No postback
    case neverUpdated = "never-updated"
    case noUpdate = "no-update"
    case tierZero = "tier-0"
    case superseded
    case cleared

    // Locking
    case byUpdate = "by-update"
    case byConversion = "by-conversion"

    // Warnings
    case signatureUnchecked = "signature-unchecked"
    case impressionReused = "impression-reused"
    case timestampInFuture = "timestamp-in-future"
    case kindContradicts = "kind-contradicts"
    case configurationOutOfRange = "configuration-out-of-range"
}

/// What became of something.
package enum Outcome: String, CaseIterable, Sendable {
    case recorded, refused, ignored
    case won, lost
    case notQualified = "not-qualified"
    case noConversion = "no-conversion"
    case noPostback = "no-postback"
    case delivered, retry
    case givenUp = "given-up"
}
