import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

/// The table of first postbacks in [Identifying the parameters in a postback], cell by cell.
struct DataTierTests {
    struct Row: Sendable {
        let tier: DataTier
        let digits: ClosedRange<Int>
        let fine: Bool
        let coarse: Bool
        let publisher: Bool
        let country: Bool
        let marketplace: Bool
        let later: Bool
    }

    static let table = [
        Row(
            tier: .three, digits: 2...4, fine: true, coarse: false, publisher: true, country: true, marketplace: true,
            later: true),
        Row(
            tier: .two, digits: 2...4, fine: true, coarse: false, publisher: false, country: false, marketplace: true,
            later: true),
        Row(
            tier: .one, digits: 2...2, fine: false, coarse: true, publisher: false, country: false, marketplace: true,
            later: true),
        Row(
            tier: .zero, digits: 2...2, fine: false, coarse: false, publisher: false, country: false,
            marketplace: false, later: false),
    ]

    @Test func tiersAreAsInTheTable() {
        expect(Self.table.map(\.tier), DataTier.allCases.reversed())
        expect(DataTier.allCases.map(\.rawValue), [0, 1, 2, 3])
        expect(DataTier.allCases, DataTier.allCases.sorted())
        for row in Self.table {
            let first = Disclosure(of: .adAttributionKit, tier: row.tier, window: .first, didWin: true)
            expect(first.sourceDigits, row.digits)
            expect(first.absence(of: .fine) == nil, row.fine)
            expect(first.absence(of: .coarse) == nil, row.coarse)
            expect(first.absence(of: .publisher) == nil, row.publisher)
            expect(first.absence(of: .country) == nil, row.country)
            expect(first.absence(of: .marketplaceIdentifier) == nil, row.marketplace)
            #expect(first.isPostback)
            expect(
                Disclosure(of: .adAttributionKit, tier: row.tier, window: .second, didWin: true).isPostback, row.later)
        }
    }

    // MARK: - From fields to tiers

    /// The fields of a postback that depend on tier and window.
    struct Fields: Sendable, CustomStringConvertible {
        var index = 0
        var didWin = true
        var digits = 2
        var publisher = false
        var marketplace = false
        var fine = false
        var coarse = false
        var country = false

        static let all: [Fields] = (0..<3 * 2 * 3 * 32).map { number in
            var rest = number
            func take(_ count: Int) -> Int {
                defer { rest /= count }
                return rest % count
            }
            return Fields(
                index: take(3), didWin: take(2) == 1, digits: 2 + take(3), publisher: take(2) == 1,
                marketplace: take(2) == 1, fine: take(2) == 1, coarse: take(2) == 1, country: take(2) == 1)
        }

        var description: String {
            "window \(index + 1)\(didWin ? "" : ", lost"), \(digits) digits"
                + [
                    (publisher, "publisher"), (marketplace, "marketplace"), (fine, "fine"), (coarse, "coarse"),
                    (country, "country"),
                ].filter(\.0).map { ", " + $0.1 }.joined()
        }

        /// The tiers according to the table, and to Apple's text about later and nonwinning postbacks.
        var tiers: [DataTier] {
            let rows = DataTierTests.table.filter { row in
                guard index == 0 else {
                    return row.later && didWin && digits == 2 && !publisher && !fine
                }
                return row.digits.contains(digits) && publisher == (row.publisher && didWin)
                    && marketplace == row.marketplace && (!fine || row.fine && didWin)
                    && (!coarse || row.coarse && didWin)
            }
            // A country code causes only a warning, since Apple's table does not exclude it elsewhere.
            let narrower = rows.filter { index == 0 && country && $0.country }
            return (narrower.isEmpty ? rows : narrower).map(\.tier)
        }

        func json(
            type: String = "download", interaction: String = "click"
        ) -> (payload: JSONValue, body: JSONValue) {
            var payload: [JSONValue.Member] = [
                .init("postback-identifier", .string("85546EB7-FD39-44BC-8990-C98A4AC36A49")),
                .init("ad-network-identifier", .string("example.adattributionkit")),
                .init("advertised-item-identifier", .number("1")), .init("impression-type", .string("app-impression")),
                .init("conversion-type", .string(type)), .init("did-win", .bool(didWin)),
                .init("source-identifier", .string(String("5239".suffix(digits)))),
                .init("postback-sequence-index", .number(String(index))),
            ]
            if publisher { payload.append(.init("publisher-item-identifier", .number("7"))) }
            if marketplace { payload.append(.init("marketplace-identifier", .string("com.apple.AppStore"))) }
            var body: [JSONValue.Member] = [
                .init("jws-string", .string("")), .init("ad-interaction-type", .string(interaction)),
            ]
            if fine { body.append(.init("conversion-value", .number("7"))) }
            if coarse { body.append(.init("coarse-conversion-value", .string("low"))) }
            if country { body.append(.init("country-code", .string("US"))) }
            return (.object(payload), .object(body))
        }
    }

    /// Returns the errors, tiers and absences that an examination finds.
    static func examine(
        _ payload: JSONValue, _ body: JSONValue?
    ) throws -> (errors: [String], tiers: [DataTier]?, absent: [String]) {
        func with<Result: Sendable>(_ value: JSONValue?, _ look: (JSONView?) throws -> Result) throws -> Result {
            guard let value else { return try look(nil) }
            var text = ByteBuffer()
            var index = JSONIndex()
            value.append(to: &text)
            return try text.withBytes { bytes in try unsafe look(index.read(bytes)) }
        }
        return try with(payload) { payload in
            try with(body) { body in
                var examiner = Examiner()
                let findings = examiner.findings(postback: payload, body: body)
                var absent: [String] = []
                examiner.disclosed?.forEachAbsence { field, _ in absent.append(field) }
                return (
                    findings.filter { $0.severity == .error }.map(\.rule.id),
                    examiner.disclosed?.tiers.descending, absent
                )
            }
        }
    }

    @Test func noCombinationVanishes() {
        expect(Fields.all.count, 576)
        expect(Set(Fields.all.map(\.description)).count, 576)
    }

    @Test func tiersOfAPostbackAreThoseOfTheTable() throws {
        for fields in Fields.all {
            let (payload, body) = fields.json()
            try expect(Self.examine(payload, body).tiers, fields.tiers, "\(fields)")
        }
    }

    @Test func aPostbackFitsATierExactlyIfItBreaksNoRule() throws {
        for fields in Fields.all {
            let (payload, body) = fields.json()
            let (errors, tiers, _) = try Self.examine(payload, body)
            let both = fields.fine && fields.coarse
            // No tier has both values, regardless of the other fields.
            #expect(!both || tiers == [], "\(fields)")
            expect(tiers == [], !errors.isEmpty, "\(fields): \(errors)")
        }
    }

    /// Re-engagement does not affect tiers. Its rules are separate from those of the table.
    @Test func reEngagementLeavesTiersAlone() throws {
        for fields in Fields.all {
            let (plainPayload, plainBody) = fields.json()
            let (payload, body) = fields.json(type: "re-engagement", interaction: "view")
            let plain = try Self.examine(plainPayload, plainBody)
            let other = try Self.examine(payload, body)
            expect(plain.tiers, other.tiers, "\(fields)")
            let extra = fields.didWin ? [] : ["postback-re-engagement-did-win"]
            expect(Set(other.errors), Set(plain.errors + extra + ["body-re-engagement-interaction"]), "\(fields)")
        }
    }

    @Test func everyAbsentOptionalFieldIsExplained() throws {
        for fields in Fields.all where !fields.tiers.isEmpty {
            let (payload, body) = fields.json()
            let wanted = [
                (fields.digits == 4, "source-identifier"), (fields.publisher, "publisher-item-identifier"),
                (fields.marketplace, "marketplace-identifier"),
                (fields.fine, "conversion-value"), (fields.coarse, "coarse-conversion-value"),
                (fields.country, "country-code"),
            ].filter { !$0.0 }.map(\.1)
            try expect(Self.examine(payload, body).absent, wanted, "\(fields)")
            // Without a body, nothing is known about the unsigned fields.
            try expect(Self.examine(payload, nil).absent, wanted.filter { $0.contains("identifier") }, "\(fields)")
        }
    }

    @Test func whatIsNoPostbackHasNoTiers() throws {
        let (payload, body) = Fields(digits: 2, marketplace: true).json()
        guard case .object(let members) = payload else { return }
        for name in ["postback-sequence-index", "source-identifier"] {
            let rest = JSONValue.object(members.filter { $0.name != name })
            #expect(try Self.examine(rest, body).tiers == nil, "\(name)")
            try expect(Self.examine(rest, body).absent, [], "\(name)")
        }
    }
}
