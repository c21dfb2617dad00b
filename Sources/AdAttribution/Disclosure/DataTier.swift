/// How much a postback may tell, as the size of the crowd allows [Receiving postbacks in multiple conversion windows].
///
/// What each tier tells is ``Disclosure``.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum DataTier: Int, CaseIterable, Comparable, Codable, Sendable {
    /// The smallest crowd: one postback, two digits, no value.
    case zero
    /// Two digits and coarse values.
    case one
    /// Up to four digits and a fine value.
    case two
    /// The largest crowd: the publisher, and the country where its own crowd is as large.
    case three

    /// Higher tiers tell more.
    public static func < (left: DataTier, right: DataTier) -> Bool { left.rawValue < right.rawValue }
}

/// Some of the four tiers, such as those that a postback fits.
public struct DataTiers: OptionSet, Hashable, Sendable {
    /// A bit a tier, that of tier 0 lowest.
    public let rawValue: UInt8

    /// The tiers whose bits are set.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// One tier alone.
    public init(_ tier: DataTier) { rawValue = 1 << UInt8(tier.rawValue) }

    /// Tier 0.
    public static let zero = DataTiers(.zero)
    /// Tier 1.
    public static let one = DataTiers(.one)
    /// Tier 2.
    public static let two = DataTiers(.two)
    /// Tier 3.
    public static let three = DataTiers(.three)
    /// All four tiers.
    public static let all: DataTiers = [.zero, .one, .two, .three]

    /// Whether a tier is among them.
    public func contains(_ tier: DataTier) -> Bool { contains(DataTiers(tier)) }

    /// The tiers, highest first.
    public var descending: [DataTier] { DataTier.allCases.reversed().filter(contains) }
}

/// The tiers that the crowds of one conversion have: one for each number of digits of the source identifier, and one for
/// the country.
public struct ConversionTiers: Hashable, Sendable {
    /// The tiers that two, three and four digits would have.
    public var two, three, four: DataTier
    /// The tier of the country's own crowd, which takes no other field away.
    public var country: DataTier

    /// The tiers of two, three and four digits, and of the country; 3 unless said.
    public init(
        _ two: DataTier = .three, _ three: DataTier = .three, _ four: DataTier = .three, country: DataTier = .three
    ) {
        self.two = two
        self.three = three
        self.four = four
        self.country = country
    }

    /// The tier of a conversion, and how many digits of the source identifier crowd anonymity leaves: the highest tier is
    /// kept, among equals the one with the most digits. ``Disclosure/digits(of:count:)`` tells how many of them are sent.
    public func choice(for source: SourceIdentifier) -> (tier: DataTier, digits: Int) {
        var best = (tier: two, digits: 2)
        if source.digitCount >= 3, three >= best.tier { best = (three, 3) }
        if source.digitCount >= 4, four >= best.tier { best = (four, 4) }
        return best
    }
}
