import AttributionBase
import AttributionModel

/// Writes times as RFC 3339 in UTC with three decimals. It caches the date of the last time.
struct TimeWriter {
    private var day = Int64.min
    private var date: (year: Int64, month: Int64, day: Int64) = (0, 0, 0)

    mutating func append(_ milliseconds: Int64, to output: inout ByteBuffer) {
        let (day, time) = milliseconds.floorDivided(by: TimeSpan.day)
        if day != self.day {
            self.day = day
            date = Timestamp.date(day)
        }
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
}
