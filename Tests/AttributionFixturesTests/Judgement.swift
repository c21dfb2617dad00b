import AttributionBase
import AttributionFixtures
import AttributionInspection
import AttributionModel

/// The faults found in an input.
struct Judgement: Sendable {
    /// All broken rules.
    var rules: [Rule]
    /// The first stage that refused the input.
    var stage: Report.Stage
    /// All findings.
    var findings: [Finding]
}

extension Fixtures {
    /// Returns the library's reports on an input at the beginning of 2026, with the fixtures' keys.
    private func reports(on text: String) throws -> [Report] {
        InputValidator(keys: trustedKeys).reports(on: Array(text.utf8), now: Self.now)
    }

    static let now = Timestamp(milliseconds: 1_767_225_600_000)

    /// Returns the faults in all objects of an input, or in a bid response to the given request.
    func judgement(on text: String, request: String? = nil) throws -> Judgement {
        guard let request else {
            let reports = try reports(on: text)
            return Judgement(
                rules: reports.flatMap(\.allRules), stage: reports.map(\.firstStage).min() ?? .rules,
                findings: reports.flatMap { Array($0.brokenRules) })
        }
        let label = try FixtureLabel(
            parsing: Array(#"{"input":\#(text),"request":\#(request),"stage":"rules","rule":"openrtb-response"}"#.utf8))
        guard let refusal = label.refusal(keys: trustedKeys, at: Self.now), let check = label.request else {
            return Judgement(rules: [], stage: .rules, findings: [])
        }
        let reports = try? BidCheck(request: check, keys: trustedKeys).reports(on: Array(text.utf8), now: Self.now)
        return Judgement(
            rules: refusal.rules, stage: refusal.stage, findings: (reports ?? []).flatMap { Array($0.findings) })
    }
}
