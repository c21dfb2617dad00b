import AdAttribution
import AttributionCrypto

/// The options of an inspection.
struct InspectionDemand: Sendable {
    /// Whether signed values are kept for output after verification. If so, unsigned bid offers are skipped if the
    /// same input contains signed objects.
    let wantsSigned: Bool
    /// Whether to make a report on each input according to the rules.
    let wantsRules: Bool
    /// Whether reports list the fields that a postback may lack, and why.
    let wantsDisclosure: Bool
    /// The lowest severity at which a finding makes an input bad.
    let threshold: Rule.Severity
    /// Whether to compute marks of the contents, which distinguish an honest repeat from one with other contents.
    private(set) var wantsMarks = false
    /// The inputs to accept among those with a valid signature.
    let acceptance: Acceptance

    /// - Parameter checksRules: whether a broken rule refuses a signed input.
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

/// The trusted keys, with the derived values that all threads share.
struct CheckingKeys: Sendable {
    let trusted: TrustedKeys
    /// The verification keys, in the order of ``trusted``.
    let tables: [VerificationKey]
    /// The environment of each key.
    let environments: [SigningEnvironment]
    /// Whether each key signs only for the network in its `kid`.
    let signForOneNetwork: [Bool]

    init(_ trusted: TrustedKeys) {
        self.trusted = trusted
        tables = trusted.all.map { VerificationKey($0.publicKey) }
        environments = trusted.all.map(\.environment)
        signForOneNetwork = trusted.all.map(trusted.signsForOneNetwork)
    }
}
