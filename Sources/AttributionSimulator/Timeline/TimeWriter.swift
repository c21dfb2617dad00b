import AttributionBytes

/// Writes times as RFC 3339 in UTC with three decimals, and caches the date of the last one.
struct TimeWriter {
    private var day = Int64.min
    private var date: (year: Int64, month: Int64, day: Int64) = (0, 0, 0)

    mutating func append(_ milliseconds: Int64, to output: inout ByteBuffer) {
        let day = Self.floorDivide(milliseconds, TimeSpan.day)
        if day != self.day {
            self.day = day
            date = Self.civil(day)
        }
        let time = milliseconds &- day &* TimeSpan.day
        Self.append(date.year, 4, to: &output)
        output.append(ASCII.minus)
        Self.append(date.month, 2, to: &output)
        output.append(ASCII.minus)
        Self.append(date.day, 2, to: &output)
        output.append(UInt8(ascii: "T"))
        Self.append(time / TimeSpan.hour, 2, to: &output)
        output.append(ASCII.colon)
        Self.append(time / TimeSpan.minute % 60, 2, to: &output)
        output.append(ASCII.colon)
        Self.append(time / TimeSpan.second % 60, 2, to: &output)
        output.append(ASCII.dot)
        Self.append(time % 1000, 3, to: &output)
        output.append(UInt8(ascii: "Z"))
    }

    static func text(_ milliseconds: Int64) -> String {
        var writer = TimeWriter()
        var output = ByteBuffer(capacity: 32)
        writer.append(milliseconds, to: &output)
        return output.text
    }

    /// Returns the time without milliseconds if they are zero.
    static func shortText(_ milliseconds: Int64) -> String {
        let text = text(milliseconds)
        return text.hasSuffix(".000Z") ? text.dropLast(5) + "Z" : text
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        let quotient = value / divisor
        return value % divisor < 0 ? quotient - 1 : quotient
    }

    private static func append(_ value: Int64, _ digits: Int, to output: inout ByteBuffer) {
        var divisor: Int64 = 1
        for _ in 1..<digits { divisor *= 10 }
        var rest = value
        while divisor > 0 {
            output.append(ASCII.zero &+ UInt8(truncatingIfNeeded: min(rest / divisor, 9)))
            rest %= divisor
            divisor /= 10
        }
    }

    /// Returns the date of a day counted from 1970. The calculation uses eras of 400 years that begin in March.
    private static func civil(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = floorDivide(shifted, 146_097)
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * ofYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}
