import AttributionBase

/// A source identifier: two to four decimal digits. A postback has the last two, three or four of them, depending on
/// crowd anonymity [Identifying the parameters in a postback].
///
/// An impression has it as a number, 10 to 9999. A postback has it as digits: the last two of 5205 are `05`.
///
/// An integer literal is the identifier of an impression: `5239`. For other numbers and digits, use ``init(number:)`` and
/// ``init(parsing:)``.
public struct SourceIdentifier: Hashable, Sendable, CustomStringConvertible, ExpressibleByIntegerLiteral {
    /// The numbers that are valid in an impression.
    public static let range = 10...9999
    /// The valid numbers of digits.
    package static let digitCounts = 2...4

    /// The number of digits, 2 to 4.
    public let digitCount: Int
    /// The numeric value of the digits.
    public let number: Int

    private init(number: Int, digitCount: Int) {
        self.number = number
        self.digitCount = digitCount
    }

    /// Creates the source identifier of an impression.
    ///
    /// - Throws: an error if the number is not in ``range``.
    public init(number: Int) throws(Problem) {
        self = try String(number).parsed(as: "source identifier", wanted: "10 to 9999") { _ in Self(number) }
    }

    /// Creates the source identifier of an impression that the source code contains. The number must be in ``range``.
    public init(integerLiteral number: Int) {
        guard let identifier = Self(number) else { preconditionFailure("\(number) is not in 10...9999") }
        self = identifier
    }

    package init?(_ number: Int) {
        guard Self.range.contains(number) else { return nil }
        self.init(clamping: number)
    }

    /// Creates the source identifier in ``range`` that is nearest to a number.
    package init(clamping number: Int) {
        let number = min(max(number, Self.range.lowerBound), Self.range.upperBound)
        self.init(number: number, digitCount: number < 100 ? 2 : number < 1000 ? 3 : 4)
    }

    /// Creates a source identifier from the digits of a postback.
    ///
    /// - Throws: an error if the text is not two to four digits.
    public init(parsing digits: String) throws(Problem) {
        self = try digits.parsed(as: "source identifier", wanted: "two to four digits") { Self($0) }
    }

    package init?(_ digits: String) {
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

    /// Returns the last digits, which a postback discloses if the crowd is small. If there are no more digits than that, returns all of
    /// them.
    ///
    /// - Parameter count: 2, 3 or 4. Other numbers are clamped to this range.
    package func last(_ count: Int) -> SourceIdentifier {
        switch min(count, digitCount) {
        case ...2: SourceIdentifier(number: number % 100, digitCount: 2)
        case 3: SourceIdentifier(number: number % 1000, digitCount: 3)
        default: self
        }
    }

    /// Returns whether a postback with this identifier can result from an impression with `whole`: 39 or 239 from 5239, for example.
    package func isEnding(of whole: SourceIdentifier) -> Bool {
        digitCount <= whole.digitCount && whole.last(digitCount) == self
    }
}
