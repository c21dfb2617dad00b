import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

struct PostbackRequestTests {
    /// Returns a request with all values set, so that only tier and window determine what is omitted.
    private func request(_ change: (inout PostbackRequest) -> Void = { _ in }) -> PostbackRequest {
        var request = PostbackRequest(
            identifier: AttributionUUID(unchecked: "85546EB7-FD39-44BC-8990-C98A4AC36A49"),
            adNetworkIdentifier: ExampleKey.adNetworkIdentifier, advertisedItemIdentifier: 10_738_027_756,
            sourceIdentifier: SourceIdentifier(clamping: 5239))
        request.publisherItemIdentifier = 7
        request.marketplaceIdentifier = "com.apple.AppStore"
        change(&request)
        return request
    }

    private func names(_ value: JSONValue) -> [String] {
        guard case .object(let members) = value else { return [] }
        return members.map(\.name)
    }

    // MARK: - Every cell

    /// The optional fields of first postbacks by tier [Identifying the parameters in a postback].
    private static let firstFields: [DataTier: Set<String>] = [
        .three: ["conversion-value", "publisher-item-identifier", "country-code", "marketplace-identifier"],
        .two: ["conversion-value", "marketplace-identifier"],
        .one: ["coarse-conversion-value", "marketplace-identifier"],
        .zero: [],
    ]
    /// The optional fields of nonwinning postbacks.
    private static let lostFields: Set<String> = ["country-code", "marketplace-identifier"]
    /// The optional fields of second and third postbacks. Tier 0 has no such postbacks.
    private static let laterFields: Set<String> = ["coarse-conversion-value", "marketplace-identifier"]

    private static let requiredFields: Set<String> = [
        "postback-identifier", "ad-network-identifier", "advertised-item-identifier", "impression-type",
        "conversion-type", "source-identifier", "did-win", "postback-sequence-index",
    ]

    @Test func everyCellHasExactlyTheFieldsOfTheTable() throws {
        var count = 0
        for tier in DataTier.allCases {
            for window in ConversionWindow.allCases where window == .first || tier != .zero {
                for type in ConversionType.allCases {
                    for interaction in InteractionType.allCases
                    where type != .reEngagement || interaction == .click {
                        for didWin in [true, false] where didWin || window == .first && type != .reEngagement {
                            count += 1
                            try check(tier, window, type, interaction, didWin)
                        }
                    }
                }
            }
        }
        expect(count, 66)
    }

    private func check(
        _ tier: DataTier, _ window: ConversionWindow, _ type: ConversionType,
        _ interaction: InteractionType, _ didWin: Bool
    ) throws {
        let cell: Comment = "tier \(tier), \(window) window, \(type), \(interaction), did-win \(didWin)"
        var optional = window == .first ? Self.firstFields[tier, default: []] : Self.laterFields
        if !didWin { optional.formIntersection(Self.lostFields) }
        var made = request {
            $0.tier = tier
            $0.window = window
            $0.conversionType = type
            $0.interaction = interaction
            $0.didWin = didWin
            $0.fine = FineConversionValue(rawValue: 42)
            $0.coarse = .high
            $0.country = CountryCode(text: "US")
        }
        let parts = made.build()
        let body = JSONValue.object([.init("jws-string", .string(""))] + parts.unsigned)
        let inBody: Set = ["conversion-value", "coarse-conversion-value", "country-code"]
        expect(Set(names(parts.payload)), Self.requiredFields.union(optional.subtracting(inBody)), cell)
        expect(names(parts.payload).count, Set(names(parts.payload)).count, cell)
        expect(Set(parts.unsigned.map(\.name)), optional.intersection(inBody).union(["ad-interaction-type"]), cell)
        expect(parts.payload["postback-identifier"], .string("85546EB7-FD39-44BC-8990-C98A4AC36A49"))
        expect(parts.payload["ad-network-identifier"], .string("example.adattributionkit"))
        expect(parts.payload["advertised-item-identifier"], .number("10738027756"))
        expect(parts.payload["impression-type"], .string("app-impression"))
        expect(parts.payload["conversion-type"], .string(type.rawValue), cell)
        expect(parts.payload["did-win"], .bool(didWin), cell)
        expect(parts.payload["postback-sequence-index"], .number(String(window.rawValue)), cell)
        expect(body["ad-interaction-type"], .string(interaction.rawValue), cell)
        let digits = window == .first && tier >= .two ? "5239" : "39"
        expect(parts.payload["source-identifier"], .string(digits), cell)

        let (errors, tiers, _) = try DataTierTests.examine(parts.payload, body)
        expect(errors, [], cell)
        #expect(tiers?.contains(tier) == true, cell)

        // With only the values that the cell permits, no rule refuses the request.
        if !optional.contains("conversion-value") { made.fine = nil }
        if !optional.contains("coarse-conversion-value") { made.coarse = nil }
        if !optional.contains("country-code") { made.country = nil }
        #expect(made.build() == parts, cell)
        #expect(made.refusal == nil, cell)
        #expect(made.plan.refusal(isSeries: true) == nil, cell)
        made.fine = nil
        made.coarse = nil
        made.country = nil
        #expect(made.refusal == nil, cell)
    }

    @Test(arguments: [
        (DataTier.three, ConversionWindow.first, 2, "39"), (.three, .first, 3, "239"), (.three, .first, 4, "5239"),
        (.two, .first, 2, "39"), (.two, .first, 3, "239"), (.two, .first, 4, "5239"), (.one, .first, 4, "39"),
        (.zero, .first, 4, "39"), (.three, .second, 4, "39"), (.two, .third, 3, "39"),
    ]) func sendsTheLastDigits(_ tier: DataTier, _ window: ConversionWindow, _ digits: Int, _ wanted: String) {
        let made = request {
            $0.tier = tier
            $0.window = window
            $0.sourceDigits = digits
        }
        expect(made.build().payload["source-identifier"], .string(wanted))
    }

    @Test func sendsNoMoreDigitsThanThereAre() {
        expect(
            request { $0.sourceIdentifier = SourceIdentifier("07") ?? SourceIdentifier(clamping: 0) }.build().payload[
                "source-identifier"], .string("07"))
    }

    @Test func leavesOutWhatWasNotSet() {
        let made = request {
            $0.publisherItemIdentifier = nil
            $0.marketplaceIdentifier = nil
        }
        expect(Set(names(made.build().payload)), Self.requiredFields)
        expect(made.build().unsigned.map(\.name), ["ad-interaction-type"])
    }

    @Test func putsInWhatIsForced() {
        let made = request {
            $0.tier = .zero
            $0.window = .third
            $0.didWin = false
            $0.fine = FineConversionValue(rawValue: 1)
            $0.coarse = .low
            $0.country = CountryCode(text: "US")
            $0.forcedFields = Set(Disclosure.Field.allCases)
            $0.forcesSourceDigits = true
        }
        let parts = made.build()
        expect(parts.payload["publisher-item-identifier"], .number("7"))
        expect(parts.payload["marketplace-identifier"], .string("com.apple.AppStore"))
        expect(parts.payload["source-identifier"], .string("5239"))
        expect(
            parts.unsigned,
            [
                .init("conversion-value", .number("1")), .init("coarse-conversion-value", .string("low")),
                .init("ad-interaction-type", .string("click")), .init("country-code", .string("US")),
            ])
    }

    // MARK: - Refusals

    struct Refusal: Sendable {
        let rule: String
        /// Whether a request for all windows of a conversion is refused too.
        let inSeries: Bool
        let ask: @Sendable (inout PostbackRequest) -> Void

        init(_ rule: String, inSeries: Bool = true, _ ask: @escaping @Sendable (inout PostbackRequest) -> Void) {
            self.rule = rule
            self.inSeries = inSeries
            self.ask = ask
        }
    }

    static let refusals: [Refusal] = [
        Refusal("postback-re-engagement-did-win") {
            $0.didWin = false
            $0.conversionType = .reEngagement
        },
        Refusal("postback-lost-sequence-index") {
            $0.didWin = false
            $0.window = .second
        },
        Refusal("body-lost-conversion-value") {
            $0.didWin = false
            $0.fine = FineConversionValue(rawValue: 0)
        },
        Refusal("body-lost-coarse-conversion-value") {
            $0.didWin = false
            $0.tier = .one
            $0.coarse = .low
        },
        Refusal("body-re-engagement-interaction") {
            $0.conversionType = .reEngagement
            $0.interaction = .view
        },
        Refusal("request-later-tier") {
            $0.tier = .zero
            $0.window = .second
        },
        Refusal("request-later-tier") {
            $0.tier = .zero
            $0.window = .third
        },
        Refusal("body-fine-and-coarse", inSeries: false) {
            $0.fine = FineConversionValue(rawValue: 1)
            $0.coarse = .low
        },
        Refusal("body-later-conversion-value", inSeries: false) {
            $0.window = .second
            $0.fine = FineConversionValue(rawValue: 1)
        },
        Refusal("request-fine-tier") {
            $0.tier = .one
            $0.fine = FineConversionValue(rawValue: 1)
        },
        Refusal("request-fine-tier") {
            $0.tier = .zero
            $0.fine = FineConversionValue(rawValue: 1)
        },
        Refusal("request-coarse-tier", inSeries: false) { $0.coarse = .low },
        Refusal("request-coarse-tier", inSeries: false) {
            $0.tier = .two
            $0.coarse = .low
        },
        Refusal("request-coarse-tier") {
            $0.tier = .zero
            $0.coarse = .low
        },
        Refusal("body-tier-country-code") {
            $0.tier = .two
            $0.country = CountryCode(text: "US")
        },
        Refusal("body-later-country-code", inSeries: false) {
            $0.window = .third
            $0.country = CountryCode(text: "US")
        },
    ]

    @Test(arguments: refusals.indices) func refuses(_ index: Int) {
        let refusal = Self.refusals[index]
        let made = request(refusal.ask)
        expect(made.refusal?.id, refusal.rule)
        #expect(made.refusal?.summary.isEmpty == false)
        expect(made.plan.refusal(isSeries: true)?.id, refusal.inSeries ? refusal.rule : nil, "\(refusal.rule)")
    }

    /// If a rule of postbacks refuses a request, the postback that the request describes breaks that rule.
    @Test(arguments: refusals.indices) func whatIsRefusedBreaksTheRule(_ index: Int) throws {
        let refusal = Self.refusals[index]
        let rule = try #require(RuleCatalogue.adAttributionKit[refusal.rule])
        guard rule.subject != .request else { return }
        var made = request(refusal.ask)
        made.forcedFields = [.fine, .coarse, .country]
        let parts = made.build()
        let body = JSONValue.object([.init("jws-string", .string(""))] + parts.unsigned)
        let findings = try Examiner.findings(postback: JSONDocument(parts.payload), body: JSONDocument(body))
        #expect(findings.contains { $0.rule.id == refusal.rule }, "\(refusal.rule): \(findings.map(\.rule.id))")
    }

    @Test func refusesFieldsThatTheTierLeavesOut() {
        for tier in DataTier.allCases {
            let plain = request { $0.tier = tier }
            expect(plain.plan.refusal(of: .marketplaceIdentifier) == nil, tier != .zero)
            #expect(plain.plan.sourceDigitsRefusal == nil)
            expect(
                request {
                    $0.tier = tier
                    $0.sourceDigits = 4
                }.plan.sourceDigitsRefusal == nil, tier >= .two)
            expect(plain.plan.refusal(of: .publisher) == nil, tier == .three)
        }
        expect(
            request { $0.didWin = false }.plan.refusal(of: .publisher)?.id, "postback-lost-publisher-item-identifier")
        let later = request { $0.window = .third }
        expect(later.plan.refusal(of: .publisher)?.id, "postback-later-publisher-item-identifier")
        #expect(later.plan.refusal(of: .publisher, isSeries: true) == nil)
        for digits in [0, 1, 5, 100] {
            let odd = request { $0.sourceDigits = digits }
            expect(odd.plan.sourceDigitsRefusal?.id, "postback-source-identifier-digits")
        }
        let made = request {
            $0.window = .second
            $0.sourceDigits = 3
        }
        expect(made.plan.sourceDigitsRefusal?.id, "postback-later-source-identifier")
    }

    /// Each rule of requests refuses some request.
    @Test func everyRuleOfRequestsRefuses() {
        let zero = request {
            $0.tier = .zero
            $0.sourceDigits = 4
        }
        let refusing =
            Self.refusals.map(\.rule)
            + [
                zero.plan.refusal(of: .marketplaceIdentifier)?.id, zero.plan.sourceDigitsRefusal?.id,
                zero.plan.refusal(of: .publisher)?.id,
                RequestRules.reEngagement.id,
            ].compactMap(\.self)
        let rules = RuleCatalogue.adAttributionKit.rules.filter { $0.subject == .request }.map(\.id)
        #expect(Set(refusing).isSuperset(of: rules))
        expect(rules.count, 7)
    }

    /// A request with only the required values is valid in every tier.
    @Test func plainRequestsBreakNoRule() {
        for tier in DataTier.allCases {
            var plain = PostbackRequest(
                identifier: AttributionUUID(unchecked: "85546EB7-FD39-44BC-8990-C98A4AC36A49"),
                adNetworkIdentifier: ExampleKey.adNetworkIdentifier, advertisedItemIdentifier: 1,
                sourceIdentifier: SourceIdentifier(clamping: 5239))
            plain.tier = tier
            #expect(plain.findings.isEmpty && plain.refusal == nil, "\(tier)")
            plain.identifier = AttributionUUID(unchecked: "x")
            expect(plain.findings.map(\.rule.id), ["postback-identifier-uuid"])
        }
    }

    /// Guards the postbacks of one conversion: as many as the tier and the outcome have, each told from the others, and each one
    /// that Apple could send.
    @Test func aSeriesHasEveryPostback() async throws {
        let key = ExampleKey.privateKey
        var keys = TrustedKeys(.productionAndDevelopment)
        try keys.add(key.publicKey, keyID: "test/1")
        let payload =
            #"{"impression-identifier":"7aa9f8cc-5689-4c02-b963-22ca22136015","publisher-item-identifier":1108187390,"impression-type":"app-impression","ad-network-identifier":"example.adattributionkit","source-identifier":5239,"timestamp":1679790422446,"advertised-item-identifier":7}"#
        for (tier, didWin, count) in [
            (DataTier.zero, true, 1), (.one, true, 3), (.two, true, 3), (.three, true, 3), (.three, false, 1),
        ] {
            var request = PostbackRequest(try Impression(parsing: payload.utf8))
            (request.tier, request.didWin) = (tier, didWin)
            (request.fine, request.coarse) = (FineConversionValue(rawValue: 42), .high)
            let isRefused = request.plan.refusal(isSeries: true) != nil
            if isRefused { #expect(throws: Problem.self) { try request.series } } else { _ = try request.series }
            let series = request.requests
            #expect(series.count == count && Set(series.map(\.identifier)).count == count)
            // Each asks only for what its window discloses.
            #expect(series.allSatisfy { $0.refusal == nil })
            #expect(
                ((request.plan.refusal(isSeries: true) ?? request.plan.sourceDigitsRefusal) == nil)
                    == (didWin && tier != .zero && tier != .one))
            for one in series {
                let body = try one.body(signedBy: key, keyID: "test/1")
                let postback = try UnverifiedPostback(parsing: body.text).verified(by: keys)
                #expect(!postback.findings.hasErrors, "\(postback.findings)")
                #expect(postback.signed.window == one.window && postback.signed.identifier == one.identifier)
                #expect(postback.signed.advertisedItemIdentifier == 7)
            }
        }
    }

    /// Guards the one question before a postback is made: digits that the tier does not leave are a refusal too.
    @Test func tooManyDigitsAreARefusal() throws {
        var request = PostbackRequest(
            identifier: AttributionUUID(), adNetworkIdentifier: ExampleKey.adNetworkIdentifier,
            advertisedItemIdentifier: 1, sourceIdentifier: SourceIdentifier(clamping: 5239))
        #expect(request.refusal == nil)
        (request.tier, request.sourceDigits) = (.one, 4)
        #expect(request.refusal == request.plan.sourceDigitsRefusal && request.refusal != nil)
    }
}
