import AttributionBytes

/// An App Store item ID: an unsigned 64-bit number, which exceeds 32 bits in practice [Generating JWS impressions].
public struct ItemIdentifier: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible,
    ExpressibleByIntegerLiteral
{
    /// The ID for no App Store item. As a publisher it makes an impression a development impression; as the advertised
    /// item of a postback it means an app installed from Xcode.
    public static let development = ItemIdentifier(rawValue: 0)

    /// The number.
    public let rawValue: UInt64

    /// Creates an ID with a number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Creates an ID with a number.
    public init(integerLiteral value: UInt64) { rawValue = value }

    /// Creates an ID from a text; returns nil if it has other characters than decimal digits or exceeds 64 bits.
    public init?(_ digits: String) {
        guard digits.utf8.allSatisfy(ASCII.isDigit), let number = UInt64(digits) else { return nil }
        rawValue = number
    }

    /// The number in decimal digits.
    public var description: String { String(rawValue) }
}

/// The ID of an ad network, in lowercase and with one of Apple's endings [Registering an ad network]. IDs are compared without
/// regard to the case of ASCII letters, because postbacks of SKAdNetwork may have them in capitals.
public struct AdNetworkIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The endings; both are valid for AdAttributionKit and for SKAdNetwork.
    static let endings: [StaticString] = [".adattributionkit", ".skadnetwork"]

    /// The ID in postbacks of the developer settings.
    public static let development = AdNetworkIdentifier(unchecked: "development.adattributionkit")

    /// The text of the ID.
    public let description: String

    /// Creates an ID; returns nil if the text has a capital letter, or does not end in `.adattributionkit` or
    /// `.skadnetwork` after at least one other character.
    public init?(_ text: String) {
        // Compare bytes, like the rules: in a Character, the dot of an ending can be combined with other scalars.
        let hasEnding = Self.endings.contains { ending in
            text.utf8.count > ending.utf8CodeUnitCount
                && text.utf8.suffix(ending.utf8CodeUnitCount).elementsEqual("\(ending)".utf8)
        }
        guard hasEnding, !text.unicodeScalars.contains(where: \.properties.isUppercase) else { return nil }
        description = text
    }

    /// Creates an ID from any text, for signed postbacks and intentionally broken messages.
    package init(unchecked text: String) { description = text }

    /// Returns a key that is the same for IDs that differ only in case.
    package static func key(of text: some Sequence<UInt8>) -> [UInt8] { text.map(lowercase) }

    private static func lowercase(_ byte: UInt8) -> UInt8 { ASCII.isUppercase(byte) ? byte | 0x20 : byte }

    /// Byte by byte but for case, where texts call canonically equivalent characters equal. Letters beyond ASCII have no case:
    /// the lowercase of some is one of ASCII.
    public static func == (left: Self, right: Self) -> Bool {
        left.description.utf8.lazy.map(lowercase).elementsEqual(right.description.utf8.lazy.map(lowercase))
    }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) {
        for byte in description.utf8 { hasher.combine(Self.lowercase(byte)) }
    }
}
