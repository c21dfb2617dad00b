import AttributionBase
import AttributionFixtures
import AttributionTestSupport
import Testing

@testable import AttributionReport

/// The report in the library has the same results as the program.
struct PostbackReportTests {
    private static let fixtures = Fixtures(seed: 3)

    private static func keys() throws -> TrustedKeys { fixtures.trustedKeys }

    /// Bodies of both frameworks, some of them repeated, with a forged one and an impression.
    private static let inputs: [[UInt8]] = {
        let others = (0..<200).map { fixtures.skAdNetwork(at: $0) }.filter { $0.contains("transaction-id") }
        var texts = (0..<24).map { fixtures.postback(at: $0) } + others.prefix(24)
        texts += [texts[3], texts[30], texts[5].replacing("\"jws-string\":\"eyJ", with: "\"jws-string\":\"eyI")]
        texts.append(fixtures.impression(at: 0))
        return texts.map { Array($0.utf8) }
    }()

    private static func failure(_ report: PostbackReport, _ line: String) -> Problem? {
        do throws(Problem) {
            try report.add(verdict: line.utf8, receivedAt: nil)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the result of the program's parts for lines.
    private static func program(_ lines: [String], _ request: ReportRequest, isGrouped: Bool) -> String {
        var part = part(lines, request)
        if request.isUnique { part.settle(SeenPostbacks(), request.schemas) }
        var text = ""
        ReportContents(part.counts, request, isGrouped: isGrouped, top: nil).forEachObject { text += $0.text + "\n" }
        return text
    }

    @Test(arguments: [[], ["source-identifier"], ["tier", "window", "environment"], ["impression-type", "did-win"]])
    func verdictsAndTheirLinesCountTheSame(_ names: [String]) async throws {
        let fields = try names.map { (name) throws(Problem) in try PostbackReport.Field(parsing: name) }
        expect(fields.map(\.name), names)
        for isUnique in [true, false] {
            var request = ReportRequest(.results)
            request.fields = names.compactMap { GroupField($0) }
            request.isUnique = isUnique
            request.countsNames = names.isEmpty
            let verifier = InputVerifier(keys: try Self.keys(), accepting: .everything, checksRules: false)
            var engine = verifier.engine(marks: true)
            for (place, input) in Self.inputs.enumerated() {
                input.withBytes { engine.add($0, input: place, at: nil) }
            }
            engine.check()
            let lines = engine.batch.entries.indices.map { index in
                var output = ByteBuffer()
                engine.batch.append(index, file: nil, line: 1, to: &output)
                return String(decoding: output.array(), as: UTF8.self)
            }
            let postbacks = try lines.map { try JSONValue(parsing: Array($0.utf8)) }.filter { line in
                line["verdict"] == .string("valid")
                    && [.string("postback"), .string("skadnetwork-postback")].contains(line["kind"])
            }.count
            let repeats = isUnique ? 2 : 0
            #expect(postbacks > 30)
            let program = Self.program(lines, request, isGrouped: !fields.isEmpty)
            #expect(program.split(separator: "\n").count >= (names.isEmpty ? 1 : 3))

            let ofVerdicts = PostbackReport(groupedBy: fields, refusingRepeats: isUnique)
            for input in Self.inputs { ofVerdicts.add(try await verifier.verdict(on: input), receivedAt: nil) }
            expect(ofVerdicts.jsonLines, program)
            let ofLines = PostbackReport(groupedBy: fields, refusingRepeats: isUnique)
            for line in lines { try ofLines.add(verdict: (" " + line + "\r\n").utf8, receivedAt: nil) }
            expect(ofLines.jsonLines, program)
            for report in [ofVerdicts, ofLines] {
                #expect(report.inputs == Self.inputs.count && report.repeats == repeats)
                #expect(report.total.inputs == postbacks - repeats && report.total.unverified == 0)
                #expect(report.total.won + report.total.lost <= report.total.inputs && report.total.won > 0)
                expect(report.groups.reduce(0) { $0 + $1.counts.inputs }, names.isEmpty ? 0 : report.total.inputs)
            }
        }
    }

    @Test func groupsAreWhatTheObjectsSay() throws {
        // A schema for every second app, so that some postbacks are unpriced.
        let apps = try Self.inputs.prefix(12).compactMap { input in
            try #require(DecodedInput(unverified: input).payload)["advertised-item-identifier"]?.text
        }
        let schemas = try SchemaList(
            parsing: apps.map { app in
                #"{"app":\#(app),"windows":[{"window":1,"values":[{"fine":[0,63],"coarse":"low","event":"buy","revenue":["0.10","2"]}]}]}"#
                    .utf8
            })
        let report = try PostbackReport(
            groupedBy: [.sourceIdentifier, .tiers, .country, .sourceIdentifier], refusingRepeats: false,
            schemas: schemas)
        for input in Self.inputs.prefix(48) { try report.add(unverified: input, receivedAt: nil) }
        let objects = try report.jsonLines.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(objects.count == report.groups.count && objects.count > 10)
        let whole = try PostbackReport(groupedBy: [], refusingRepeats: false, schemas: schemas)
        try whole.add(unverified: Self.inputs[0], receivedAt: nil)
        #expect(whole.groups.isEmpty)
        for (group, object) in zip(report.groups, objects) {
            #expect(throws: Problem.self) { try group[.window] }
            for name in ["source-identifier", "tier", "country-code"] {
                let field = try PostbackReport.Field(parsing: name)
                try expect(object["group"]?[name], group[field]?.known ?? .null)
            }
            try expect(group[.sourceIdentifier]?.known?.description, object["group"]?["source-identifier"]?.string)
            try expect(group[.tiers]?.known == nil, object["group"]?["tier"] == .null)
            let counts = group.counts
            for (name, count) in [
                ("inputs", counts.inputs), ("won", counts.won), ("fine", counts.fine), ("coarse", counts.coarse),
                ("none", counts.none), ("unverified", counts.unverified),
            ] { expect(object[name], .number("\(count)"), "\(name)") }
            expect(object["fine-mean"], counts.fineMean.map { .string(hundredths($0)) } ?? .null)
            expect(object["unpriced"], .number("\(counts.unpriced)"))
            expect(object["revenue"]?["least"], counts.revenue.map { .string($0.least.rounded) })
            expect(object["revenue"]?["most"], counts.revenue?.most.map { .string($0.rounded) })
            expect(object["revenue"]?["estimate"], counts.estimatedRevenue.map { .string($0.rounded) })
        }
        expect(Set(report.groups.map { $0.counts.revenue == nil }), [true, false])
        #expect(report.total.unverified == 48 && report.total.revenue != nil)
        let plain = PostbackReport(groupedBy: [.window], refusingRepeats: false)
        try plain.add(unverified: Self.inputs[0], receivedAt: nil)
        #expect(plain.total.revenue == nil && plain.groups[0].counts.revenue == nil)
        #expect(try plain.groups[0][.window]?.known != nil)
    }

    /// Unaccepted messages and invalid inputs are listed as left out, and never counted.
    @Test func whatIsNoInputIsLeftOut() async throws {
        let report = PostbackReport(groupedBy: [], refusingRepeats: true)
        for line in ["x", "[]", "{", "{}", "7", #"{"jws-string":7}"#, "\u{0}", "{\"verdict\":\"maybe\"}"] {
            let failure = try #require(Self.failure(report, line), "\(line)")
            #expect(!failure.description.isEmpty && failure.rule?.id.isEmpty == false)
        }
        expect(Self.failure(report, #"{"event":"earnings"}"#)?.field, "app")
        try report.add(verdict: " \n".utf8, receivedAt: nil)
        try report.add(unverified: " \n".utf8, receivedAt: nil)
        #expect(report.inputs == 0 && report.jsonLines.contains(#""rejected":9"#), "\(report.jsonLines)")
        let verifier = InputVerifier(
            keys: try Self.keys(), accepting: try .postbacks(forApps: [1]), checksRules: false)
        let verdict = try await verifier.verdict(on: Self.inputs[0])
        expect(verdict.outcome, .notOurs)
        report.add(verdict, receivedAt: nil)
        #expect(report.inputs == 1 && report.total.inputs == 0 && report.jsonLines.contains(#""not-ours":1"#))
        let bytes = Self.inputs[0]
        for end in 0..<bytes.count { _ = try? report.add(unverified: bytes[..<end], receivedAt: nil) }
        expect(report.total.inputs, 0)
        try report.add(unverified: bytes, receivedAt: nil)
        expect(report.total.inputs, 1)
    }

    /// What breaks a rule is kept apart, whether the verifier checks rules, a receiver stores the postback, or nobody did either.
    @Test func brokenRulesAreKeptApart() async throws {
        let fixtures = Self.fixtures
        let broken = fixtures.broken.filter { [.postback, .skAdNetworkPostback, .token].contains($0.kind) }
        let bare = broken.compactMap { try? JSONValue(parsing: $0.text)["jws-string"]?.string }
        #expect(broken.count > 60 && bare.count > 20)
        let inputs = (broken.map(\.text) + bare + [fixtures.postback(at: 0)]).map { Array($0.utf8) }
        func report() -> PostbackReport {
            PostbackReport(groupedBy: [.framework, .isVerified], refusingRepeats: false)
        }
        let keys = try Self.keys()
        let (checked, unchecked, ofPostbacks, ofRecords) = (report(), report(), report(), report())
        let checking = InputVerifier(keys: keys, accepting: .everything, checksRules: true)
        let trusting = InputVerifier(keys: keys, accepting: .everything, checksRules: false)
        for input in inputs {
            let verdict = try await checking.verdict(on: input)
            checked.add(verdict, receivedAt: nil)
            let other = try await trusting.verdict(on: input)
            unchecked.add(other, receivedAt: nil)
            expect(unchecked.jsonLines, checked.jsonLines, "\(String(decoding: input, as: UTF8.self))")
            guard let postback = try? other.result.get().postback else { continue }
            ofPostbacks.add(postback, receivedAt: nil)
            let record = PostbackRecord(postback, receivedAt: Timestamp(milliseconds: 0))
            expect(record.verdict, verdict.outcome)
            try ofRecords.add(trusting: record)
        }
        let refused = checked.inputs - checked.total.inputs
        #expect(refused > 80 && checked.total.inputs > 0 && checked.total.inputs == unchecked.total.inputs)
        #expect(ofPostbacks.jsonLines == ofRecords.jsonLines && ofPostbacks.inputs > ofPostbacks.total.inputs)
        // A rule that a receiver accepts does not keep a postback from being counted.
        let text = try #require(broken.first { $0.rule.id == "skan-postback-conversion-value-range" }).text
        for (rules, counted) in [([], 0), (Rule.all.filter { $0.id == "skan-postback-conversion-value-range" }, 1)] {
            let receiver = PostbackReceiver(
                keys: keys, accepting: .everything, store: SeenIdentifiers(), acceptingBrokenRules: rules)
            let (direct, stored) = (report(), report())
            if case .counted(let postback) = try await receiver.receive(text.utf8) {
                direct.add(postback, receivedAt: nil)
                try stored.add(trusting: PostbackRecord(postback, receivedAt: .now))
            }
            #expect(direct.total.inputs == counted && stored.total.inputs == counted)
        }
    }

    /// A stranger's body that calls itself verified is not, by whichever method it is added.
    @Test func nobodyVouchesForHimself() throws {
        let body = String(decoding: Self.inputs[0], as: UTF8.self).dropLast()
        let claims = #","verdict":"valid","environment":"production","kind":"postback","event":"earnings","parts":[]}"#
        let posed = Array((body + claims).utf8)
        let report = PostbackReport(groupedBy: [.environment], refusingRepeats: false)
        expect(Self.failure(report, String(decoding: posed, as: UTF8.self))?.rule?.id, "report-input")
        expect(report.inputs, 0)
        try report.add(unverified: posed, receivedAt: nil)
        #expect(try report.total.unverified == 1 && report.groups.map { try $0[.environment]?.known } == [nil])
        let verdict = Lines.postback()
        try report.add(verdict: verdict.utf8, receivedAt: nil)
        #expect(report.total.unverified == 1 && report.total.inputs == 2)
        #expect(throws: Problem.self) { try report.add(unverified: verdict.utf8, receivedAt: nil) }
        #expect(report.inputs == 2 && report.total.inputs == 2)
    }

    /// Campaign 97 of an old version and source 97 are not the same, in one field of both frameworks.
    @Test func campaignsOfBothFrameworksAreOneField() throws {
        let report = PostbackReport(groupedBy: [.adCampaign], refusingRepeats: false)
        for position in 0..<Fixtures.skAdNetworkCount {
            let text = Self.fixtures.skAdNetwork(at: position)
            if text.contains("transaction-id") { try report.add(unverified: text.utf8, receivedAt: nil) }
        }
        let found = try report.groups.map { try #require(try $0[.adCampaign]?.known) }
        expect(Set(found.map { "\($0)".prefix { $0 != " " } }), ["campaign", "source"])
        #expect(Set(found).count == report.groups.count && report.jsonLines.contains(#"{"ad-campaign":"#))
        let seven = try #require(CampaignIdentifier(rawValue: 97))
        #expect("\(AdCampaign.campaign(seven))" == "campaign 97" && "\(AdCampaign.source(97))" == "source 97")
        // No option has this name.
        #expect(throws: Problem.self) { try PostbackReport.Field(parsing: "ad-campaign") }
    }

    /// A field by which the report is not grouped has no value, which is not the same as one that postbacks lack.
    @Test func anotherFieldIsAnError() throws {
        let report = PostbackReport(groupedBy: [.window, .country], refusingRepeats: false)
        try report.add(unverified: Self.inputs[0], receivedAt: nil)
        let refused = #expect(throws: Problem.self) { try report.groups[0][.didWin] }
        #expect(
            refused?.description
                == "the field is did-win; it must be one that the report is grouped by: window, country-code")
    }

    /// A stored record counts as the postback did, on the day of its arrival.
    @Test func storedRecordsCountAsWhatTheyWere() async throws {
        let verifier = InputVerifier(keys: try Self.keys(), accepting: .everything, checksRules: false)
        let postbacks = try await verifier.verdicts(on: Self.inputs).compactMap { try? $0.result.get().postback }
        expect(Set(postbacks.map(\.framework)).count, 2)
        let fields: [any PostbackReport.Grouping] = [
            try .day(in: .seconds(7200)), .adNetworkIdentifier, .adCampaign, .window, .didWin, .environment,
            .isVerified,
            .conversionType, .fine, .coarse, .country, .interaction, .publisher,
        ]
        let (direct, stored) = (
            PostbackReport(groupedBy: fields, refusingRepeats: true),
            PostbackReport(groupedBy: fields, refusingRepeats: true)
        )
        // An hour before midnight in London is the next day in Athens.
        let time = Timestamp(milliseconds: 1_767_308_400_000)
        for postback in postbacks {
            direct.add(postback, receivedAt: time)
            try stored.add(trusting: PostbackRecord(postback, receivedAt: time))
        }
        #expect(direct.jsonLines == stored.jsonLines && direct.total.unverified == 0)
        #expect(try direct.groups.allSatisfy { try $0[try .day(in: .seconds(7200))] == "2026-01-02" })
        #expect(direct.repeats == stored.repeats && stored.repeats > 0)
        var junk = PostbackRecord(postbacks[0], receivedAt: time)
        junk.body = "{"
        #expect(throws: Problem.self) { try stored.add(trusting: junk) }
        expect(stored.inputs, direct.inputs)
    }

    /// Days of several offsets are several fields, and an offset that no clock has is refused.
    @Test func daysOfSeveralOffsets() async throws {
        let verifier = InputVerifier(keys: try Self.keys(), accepting: .everything, checksRules: false)
        let verdict = try await verifier.verdict(on: Self.inputs[0])
        let postback = try #require(try verdict.result.get().postback)
        let (london, athens) = (
            try PostbackReport.Field<String>.day(in: .zero), try PostbackReport.Field<String>.day(in: .seconds(7200))
        )
        let honolulu = try PostbackReport.Field<String>.day(in: .seconds(-36000))
        let report = PostbackReport(groupedBy: [london, athens, london], refusingRepeats: false)
        report.add(postback, receivedAt: Timestamp(milliseconds: 1_767_308_400_000))
        let group = try #require(report.groups.first)
        #expect(try group[london] == "2026-01-01" && group[athens] == "2026-01-02")
        #expect(throws: Problem.self) { try group[honolulu] }
        #expect(report.jsonLines.contains(#"{"dayZ":"2026-01-01","day+02:00":"2026-01-02"}"#), "\(report.jsonLines)")
        let alone = PostbackReport(groupedBy: [athens], refusingRepeats: false)
        // Times that no report can show are the nearest ones.
        for time in [Int64.min, .max, -1] { alone.add(postback, receivedAt: Timestamp(milliseconds: time)) }
        #expect(alone.jsonLines.contains(#"{"day":"9999-12-30"}"#) || alone.groups.count == 2, "\(alone.jsonLines)")
        #expect(throws: Problem.self) { try alone.groups[0][london] }
        for wrong in [
            Duration.seconds(64801), .seconds(-65700), .seconds(Int64.max), .seconds(120), .milliseconds(900_001),
        ] {
            #expect(throws: Problem.self) { try PostbackReport.Field<String>.day(in: wrong) }
        }
        for right in [64800, -64800, 20700] as [Int64] {
            #expect(throws: Never.self) { try PostbackReport.Field<String>.day(in: .seconds(right)) }
        }
    }

    /// Guards that the time that comes with an input is the one of its day, however the input is added.
    @Test func everyInputHasItsDay() async throws {
        let verifier = InputVerifier(keys: try Self.keys(), accepting: .everything, checksRules: false)
        let verdict = try await verifier.verdict(on: Self.inputs[0])
        let postback = try #require(try verdict.result.get().postback)
        let line = Lines.postback().utf8
        let times: [Timestamp?] = [1_767_225_600_000, 1_767_312_000_000].map { Timestamp(milliseconds: $0) } + [nil]
        let ways: [(PostbackReport, Timestamp?) throws -> Void] = [
            { $0.add(verdict, receivedAt: $1) }, { $0.add(postback, receivedAt: $1) },
            { try $0.add(unverified: Self.inputs[0], receivedAt: $1) }, { try $0.add(verdict: line, receivedAt: $1) },
        ]
        for add in ways {
            let report = PostbackReport(groupedBy: [try .day(in: .zero)], refusingRepeats: false)
            for time in times { try add(report, time) }
            let days = try report.groups.map { try $0[.day(in: .zero)]?.description }
            #expect(Set(days) == ["2026-01-01", "2026-01-02", nil] && report.total.inputs == 3)
        }
    }

    /// Guards revenue: what a verifier accepts that accepts everything may be another network's.
    @Test func whatIsOnlyInspectedCountsNothing() async throws {
        let keys = try Self.keys()
        let looking = InputVerifier.inspector(keys: keys, checksRules: false)
        let verdict = try await looking.verdict(on: Self.inputs[0])
        let report = PostbackReport(groupedBy: [.window], refusingRepeats: true)
        report.add(verdict, receivedAt: nil)
        report.add(try #require(try verdict.result.get().postback), receivedAt: nil)
        #expect(report.total.inputs == 0 && report.repeats == 0 && report.inputs == 2, "\(report.jsonLines)")
        // Nor what a verifier refused, or a record of either.
        let others = InputVerifier(
            keys: keys, accepting: try .postbacks(forNetworks: ["another.adattributionkit"], environments: [.local]),
            checksRules: false)
        guard case .failure(let refusal) = try await others.verdict(on: Self.inputs[0]).result else {
            Issue.record("another network's postback is accepted")
            return
        }
        let foreign = try #require(refusal.signed?.postback)
        report.add(foreign, receivedAt: nil)
        for postback in [foreign, try #require(try verdict.result.get().postback)] {
            let record = PostbackRecord(postback, receivedAt: .now)
            expect(record.verdict, .notOurs)
            try report.add(trusting: record)
        }
        expect(report.total.inputs, 0)
        // A broken rule is named, whoever found it.
        let fixtures = Fixtures(seed: 3)
        let broken = try #require(fixtures.broken.first { $0.rule.id == "body-conversion-value-range" })
        let strict = InputVerifier(keys: fixtures.trustedKeys, accepting: .everything, checksRules: true)
        guard case .failure(let refused) = try await strict.verdict(on: broken.text.utf8).result else {
            Issue.record("\(broken) is accepted")
            return
        }
        expect(PostbackRecord(try #require(refused.signed?.postback), receivedAt: .now).verdict, .againstRules)
        let own = InputVerifier(keys: keys, accepting: .everything, checksRules: false)
        report.add(try await own.verdict(on: Self.inputs[0]), receivedAt: nil)
        expect(report.total.inputs, 1)
    }

    /// Guards a group without a name: without campaigns there are no names.
    @Test func campaignNamesNeedCampaigns() throws {
        let report = PostbackReport(groupedBy: [.campaignName, .window], refusingRepeats: false)
        try report.add(unverified: Self.inputs[0], receivedAt: nil)
        let group = try #require(report.groups.first)
        #expect(throws: Problem.self) { try group[.campaignName] }
        #expect(throws: Never.self) { try group[.window] }
    }

    @Test func everyNameIsAField() throws {
        expect(PostbackReport.fieldNames, GroupField.names.filter { !["hour", "day", "week"].contains($0) })
        for name in PostbackReport.fieldNames { try expect(PostbackReport.Field(parsing: name).name, name) }
        for name in ["a.b", "", "day"] { #expect(throws: Problem.self) { try PostbackReport.Field(parsing: name) } }
        let known: [any PostbackReport.Grouping] = [
            .isVerified, .environment, .framework, .version, .adNetworkIdentifier, .advertisedItemIdentifier,
            .sourceIdentifier, .campaignIdentifier, .digits, .tiers, .window, .didWin, .conversionType, .interaction,
            .publisher, .marketplaceIdentifier, .country, .fine, .coarse,
            .campaignName,
        ]
        expect(known.map(\.name), GroupField.Common.allCases.filter { !GroupField.known($0).isTime }.map(\.name))
    }

    /// Guards that each field reads what the lines have of it: known values are known, in postbacks of both frameworks.
    @Test func valuesAreOfTheirTypes() throws {
        let report = try PostbackReport(
            groupedBy: [
                .isVerified, .environment, .framework, .version, .adNetworkIdentifier, .advertisedItemIdentifier,
                .sourceIdentifier, .campaignIdentifier, .digits, .tiers, .window, .didWin, .conversionType,
                .interaction,
                .publisher, .marketplaceIdentifier, .country, .fine, .coarse, .campaignName,
            ], refusingRepeats: false,
            campaigns: try CampaignList([]))
        for position in 0..<Fixtures.postbackCount {
            try report.add(unverified: Self.fixtures.postback(at: position).utf8, receivedAt: nil)
        }
        for position in 0..<Fixtures.skAdNetworkCount {
            let text = Self.fixtures.skAdNetwork(at: position)
            if text.contains("transaction-id") { try report.add(unverified: text.utf8, receivedAt: nil) }
        }
        var known: [String: Int] = [:]
        func see<Value>(_ name: String, _ value: FieldValue<Value>?) {
            if case .unknown(let json)? = value { Issue.record("\(name) is \(json.text)") }
            if value?.known != nil { known[name, default: 0] += 1 }
        }
        for group in report.groups {
            see("verified", try group[.isVerified])
            see("environment", try group[.environment])
            see("framework", try group[.framework])
            see("version", try group[.version])
            see("network", try group[.adNetworkIdentifier])
            see("app", try group[.advertisedItemIdentifier])
            see("source", try group[.sourceIdentifier])
            see("campaign-id", try group[.campaignIdentifier])
            see("digits", try group[.digits])
            see("tiers", try group[.tiers])
            see("window", try group[.window])
            see("did-win", try group[.didWin])
            see("type", try group[.conversionType])
            see("interaction", try group[.interaction])
            see("publisher", try group[.publisher])
            see("marketplace", try group[.marketplaceIdentifier])
            see("country", try group[.country])
            see("fine", try group[.fine])
            see("coarse", try group[.coarse])
            see("campaign", try group[.campaignName])
        }
        // Without verdicts and a list of campaigns there is neither environment nor campaign.
        #expect(known.count == 18 && known["environment"] == nil && known["campaign"] == nil, "\(known)")
        #expect(try report.groups.allSatisfy { try $0[.isVerified] == false })
        let verified = PostbackReport(groupedBy: [.isVerified, .environment], refusingRepeats: false)
        try verified.add(verdict: Lines.postback().utf8, receivedAt: nil)
        #expect(try verified.groups[0][.isVerified] == true && verified.groups[0][.environment] == .production)
        for (name, tiers) in [("0-2", [0, 1, 2]), ("3", [3]), ("none", []), ("0,2", [0, 2])] {
            expect(DataTiers.tiers(ofRange: name)?.map(\.rawValue), tiers)
        }
        for name in ["", "4", "2-0", "a", "0-", "1-9"] { #expect(DataTiers.tiers(ofRange: name) == nil, "\(name)") }
    }

    private static func schema(_ more: String = "", fine: Int = 1) -> String {
        #"{"app":7\#(more),"windows":[{"window":1,"values":[{"fine":\#(fine),"coarse":"low","event":"buy","revenue":["1","3"]}]}]}"#
    }

    @Test func faultsOfSchemasAreTold() throws {
        let broken: [(texts: [String], field: String, words: String)] = [
            ([Self.schema(), Self.schema(fine: 64)], "windows[0].values[0].fine", "64"),
            ([Self.schema(), Self.schema()], "from", "missing"),
            (
                [Self.schema(#","currency":"EUR""#), Self.schema(#","from":"2026-01-01T00:00:00Z","currency":"USD""#)],
                "currency", "USD"
            ),
        ]
        for (texts, field, words) in broken {
            do throws(Problems) {
                _ = try SchemaList(parsing: texts.map(\.utf8))
                Issue.record("wrong schemas were read")
            } catch {
                #expect(error.list[0].place == field && error.list[0].found?.contains(words) == true, "\(error)")
            }
        }
        #expect(throws: Problems.self) { try SchemaList(parsing: ["{".utf8]) }
    }

    /// The list of campaigns gives names, what is shared, and the return on what was spent.
    @Test func campaigns() throws {
        let list = try CampaignList(
            parsing: #"[{"source-identifier":"5239","name":"Spring","spend":"4"},{"source-identifier":"6139"}]"#.utf8)
        let schemas = try SchemaList(parsing: [Self.schema(#","currency":"EUR""#).utf8])
        let report = try PostbackReport(
            groupedBy: [.campaignName], refusingRepeats: false, schemas: schemas, campaigns: list)
        for source in ["5239", "39", "40"] {
            try report.add(
                verdict: Lines.postback(source: source, app: 7, unsigned: #","conversion-value":1"#).utf8,
                receivedAt: nil)
        }
        let groups = report.groups
        try expect(groups.map { try $0[.campaignName]?.known }, ["Spring", nil, "6139"])
        #expect(groups.map(\.counts.inputs) == [1, 1, 0] && groups.map(\.shared) == [1, 0, 1])
        expect(groups.map { $0.spend?.description }, ["4.00", nil, nil])
        expect(groups.map { $0.returnOnAdSpend?.most }, [1.5, nil, nil])
        expect(groups.map { $0.counts.estimatedRevenue?.description }, ["4.00", "2.00", "0.00"])
        expect(groups.map(\.estimatedReturnOnAdSpend), [1, nil, nil])
        #expect(groups[0].returnOnAdSpend?.least == 0.25 && groups[0].counts.revenue?.most?.description == "6.00")
        // The same list, made of values.
        let spring = CampaignList.Campaign(
            .source(try #require(SourceIdentifier("5239"))), name: "Spring", spend: try Money("4"))
        let other = CampaignList.Campaign(.source(try #require(SourceIdentifier("6139"))))
        let again = try PostbackReport(
            groupedBy: [.campaignName], refusingRepeats: false,
            schemas: try SchemaList([ConversionSchema(parsing: Self.schema(#","currency":"EUR""#).utf8)]),
            campaigns: try CampaignList([spring, other]))
        for source in ["5239", "39", "40"] {
            try again.add(
                verdict: Lines.postback(source: source, app: 7, unsigned: #","conversion-value":1"#).utf8,
                receivedAt: nil)
        }
        #expect(again.groups == groups && again.jsonLines == report.jsonLines)
        // Amounts of different currencies are not put side by side.
        func returns(in currency: String?) throws -> PostbackReport {
            try PostbackReport(
                groupedBy: [.campaignName], refusingRepeats: false, schemas: schemas,
                campaigns: CampaignList([spring], currency: currency))
        }
        for currency in ["EUR", nil] { #expect(try returns(in: currency).jsonLines.contains(#""currency":"EUR""#)) }
        let problem = #expect(throws: Problem.self) { try returns(in: "USD") }
        expect(problem?.description, "the currency of the schemas is EUR; it must be USD, as in the list of campaigns")
        let twice = #expect(throws: Problems.self) { try CampaignList([spring, other, other], currency: "euro") }
        expect(twice?.list.map(\.place), ["campaigns[2]", "currency"])
        #expect(report.jsonLines.hasPrefix(#"{"group":{"campaign":"Spring"},"inputs":1,"shared":1,"#))
        #expect(throws: Problems.self) { try CampaignList(parsing: #"{"5239":"4"}"#.utf8) }
        // A time stands beside a postback, where the library does not look.
        #expect(!PostbackReport.fieldNames.contains("week"))
    }

    /// Two decimals, as reports have them.
    private func hundredths(_ number: Double) -> String {
        let whole = Int((number * 100).rounded())
        return "\(whole / 100)." + (whole % 100 < 10 ? "0" : "") + "\(whole % 100)"
    }
}
