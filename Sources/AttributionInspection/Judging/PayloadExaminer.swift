import AdAttribution
import AttributionJSON
import AttributionRules

/// Checks payloads by the rules of their kind. Verification and validation share it, so that they have the same
/// findings.
struct PayloadExaminer {
    private var examiner = Examiner()

    /// Returns all findings about a postback body whose token has no readable payload.
    mutating func findings(ofBody body: JSONView) -> Findings { examiner.findings(postback: nil, body: body) }

    /// Returns all findings about a payload.
    ///
    /// - Parameters:
    ///   - payload: an object.
    ///   - keyID: the value of `kid` in the token's header, if the payload came in a token.
    ///   - body: the postback body around the token, if there is one.
    ///   - now: the latest permitted timestamp; nil for no limit.
    mutating func findings(of payload: JSONView, keyID: JSONView?, body: JSONView?, now: Timestamp?) -> Findings {
        guard body == nil, InputKind.ofPayload(payload) != .postback else {
            return examiner.findings(postback: payload, keyID: keyID, body: body)
        }
        return examiner.findings(impression: payload, keyID: keyID, now: now)
    }

    mutating func findings(header: JSONView) -> Findings { examiner.findings(header: header) }

    func findings(configuration: JSONView) -> Findings {
        examiner.findings(configuration: configuration, wantsKeys: true)
    }

    /// Adds what the last postback discloses to its report.
    func disclose(in report: inout Report) { report.disclose(examiner.tiers, examiner.absences) }
}
