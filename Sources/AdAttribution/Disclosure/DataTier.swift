/// How much a postback may tell, as the size of the crowd allows [Receiving postbacks in multiple conversion windows].
///
/// What each tier tells is ``Disclosure``.
public enum DataTier: Int, CaseIterable, Comparable, Sendable {
    case zero, one, two, three

    public static func < (left: DataTier, right: DataTier) -> Bool { left.rawValue < right.rawValue }
}

/// Some of the four tiers, such as those that a postback fits.
public struct DataTiers: OptionSet, Hashable, Sendable {
    /// A bit a tier, that of tier 0 lowest.
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public init(_ tier: DataTier) { rawValue = 1 << UInt8(tier.rawValue) }

    public static let zero = DataTiers(.zero)
    public static let one = DataTiers(.one)
    public static let two = DataTiers(.two)
    public static let three = DataTiers(.three)
    public static let all: DataTiers = [.zero, .one, .two, .three]

    public func contains(_ tier: DataTier) -> Bool { contains(DataTiers(tier)) }

    /// The tiers, highest first.
    public var descending: [DataTier] { DataTier.allCases.reversed().filter(contains) }
}

/// The tiers that the crowds of one conversion have: one for each number of digits of the source identifier, and one for
/// the country.
public struct CrowdTiers: Hashable, Sendable {
    /// The tier that two, three and four digits would have.
    public var two, three, four: DataTier
    /// The tier of the country's own crowd, which takes no other field away.
    public var country: DataTier

    public init(two: DataTier, three: DataTier, four: DataTier, country: DataTier) {
        self.two = two
        self.three = three
        self.four = four
        self.country = country
    }

    /// The tier of a conversion, and the digits that its first postback tells: the highest tier is kept, among equals the
    /// one with the most digits; tiers 1 and 0 leave two.
    public func choice(for source: SourceIdentifier) -> (tier: DataTier, digits: SourceIdentifier) {
        var tier = two
        var count = 2
        if source.digitCount >= 3, three >= tier { (tier, count) = (three, 3) }
        if source.digitCount >= 4, four >= tier { (tier, count) = (four, 4) }
        return (tier, Disclosure(tier: tier).digits(of: source, count: count))
    }
}
