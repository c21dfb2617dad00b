/// A fine conversion value: six bits that the advertised app chooses, 0 to 63 [Identifying the parameters in a
/// postback].
public struct FineConversionValue: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    /// The range of six bits.
    public static let range = 0...63

    /// The value, in ``range``.
    public let rawValue: Int

    /// Creates a value, or returns nil if the number is not in ``range``.
    public init?(rawValue: Int) {
        guard Self.range.contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Compares two values by their numbers.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension FineConversionValue: ExpressibleByIntegerLiteral {
    /// Creates a value that the source code contains. The number must be in ``range``.
    public init(integerLiteral number: Int) {
        guard let value = Self(rawValue: number) else { preconditionFailure("\(number) is not in 0...63") }
        self = value
    }
}

/// A coarse conversion value: one of three levels, for crowds that are too small for a fine value.
public enum CoarseConversionValue: String, CaseIterable, Comparable, Codable, Sendable {
    /// The lowest level.
    case low
    /// The middle level.
    case medium
    /// The highest level.
    case high

    /// Compares two values; the order is low, medium, high.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    /// The index among all values, lowest first.
    package var rank: Int {
        switch self {
        case .low: 0
        case .medium: 1
        case .high: 2
        }
    }
}

/// A conversion value. A postback has a fine value, a coarse value or neither, but never both.
public enum ConversionValue: Hashable, Sendable {
    /// A six-bit value, sent in tiers 2 and 3.
    case fine(FineConversionValue)
    /// One of three levels.
    case coarse(CoarseConversionValue)
}
