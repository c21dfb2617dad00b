/// The data tier of a conversion, which depends on the size of the crowd [Receiving postbacks in multiple conversion
/// windows].
///
/// ``Disclosure`` defines what each tier discloses.
public enum DataTier: Int, CaseIterable, Comparable, Sendable {
    /// The smallest crowd: a single postback, with two digits of the source identifier and without a conversion value.
    case zero
    /// Two digits of the source identifier, and coarse values.
    case one
    /// Up to four digits of the source identifier, and a fine value.
    case two
    /// The largest crowd: also the publisher, and the country if that has a crowd of its own.
    case three

    /// Higher tiers disclose more.
    public static func < (left: DataTier, right: DataTier) -> Bool { left.rawValue < right.rawValue }
}

/// A set of data tiers, such as those that a postback may have.
package struct DataTiers: OptionSet, Hashable, Sendable {
    /// One bit per tier; tier 0 has the lowest bit.
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package init(_ tier: DataTier) { rawValue = 1 << UInt8(tier.rawValue) }

    package static let zero = DataTiers(.zero)
    package static let one = DataTiers(.one)
    package static let two = DataTiers(.two)
    package static let three = DataTiers(.three)
    package static let all: DataTiers = [.zero, .one, .two, .three]

    // Static constants, because array literals would be evaluated for each entry of the tier table, which took a tenth of a run that reads
    // a single postback.
    package static let empty: DataTiers = []
    package static let twoAndThree: DataTiers = [.two, .three]
    package static let oneToThree: DataTiers = [.one, .two, .three]

    package func contains(_ tier: DataTier) -> Bool { contains(DataTiers(tier)) }

    func contradicts(_ other: DataTiers) -> Bool { !isEmpty && isDisjoint(with: other) }

    /// The tiers, highest first.
    package var descending: [DataTier] { DataTier.allCases.reversed().filter(contains) }
}

/// The tiers that result from the crowds of a conversion: one crowd for each number of digits of the source identifier, and one for the
/// country.
package struct ConversionTiers: Hashable, Sendable {
    package var two, three, four: DataTier
    /// The tier of the country's own crowd. It affects only the country.
    package var country: DataTier

    /// Creates tiers for two, three and four digits and for the country; 3 by default.
    package init(
        _ two: DataTier = .three, _ three: DataTier = .three, _ four: DataTier = .three, country: DataTier = .three
    ) {
        self.two = two
        self.three = three
        self.four = four
        self.country = country
    }

    /// Returns the tier of a conversion, and the number of digits of the source identifier that crowd anonymity allows. The highest tier
    /// wins, and among equal tiers the one with the most digits. ``Disclosure/digits(of:count:)`` decides how many of these digits a
    /// postback has.
    package func choice(for source: SourceIdentifier) -> (tier: DataTier, digits: Int) {
        var best = (tier: two, digits: 2)
        if source.digitCount >= 3, three >= best.tier { best = (three, 3) }
        if source.digitCount >= 4, four >= best.tier { best = (four, 4) }
        return best
    }
}
