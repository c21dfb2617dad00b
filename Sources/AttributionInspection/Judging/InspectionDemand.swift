import AttributionBase
import AttributionCrypto
import AttributionModel

/// What a caller wants to know about inputs, and with which keys.
///
/// It is an object because it is passed on for each input, and a structure of this size would be copied each time.
final class InspectionDemand: Sendable {
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
    let networks: PublishedNetworks?
    /// Whether to compute marks of the contents, which distinguish an honest repeat from one with other contents.
    let wantsMarks: Bool
    /// The inputs to accept among those with a valid signature.
    let acceptance: Acceptance
    /// The accepted environments without hashes, for each verdict: the hash of an environment is that of its name.
    private let environments: [SigningEnvironment.Known]

    /// A demand for verdicts.
    ///
    /// - Parameter checksRules: Whether a signed input is refused if it breaks a rule.
    init(verdictsBy keys: TrustedKeys, checksRules: Bool, marks: Bool, accepting acceptance: Acceptance) {
        (self.keys, tables) = (keys, keys.all.map { VerificationKey($0.publicKey) })
        (wantsSigned, wantsRules, wantsMarks) = (true, checksRules, marks)
        (threshold, networks) = (.error, nil)
        (self.acceptance, environments) = (acceptance, acceptance.environments.map(\.known))
    }

    init(reportsBy keys: TrustedKeys, threshold: Rule.Severity, networks: PublishedNetworks? = nil) {
        (self.keys, tables) = (keys, keys.all.map { VerificationKey($0.publicKey) })
        (wantsSigned, wantsRules, wantsMarks) = (false, true, false)
        (self.threshold, self.networks) = (threshold, networks)
        (acceptance, environments) = (.everything, Acceptance.everything.environments.map(\.known))
    }

    /// Creates the same demand with or without marks.
    init(_ other: InspectionDemand, marks: Bool) {
        (keys, tables) = (other.keys, other.tables)
        (acceptance, environments) = (other.acceptance, other.environments)
        (wantsSigned, wantsRules, wantsMarks) = (other.wantsSigned, other.wantsRules, marks)
        (threshold, networks) = (other.threshold, other.networks)
    }

    func accepts(_ environment: SigningEnvironment) -> Bool { environments.contains(environment.known) }
}
