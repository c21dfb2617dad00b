import AttributionBase
import AttributionModel

package enum TimeSpanUnit: Sendable {
    case hour
    case day
    /// A week of ISO 8601, from Monday to Sunday.
    case week
}

/// An offset from UTC.
package struct TimeZoneOffset: Hashable, Sendable {
    package static let utc = TimeZoneOffset(minutes: 0)
    /// The offset in minutes, positive to the east of Greenwich.
    let minutes: Int64

    /// - Parameter minutes: The offset, positive to the east of Greenwich.
    package init(minutes: Int64) { self.minutes = minutes }

    /// Creates an offset of whole quarters of an hour within 18 hours, as those of all zones are today; nil for any other.
    init?(_ offset: Duration) {
        let (seconds, rest) = offset.components
        guard rest == 0, seconds % 900 == 0, (-18 * 3600...18 * 3600).contains(seconds) else { return nil }
        self.init(minutes: seconds / 60)
    }

    /// Reads `+02:00`, `-05:30` or `Z`; nil for anything else.
    package init?(_ text: String) {
        if text == "Z" || text == "z" {
            self = .utc
            return
        }
        let bytes = Array(text.utf8)
        guard bytes.count == 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"), bytes[3] == ASCII.colon,
            [1, 2, 4, 5].allSatisfy({ ASCII.isDigit(bytes[$0]) })
        else { return nil }
        func number(_ index: Int) -> Int64 {
            Int64(bytes[index] - ASCII.zero) * 10 + Int64(bytes[index + 1] - ASCII.zero)
        }
        guard number(1) < 24, number(4) < 60 else { return nil }
        minutes = (bytes[0] == UInt8(ascii: "-") ? -1 : 1) * (number(1) * 60 + number(4))
    }

    /// The offset in the notation of RFC 3339.
    package var text: String {
        guard minutes != 0 else { return "Z" }
        func digits(_ number: Int64) -> String { (number < 10 ? "0" : "") + "\(number)" }
        return (minutes < 0 ? "-" : "+") + digits(abs(minutes) / 60) + ":" + digits(abs(minutes) % 60)
    }

    /// Returns the local time as milliseconds since 1970, as if it were UTC.
    private func local(_ time: Timestamp) -> Int64 { time.milliseconds + minutes * 60_000 }

    /// Returns the number of the span that contains a time. Spans are counted from 1970.
    func index(of time: Timestamp, in unit: TimeSpanUnit) -> Int {
        let day = TimeSpan.day
        switch unit {
        case .hour: return Int(local(time) / 3_600_000)
        case .day: return Int(local(time) / day)
        // 1970 began on a Thursday.
        case .week: return Int((local(time) / day + 3) / 7)
        }
    }

    /// Returns the name of a span, as in `2026-11-21T13:00:00+02:00`, `2026-11-21` or `2026-W47`.
    func name(of index: Int, in unit: TimeSpanUnit) -> String {
        func date(_ day: Int) -> String {
            String(Timestamp(milliseconds: Int64(day) * TimeSpan.day).rfc3339.prefix(10))
        }
        switch unit {
        case .hour:
            return Timestamp(milliseconds: Int64(index) * 3_600_000).rfc3339.dropLast() + text
        case .day: return date(index)
        case .week:
            // A week belongs to the year of its Thursday.
            let thursday = index * 7
            let year = date(thursday).prefix(4)
            let first = Timestamp("\(year)-01-01T00:00:00Z").map { Int($0.milliseconds / TimeSpan.day) } ?? thursday
            let week = (thursday - first) / 7 + 1
            return "\(year)-W\(week < 10 ? "0" : "")\(week)"
        }
    }

    /// Returns the local time in seconds, as in `2026-11-21 13:04:05`.
    func words(_ time: Timestamp) -> String {
        let text = Timestamp(milliseconds: local(time) / 1000 * 1000).rfc3339
        return text.prefix(10) + " " + text.dropFirst(11).prefix(8)
    }

    /// Returns the local time in RFC 3339, in milliseconds.
    package func rfc3339(_ time: Timestamp) -> String { Timestamp(milliseconds: local(time)).rfc3339.dropLast() + text }
}

extension Timestamp {
    /// The times for which all spans have numbers that are not negative, and years of four digits, in every time zone.
    private static let known: ClosedRange<Int64> = TimeSpan.day...253_402_214_400_000
    private static let wantedKnown =
        "a time from \(Timestamp(milliseconds: known.lowerBound).rfc3339) to \(Timestamp(milliseconds: known.upperBound).rfc3339)"

    /// The time, or the nearest that a report can show.
    var shown: Timestamp {
        Timestamp(milliseconds: min(max(milliseconds, Self.known.lowerBound), Self.known.upperBound))
    }

    /// The accepted forms of a time in logs, for messages.
    package static let loggedForms = "an RFC 3339 time, or seconds or milliseconds since 1970"

    /// Reads a time from a log: RFC 3339, or seconds or milliseconds since 1970, as a number or a string of digits. Decimals are allowed. A
    /// number of at least 100,000,000,000 is in milliseconds.
    ///
    /// - Throws: What the value must be.
    init(logged view: JSONView) throws(UnreadTime) {
        let time: Timestamp?
        switch view.kind {
        case .number: time = Self.sinceEpoch(view.raw)
        case .string:
            time = view.unescapedOrContent { text in
                Self.sinceEpoch(text) ?? Timestamp(rfc3339: text)
            }
        default: time = nil
        }
        guard let time else { throw UnreadTime(wanted: Self.loggedForms) }
        guard Self.known.contains(time.milliseconds) else { throw UnreadTime(wanted: Self.wantedKnown) }
        self = time
    }

    /// A value that is not a time, or not within the possible times.
    struct UnreadTime: Error {
        let wanted: String
    }

    /// Reads digits, with or without decimals. A number of more than 16 digits is taken as the last possible time.
    private static func sinceEpoch(_ text: ByteView) -> Timestamp? {
        var whole: Int64 = 0
        var fraction: Int64 = 0
        var digits = 0
        var decimals: Int?
        for offset in 0..<text.count {
            let byte = text[offset]
            if byte == ASCII.dot, decimals == nil, digits > 0 {
                decimals = 0
                continue
            }
            guard ASCII.isDigit(byte) else { return nil }
            let digit = Int64(byte - ASCII.zero)
            if let count = decimals {
                if count < 3 { fraction = fraction * 10 + digit }
                decimals = count + 1
            } else {
                if digits < 16 { whole = whole * 10 + digit }
                digits += 1
            }
        }
        guard digits > 0, decimals != 0 else { return nil }
        guard digits <= 16 else { return Timestamp(milliseconds: .max) }
        guard whole < 100_000_000_000 else { return Timestamp(milliseconds: whole) }
        for _ in min(decimals ?? 0, 3)..<3 { fraction *= 10 }
        return Timestamp(milliseconds: whole * 1000 + fraction)
    }
}
