import AttributionModel
import AttributionTestSupport
import Testing

struct TimestampTests {
    static let read: [(String, Int64)] = [
        // Milliseconds.
        ("0", 0), ("1", 1), ("1679790422446", 1_679_790_422_446), ("0001", 1),
        ("9999999999999999", 9_999_999_999_999_999),
        // RFC 3339 §5.8.
        ("1985-04-12T23:20:50.52Z", 482_196_050_520), ("1996-12-19T16:39:57-08:00", 851_042_397_000),
        ("1990-12-31T23:59:60Z", 662_688_000_000), ("1990-12-31T15:59:60-08:00", 662_688_000_000),
        ("1937-01-01T12:00:27.87+00:20", -1_041_337_172_130),
        // The separators.
        ("1970-01-01T00:00:00Z", 0), ("1970-01-01t00:00:00z", 0), ("1970-01-01 00:00:00Z", 0),
        // Offsets.
        ("1970-01-01T00:00:00+00:00", 0), ("1970-01-01T00:00:00-00:00", 0),
        ("1970-01-01T01:30:00+01:30", 0), ("1969-12-31T18:00:00-06:00", 0), ("1970-01-01T23:59:00+23:59", 0),
        // Fractions: digits beyond the millisecond are dropped.
        ("1970-01-01T00:00:00.1Z", 100), ("1970-01-01T00:00:00.12Z", 120), ("1970-01-01T00:00:00.123Z", 123),
        ("1970-01-01T00:00:00.1239Z", 123), ("1970-01-01T00:00:00.000999999999999999999999Z", 0),
        ("1970-01-01T00:00:00.001+00:00", 1),
        // Leap years.
        ("1972-02-29T00:00:00Z", 68_169_600_000), ("2000-02-29T00:00:00Z", 951_782_400_000),
        ("2024-02-29T12:34:56.789Z", 1_709_210_096_789), ("2100-02-28T00:00:00Z", 4_107_456_000_000),
        ("2100-03-01T00:00:00Z", 4_107_542_400_000), ("2400-02-29T00:00:00Z", 13_574_563_200_000),
        // The limits of RFC 3339.
        ("0000-01-01T00:00:00Z", -62_167_219_200_000), ("0000-02-29T00:00:00Z", -62_162_121_600_000),
        ("0000-12-31T23:59:59.999Z", -62_135_596_800_001), ("0001-01-01T00:00:00Z", -62_135_596_800_000),
        ("1969-12-31T23:59:59.999Z", -1), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ]

    static let refused = [
        "", " ", "-1", "+1", "1.0", "1e3", " 1", "1 ", "12345678901234567", "0x10", "\u{0661}", "now",
        "2026-01-01", "2026-01-01T00:00Z", "2026-01-01T00:00:00", "2026-01-01T00:00:00+0100", "2026-01-01T00:00:00+01",
        "2026-1-01T00:00:00Z", "26-01-01T00:00:00Z", "12026-01-01T00:00:00Z", "-2026-01-01T00:00:00Z",
        "2026/01/01T00:00:00Z", "2026-01-01_00:00:00Z", "2026-01-01T00.00.00Z", "20260101T000000Z",
        "2026-00-01T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z",
        "2026-04-31T00:00:00Z", "2026-06-31T00:00:00Z", "2026-09-31T00:00:00Z", "2026-11-31T00:00:00Z",
        "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2024-02-30T00:00:00Z",
        "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z", "2026-01-01T00:00:00+24:00",
        "2026-01-01T00:00:00+00:60", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00,5Z", "2026-01-01T00:00:00Z ",
        "2026-01-01T00:00:00ZZ", "2026-01-01T00:00:00 Z", "2026-01-01T00:00:00\u{2212}08:00",
        "2026-01-01T00:00:0\u{0661}Z", "2026-01-01T00:00:00.5", "2026-01-01T00:00:00Z\n",
    ]

    static let written: [(Int64, String)] = [
        (0, "1970-01-01T00:00:00Z"), (1, "1970-01-01T00:00:00.001Z"), (999, "1970-01-01T00:00:00.999Z"),
        (1000, "1970-01-01T00:00:01Z"), (-1, "1969-12-31T23:59:59.999Z"), (-1000, "1969-12-31T23:59:59Z"),
        (1_679_790_422_446, "2023-03-26T00:27:02.446Z"), (1_709_164_800_000, "2024-02-29T00:00:00Z"),
        (951_782_400_000, "2000-02-29T00:00:00Z"), (4_107_542_400_000, "2100-03-01T00:00:00Z"),
        (-62_135_596_800_000, "0001-01-01T00:00:00Z"), (-62_135_596_800_001, "0000-12-31T23:59:59.999Z"),
        (-62_167_219_200_000, "0000-01-01T00:00:00Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        (253_402_300_800_000, "10000-01-01T00:00:00Z"), (9_999_999_999_999_999, "318857-05-20T17:46:39.999Z"),
    ]

    @Test func noVectorVanishes() {
        expect(Set(Self.read.map(\.0)).count, 36)
        expect(Set(Self.refused).count, 51)
        expect(Set(Self.written.map(\.0)).count, 16)
    }

    @Test(arguments: read) func isRead(_ text: String, _ milliseconds: Int64) {
        expect(Timestamp(text)?.milliseconds, milliseconds)
    }

    @Test(arguments: refused) func isRefused(_ text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test(arguments: written) func isWritten(_ milliseconds: Int64, _ text: String) {
        expect(Timestamp(milliseconds: milliseconds).rfc3339, text)
    }

    /// The first and last millisecond of every day of years around each kind of leap year.
    @Test func everyDayComesBack() throws {
        for year in [0, 1, 4, 1600, 1899, 1900, 1969, 1970, 1972, 2000, 2023, 2024, 2100, 9999] {
            let digits = String(repeating: "0", count: 4 - "\(year)".count) + "\(year)"
            let first = try #require(Timestamp("\(digits)-01-01T00:00:00Z")).milliseconds
            let isLeap = Timestamp("\(digits)-02-29T00:00:00Z") != nil
            for day in 0..<(isLeap ? 366 : 365) {
                for moment in [first + Int64(day) * 86_400_000, first + Int64(day + 1) * 86_400_000 - 1] {
                    let text = Timestamp(milliseconds: moment).rfc3339
                    #expect(text.hasPrefix(digits))
                    expect(Timestamp(text)?.milliseconds, moment, "\(text)")
                }
            }
        }
    }

    @Test func farMomentsAreWrittenWithoutATrap() {
        expect(Timestamp(milliseconds: .max).rfc3339, "292278994-08-17T07:12:55.807Z")
        #expect(Timestamp(milliseconds: .min).rfc3339.hasSuffix("-05-16T16:47:04.192Z"))
    }

    @Test func momentsAreOrdered() {
        #expect(Timestamp(milliseconds: -1) < Timestamp(milliseconds: 0))
        #expect(!(Timestamp(milliseconds: 0) < Timestamp(milliseconds: 0)))
    }

    @Test(arguments: [
        (0.0, Int64(0)), (1_679_790_422.446, 1_679_790_422_446), (-0.0015, -2), (.nan, 0), (.infinity, .max),
        (-.infinity, .min), (1e300, .max), (-1e300, .min), (9_223_372_036_854_775.807, .max),
    ]) func secondsAreThoseOfThePlatformsDate(_ seconds: Double, _ milliseconds: Int64) {
        expect(Timestamp(secondsSince1970: seconds).milliseconds, milliseconds)
    }

    @Test func secondsGoBack() {
        for milliseconds: Int64 in [0, -1, 1_679_790_422_446, 253_402_300_799_999] {
            let moment = Timestamp(milliseconds: milliseconds)
            expect(Timestamp(secondsSince1970: moment.secondsSince1970), moment)
        }
    }

    /// A number looks like at most one unit, and like none if it would be no time of an ad: 1 was called seconds, and so
    /// was a time that was cut to 32 bits.
    @Test(
        arguments: [
            (1_700_000_000, "seconds: 2023-11-14T22:13:20Z; multiply by 1000"),
            (1_700_000_000.5, "seconds: 2023-11-14T22:13:20Z"),
            (1_700_000_000_000_000, "microseconds: 2023-11-14T22:13:20Z; divide by 1000"),
            (1_700_000_000_000_000_000, "nanoseconds: 2023-11-14T22:13:20Z; divide by 1000000"),
            (752_500_000, "seconds since 2001, as Swift writes dates: 2024-11-05T11:46:40Z"),
            (752_500_000_000, "milliseconds since 2001, from which Swift counts dates: 2024-11-05T11:46:40Z"),
            (2_147_483_647, "a limit of 32-bit integers"), (-2_147_483_648, "a limit of 32-bit integers"),
            (4_294_967_295, "a limit of 32-bit integers"),
            (0, nil), (1, nil), (278_859_088, nil), (599_529_599, nil), (10_000_000_000, nil), (-1, nil), (1e300, nil),
            (.infinity, nil), (1_700_000_000_000, nil),
        ] as [(Double, String?)])
    func numbersLookLikeOtherUnits(number: Double, words: String?) {
        let look = TimestampBounds.look(of: number)
        #expect(words.map { look?.contains($0) == true } ?? (look == nil), "\(number): \(look ?? "nothing")")
    }
}
