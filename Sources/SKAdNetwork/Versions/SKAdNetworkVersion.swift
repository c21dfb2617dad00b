import AdAttribution
import AttributionECDSA
import AttributionJSON

/// A version of SKAdNetwork, which decides what is signed and by which of Apple's keys.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum SKAdNetworkVersion: String, CaseIterable, Comparable, Codable, Sendable {
    // In the order of their release.
    /// Its postbacks carry no `version`.
    case one = "1.0"
    case two = "2.0"
    case twoOne = "2.1"
    case twoTwo = "2.2"
    case three = "3.0"
    case four = "4.0"

    public static func < (left: Self, right: Self) -> Bool { left.place < right.place }

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// The version that there is newest.
    package static let newest = allCases[allCases.count - 1]

    /// The version that a text of JSON names.
    package init?(_ text: JSONView) {
        guard let version = Self.allCases.first(where: { text.isString($0.traits.name) }) else { return nil }
        self = version
    }

    /// The campaign of an ad and its postback: 1 to 100 until 3.0, a hierarchical source identifier from 4.0 on.
    public var hasSourceIdentifier: Bool { traits.ad.signs(.sourceIdentifier) }

    /// Whether ads have a fidelity type, so that view-through ads can be told from StoreKit-rendered ones.
    public var hasFidelity: Bool { traits.ad.signs(.fidelityType) }

    /// The curve of the key that Apple signs this version's postbacks with
    /// [Verifying an install-validation postback]. An ad network's own key is on P-256 for every version.
    public var curve: SignatureCurve { traits.postbackCurve }
}

/// What sets a version apart from the others. The table below is the only place where versions say so; everything else asks
/// for an ability, such as ``hasWindows``.
package struct VersionTraits: Sendable {
    /// As a JSON string has it.
    package let name: StaticString
    /// What is signed of an ad that is shown in an app
    /// [Generating the signature to validate StoreKit-rendered ads; … view-through ads].
    package let ad: SignedOrder
    /// What is signed of an ad on a web page, which names a domain instead of an app; nil for a version without such ads
    /// [Generating a signature for attributable web ads].
    package let webAd: SignedOrder?
    /// What Apple signs of a postback [Verifying an install-validation postback; Combining parameters for SKAdNetwork 3
    /// postbacks; Combining parameters for previous SKAdNetwork postback versions].
    package let postback: SignedOrder
    /// What a postback tells beside its signature.
    package let unsigned: [SignedField]
    /// That of Apple's key.
    package let postbackCurve: SignatureCurve
    /// How much is told of a conversion in each data tier and window.
    package let disclosure: Disclosure.Framework
    /// Whether the advertised app's developer gets copies of winning postbacks [Configuring an advertised app].
    package let hasCopies: Bool

    fileprivate init(
        _ version: SKAdNetworkVersion, _ name: StaticString, ad: [SignedField], webAd: [SignedField]? = nil,
        postback: [SignedField], optional: [SignedField], unsigned: [SignedField], curve: SignatureCurve,
        _ disclosure: Disclosure.Framework, hasCopies: Bool
    ) {
        self.name = name
        self.ad = SignedOrder(version, ad)
        self.webAd = webAd.map { SignedOrder(version, isWeb: true, $0) }
        self.postback = SignedOrder(version, postback, optional: optional)
        self.unsigned = unsigned
        postbackCurve = curve
        self.disclosure = disclosure
        self.hasCopies = hasCopies
    }
}

extension SKAdNetworkVersion {
    package var traits: VersionTraits {
        switch self {
        case .one: Self.traitsOfOne
        case .two: Self.traitsOfTwo
        case .twoOne: Self.traitsOfTwoOne
        case .twoTwo: Self.traitsOfTwoTwo
        case .three: Self.traitsOfThree
        case .four: Self.traitsOfFour
        }
    }

    private static let traitsOfOne = VersionTraits(
        .one, "1.0",
        ad: [.adNetworkID, .campaignID, .itunesItemID, .nonce, .timestamp],
        postback: [.adNetworkID, .campaignID, .appID, .transactionID], optional: [],
        unsigned: [], curve: .p192, .skAdNetworkBefore4, hasCopies: false)

    private static let traitsOfTwo = VersionTraits(
        .two, "2.0",
        ad: [.version, .adNetworkID, .campaignID, .itunesItemID, .nonce, .sourceAppID, .timestamp],
        postback: [.version, .adNetworkID, .campaignID, .appID, .transactionID, .redownload, .sourceAppID],
        optional: [.sourceAppID], unsigned: [.conversionValue], curve: .p192, .skAdNetworkBefore4, hasCopies: true)

    private static let traitsOfTwoOne = VersionTraits(
        .twoOne, "2.1",
        ad: [.version, .adNetworkID, .campaignID, .itunesItemID, .nonce, .sourceAppID, .timestamp],
        postback: [.version, .adNetworkID, .campaignID, .appID, .transactionID, .redownload, .sourceAppID],
        optional: [.sourceAppID], unsigned: [.conversionValue], curve: .p256, .skAdNetworkBefore4, hasCopies: true)

    private static let traitsOfTwoTwo = VersionTraits(
        .twoTwo, "2.2",
        ad: [.version, .adNetworkID, .campaignID, .itunesItemID, .nonce, .sourceAppID, .fidelityType, .timestamp],
        postback: [
            .version, .adNetworkID, .campaignID, .appID, .transactionID, .redownload, .sourceAppID, .fidelityType,
        ],
        optional: [.sourceAppID], unsigned: [.conversionValue], curve: .p256, .skAdNetworkBefore4, hasCopies: true)

    private static let traitsOfThree = VersionTraits(
        .three, "3.0",
        ad: [.version, .adNetworkID, .campaignID, .itunesItemID, .nonce, .sourceAppID, .fidelityType, .timestamp],
        postback: [
            .version, .adNetworkID, .campaignID, .appID, .transactionID, .redownload, .sourceAppID, .fidelityType,
            .didWin,
        ],
        optional: [.sourceAppID], unsigned: [.conversionValue], curve: .p256, .skAdNetworkBefore4, hasCopies: true)

    private static let traitsOfFour = VersionTraits(
        .four, "4.0",
        ad: [
            .version, .adNetworkID, .sourceIdentifier, .itunesItemID, .nonce, .sourceAppID, .fidelityType, .timestamp,
        ],
        webAd: [
            .version, .adNetworkID, .sourceIdentifier, .itunesItemID, .nonce, .sourceDomain, .fidelityType, .timestamp,
        ],
        postback: [
            .version, .adNetworkID, .sourceIdentifier, .appID, .transactionID, .redownload, .sourceAppID, .sourceDomain,
            .fidelityType, .didWin, .postbackSequenceIndex,
        ],
        optional: [.sourceAppID, .sourceDomain],
        unsigned: [.conversionValue, .coarseConversionValue, .countryCode], curve: .p256, .skAdNetwork,
        hasCopies: true)
}

// MARK: - Abilities

extension SKAdNetworkVersion {
    /// Whether ads and postbacks say which version they are of. The first does not, and OpenRTB does not know it.
    package var isNamed: Bool { traits.ad.signs(.version) }
    /// Whether an ad says in which app it was shown.
    package var hasSourceApp: Bool { traits.ad.signs(.sourceAppID) }
    package var hasWebAds: Bool { traits.webAd != nil }
    /// Whether there is a postback for each of three conversion windows, instead of one after a timer.
    package var hasWindows: Bool { traits.postback.signs(.postbackSequenceIndex) }
    /// Whether networks that did not win get a postback.
    package var hasNonwinning: Bool { traits.postback.signs(.didWin) }
    /// Whether data tiers decide what a postback tells, instead of one threshold.
    package var hasTiers: Bool { traits.disclosure.hasTiers }

    /// What is signed of an ad.
    ///
    /// - Parameter isWeb: whether it names a domain; of a version without web ads it is signed like any other.
    package func ad(isWeb: Bool) -> SignedOrder { isWeb ? traits.webAd ?? traits.ad : traits.ad }

    /// Whether a postback of this version tells a field.
    package func tells(_ field: SignedField) -> Bool {
        traits.postback.signs(field) || traits.unsigned.contains(field)
    }

    /// Whether a postback of this version can have a field.
    package func hasPlaceInPostbacks(for field: SignedField) -> Bool {
        switch field {
        // Apple's newest articles have a country, and give no version.
        case .countryCode, .signature, .version: true
        default: tells(field)
        }
    }

    /// Whether an ad of this version can have a field.
    package func hasPlaceInAds(for field: SignedField) -> Bool {
        switch field {
        case .signature, .version: true
        default: traits.ad.signs(field) || traits.webAd?.signs(field) ?? false
        }
    }
}
