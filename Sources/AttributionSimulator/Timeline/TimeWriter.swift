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
        output.append(ASCII.zero &+ UInt8(truncatingIfNeeded: min(date.year / 1000, 9)))
        Self.append(threeDigits: date.year % 1000, to: &output)
        output.append(ASCII.minus)
        Self.append(twoDigits: date.month, to: &output)
        output.append(ASCII.minus)
        Self.append(twoDigits: date.day, to: &output)
        output.append(UInt8(ascii: "T"))
        Self.append(twoDigits: time / TimeSpan.hour, to: &output)
        output.append(ASCII.colon)
        Self.append(twoDigits: time / TimeSpan.minute % 60, to: &output)
        output.append(ASCII.colon)
        Self.append(twoDigits: time / TimeSpan.second % 60, to: &output)
        output.append(ASCII.dot)
        Self.append(threeDigits: time % 1000, to: &output)
        output.append(UInt8(ascii: "Z"))
    }

    static func text(_ milliseconds: Int64) -> String {
        var writer = TimeWriter()
        var output = ByteBuffer(capacity: 32)
        writer.append(milliseconds, to: &output)
        return output.text
    }

    private static func append(threeDigits value: Int64, to output: inout ByteBuffer) {
        output.append(ASCII.zero &+ UInt8(truncatingIfNeeded: value / 100))
        append(twoDigits: value % 100, to: &output)
    }

    private static func append(twoDigits value: Int64, to output: inout ByteBuffer) {
        output.append(ASCII.zero &+ UInt8(truncatingIfNeeded: value / 10))
        output.append(ASCII.zero &+ UInt8(truncatingIfNeeded: value % 10))
    }
}
