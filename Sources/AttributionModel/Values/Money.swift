import AttributionBase

/// An amount of money, exact to one millionth, without a currency; never negative.
public struct Money: Hashable, Comparable, Sendable {
    /// The number of parts per unit: six decimals.
    package static let scale: Int128 = 1_000_000
    /// No money.
    public static let zero = Money(millionths: 0)
    /// The maximum number of digits before and after the decimal point. Sums of 2⁶³ such amounts are exact.
    package static let mostDigits = 12
    package static let mostDecimals = 6

    package var millionths: Int128

    package init(millionths: Int128) { self.millionths = millionths }

    /// Creates an amount.
    ///
    /// - Parameter digits: Decimal digits such as `4.99`: at most 12 before the point and 6 after it.
    /// - Throws: An error for any other string, such as one with a sign, an exponent or a currency.
    public init(_ digits: String) throws(Problem) {
        guard let money = Array(digits.utf8).withBytes({ Money($0) }) else {
            throw .value(found: quoted(digits), wanted: Self.wanted)
        }
        self = money
    }

    package static let wanted =
        "an amount such as \"1.50\", with at most \(mostDigits) digits and \(mostDecimals) decimals"

    /// Parses an amount; returns nil if the text is not plain decimal digits with at most one point between them.
    /// Signs, exponents and currencies are not accepted.
    package init?(_ text: ByteView) {
        // Eighteen digits at most.
        var value: UInt64 = 0
        var digits = 0
        var decimals: Int?
        for byte in text {
            if byte == ASCII.dot, decimals == nil, digits > 0 {
                decimals = 0
                continue
            }
            guard ASCII.isDigit(byte) else { return nil }
            if let count = decimals {
                guard count < Self.mostDecimals else { return nil }
                decimals = count + 1
            } else {
                guard digits < Self.mostDigits else { return nil }
                digits += 1
            }
            value = value * 10 + UInt64(byte - ASCII.zero)
        }
        guard digits > 0, decimals != 0 else { return nil }
        for _ in (decimals ?? 0)..<Self.mostDecimals { value *= 10 }
        millionths = Int128(value)
    }

    /// Compares two amounts.
    public static func < (left: Money, right: Money) -> Bool { left.millionths < right.millionths }
    /// Returns the sum of two amounts.
    public static func + (left: Money, right: Money) -> Money { Money(millionths: left.millionths + right.millionths) }
    /// Adds an amount.
    public static func += (left: inout Money, right: Money) { left = left + right }

    package static func * (amount: Money, count: Int) -> Money {
        Money(millionths: amount.millionths * Int128(count))
    }

    /// Returns the fraction `weight / total` of the amount, rounded half up to a millionth.
    package func part(_ weight: Int, of total: Int) -> Money {
        // The product may exceed 128 bits, but the quotient cannot.
        let total = UInt128(total)
        let product = UInt128(millionths).multipliedFullWidth(by: UInt128(weight))
        let (quotient, rest) = total.dividingFullWidth(product)
        return Money(millionths: Int128(rest >= total - rest ? quotient + 1 : quotient))
    }

    /// The amount with two decimals, rounded half up.
    package var rounded: String { roundedDecimal.description }
    package var roundedDecimal: Decimal { .quotient(millionths, Self.scale) }

    /// The amount with as many decimals as necessary, but at least two.
    package var exact: Decimal {
        var rest = millionths
        var decimals = Self.mostDecimals
        while decimals > 2, rest.isMultiple(of: 10) {
            rest /= 10
            decimals -= 1
        }
        return Decimal(rest, decimals: decimals)
    }

    /// Returns this amount divided by `spent`, with two decimals, rounded half up; nil if nothing was spent.
    package func ratio(to spent: Money) -> Decimal? {
        spent.millionths > 0 ? Decimal.quotient(millionths, spent.millionths) : nil
    }

    /// Returns the amount per thousand of `count` things, truncated to two decimals; nil if there are none.
    package func perThousand(_ count: Int) -> Decimal? {
        count > 0 ? Decimal.cutQuotient(millionths * 1000, Self.scale * Int128(count)) : nil
    }
}

extension Money: CustomStringConvertible {
    /// The amount with as many decimals as necessary, but at least two.
    public var description: String { exact.description }
}

/// A nonnegative number with a fixed number of decimals, such as a quotient of integers.
package struct Decimal: Hashable, Sendable {
    private let digits: Int128
    private let decimals: Int

    init(_ digits: Int128, decimals: Int) { (self.digits, self.decimals) = (digits, decimals) }

    /// Returns the quotient of nonnegative numbers with two decimals, rounded half up.
    package static func quotient(_ dividend: Int128, _ divisor: Int128) -> Decimal {
        // This cannot overflow: sums of money are less than 2¹¹⁵.
        let (quotient, rest) = (dividend * 100).quotientAndRemainder(dividingBy: divisor)
        return Decimal(rest >= divisor - rest ? quotient + 1 : quotient, decimals: 2)
    }

    /// Returns the quotient of nonnegative numbers with two decimals, truncated.
    package static func cutQuotient(_ dividend: Int128, _ divisor: Int128) -> Decimal {
        Decimal(dividend * 100 / divisor, decimals: 2)
    }

    /// The nearest floating-point number.
    package var number: Double { Double(digits) / (0..<decimals).reduce(1) { scale, _ in scale * 10 } }
}

extension Decimal: CustomStringConvertible {
    package var description: String {
        let digits = String(digits)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
        return padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
}

// Currency codes. They are not compared with any list of currencies.
extension Money {
    package static let wantedCurrency = "a currency code of three capital letters, such as \"USD\""

    package static func isCurrency(_ code: String) -> Bool {
        code.utf8.count == 3 && code.utf8.allSatisfy(ASCII.isUppercase)
    }
}
