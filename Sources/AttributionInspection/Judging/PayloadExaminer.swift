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
    mutating func findings(
        of payload: JSONView, keyID: JSONView?, body: JSONView?, now: Timestamp?
    ) -> Findings {
        guard body == nil, InputKind.ofPayload(payload) != .postback else {
            return examiner.findings(postback: payload, keyID: keyID, body: body)
        }
        return examiner.findings(impression: payload, keyID: keyID, now: now ?? .latest)
    }

    mutating func findings(header: JSONView) -> Findings { examiner.findings(header: header) }

    func findings(configuration: JSONView) -> Findings {
        examiner.findings(configuration: configuration, wantsKeys: true)
    }

    /// The data tiers that match the last postback, highest first; nil if the last payload was not a postback.
    var tiers: [DataTier]? { examiner.tiers }

    /// The reasons why optional fields of that postback may be absent.
    var absences: [Report.Absence] {
        examiner.absences.map { Report.Absence(field: $0.field, reason: $0.reason) }
    }
}

extension Timestamp {
    fileprivate static let latest = Timestamp(milliseconds: .max)
}
