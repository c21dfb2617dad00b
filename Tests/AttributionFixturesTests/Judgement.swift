import AdAttribution
import AttributionFixtures
import AttributionInspection
import AttributionJSON
import AttributionOpenRTB
import AttributionRules

/// What was found wrong with an input.
struct Judgement: Sendable {
    /// The rules that it breaks, that of its fault among them.
    var rules: [Rule]
    /// The first step that refused it.
    var stage: Report.Stage
    /// What is told about it.
    var findings: [Finding]
}

extension Fixtures {
    /// What the library says of an input at the beginning of 2026, with the fixtures' key known for their network.
    private func reports(on text: String) throws -> [Report] {
        InputValidator(keys: try keys).reports(on: Array(text.utf8), at: Self.now)
    }

    /// The fixtures' key, known for their network.
    var keys: TrustedKeys {
        get throws {
            var keys = TrustedKeys(.all)
            try keys.add(key.publicKey, keyID: keyID)
            // What an ad of SKAdNetwork is signed by has no name.
            try keys.add(key.publicKey, keyID: nil)
            return keys
        }
    }

    static let now = Timestamp(milliseconds: 1_767_225_600_000)

    /// What is wrong with all that lies in an input, or with a bid response beside the request that it answers.
    func judgement(on text: String, request: String? = nil) throws -> Judgement {
        guard let request else {
            let reports = try reports(on: text)
            return Judgement(
                rules: reports.flatMap(\.brokenRules), stage: reports.map(\.firstStage).min() ?? .rules,
                findings: reports.flatMap { Array($0.findings) })
        }
        let label = try FixtureLabel(
            parsing: Array(#"{"input":\#(text),"request":\#(request),"stage":"rules","rule":"openrtb-response"}"#.utf8))
        guard let refusal = label.refusal(keys: try keys, at: Self.now), let check = label.request else {
            return Judgement(rules: [], stage: .rules, findings: [])
        }
        let reports = try? BidCheck(request: check, keys: try keys).reports(on: Array(text.utf8), at: Self.now)
        return Judgement(
            rules: refusal.rules, stage: refusal.stage, findings: (reports ?? []).flatMap { Array($0.findings) })
    }
}
