/// A fine conversion value: six bits that the advertised app chose, 0 to 63 [Identifying the parameters in a postback].
public struct FineConversionValue: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    /// The values that six bits hold.
    public static let range = 0...63

    /// The value, in ``range``.
    public let rawValue: Int

    /// Nil for what is not in ``range``.
    public init?(rawValue: Int) {
        guard Self.range.contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// By size.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A coarse conversion value: one of three steps, for crowds too small for a fine one.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum CoarseConversionValue: String, CaseIterable, Comparable, Codable, Sendable {
    /// The least of the three.
    case low
    /// The one between.
    case medium
    /// The greatest of the three.
    case high

    /// Low, medium, high.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .low: 0
        case .medium: 1
        case .high: 2
        }
    }
}

/// What a conversion was worth. A postback has one of the two at most, never both.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum ConversionValue: Hashable, Sendable {
    /// Six bits, of tiers 2 and 3.
    case fine(FineConversionValue)
    /// One of three steps.
    case coarse(CoarseConversionValue)
}
