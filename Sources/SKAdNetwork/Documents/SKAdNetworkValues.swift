import AdAttribution
import AttributionBytes

/// Which campaign an ad belongs to. Versions until 3.0 have a campaign ID, 4.0 a source identifier.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum SKAdNetworkCampaign: Hashable, Sendable {
    /// 1 to 100.
    case campaign(CampaignIdentifier)
    /// Four digits in an ad, as many as crowd anonymity leaves in a postback.
    case source(SourceIdentifier)
}

/// A campaign ID: 1 to 100 [Generating the signature to validate StoreKit-rendered ads].
public struct CampaignIdentifier: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The IDs that there are.
    public static let range = 1...100

    public let rawValue: Int

    /// Nil for what is not in ``range``.
    public init?(rawValue: Int) {
        guard Self.range.contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    public var description: String { String(rawValue) }
}

/// Where an ad was shown: in an app, or on a web page.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum SKAdNetworkSource: Hashable, Sendable {
    /// The App Store item ID of the app that shows the ad; `ItemIdentifier.development` in a build signed for
    /// development.
    case app(ItemIdentifier)
    /// Effective top-level domain and one label more, such as `example.com`: no scheme, `www.`, port or path.
    case domain(String)
}

/// What makes an ad's signature good for once: a UUID in lower case, as the signed text demands.
public struct SKAdNetworkNonce: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// Nil for what is not a UUID with dashes, or has a capital letter. `UUID().uuidString` of Foundation has.
    public init?(_ text: String) {
        guard unsafe Array(text.utf8).withUnsafeBytes({ unsafe UUIDText.isValid($0) }),
            !text.utf8.contains(where: ASCII.isUppercase)
        else { return nil }
        description = text
    }

    /// The 16 bytes of the UUID, which an attributable link carries as base64url.
    public var bytes: [UInt8] {
        let digits = description.utf8.compactMap(ASCII.hexValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

/// How an ad was shown, as the signature of an ad from 2.2 on says [Generating the signature to validate view-through ads].
public enum FidelityType: Int, CaseIterable, Sendable {
    /// A custom ad that was looked at for long enough; the device gets an `SKAdImpression`.
    case viewThrough = 0
    /// A product page or overlay of StoreKit, or a web ad in Safari.
    case storeKitRendered = 1
}
