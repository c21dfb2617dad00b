import AttributionBase
import AttributionCrypto

/// The rules for a timestamp in milliseconds, in impressions of either framework.
extension RuleBuilder {
    private static let wantedMoment = "in milliseconds since 1970 (13 digits)"

    package func timestampType(_ field: Field) -> Rule { jsonType(field) { TimestampBounds.look(of: $0) } }

    package func timestampRange(_ id: String, _ field: Field) -> Rule {
        value(
            id, field, "the timestamp must be in milliseconds since 1970-01-01T00:00:00Z",
            wanted: Self.wantedMoment, quick: .isWithin(field, 0...TimestampBounds.last)
        ) { value in
            if let moment = value.unsignedInteger, moment <= TimestampBounds.last { return nil }
            return Problem(value.excerpt, hint: TimestampBounds.look(of: value))
        }
    }

    package func timestampInSeconds(_ id: String, _ field: Field) -> Rule {
        value(
            id, field, "the timestamp must be in milliseconds, not in seconds", wanted: Self.wantedMoment,
            quick: .isWithin(field, TimestampBounds.first...UInt64.max)
        ) { value in
            guard let moment = value.unsignedInteger, moment < TimestampBounds.first else { return nil }
            return Problem(value.excerpt, hint: TimestampBounds.look(of: value))
        }
    }

    package func timestampBefore2020(_ id: String, _ field: Field) -> Rule {
        value(
            id, field, "the timestamp should not be before 2020", severity: .warning,
            wanted: "in milliseconds since 1970, from 2020 on", ending: .then(", which is before 2020"),
            quick: .isWithin(field, TimestampBounds.start...UInt64.max)
        ) { value in
            guard let moment = value.unsignedInteger, TimestampBounds.early.contains(moment) else { return nil }
            let date = Timestamp(milliseconds: Int64(moment)).rfc3339
            return Problem("\(moment) (\(date))", hint: TimestampBounds.look(of: value))
        }
    }

    package func timestampInFuture(_ id: String, _ field: Field, hint: String) -> Rule {
        self(
            id, field, "the timestamp should not be in the future", severity: .warning,
            wanted: "in the past",
            hint: hint, quick: .isPast(field)
        ) { examination in
            guard let moment = examination[field]?.unsignedInteger, moment <= TimestampBounds.last,
                Int64(moment) > examination.now + TimestampBounds.skew
            else { return nil }
            let found = Timestamp(milliseconds: Int64(moment)).rfc3339
            let now = Timestamp(milliseconds: examination.now)
            return Problem(
                "\(moment) (\(found))", wanted: "at most \(examination.now)",
                .then(", later than now, \(now.rfc3339)"))
        }
    }
}

/// Limits of timestamps, in milliseconds since 1970.
package enum TimestampBounds {
    /// 9999-12-31T23:59:59.999Z, the last time that RFC 3339 can represent. A greater number is in another unit.
    package static let last: UInt64 = 253_402_300_799_999
    /// A number of up to ten digits is in seconds. As milliseconds, it would be a time before May 1970.
    package static let first: UInt64 = 10_000_000_000
    /// 2020-01-01T00:00:00Z. Ad attribution with such timestamps is not older, while milliseconds since 2001 give an earlier time.
    static let start: UInt64 = 1_577_836_800_000
    /// Times that are in milliseconds, but before ``start``.
    static let early = first..<start
    /// The greatest tolerated difference between two clocks.
    static let skew: Int64 = 60_000

    /// 2001-01-01T00:00:00Z in seconds since 1970. Swift and Foundation count from this date.
    static let referenceDate = 978_307_200.0
    /// The plausible times of ads, from 2020 to 2100, in seconds since 1970.
    private static let plausible = 1_577_836_800.0..<4_102_444_800.0

    /// The results of converting too large a number to 32 bits.
    private static let limits = [Double(Int32.min), Double(Int32.max), Double(UInt32.max)]

    /// Returns what a number looks like that is not a plausible time in milliseconds, and which time it would then be; nil if it looks like
    /// nothing known.
    package static func look(of value: JSONView) -> String? {
        guard value.kind == .number, let number = Double(value.raw.text) else { return nil }
        return look(of: number)
    }

    /// Returns the same for a number that is given as text.
    package static func look(of number: Double) -> String? {
        if limits.contains(number) { return "this is a limit of 32-bit integers: the time was cut to 32 bits" }
        guard let unit = unit(of: number) else { return nil }
        let seconds = Int64((unit.milliseconds(number) / 1000).rounded(.down))
        return "this looks like \(unit.words): \(Timestamp(milliseconds: seconds * 1000).rfc3339); \(unit.remedy)"
    }

    /// If a number is the plausible time of an ad in another unit, returns it in milliseconds. Returns nil for any other
    /// number.
    package static func milliseconds(of number: Double) -> Int? {
        unit(of: number).map { Int($0.milliseconds(number).rounded(.down)) }
    }

    /// A unit or an epoch other than milliseconds since 1970.
    private typealias Unit = (words: String, remedy: String, milliseconds: @Sendable (Double) -> Double)

    /// A number is a plausible time in at most one of these units.
    private static let units: [Unit] = [
        (
            "seconds since 2001, as Swift writes dates", "count from 1970",
            { $0 < Double(start) / 1000 ? ($0 + referenceDate) * 1000 : .infinity }
        ),
        (
            "seconds", "multiply by 1000",
            { $0 * 1000 }
        ),
        ("microseconds", "divide by 1000", { $0 / 1000 }),
        (
            "nanoseconds", "divide by 1000000",
            { $0 / 1_000_000 }
        ),
        (
            "milliseconds since 2001, from which Swift counts dates", "count from 1970",
            { $0 < Double(start) ? $0 + referenceDate * 1000 : .infinity }
        ),
    ]

    private static func unit(of number: Double) -> Unit? {
        limits.contains(number) ? nil : units.first { plausible.contains($0.milliseconds(number) / 1000) }
    }
}
