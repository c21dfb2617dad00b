import AttributionBase
import AttributionCrypto
import AttributionModel

/// What a caller wants to know about inputs, and with which keys.
struct InspectionDemand: Sendable {
    /// The trusted keys, and in the same order their tables, which all threads share.
    let keys: TrustedKeys
    let tables: [VerificationKey]
    /// Whether signed values are kept for output after verification. If so, unsigned bid offers are skipped if the
    /// same input contains signed objects.
    let wantsSigned: Bool
    /// Whether to make a report on each input according to the rules.
    let wantsRules: Bool
    /// The lowest severity at which a finding makes an input bad.
    let threshold: Rule.Severity
    /// The networks that an app's Info.plist should list.
    private(set) var networks: PublishedNetworks?
    /// Whether to compute marks of the contents, which distinguish an honest repeat from one with other contents.
    var wantsMarks = false
    /// The inputs to accept among those with a valid signature.
    let acceptance: Acceptance

    /// A demand for verdicts.
    ///
    /// - Parameter checksRules: Whether a signed input is refused if it breaks a rule.
    init(verdictsBy keys: TrustedKeys, checksRules: Bool, marks: Bool, accepting acceptance: Acceptance) {
        self.init(keys, wantsSigned: true, wantsRules: checksRules, threshold: .error, acceptance)
        wantsMarks = marks
    }

    init(reportsBy keys: TrustedKeys, threshold: Rule.Severity, networks: PublishedNetworks? = nil) {
        self.init(keys, wantsSigned: false, wantsRules: true, threshold: threshold, .everything)
        self.networks = networks
    }

    private init(
        _ keys: TrustedKeys, wantsSigned: Bool, wantsRules: Bool, threshold: Rule.Severity, _ acceptance: Acceptance
    ) {
        self.keys = keys
        tables = keys.all.map { VerificationKey($0.publicKey) }
        self.wantsSigned = wantsSigned
        self.wantsRules = wantsRules
        self.threshold = threshold
        self.acceptance = acceptance
    }
}
