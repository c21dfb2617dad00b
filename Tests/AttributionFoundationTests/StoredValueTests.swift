import AttributionBase
import AttributionFixtures
import AttributionInspection
import AttributionModel
import AttributionTestSupport
import Foundation
import Testing

/// What a server stores comes back as it was.
struct StoredValueTests {
    private static let fixtures = Fixtures(seed: 3)
    private static let bodies =
        PostbackCell.all.indices.map { fixtures.postback(at: $0) }
        + SKAdNetworkCell.all.indices.map { fixtures.skAdNetwork(at: $0) } + fixtures.sound.map(\.text)

    private static func received() async throws -> [ReceivedPostback] {
        let verifier = InputVerifier(keys: fixtures.trustedKeys, accepting: .everything, checksRules: false)
        return try await verifier.verdicts(on: bodies.map { Array($0.utf8) })
            .compactMap { try? $0.result.get().postback }
    }

    private func copy<Value: Codable>(of value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    private func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Guards records: every fact comes back, and the body verifies again as the same postback.
    @Test func recordsComeBack() async throws {
        let verifier = InputVerifier(
            keys: Self.fixtures.trustedKeys, accepting: .everything, checksRules: false)
        let postbacks = try await Self.received()
        #expect(postbacks.count > 100 && Set(postbacks.map(\.framework)).count == 2)
        for postback in postbacks {
            let record = PostbackRecord(postback, receivedAt: Timestamp(milliseconds: 1_767_225_600_123))
            let found = try copy(of: record)
            expect(found, record)
            let again = try await verifier.verdict(on: found.body.utf8).result.get().postback
            expect(again, postback)
        }
    }

    /// Guards the names in a stored record, which are Apple's, and the object of a finding, which is that of the program.
    @Test func namesAreThoseOfPostbacks() async throws {
        let postback = try #require(try await Self.received().first)
        let record = try JSONValue(parsing: text(PostbackRecord(postback, receivedAt: .now)).utf8)
        for name in [
            "ad-network-identifier", "postback-identifier", "advertised-item-identifier", "source-identifier",
            "did-win",
            "framework", "environment", "key", "mark", "time", "body", "broken-rules",
        ] { #expect(record[name] != nil, "\(name)") }
        guard case .object(let members) = record else { return }
        #expect(members.allSatisfy { !$0.name.contains(where: \.isUppercase) })
        let validator = InputValidator(keys: Self.fixtures.trustedKeys)
        let reports = Self.fixtures.broken.lazy.map { validator.report(on: $0.text.utf8, now: .now) }
        let report = try #require(reports.first { !$0.findings.isEmpty })
        let finding = report.findings[0]
        let object = try JSONValue(parsing: text(finding).utf8)
        #expect(object["rule"] == .string(finding.rule.id) && object["field"] == .string(finding.field))
        try expect(text([InputKind.postback]), #"["postback"]"#)
        try expect(text([Rule.Severity.error]), #"["error"]"#)
        let whole = try JSONValue(parsing: text(report.findings).utf8)
        expect(whole, ["findings": .array(try report.findings.map { try JSONValue(parsing: text($0).utf8) })])
    }

    /// Guards that stored findings say how many are missing from them.
    @Test func findingsThatAreNotListedAreCounted() throws {
        let members = (0..<150).map { #""unknown-\#($0)":1"# }.joined(separator: ",")
        let payload =
            #"{"impression-type":"app-impression","ad-network-identifier":"acme.adattributionkit","source-identifier":1,\#(members)}"#
        let findings = InputValidator(keys: Self.fixtures.trustedKeys).report(on: payload.utf8, now: .now).findings
        let stored = try JSONValue(parsing: text(findings).utf8)
        guard case .array(let listed) = stored["findings"] else { throw findings }
        #expect(listed.count == findings.count && listed.count == 100)
        #expect(findings.more > 50 && stored["more"] == .number("\(findings.more)"))
    }

    /// Guards that a value that is news today is stored as it is, and a known one in the notation of postbacks.
    @Test func fieldsComeBack() throws {
        let source = try #require(SourceIdentifier("0239"))
        let campaigns: [FieldValue<AdCampaign>] = [
            .known(.source(source)), .known(.campaign(try #require(CampaignIdentifier(rawValue: 7)))),
            .unknown(.string("52391")), .unknown(.number("101")), .unknown(.null), .unknown(["a": [1, true, "x"]]),
        ]
        try expect(copy(of: campaigns), campaigns)
        try expect(text(campaigns), #"["0239",7,"52391",101,null,{"a":[1,true,"x"]}]"#)
        let values: [FieldValue<ConversionValue>] = [
            .known(.fine(try #require(FineConversionValue(rawValue: 0)))), .known(.coarse(.medium)),
            .unknown(.number("64")), .unknown(.string("none")), .unknown(.bool(false)),
        ]
        try expect(copy(of: values), values)
        try expect(text(values), #"[0,"medium",64,"none",false]"#)
        let sources: [FieldValue<Publisher>] = [
            .known(.app(0)), .known(.domain("example.com")), .unknown(.null),
        ]
        try expect(copy(of: sources), sources)
        try expect(text(sources), #"[0,"example.com",null]"#)
    }

    @Test(
        arguments: [
            "null", "true", "0", "-1", "18446744073709551615", "-9223372036854775808", "0.5", #""""#, #""0""#, "[]",
            "{}",
            #"{"":[null,{"a":"1"}]}"#,
        ] as [String])
    func jsonComesBack(_ text: String) throws {
        let value = try JSONValue(parsing: text.utf8)
        try expect(copy(of: ["a": value]), ["a": value])
    }

    /// Guards that no number becomes another without a word: one beyond every `Double` is refused.
    @Test func aNumberBeyondDoubleIsRefused() throws {
        try expect(text([JSONValue.number("1.50"), .number("123456789012345678901")]), "[1.5,1.2345678901234568e+20]")
        #expect(throws: EncodingError.self) { try text([JSONValue.number("1e999")]) }
    }

    /// Guards the column: a key is one text of its own, and the text gives it back; any other text is no key.
    @Test func keysAreOneText() async throws {
        var keys = Set(try await Self.received().map(\.key))
        let texts = Set(keys.map(\.description))
        #expect(keys.count == texts.count && keys.count > 50)
        // The same identifier in another field, and what only looks like another key.
        for text in ["a", "", "a%2fb", "%25", "7aa9f8cc-5689-4c02-b963-22ca22136015"] {
            for field in ["postback-identifier", "impression-identifier", "transaction-id", "nonce"] {
                for window in ["", "/0", "/2", "/3", #"/"x""#] {
                    keys.insert(try #require(RepeatKey("\(field):\(text)\(window)")))
                }
            }
        }
        expect(Set(keys.map(\.description)).count, keys.count)
        for key in keys { expect(RepeatKey(key.description), key) }
        try expect(copy(of: Array(keys)), Array(keys))
        for text in [
            "", ":", "a", "7aa9f8cc-5689-4c02-b963-22ca22136015", "kid:a", "nonce:a b", "nonce:a/", "nonce:%4",
            "nonce:%61", "nonce:a/%30", "nonce:7AA9F8CC-5689-4C02-B963-22CA22136015",
        ] {
            #expect(RepeatKey(text) == nil, "\(text)")
        }
        let mark = try #require(RepeatMark("0123456789abcdef"))
        try expect(copy(of: [mark]), [mark])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([RepeatMark].self, from: Data(#"["0"]"#.utf8)) }
    }
}
