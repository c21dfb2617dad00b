import AttributionBase

/// The campaign of an ad: a campaign ID in versions up to 3.0, a source identifier in 4.0.
public enum AdCampaign: Hashable, Sendable {
    /// A campaign ID, 1 to 100.
    case campaign(CampaignIdentifier)
    /// A source identifier. In an ad, it normally has four digits. A postback has its last two to four digits, as crowd anonymity allows.
    case source(SourceIdentifier)
}

extension AdCampaign: CustomStringConvertible {
    /// The kind and the digits: `campaign 97` or `source 97`, which are not the same.
    public var description: String {
        switch self {
        case .campaign(let number): "campaign \(number)"
        case .source(let digits): "source \(digits)"
        }
    }
}

/// A campaign ID: 1 to 100 [Generating the signature to validate StoreKit-rendered ads].
public struct CampaignIdentifier: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The valid IDs.
    public static let range = 1...100

    public let rawValue: Int

    /// Creates an ID, or returns nil if the number is not in ``range``.
    public init?(rawValue: Int) {
        guard Self.range.contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    public var description: String { String(rawValue) }
}

extension CampaignIdentifier: ExpressibleByIntegerLiteral {
    /// Creates an ID that the source code contains. The number must be in ``range``.
    public init(integerLiteral number: Int) {
        guard let identifier = Self(rawValue: number) else { preconditionFailure("\(number) is not in 1...100") }
        self = identifier
    }
}

/// Where an ad was shown: in an app, or on a web page.
public enum Publisher: Hashable, Sendable {
    /// The App Store item ID of the app that shows the ad; `ItemIdentifier.development` in a development-signed build.
    case app(ItemIdentifier)
    /// The effective top-level domain plus one label, such as `example.com`, without scheme, `www.`, port and path.
    case domain(String)
}

extension Publisher: CustomStringConvertible {
    /// The digits of the app, or the domain.
    public var description: String {
        switch self {
        case .app(let item): item.description
        case .domain(let domain): domain
        }
    }
}

/// A value that makes an ad's signature usable only once: a lowercase UUID, as the signed text requires.
public struct SKAdNetworkNonce: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// A new nonce of random bits.
    public init() { description = AttributionUUID().description }

    /// Creates a nonce from a string. `UUID().uuidString` of Foundation has capital letters, which a nonce must not have.
    ///
    /// - Throws: an error if the text is not a UUID with dashes, or has a capital letter.
    public init(parsing text: String) throws(Problem) {
        self = try text.parsed(as: "nonce", wanted: "a UUID in lowercase with dashes") { Self($0) }
    }

    package init?(_ text: String) {
        guard Array(text.utf8).withBytes({ UUIDText.isValid($0) }),
            !text.utf8.contains(where: ASCII.isUppercase)
        else { return nil }
        description = text
    }

    /// The 16 bytes of the UUID, which an attributable link carries as base64url.
    package var bytes: [UInt8] {
        let digits = description.utf8.compactMap(ASCII.hexValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

/// The way in which an ad was shown; it is among the signed values from version 2.2 on [Generating the signature to
/// validate view-through ads].
public enum FidelityType: Int, CaseIterable, Sendable {
    /// A custom ad that was viewed for long enough; the device receives an `SKAdImpression`.
    case viewThrough = 0
    /// A StoreKit product page or overlay, or a web ad in Safari.
    case storeKitRendered = 1
}
