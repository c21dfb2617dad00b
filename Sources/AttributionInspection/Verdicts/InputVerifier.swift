import AdAttribution

/// Verifies postbacks and impressions in whatever form they come: a body as a device sends it, a compact JWS, an OpenRTB
/// object. Make one and keep it: it learns the tables by which the signatures of a key are checked several times faster.
///
/// ```swift
/// let verifier = InputVerifier(keys: TrustedKeys(productionOnly: true))
/// switch verifier.verdict(on: body).result {
/// case .success(let postback): count(postback.identifier)
/// case .failure(let refusal): log(refusal.outcome.rawValue, refusal.fault.rule.id, refusal.description)
/// }
/// ```
///
/// What is ``Verdict/Outcome/valid`` was signed by a trusted key, as `aak verify` means it. With `checksRules` it keeps to
/// Apple's rules too, as with `aak verify --validate` and `PostbackBody.verified(by:)`.
public struct InputVerifier: Sendable {
    private let keys: CheckingKeys
    private let checksRules: Bool

    /// - Parameters:
    ///   - keys: the keys that are trusted, Apple's among them.
    ///   - checksRules: whether a broken rule is a verdict of its own, ``Verdict/Outcome/againstRules``.
    public init(keys: TrustedKeys, checksRules: Bool = false) {
        self.keys = CheckingKeys(keys)
        self.checksRules = checksRules
    }

    /// What verifies inputs by these keys. One a thread.
    package func engine(accepting accepted: AcceptedInputs) -> InspectionEngine {
        InspectionEngine(keys, .verdicts(checksRules: checksRules, accepting: accepted))
    }

    /// Verifies one input. What has several signed objects inside, as a bid response may, is as good as the worst: the first
    /// of them that is not valid gives the verdict.
    ///
    /// For many, and for one verdict on each object, see `verdicts(on:)`, which is several times faster. Nothing is
    /// remembered: to count a conversion once, see `verdicts(on:accepting:refusingRepeats:)`.
    public func verdict(on input: [UInt8]) -> Verdict {
        var engine = engine(accepting: .all)
        unsafe input.withUnsafeBytes { unsafe engine.add($0, input: 0, at: nil) }
        engine.check()
        let worst = engine.batch.entries.firstIndex { $0.outcome != .valid } ?? 0
        return engine.batch.verdict(worst)
    }

    /// Verifies one input, and refuses it if it came before. What has several signed objects inside is as good as the worst.
    ///
    /// - Parameters:
    ///   - input: a token, a body or a JSON text, as a line of a file would hold it.
    ///   - accepted: what is taken. Any other kind is ``Verdict/Outcome/notOurs``, and is not put into `seen`: give
    ///     ``AcceptedInputs/postbacks`` where devices send postbacks.
    ///   - seen: what is in it already is refused, and what is valid is put into it. Give the same one from call to call.
    public func verdict(
        on input: [UInt8], accepting accepted: AcceptedInputs, refusingRepeats seen: SeenIdentifiers
    ) -> Verdict {
        let verdicts = verdicts([input], 0, accepted).map { $0.refusingRepeat(seen) }
        return verdicts.first { $0.outcome != .valid } ?? verdicts[0]
    }
}
