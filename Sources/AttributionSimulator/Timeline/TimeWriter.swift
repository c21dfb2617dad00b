import AttributionBase
import AttributionModel

extension Timestamp {
    /// The time as RFC 3339 in UTC with three decimals.
    var text: String {
        var output = ByteBuffer(capacity: 32)
        append(to: &output)
        return output.text
    }

    func append(to output: inout ByteBuffer) {
        let (day, time) = milliseconds.floorDivided(by: TimeSpan.day)
        let date = Self.date(day)
        let parts: [(value: Int64, digits: Int, end: UInt8)] = [
            (date.year, 4, ASCII.minus), (date.month, 2, ASCII.minus), (date.day, 2, UInt8(ascii: "T")),
            (time / TimeSpan.hour, 2, ASCII.colon), (time / TimeSpan.minute % 60, 2, ASCII.colon),
            (time / TimeSpan.second % 60, 2, ASCII.dot), (time % 1000, 3, UInt8(ascii: "Z")),
        ]
        for part in parts {
            for divisor: Int64 in [1000, 100, 10, 1].suffix(part.digits) {
                output.append(ASCII.zero &+ UInt8(truncatingIfNeeded: part.value / divisor % 10))
            }
            output.append(part.end)
        }
    }
}
