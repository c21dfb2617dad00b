import AttributionInspection
import AttributionModel
import AttributionReport

/// What the options of `aak verify` request.
struct VerificationJob: Sendable {
    let verifier: InputVerifier
    /// Whether there is one verdict for each line, rather than for each signed object.
    let answersLines: Bool
    /// The verdict of the original lines that are written instead of verdicts; nil without `--pass`.
    let pass: Verdict.Outcome?
    /// The form of a table of verdicts; nil for JSON.
    let table: SeparatedValues.Form?
    /// Whether `--remember` asks for the identifiers of valid inputs.
    let remembers: Bool
    /// The identifiers seen so far, of which none may be repeated; nil without `--unique`.
    let seen: SeenIdentifiers?
    let namesFiles: Bool
    /// The paths of kept members, which are columns of a table.
    let kept: [String]
    /// The verdicts for which an input is not rejected.
    let tolerated: Set<Verdict.Outcome>
    /// Explains invalid signatures; nil without `--explain`.
    let explaining: SKAdNetworkKeys?
    /// The first valid inputs, whose rules are checked at the end; nil if all rules are checked.
    let sample: RuleSample?
}
