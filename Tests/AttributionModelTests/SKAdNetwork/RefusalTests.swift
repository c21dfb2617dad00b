import AttributionModel
import AttributionTestSupport
import Testing

/// The reasons to refuse requests for test postbacks.
struct RefusalTests {
    private func request(
        _ version: SKAdNetworkVersion, _ change: (inout SKAdNetworkPostbackRequest) -> Void = { _ in }
    ) throws -> SKAdNetworkPostbackRequest {
        var request = SKAdNetworkPostbackRequest(
            version: version, adNetworkIdentifier: try #require(AdNetworkIdentifier(text: "acme.skadnetwork")),
            sourceIdentifier: try #require(SourceIdentifier("5239")), advertisedItemIdentifier: 525_463_029,
            identifier: AttributionUUID(unchecked: "6aafb7a5-0170-41b5-bbe4-fe71dedf1e28"))
        change(&request)
        return request
    }

    private struct Case: Sendable {
        let rule: String
        /// The versions that refuse it; all others accept it.
        let versions: ClosedRange<SKAdNetworkVersion>
        let change: @Sendable (inout SKAdNetworkPostbackRequest) -> Void
    }

    /// Values that tier 1 of some versions does not have.
    private static let cases: [Case] = [
        Case(rule: "skan-postback-coarse-conversion-value-version", versions: .one ... .three) {
            $0.tier = .one
            $0.coarse = .low
        },
        Case(rule: "skan-request-country-version", versions: .one ... .three) { $0.country = CountryCode(text: "DE") },
        Case(rule: "skan-postback-conversion-value-version", versions: .one ... .one) {
            $0.fine = FineConversionValue(rawValue: 42)
        },
        Case(rule: "skan-postback-sequence-index-version", versions: .one ... .three) { $0.window = .second },
        Case(rule: "skan-postback-did-win-version", versions: .one ... .twoTwo) { $0.didWin = false },
    ]

    /// Regression: the field was omitted without a message.
    @Test("What a version has no place for is refused", arguments: cases.indices)
    func versions(_ index: Int) throws {
        let wanted = Self.cases[index]
        for version in SKAdNetworkVersion.allCases {
            let made = try request(version, wanted.change)
            let rule = wanted.versions.contains(version) ? wanted.rule : nil
            expect(made.refusal?.id, rule, "\(version)")
            expect(made.plan.refusal(isSeries: true)?.id, rule, "\(version)")
        }
    }

    @Test func aFineValueDoesNotHideThatAVersionHasNoCoarseOnes() throws {
        let made = try request(.three) {
            $0.fine = FineConversionValue(rawValue: 42)
            $0.coarse = .high
        }
        expect(made.refusal?.id, "skan-postback-coarse-conversion-value-version")
    }

    @Test func aSourceAppIsRefusedOfTheVersionWithout() throws {
        try expect(request(.one).plan.refusal(of: .publisher)?.id, "skan-postback-source-app-id-version")
        #expect(try request(.two).plan.refusal(of: .publisher) == nil)
    }

    @Test func whatAVersionHasIsNotRefused() throws {
        for version in SKAdNetworkVersion.allCases { #expect(try request(version).refusal == nil) }
    }
}
