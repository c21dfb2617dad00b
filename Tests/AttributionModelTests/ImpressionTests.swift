import AttributionModel
import AttributionTestSupport
import Testing

struct ImpressionTests {
    private static let now = Timestamp(milliseconds: 1_679_790_423_000)

    private static func impression(_ change: (inout Impression) -> Void = { _ in }) throws -> Impression {
        var impression = Impression(
            identifier: AttributionUUID(unchecked: "7aa9f8cc-5689-4c02-b963-22ca22136015"),
            publisherItemIdentifier: 1_108_187_390,
            adNetworkIdentifier: ExampleKey.adNetworkIdentifier,
            sourceIdentifier: SourceIdentifier(clamping: 5239),
            timestamp: Timestamp(milliseconds: 1_679_790_422_446), advertisedItemIdentifier: 10_738_027_756)
        change(&impression)
        return impression
    }

    private static let text =
        #"{"impression-identifier":"7aa9f8cc-5689-4c02-b963-22ca22136015","publisher-item-identifier":1108187390,"#
        + #""impression-type":"app-impression","ad-network-identifier":"example.adattributionkit","#
        + #""source-identifier":5239,"timestamp":1679790422446,"advertised-item-identifier":10738027756"#

    @Test func jsonIsInTheOrderOfTheArticle() throws {
        try expect(Self.impression().json.text, Self.text + "}")
        let eligible = try Self.impression { $0.isEligibleForReEngagement = true }
        expect(eligible.json.text, Self.text + #","eligible-for-re-engagement":true}"#)
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        for isEligible in [false, true] {
            let impression = try Self.impression {
                $0.isEligibleForReEngagement = isEligible
                $0.advertisedItemIdentifier = ItemIdentifier(rawValue: .max)
            }
            try expect(Impression(parsing: Array(impression.json.text.utf8)), impression)
        }
    }

    @Test func aSignedImpressionVerifies() async throws {
        let impression = try Self.impression()
        let key = ExampleKey.privateKey.deterministic
        let token = try impression.signed(by: key, now: Self.now)
        try expect(impression.signed(by: key, now: Self.now), token)
        let verified = try UnverifiedJWS(parsing: token).verified(by: ExampleKey.privateKey.publicKey)
        expect(verified.header.keyID, "example.adattributionkit")
        try expect(Impression(parsing: verified.payload), impression)
    }

    static let faults: [(String, @Sendable (inout Impression) -> Void)] = [
        ("impression-identifier-uuid", { $0.identifier = AttributionUUID(unchecked: "7") }),
        ("impression-advertised-item-identifier-range", { $0.advertisedItemIdentifier = 0 }),
        ("impression-source-identifier-range", { $0.sourceIdentifier = $0.sourceIdentifier.last(2) }),
        ("impression-timestamp-seconds", { $0.timestamp = Timestamp(milliseconds: 1_679_790_422) }),
        ("impression-timestamp-range", { $0.timestamp = Timestamp(milliseconds: -1) }),
    ]

    @Test(arguments: faults.indices) func nothingBrokenIsSigned(_ index: Int) async throws {
        let (rule, change) = Self.faults[index]
        var impression = try Self.impression { $0.sourceIdentifier = SourceIdentifier("5205") ?? $0.sourceIdentifier }
        change(&impression)
        expect(impression.findings(now: Self.now).map(\.rule.id), [rule])
        let error = #expect(throws: Findings.self) {
            try impression.signed(by: ExampleKey.privateKey, now: Self.now)
        }
        #expect(error?.description.contains("[\(rule)]") == true)
        #expect(throws: Findings.self) { try Impression(impression.json) }
    }

    @Test func warningsAndNotesDoNotKeepFromSigning() async throws {
        let impression = try Self.impression {
            $0.publisherItemIdentifier = .development
            $0.timestamp = Timestamp(milliseconds: 1_700_000_000_000)
        }
        #expect(impression.isDevelopment)
        expect(
            impression.findings(now: Self.now).map(\.rule.id),
            [
                "impression-timestamp-future", "impression-development",
            ])
        _ = try impression.signed(by: ExampleKey.privateKey, now: Self.now)
    }

    @Test func whatIsNoImpressionIsRefused() {
        for text in ["", "{", "[]", "{}", "7", Self.text.replacing("5239", with: #""5239""#) + "}"] {
            let error = #expect(throws: Findings.self) { try Impression(parsing: Array(text.utf8)) }
            #expect(error?.description.isEmpty == false, "\(text)")
        }
    }
}
