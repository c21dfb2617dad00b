import AttributionBytes

/// A source identifier: two to four decimal digits, of which a postback tells the last two, three or four as crowd
/// anonymity allows [Identifying the parameters in a postback].
///
/// An impression carries it as a number, 10 to 9999. A postback carries digits: the last two of 5205 are `05`.
public struct SourceIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The numbers that an impression can carry.
    public static let range = 10...9999
    /// How many digits there can be.
    public static let digitCounts = 2...4

    /// How many digits there are, in ``digitCounts``.
    public let digitCount: Int
    /// The value of the digits.
    public let number: Int

    private init(number: Int, digitCount: Int) {
        self.number = number
        self.digitCount = digitCount
    }

    /// The source identifier of an impression; nil for a number outside ``range``.
    public init?(_ number: Int) {
        guard Self.range.contains(number) else { return nil }
        self.init(clamping: number)
    }

    /// The source identifier in ``range`` that is nearest to a number.
    public init(clamping number: Int) {
        let number = min(max(number, Self.range.lowerBound), Self.range.upperBound)
        self.init(number: number, digitCount: number < 100 ? 2 : number < 1000 ? 3 : 4)
    }

    /// The digits of a postback; nil for what is not two to four of them.
    public init?(_ digits: String) {
        let text = digits.utf8
        guard Self.digitCounts.contains(text.count), text.allSatisfy(ASCII.isDigit), let number = Int(digits) else {
            return nil
        }
        self.init(number: number, digitCount: text.count)
    }

    /// The digits, with leading zeros.
    public var description: String {
        let digits = String(number)
        return String(repeating: "0", count: digitCount - digits.utf8.count) + digits
    }

    /// The last digits: what of the identifier is left to a crowd of that size. All of them if there are no more.
    ///
    /// - Parameter count: 2, 3 or 4; what is beyond counts as the nearest of them.
    public func last(_ count: Int) -> SourceIdentifier {
        switch min(count, digitCount) {
        case ...2: SourceIdentifier(number: number % 100, digitCount: 2)
        case 3: SourceIdentifier(number: number % 1000, digitCount: 3)
        default: self
        }
    }

    /// Whether a postback with this identifier can come from an impression with `whole`: 39 and 239 from 5239.
    public func isEnding(of whole: SourceIdentifier) -> Bool {
        digitCount <= whole.digitCount && whole.last(digitCount) == self
    }
}
