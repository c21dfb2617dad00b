import AdAttribution
import AttributionECDSA
import AttributionRules

/// What is asked of inputs.
struct InspectionDemand: Sendable {
    /// Whether what was signed is kept, to be given out once its signature held; offers of bids are left out then where
    /// there is something signed beside them.
    let wantsSigned: Bool
    /// Whether there is a report on each by the rules.
    let wantsRules: Bool
    /// Whether reports say which fields a postback may lack, and why.
    let wantsDisclosure: Bool
    /// From which severity on a finding makes an input bad.
    let threshold: Rule.Severity
    /// Whether it is noted what an input says, so that repeats which say something else are noticed.
    private(set) var wantsMarks = false
    /// What is taken of that whose signature holds.
    let acceptance: Acceptance

    /// - Parameter checksRules: whether a broken rule refuses what is signed.
    static func verdicts(checksRules: Bool, marks: Bool, accepting acceptance: Acceptance) -> InspectionDemand {
        InspectionDemand(
            wantsSigned: true, wantsRules: checksRules, wantsDisclosure: false, threshold: .error,
            wantsMarks: marks, acceptance: acceptance)
    }

    func marking(_ wantsMarks: Bool) -> InspectionDemand {
        var copy = self
        copy.wantsMarks = wantsMarks
        return copy
    }

    static func reports(threshold: Rule.Severity) -> InspectionDemand {
        InspectionDemand(
            wantsSigned: false, wantsRules: true, wantsDisclosure: true, threshold: threshold,
            acceptance: .everything)
    }
}

/// The keys that are trusted, with what follows from them for all threads.
struct CheckingKeys: Sendable {
    let trusted: TrustedKeys
    /// The keys as all threads share them, in the order of ``trusted``.
    let tables: [VerificationKey]
    /// Whose world each key belongs to.
    let environments: [SigningEnvironment]

    init(_ trusted: TrustedKeys) {
        self.trusted = trusted
        tables = trusted.all.map { VerificationKey($0.publicKey) }
        environments = trusted.all.map(\.environment)
    }
}
