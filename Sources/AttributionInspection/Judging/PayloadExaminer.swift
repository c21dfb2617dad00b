import AdAttribution
import AttributionJSON
import AttributionRules

/// Looks at payloads by the rules of their kind. Verifying and validating ask it, so that they find the same.
struct PayloadExaminer {
    private var examiner = Examiner()

    /// All that is wrong with the body of a token whose payload cannot be read.
    mutating func findings(ofBody body: JSONView) -> Findings { examiner.findings(postback: nil, body: body) }

    /// All that is wrong with a payload.
    ///
    /// - Parameters:
    ///   - payload: an object.
    ///   - keyID: the value of `kid` in the token's header, if the payload came in a token.
    ///   - body: the postback body around the token, where there is one.
    ///   - now: the moment that no timestamp may lie behind; nil if nobody asks.
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

    /// The data tiers that the postback looked at last fits, highest first; nil if it was none.
    var tiers: [DataTier]? { examiner.tiers }

    /// Why each absent optional field of that postback may be absent.
    var absences: [(field: String, reason: String)] { examiner.absences }
}

extension Timestamp {
    fileprivate static let latest = Timestamp(milliseconds: .max)
}
