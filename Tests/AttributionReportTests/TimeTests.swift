import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionReport

/// When postbacks came: what is a time, and which hour, day and week it lies in.
struct TimeTests {
    private static func request(_ fields: [GroupField] = [], zone: String = "Z", path: String = "time") -> ReportRequest
    {
        var request = ReportRequest(.results)
        request.fields = fields
        request.timePath = path
        request.zone = TimeZoneOffset(zone) ?? .utc
        return request
    }

    /// A postback whose line has a member more.
    private static func line(_ time: String, source: String = "5239") -> String {
        Lines.postback(source: source).dropLast() + #","log":{"time":\#(time)}}"#
    }

    private static func period(_ time: String) -> String? {
        let found = overview([line(time)], request())["period"]
        return found?["first"] == found?["last"] ? found?["first"].flatMap { ReportCell($0).shown.text } : "not one"
    }

    // MARK: - Times

    private static let times: [(written: String, time: String)] = [
        (#""2026-11-21T10:20:30Z""#, "2026-11-21T10:20:30Z"),
        (#""2026-11-21T10:20:30.5+02:00""#, "2026-11-21T08:20:30.500Z"),
        (#""2026-11-21T10:20:30+00:00""#, "2026-11-21T10:20:30Z"), (#""2026-11-21 10:20:30Z""#, "2026-11-21T10:20:30Z"),
        (#""2026-11-21T10:20:30\u005a""#, "2026-11-21T10:20:30Z"),
        // Seconds and milliseconds since 1970, as numbers and as texts.
        ("1795256430", "2026-11-21T10:20:30Z"), ("1795256430123", "2026-11-21T10:20:30.123Z"),
        (#""1795256430""#, "2026-11-21T10:20:30Z"), (#""1795256430.123""#, "2026-11-21T10:20:30.123Z"),
        ("1795256430.1239", "2026-11-21T10:20:30.123Z"), ("1795256430.5", "2026-11-21T10:20:30.500Z"),
        ("1795256430123.5", "2026-11-21T10:20:30.123Z"), ("86400", "1970-01-02T00:00:00Z"),
        ("99999999999", "5138-11-16T09:46:39Z"), ("100000000000", "1973-03-03T09:46:40Z"),
        (#""9999-12-30T23:59:59Z""#, "9999-12-30T23:59:59Z"),
    ]

    private static let noTimes = [
        #""yesterday""#, #""2026-11-21""#, #""2026-13-21T10:20:30Z""#, #""21/Nov/2026:10:20:30 +0000""#, #""""#,
        "-1", "true", "null", "{}", "[1795256430]", "1e9", #""1795256430.""#, #"".5""#, #""1795256430 ""#,
        #""+1795256430""#, #""0x6B00""#,
    ]

    /// Times that no report counts.
    private static let outside = [
        "0", "86399", "1795256430123456", "99999999999999999999999999999999", #""1795256430123456.5""#,
        #""1969-12-31T23:59:59Z""#, #""1970-01-01T23:59:59Z""#, #""9999-12-31T12:00:00Z""#, #""9999-12-31T23:59:59Z""#,
    ]

    @Test func whatIsATime() {
        for (written, time) in Self.times { expect(Self.period(written), time, "\(written)") }
        let noTimes = Self.noTimes.map { ($0, "an RFC 3339 time, or seconds or milliseconds since 1970") }
        let outside = Self.outside.map { ($0, "a time from 1970-01-02T00:00:00Z to 9999-12-31T00:00:00Z") }
        for (written, wanted) in noTimes + outside {
            var reader = ReportReader(Self.request())
            var part = ReportPart()
            let line = Array(Self.line(written).utf8)
            let fault = line.withBytes { bytes -> InputFault? in
                do throws(InputFault) {
                    try reader.read(bytes, around: bytes, into: &part)
                    return nil
                } catch {
                    return error
                }
            }
            #expect(fault?.rule.id == "report-time" && fault?.field == "time", "\(written)")
            #expect(fault?.description.hasSuffix("; it must be \(wanted)") == true, "\(written)")
            expect(part.counts.inputs, 0, "\(written)")
        }
    }

    /// A verdict's own members come before those of its log, and what is refused needs no time.
    @Test func whereATimeStands() {
        let postback = Lines.postback().dropLast()
        let places: [(line: String, path: String, time: String?)] = [
            (postback + #","time":"2026-01-01T00:00:00Z"}"#, "time", "2026-01-01T00:00:00Z"),
            (postback + #","log":{"time":"2026-01-01T00:00:00Z"}}"#, "time", "2026-01-01T00:00:00Z"),
            (postback + #","log":{"time":"2026-01-01T00:00:00Z"}}"#, "log.time", "2026-01-01T00:00:00Z"),
            (postback + #","log":{"at":{"time":"2026-01-01T00:00:00Z"}}}"#, "at.time", "2026-01-01T00:00:00Z"),
            (postback + #","log":{"at.time":"2026-01-01T00:00:00Z"}}"#, "at.time", "2026-01-01T00:00:00Z"),
            (
                postback + #","time":"2026-01-01T00:00:00Z","log":{"time":"2027-01-01T00:00:00Z"}}"#, "time",
                "2026-01-01T00:00:00Z"
            ),
            (postback + "}", "time", nil), (Lines.verdict(verdict: "invalid"), "time", nil),
        ]
        for (line, path, time) in places {
            let counts = counts([line], Self.request(path: path))
            expect(counts.period.map { TimeZoneOffset.utc.rfc3339($0.lowerBound) }, time, "\(line)")
        }
        expect(counts([places[6].line], Self.request()).leftOut.total, 1)
        expect(counts([places[7].line], Self.request()).inputs, 1)
    }

    // MARK: - Spans

    private static let spans: [(time: String, zone: String, hour: String, day: String, week: String)] = [
        ("2026-11-21T23:30:00Z", "Z", "2026-11-21T23:00:00Z", "2026-11-21", "2026-W47"),
        ("2026-11-21T23:30:00Z", "+02:00", "2026-11-22T01:00:00+02:00", "2026-11-22", "2026-W47"),
        ("2026-11-22T23:30:00Z", "+02:00", "2026-11-23T01:00:00+02:00", "2026-11-23", "2026-W48"),
        ("2026-11-21T03:30:00Z", "-05:30", "2026-11-20T22:00:00-05:30", "2026-11-20", "2026-W47"),
        // A week is of the year of its Thursday.
        ("2026-12-31T12:00:00Z", "Z", "2026-12-31T12:00:00Z", "2026-12-31", "2026-W53"),
        ("2027-01-03T12:00:00Z", "Z", "2027-01-03T12:00:00Z", "2027-01-03", "2026-W53"),
        ("2027-01-04T00:00:00Z", "Z", "2027-01-04T00:00:00Z", "2027-01-04", "2027-W01"),
        ("2024-12-30T00:00:00Z", "Z", "2024-12-30T00:00:00Z", "2024-12-30", "2025-W01"),
        ("2024-02-29T23:59:59.999Z", "Z", "2024-02-29T23:00:00Z", "2024-02-29", "2024-W09"),
        ("1970-01-02T00:00:00Z", "-23:59", "1970-01-01T00:00:00-23:59", "1970-01-01", "1970-W01"),
        ("9999-12-30T23:59:59Z", "+23:59", "9999-12-31T23:00:00+23:59", "9999-12-31", "9999-W52"),
    ]

    @Test func spansOfTime() throws {
        for (time, zone, hour, day, week) in Self.spans {
            let names = ["hour", "day", "week"].map { name -> String in
                let request = Self.request([GroupField(name)].compactMap { $0 }, zone: zone)
                return rows(counts([Self.line("\"\(time)\"")], request), request).first?["group"]?[name]?.text ?? ""
            }
            expect(names, [hour, day, week].map { "\"\($0)\"" }, "\(time) \(zone)")
        }
    }

    @Test func zones() {
        for text in ["+02:00", "-05:30", "+00:01", "+23:59", "-23:59"] { expect(TimeZoneOffset(text)?.text, text) }
        for text in ["Z", "z", "+00:00", "-00:00"] { expect(TimeZoneOffset(text)?.text, "Z") }
        for text in [
            "", "+2:00", "02:00", "+0200", "+24:00", "+02:60", "+02:00 ", "UTC", "Europe/Berlin", "+0a:00", "+02.00",
            "é",
        ] {
            #expect(TimeZoneOffset(text) == nil, "\(text)")
        }
    }

    /// The largest groups are chosen, and stand in the order of time.
    @Test func groupsOfTimeAreInItsOrder() {
        let days = [3, 1, 3, 2, 2, 2, 10]
        let lines = days.map { Self.line("\"2026-01-\($0 < 10 ? "0" : "")\($0)T12:00:00Z\"") }
        func names(_ fields: [GroupField], top: Int?) -> [String] {
            let request = Self.request(fields)
            let contents = ReportContents(counts(lines, request), request, isGrouped: true, top: top)
            return contents.groups.rows.map { $0[0].shown.text + " " + $0[fields.count].shown.text }
        }
        let day = GroupField.known(.day)
        expect(names([day], top: nil), ["2026-01-01 1", "2026-01-02 3", "2026-01-03 2", "2026-01-10 1"])
        expect(names([day], top: 2), ["2026-01-02 3", "2026-01-03 2"])
        expect(names([day], top: 3), ["2026-01-01 1", "2026-01-02 3", "2026-01-03 2"])
        expect(names([.known(.framework), day], top: 1), ["adattributionkit 3"])
        let request = Self.request([day])
        #expect(
            ReportContents(counts(lines, request), request, isGrouped: true, top: 2).left
                == "left out: 2 smaller groups, 2 postbacks in total")
    }

    // MARK: - The period, and the chart

    @Test func thePeriodIsThatOfAllParts() {
        let lines = [5, 2, 9].map { Self.line("\"2026-01-0\($0)T12:00:00Z\"") }
        let request = Self.request(zone: "+02:00")
        var whole = ReportCounts()
        expect(whole.overview(request)["period"], .null)
        for line in lines { whole.add(counts([line], request)) }
        #expect(
            whole.overview(request)["period"]?.text
                == #"{"first":"2026-01-02T14:00:00+02:00","last":"2026-01-09T14:00:00+02:00"}"#)
        #expect(
            ReportContents(whole, request, isGrouped: false, top: nil).notes[1]
                == "from 2026-01-02 14:00:00 to 2026-01-09 14:00:00 +02:00")
        #expect(overview(lines)["period"] == nil)
    }

    private static func page(_ lines: [String]) -> String {
        var request = request()
        request.countsDays = true
        return ReportPage.text(ReportContents(counts(lines, request), request, isGrouped: false, top: nil))
    }

    /// Days without a postback have their place.
    @Test func theTableHasEveryDay() {
        let few = Self.page([1, 3, 3, 7, 8].map { Self.line("\"2026-01-0\($0)T12:00:00Z\"") })
        let rows = few.split(separator: "<th scope=\"row\">").map { row in
            (row.prefix { $0 != "<" }, row.split(separator: "\"days.inputs\">").last?.prefix { $0 != "<" })
        }.filter { $0.0.hasPrefix("2026") }
        expect(
            rows.map(\.0),
            [
                "2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04 to 2026-01-06", "2026-01-07", "2026-01-08",
            ])
        expect(rows.map(\.1), ["1", "-", "2", "-", "1", "1"])
        #expect(
            few.contains(#"<th scope="row">2026-01-02</th><td class="chart"></td><td data-figure="days.inputs">-</td>"#)
        )
        let start = Timestamp("2026-01-01T12:00:00Z")?.milliseconds ?? 0
        let many = Self.page((0..<100).map { Self.line(String(start + Int64($0) * 86_400_000)) })
        expect(many.split(separator: "<td data-figure=\"days.inputs\">1</td>").count, 101)
    }
}
