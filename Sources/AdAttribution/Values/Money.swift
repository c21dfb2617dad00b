import AttributionBytes

/// An amount of money, exact to a millionth. Of which currency is not its business.
package struct Money: Hashable, Comparable, Sendable {
    /// So many parts of one: six decimals.
    package static let scale: Int128 = 1_000_000
    package static let zero = Money(millionths: 0)
    /// How many digits an amount may be written with before and behind its point. Sums of 2⁶³ such amounts are exact.
    package static let mostDigits = 12
    package static let mostDecimals = 6

    package var millionths: Int128

    package init(millionths: Int128) { self.millionths = millionths }

    /// Nil for what is not plain decimal digits with at most one point between them: no sign, no exponent, no currency.
    package init?(_ text: some Collection<UInt8>) {
        var value: Int128 = 0
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
            value = value * 10 + Int128(byte - ASCII.zero)
        }
        guard digits > 0, decimals != 0 else { return nil }
        for _ in (decimals ?? 0)..<Self.mostDecimals { value *= 10 }
        millionths = value
    }

    package static func < (left: Money, right: Money) -> Bool { left.millionths < right.millionths }
    package static func + (left: Money, right: Money) -> Money {
        Money(millionths: left.millionths + right.millionths)
    }
    package static func += (left: inout Money, right: Money) { left = left + right }

    /// With two decimals, rounded half up.
    package var rounded: String { Decimal.quotient(millionths, Self.scale) }

    /// With as many decimals as it has, and two at least.
    package var exact: String {
        var rest = millionths
        var decimals = Self.mostDecimals
        while decimals > 2, rest.isMultiple(of: 10) {
            rest /= 10
            decimals -= 1
        }
        return Decimal.text(rest, decimals: decimals)
    }

    /// This for each part of `spent`, with two decimals, rounded half up; nil if nothing was spent.
    package func ratio(to spent: Money) -> String? {
        spent.millionths > 0 ? Decimal.quotient(millionths, spent.millionths) : nil
    }
}

/// Decimal texts of quotients of whole numbers, which are never floating-point.
package enum Decimal {
    /// The quotient of numbers of 0 and more with two decimals, rounded half up.
    package static func quotient(_ dividend: Int128, _ divisor: Int128) -> String {
        // Twice a hundredfold dividend has room: sums of money take less than 2¹¹⁵.
        let (quotient, rest) = (dividend * 100).quotientAndRemainder(dividingBy: divisor)
        return text(rest >= divisor - rest ? quotient + 1 : quotient, decimals: 2)
    }

    /// The same, cut off.
    package static func cutQuotient(_ dividend: Int128, _ divisor: Int128) -> String {
        text(dividend * 100 / divisor, decimals: 2)
    }

    static func text(_ value: Int128, decimals: Int) -> String {
        let digits = String(value)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
        return padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
}
