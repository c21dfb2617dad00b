import AttributionBase

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A time in milliseconds since 1970-01-01T00:00:00Z, as in AdAttributionKit.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// The number of milliseconds since 1970-01-01T00:00:00Z; negative before that time.
    public var milliseconds: Int64

    /// Creates a time from a number of milliseconds since 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The current time of the system's clock.
    public static var now: Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Creates the nearest time to a number of seconds since 1970-01-01T00:00:00Z, as in Foundation's `Date`:
    /// `Timestamp(secondsSince1970: date.timeIntervalSince1970)`. NaN becomes 1970; numbers beyond 64 bits become the
    /// first or last representable time.
    public init(secondsSince1970 seconds: Double) {
        let milliseconds = (seconds * 1000).rounded()
        // The number is whole, so `Int64(exactly:)` returns nil only if it exceeds 64 bits or is infinite.
        self.milliseconds =
            milliseconds.isNaN ? 0 : Int64(exactly: milliseconds) ?? (milliseconds < 0 ? Int64.min : Int64.max)
    }

    /// The number of seconds since 1970-01-01T00:00:00Z: `Date(timeIntervalSince1970: timestamp.secondsSince1970)`.
    public var secondsSince1970: Double { Double(milliseconds) / 1000 }

    /// Compares two times; an earlier time is less.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// The greatest accepted number of digits in a number of milliseconds.
    package static let mostDigits = 16

    /// Parses an RFC 3339 §5.6 date-time such as `2026-01-01T00:00:00.5+01:00`, or a whole number of milliseconds.
    ///
    /// Digits after the millisecond are ignored; a leap second is read as the second after it.
    ///
    /// - Throws: an error for any other string.
    public init(parsing text: String) throws(Problem) {
        self = try text.parsed(as: "timestamp", wanted: "a date-time of RFC 3339, or milliseconds") { Self($0) }
    }

    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        if !bytes.isEmpty, bytes.count <= Self.mostDigits, bytes.allSatisfy(ASCII.isDigit) {
            guard let value = Int64(text) else { return nil }
            self.init(milliseconds: value)
            return
        }
        guard let time = bytes.withBytes({ Timestamp(rfc3339: $0) }) else { return nil }
        self = time
    }

    /// Reads an RFC 3339 §5.6 date-time without allocating memory. The text must contain nothing else.
    package init?(rfc3339 text: ByteView) {
        var reader = DigitReader(rest: text[...])
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), reader.skip("T") || reader.skip("t") || reader.skip(" "),
            let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2), reader.skip(":"),
            let second = reader.number(2),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        var fraction = 0
        if reader.skip(".") {
            guard let read = reader.milliseconds() else { return nil }
            fraction = read
        }
        var offset = 0
        if !(reader.skip("Z") || reader.skip("z")) {
            let sign: Int
            if reader.skip("+") { sign = 1 } else if reader.skip("-") { sign = -1 } else { return nil }
            guard let hours = reader.number(2), reader.skip(":"), let minutes = reader.number(2), hours < 24,
                minutes < 60
            else { return nil }
            offset = sign * (hours * 60 + minutes)
        }
        let days = Self.daysSince1970(year, month, day)
        // The day may be beyond the end of its month.
        guard reader.isAtEnd, Self.date(days).day == day else { return nil }
        let seconds = ((Int(days) * 24 + hour) * 60 + minute - offset) * 60 + second
        milliseconds = Int64(seconds * 1000 + fraction)
    }

    /// The time as RFC 3339 text in UTC, with milliseconds unless they are 0.
    public var rfc3339: String {
        let (seconds, fraction) = milliseconds.floorDivided(by: 1000)
        let (days, time) = seconds.floorDivided(by: 86400)
        let (year, month, day) = Self.date(days)
        func digits(_ value: Int64, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return digits(year, 4) + "-" + digits(month, 2) + "-" + digits(day, 2)
            + "T" + digits(time / 3600, 2) + ":" + digits(time / 60 % 60, 2) + ":" + digits(time % 60, 2)
            + (fraction == 0 ? "" : "." + digits(fraction, 3)) + "Z"
    }

    // MARK: - The Gregorian calendar

    // Here a year begins on 1 March, so that a leap day is its last day [Howard Hinnant, chrono-Compatible Low-Level Date Algorithms]. An
    // era of 400 years has 146,097 days, and there are 719,468 days from 0000-03-01 to 1970-01-01.

    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        let (era, yearOfEra) = Int64(month > 2 ? year : year - 1).floorDivided(by: 400)
        let dayOfYear = Int64((153 * ((month + 9) % 12) + 2) / 5 + day - 1)
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Returns the date of a day. Days are counted from 1970-01-01.
    package static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = (days + 719_468).floorDivided(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        return (era * 400 + yearOfEra + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9, day)
    }
}

extension Int64 {
    package func floorDivided(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

/// Reads digits and delimiters from the beginning of a text.
private struct DigitReader {
    var rest: ByteView.SubSequence

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ mark: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: mark) else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func number(_ count: Int) -> Int? {
        guard rest.count >= count else { return nil }
        var value = 0
        for byte in rest.prefix(count) {
            guard ASCII.isDigit(byte) else { return nil }
            value = value * 10 + Int(byte - ASCII.zero)
        }
        rest = rest.dropFirst(count)
        return value
    }

    /// Reads the digits after a decimal point as milliseconds. There must be at least one digit.
    mutating func milliseconds() -> Int? {
        var digits = 0
        var value = 0
        while let digit = number(1) {
            if digits < 3 { value = value * 10 + digit }
            digits += 1
        }
        guard digits > 0 else { return nil }
        for _ in digits..<max(3, digits) { value *= 10 }
        return value
    }
}
