import AttributionBase
import AttributionCrypto

/// A version of SKAdNetwork, which determines the signed values and Apple's key.
///
/// Apple may add versions, so a `switch` over it needs a default.
public struct SKAdNetworkVersion: RawRepresentable, CaseIterable, Comparable, Hashable, Sendable {
    private let index: Int

    private init(index: Int) { self.index = index }

    /// Creates a version from the text that Apple uses, such as `4.0`; returns nil for an unknown version.
    public init?(rawValue: String) {
        guard let index = Self.table.firstIndex(where: { $0.text == rawValue }) else { return nil }
        self.index = index
    }

    /// The version as Apple writes it.
    public var rawValue: String { traits.text }
    /// The versions that are known, in order of release.
    public static let allCases = table.indices.map { SKAdNetworkVersion(index: $0) }

    /// Version 1.0, whose postbacks have no `version` member.
    public static var one: SKAdNetworkVersion { SKAdNetworkVersion(index: 0) }
    /// Version 2.0.
    public static var two: SKAdNetworkVersion { SKAdNetworkVersion(index: 1) }
    /// Version 2.1.
    public static var twoOne: SKAdNetworkVersion { SKAdNetworkVersion(index: 2) }
    /// Version 2.2.
    public static var twoTwo: SKAdNetworkVersion { SKAdNetworkVersion(index: 3) }
    /// Version 3.0.
    public static var three: SKAdNetworkVersion { SKAdNetworkVersion(index: 4) }
    /// Version 4.0.
    public static var four: SKAdNetworkVersion { SKAdNetworkVersion(index: 5) }

    /// Orders versions by their release.
    public static func < (left: Self, right: Self) -> Bool { left.index < right.index }

    /// The newest version, which also stands in for unknown versions.
    package static let newest = allCases[allCases.count - 1]

    /// The version of ads and postbacks that are made without naming one.
    package static let standard = SKAdNetworkVersion.four

    package init?(_ text: JSONView) {
        guard let version = Self.allCases.first(where: { text.isString($0.traits.name) }) else { return nil }
        self = version
    }

    /// Whether the campaign is a hierarchical source identifier, from 4.0 on, instead of a campaign ID of 1 to 100.
    package var hasSourceIdentifier: Bool { traits.ad.signs(.sourceIdentifier) }

    /// Whether ads have a fidelity type, which distinguishes view-through from StoreKit-rendered ads.
    package var hasFidelity: Bool { traits.ad.signs(.fidelityType) }

    /// The curve of Apple's key for postbacks of this version [Verifying an install-validation postback]. An ad
    /// network's own key is on P-256 for every version.
    package var curve: SignatureCurve { traits.postbackCurve }
}

/// The properties of a version. Only the table below refers to single versions; all other code uses a property, such as ``hasWindows``.
package struct VersionTraits: Sendable {
    package let name: StaticString
    fileprivate let text: String
    /// The values that are signed in an ad that is shown in an app [Generating the signature to validate
    /// StoreKit-rendered ads; … view-through ads].
    package let ad: SignedOrder
    /// The values that are signed in an ad on a web page, which names a domain instead of an app; nil for a version
    /// without web ads [Generating a signature for attributable web ads].
    package let webAd: SignedOrder?
    /// The values that Apple signs in a postback [Verifying an install-validation postback; Combining parameters for
    /// SKAdNetwork 3 postbacks; Combining parameters for previous SKAdNetwork postback versions].
    package let postback: SignedOrder
    /// The fields of a postback that are not signed.
    package let unsigned: [SignedField]
    /// The curve of Apple's key.
    package let postbackCurve: SignatureCurve
    /// The rules for what each data tier and window discloses of a conversion.
    package let disclosure: Disclosure.Framework
    /// Whether the developer of the advertised app receives copies of winning postbacks [Configuring an advertised
    /// app].
    package let hasCopies: Bool

    fileprivate init(
        _ version: SKAdNetworkVersion, _ name: StaticString, ad: [SignedField], webAd: [SignedField]? = nil,
        postback: [SignedField], optional: [SignedField], unsigned: [SignedField], curve: SignatureCurve,
        _ disclosure: Disclosure.Framework, hasCopies: Bool
    ) {
        self.name = name
        text = "\(name)"
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
    package var traits: VersionTraits { Self.table[index] }

    private static let table = [
        VersionTraits(
            .one, "1.0",
            ad: [.adNetworkID, .campaignID, .itunesItemID, .nonce, .timestamp],
            postback: [.adNetworkID, .campaignID, .appID, .transactionID], optional: [],
            unsigned: [], curve: .p192, .skAdNetworkBefore4, hasCopies: false),
        VersionTraits(
            .two, "2.0",
            ad: [.version, .adNetworkID, .campaignID, .itunesItemID, .nonce, .sourceAppID, .timestamp],
            postback: [.version, .adNetworkID, .campaignID, .appID, .transactionID, .redownload, .sourceAppID],
            optional: [.sourceAppID], unsigned: [.conversionValue], curve: .p192, .skAdNetworkBefore4, hasCopies: true),
        VersionTraits(
            .twoOne, "2.1",
            ad: [.version, .adNetworkID, .campaignID, .itunesItemID, .nonce, .sourceAppID, .timestamp],
            postback: [.version, .adNetworkID, .campaignID, .appID, .transactionID, .redownload, .sourceAppID],
            optional: [.sourceAppID], unsigned: [.conversionValue], curve: .p256, .skAdNetworkBefore4, hasCopies: true),
        VersionTraits(
            .twoTwo, "2.2",
            ad: [.version, .adNetworkID, .campaignID, .itunesItemID, .nonce, .sourceAppID, .fidelityType, .timestamp],
            postback: [
                .version, .adNetworkID, .campaignID, .appID, .transactionID, .redownload, .sourceAppID, .fidelityType,
            ],
            optional: [.sourceAppID], unsigned: [.conversionValue], curve: .p256, .skAdNetworkBefore4, hasCopies: true),
        VersionTraits(
            .three, "3.0",
            ad: [.version, .adNetworkID, .campaignID, .itunesItemID, .nonce, .sourceAppID, .fidelityType, .timestamp],
            postback: [
                .version, .adNetworkID, .campaignID, .appID, .transactionID, .redownload, .sourceAppID, .fidelityType,
                .didWin,
            ],
            optional: [.sourceAppID], unsigned: [.conversionValue], curve: .p256, .skAdNetworkBefore4, hasCopies: true),
        VersionTraits(
            .four, "4.0",
            ad: [
                .version, .adNetworkID, .sourceIdentifier, .itunesItemID, .nonce, .sourceAppID, .fidelityType,
                .timestamp,
            ],
            webAd: [
                .version, .adNetworkID, .sourceIdentifier, .itunesItemID, .nonce, .sourceDomain, .fidelityType,
                .timestamp,
            ],
            postback: [
                .version, .adNetworkID, .sourceIdentifier, .appID, .transactionID, .redownload, .sourceAppID,
                .sourceDomain,
                .fidelityType, .didWin, .postbackSequenceIndex,
            ],
            optional: [.sourceAppID, .sourceDomain],
            unsigned: [.conversionValue, .coarseConversionValue, .countryCode], curve: .p256, .skAdNetwork,
            hasCopies: true),
    ]
}

// MARK: - Properties

extension SKAdNetworkVersion {
    /// Whether ads and postbacks have a version member. Version 1.0 has none, and is not part of OpenRTB.
    package var isNamed: Bool { traits.ad.signs(.version) }
    /// Whether an ad names the app in which it was shown.
    package var hasSourceApp: Bool { traits.ad.signs(.sourceAppID) }
    package var hasWebAds: Bool { traits.webAd != nil }
    /// Whether there is a postback for each of three conversion windows, instead of one postback after a timer.
    package var hasWindows: Bool { traits.postback.signs(.postbackSequenceIndex) }
    /// Whether networks that did not win receive a postback.
    package var hasNonwinning: Bool { traits.postback.signs(.didWin) }
    /// Whether data tiers decide what a postback discloses, instead of a single threshold.
    package var hasTiers: Bool { traits.disclosure.hasTiers }

    /// Returns the order in which an ad is signed.
    ///
    /// - Parameter isWeb: Whether the ad names a domain. This is ignored for versions without web ads.
    package func ad(isWeb: Bool) -> SignedOrder { isWeb ? traits.webAd ?? traits.ad : traits.ad }

    package func discloses(_ field: SignedField) -> Bool {
        traits.postback.signs(field) || traits.unsigned.contains(field)
    }

    package func hasPlaceInPostbacks(for field: SignedField) -> Bool {
        switch field {
        // Apple's newest articles mention a country, but not in which version it exists.
        case .countryCode, .signature, .version: true
        default: discloses(field)
        }
    }

    /// Whether an ad of this version may have a field.
    package func hasPlaceInAds(for field: SignedField) -> Bool {
        switch field {
        case .signature, .version: true
        default: traits.ad.signs(field) || traits.webAd?.signs(field) ?? false
        }
    }
}

extension SKAdNetworkVersion {
    /// The member of results that has the version.
    @inlinable package static var member: OutputMember { .init("version", "The version of SKAdNetwork.") }
}
