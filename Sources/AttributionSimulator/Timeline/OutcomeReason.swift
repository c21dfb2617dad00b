/// The reason for an outcome. Its raw value is the name in timelines, which is Apple's if Apple has one.
///
/// A refused event throws its reason.
package enum OutcomeReason: String, CaseIterable, Error, Sendable {
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

/// The wording and the source of each reason. Both `reason` and `why` in timelines use them.
extension OutcomeReason {
    /// The reason in words, in lower case and without a final period.
    package var reason: String { entry.words }

    /// Apple's article; nil if the rule is a decision of this simulator, or its interpretation.
    package var article: Article? { entry.article }

    private typealias Entry = (words: String, article: Article?)

    private var entry: Entry {
        switch self {
        case .components:
            ("the token is not a compact JWS of three parts (an error since iOS 18.0, inferred from its name)", nil)
        case .header:
            (
                "the token does not have the header of an impression (an error since iOS 17.4, inferred from its name)",
                nil
            )
        case .payload:
            (
                "the token does not have the payload of an impression (an error since iOS 17.4, inferred from its name)",
                nil
            )
        case .signature: ("the signature is invalid (an error since iOS 18.0, inferred from its name)", nil)
        case .missingAttributionView:
            ("a custom click needs an attribution view over the ad (an error since iOS 17.4)", .presentingAds)
        case .impressionExpired:
            (
                "a tap can be handled only in the 15 minutes after the impression was made (an error since iOS "
                    + "17.4, inferred from its name)",
                .handleTap
            )
        case .conversionTagNotSupported:
            (
                "the app has not opted in to overlapping re-engagements (an error since iOS 18.4, inferred from its name)",
                nil
            )
        case .invalidConversionTag:
            ("no conversion that still takes updates has this tag (an error since iOS 18.4)", .conversionTags)
        case .publisherMismatch: ("the app that shows the ad is not the one that the impression was signed for", nil)
        case .networkNotListed: ("the publisher app does not list the ad network", .publisherApp)
        case .identifierReused: ("another impression has used this identifier", nil)
        case .viewAlreadyOpen: ("a view of an ad of this network for the same app is already open", .session24)
        case .viewTooShort: ("a view must last at least two seconds", .appImpression)
        case .fineOutOfRange: ("a fine value must be 0 to 63; the call changes nothing", .updatePostbackConversionValue)
        case .noClickForViewThrough: ("a tap on a view-through ad records nothing", .session24)
        case .noViewForCustom: ("viewing a custom ad records nothing", .session24)
        case .viewNotEnded: ("the events of the scenario ended before the view did", .session24)
        case .viewOverwritten: ("a second start for the same app overwrote the first", .startImpression)
        case .noPendingConversion: ("no conversion of the app is waiting for an update", .interoperability)
        case .otherFramework: ("the call does not reach this conversion's framework", .interoperability)
        case .typeNotAddressed: ("the update is for conversions of another type", .receivingPostbacks)
        case .windowLocked: ("the conversion window is locked", .multipleConversionWindows)
        case .windowsOver: ("all conversion windows are over", .multipleConversionWindows)
        case .firstUpdateLate: ("the time for the first update is over", .receivingPostbacks)
        case .valueNotGreater: ("before SKAdNetwork 4, only a greater value counts", .receivingInStoreKit)
        case .coarseMissing:
            ("without a coarse value, the call applies to window 1 only", .updatePostbackConversionValue)
        case .attributionWindowOver:
            ("the interaction is older than its attribution window", .configuringAttributionRules)
        case .interactionIgnored:
            ("the app ignores this type of interaction with the network's ads", .configuringAttributionRules)
        case .developmentBesideProduction:
            ("development impressions are ignored if there are production impressions", .developerMode)
        case .appStoreOnly: ("SKAdNetwork works only for apps from the App Store", .interoperability)
        case .evicted: ("a sixteenth view in the publisher app replaced this view", .receivingPostbacks)
        case .viewAgainstClick: ("a click beats a view", .interoperability)
        case .older: ("a later interaction wins", .interoperability)
        case .sameNetwork: ("a better impression of the same network counts instead", .receivingPostbacks)
        case .beyondSix: ("only six networks count", .interoperability)
        case .versionWithoutNonwinning:
            ("SKAdNetwork before 3.0 has no nonwinning postbacks", .receivingInStoreKit)
        case .noImpression: ("no impression qualifies", .receivingPostbacks)
        case .cooldown: ("the app's cooldown has not elapsed", .configuringAttributionRules)
        case .rateLimited: ("the limit on re-engagements is reached", .receivingPostbacks)
        case .notEligible: ("the impression is not eligible for re-engagement", .session24)
        case .notAUniversalLink: ("the URL is not a universal link of the app, so the app opens without it", .handleTap)
        case .neverUpdated: ("no conversion value was updated", .receivingPostbacks)
        case .noUpdate: ("no update was made in this window", .multipleConversionWindows)
        case .tierZero: ("in tier 0, only the first postback is sent", .multipleConversionWindows)
        case .superseded: ("the app's next conversion replaced this one", .receivingPostbacks)
        case .cleared: ("the conversion's postbacks were cleared in the developer settings", .creatingPostbacks)
        case .byUpdate: ("an update locked the window", .multipleConversionWindows)
        case .byConversion: ("the app's next conversion locked the window", .receivingPostbacks)
        case .signatureUnchecked: ("no key is known for this impression: it counts as valid", nil)
        case .impressionReused: ("an impression may be used for only one ad, shown once", .handleTap)
        case .timestampInFuture: ("the impression's timestamp is in the future; nothing depends on it", nil)
        case .kindContradicts:
            (
                "the conversion type in the scenario is not the one that the App Store would give; the type in the scenario is used",
                nil
            )
        case .configurationOutOfRange: ("a value is out of range and does not count", nil)
        }
    }
}

/// Articles and talks of Apple that no rule cites.
extension Article {
    static let presentingAds = Article("Presenting ads in your app")
    static let handleTap = Article("handleTap()")
    static let conversionTags = Article("Identifying conversion values with conversion tags")
    static let session24 = Article("WWDC24 10060")
    static let session25 = Article("WWDC25 221")
    static let appImpression = Article("AppImpression")
    static let startImpression = Article("startImpression")
    static let interoperability = Article("Understanding AdAttributionKit and SKAdNetwork interoperability")
    static let receivingInStoreKit = Article("\(receivingPostbacks.title) (StoreKit)")
    static let developerMode = Article("Testing ad attributions with Developer Mode")

    /// Returns a sentence followed by this source.
    func cited(after sentence: String) -> String { "\(sentence) [\(title)]" }
}
