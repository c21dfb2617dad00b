/// A conversion window: the period in which updates of the conversion value are collected for one postback [Receiving
/// postbacks in multiple conversion windows].
///
/// The raw value is the `postback-sequence-index`. All windows are measured from the start of the first window,
/// normally the first conversion-value update.
public enum ConversionWindow: Int, CaseIterable, Comparable, Codable, Sendable {
    /// Index 0.
    case first
    /// Index 1.
    case second
    /// Index 2.
    case third

    /// Compares two windows by time.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The number of the window, from 1 to 3, as people count them.
    public var number: Int { rawValue + 1 }

    /// Whether it is the first window, whose postback discloses more than the later ones.
    package var isFirst: Bool { self == .first }

    /// Returns the period of the window, measured from the start of the conversion. Updates count from the lower bound until just before
    /// the upper bound.
    package func span(_ mode: Mode = .regular) -> Range<Duration> {
        switch (mode, self) {
        case (.regular, .first): .days(0) ..< .days(2)
        case (.regular, .second): .days(2) ..< .days(7)
        case (.regular, .third): .days(7) ..< .days(35)
        case (.developer, _): .minutes(3 * rawValue) ..< .minutes(3 * rawValue + 3)
        }
    }

    /// Returns the range of the postback's random delay after the window ends or is locked.
    package func delay(_ mode: Mode = .regular) -> ClosedRange<Duration> {
        switch (mode, self) {
        case (.regular, .first): .hours(24) ... .hours(48)
        case (.regular, _): .hours(24) ... .hours(144)
        case (.developer, _): .minutes(5) ... .minutes(10)
        }
    }

    /// The time scale of a device.
    package enum Mode: Sendable {
        /// The regular time scale, in days.
        case regular
        /// The time scale of developer mode, which shortens the windows of development impressions [Testing ad
        /// attributions with Developer Mode].
        case developer
    }
}

extension Duration {
    fileprivate static func days(_ count: Int) -> Duration { .hours(24 * count) }
    fileprivate static func hours(_ count: Int) -> Duration { .minutes(60 * count) }
    fileprivate static func minutes(_ count: Int) -> Duration { .seconds(60 * count) }
}
