import AttributionBytes

/// An App Store item ID: an unsigned 64-bit number, beyond 32 bits in practice [Generating JWS impressions].
public struct ItemIdentifier: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible,
    ExpressibleByIntegerLiteral
{
    /// What stands for no item of the store: as a publisher it makes a development impression, as an advertised item of a
    /// postback it is an app installed from Xcode.
    public static let development = ItemIdentifier(rawValue: 0)

    /// The number.
    public let rawValue: UInt64

    /// The item of a number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The item of a number.
    public init(integerLiteral value: UInt64) { rawValue = value }

    /// Nil for what is not written in decimal digits alone, or exceeds 64 bits.
    public init?(_ digits: String) {
        guard digits.utf8.allSatisfy(ASCII.isDigit), let number = UInt64(digits) else { return nil }
        rawValue = number
    }

    /// The number in decimal digits.
    public var description: String { String(rawValue) }
}

/// The ID of an ad network: lowercase, with one of Apple's endings [Registering an ad network].
public struct AdNetworkIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// Either works for AdAttributionKit and for SKAdNetwork.
    static let endings: [StaticString] = [".adattributionkit", ".skadnetwork"]

    /// What postbacks of developer settings carry.
    public static let development = AdNetworkIdentifier(unchecked: "development.adattributionkit")

    /// The ID as it is written.
    public let description: String

    /// Nil for what has a capital letter, or does not end in `.adattributionkit` or `.skadnetwork` after something else.
    public init?(_ text: String) {
        // By bytes, as the rules look at it: a character can take the dot of an ending into itself.
        let hasEnding = Self.endings.contains { ending in
            text.utf8.count > ending.utf8CodeUnitCount
                && text.utf8.suffix(ending.utf8CodeUnitCount).elementsEqual("\(ending)".utf8)
        }
        guard hasEnding, !text.unicodeScalars.contains(where: \.properties.isUppercase) else { return nil }
        description = text
    }

    /// Takes any text, for what is broken on purpose.
    package init(unchecked text: String) { description = text }

    /// The bytes by which two spellings of an ID in different letter cases are told to be of one network.
    package static func key(of text: some Sequence<UInt8>) -> [UInt8] {
        text.map { ASCII.isUppercase($0) ? $0 | 0x20 : $0 }
    }

    /// Byte by byte, as the system compares them, where texts call canonically equivalent characters equal.
    public static func == (left: Self, right: Self) -> Bool {
        left.description.utf8.elementsEqual(right.description.utf8)
    }
}
