import AttributionJOSE
import AttributionJSON
import AttributionRules

/// The rules for a timestamp in milliseconds, in impressions of either framework.
extension RuleBuilder {
    /// Creates a rule that a timestamp is in the range of valid dates.
    package func timestampRange(_ id: StaticString, _ field: Field) -> Rule {
        value(
            id, field, "the timestamp counts milliseconds since 1970-01-01T00:00:00Z",
            wanted: "milliseconds since 1970, 13 digits", quick: .isWithin(field, 0...TimestampBounds.last)
        ) { value in
            if let moment = value.unsignedInteger, moment <= TimestampBounds.last { return nil }
            let isTooFine = value.unsignedInteger != nil
            return Violation(
                value.excerpt, hint: isTooFine ? "these are micro- or nanoseconds; divide by 1000 or 1000000" : nil)
        }
    }

    /// Creates a rule that a timestamp is not in seconds.
    package func timestampInSeconds(_ id: StaticString, _ field: Field) -> Rule {
        value(
            id, field, "the timestamp is in milliseconds, not in seconds",
            wanted: "milliseconds since 1970, 13 digits", hint: "these are seconds; multiply by 1000",
            quick: .isWithin(field, TimestampBounds.first...UInt64.max)
        ) { value in
            guard let moment = value.unsignedInteger, moment < TimestampBounds.first else { return nil }
            return Violation(value.excerpt)
        }
    }

    /// Creates a rule that a timestamp is not in the future.
    package func timestampInFuture(_ id: StaticString, _ field: Field, hint: String) -> Rule {
        self(
            id, field, "the timestamp does not lie in the future", severity: .warning,
            wanted: "a moment that has passed",
            hint: hint, quick: .isPast(field)
        ) { examination in
            guard let moment = examination[field]?.unsignedInteger, moment <= TimestampBounds.last,
                Int64(moment) > examination.now + TimestampBounds.skew
            else { return nil }
            let found = Timestamp(milliseconds: Int64(moment)).rfc3339
            return Violation("\(moment) (\(found))", wanted: "at most \(examination.now)")
        }
    }
}

/// The limits of timestamps, in milliseconds.
package enum TimestampBounds {
    /// 9999-12-31T23:59:59.999Z, the last time that RFC 3339 can represent. Greater numbers are in another unit.
    package static let last: UInt64 = 253_402_300_799_999
    /// Numbers of up to ten digits are seconds; as milliseconds they would be times before May 1970.
    static let first: UInt64 = 10_000_000_000
    /// The greatest tolerated difference between two clocks.
    static let skew: Int64 = 60_000
}
