import AdAttribution
import AttributionBase
import AttributionInspection

/// The reason why a line cannot be counted.
package enum ReportFault: Error {
    /// The line cannot be read, or it contains an input at some path.
    case input(InputFault)
    /// The line is neither a verdict nor a line of a timeline.
    case noResult
    /// The line is a postback, whatever it says of itself, and postbacks that nobody verified are not asked for.
    case unverified
    /// The token or the signed object is not a postback.
    case notPostback
    /// The line is not an input of any kind.
    case unrecognised
    /// A member of a verdict or of a line of a timeline is missing or invalid.
    case member(field: String, found: String?, wanted: String)
    /// A member of an earnings line is missing or invalid.
    case earnings(field: String, found: String?, wanted: String)
    /// The member of `--time-at` is missing or not a time.
    case time(field: String, found: String?)

    static func member(_ field: Field, _ found: JSONView?, _ wanted: String) -> ReportFault {
        .member(field: field.text, found: found?.excerpt, wanted: wanted)
    }

    /// The rule that the line breaks.
    package var rule: Rule {
        switch self {
        case .input(let fault): fault.rule
        case .noResult, .unverified, .notPostback, .member: InputRules.reportInput
        case .unrecognised: InputRules.unrecognised
        case .earnings: InputRules.reportEarnings
        case .time: InputRules.reportTime
        }
    }

    package var field: String? {
        switch self {
        case .input(let fault): fault.field
        case .member(let field, _, _), .earnings(let field, _, _), .time(let field, _): field
        case .noResult, .unverified, .notPostback, .unrecognised: nil
        }
    }

    package var words: String {
        switch self {
        case .input(let fault): "\(fault)"
        case .noResult: "this is of another kind, want a verdict of aak verify or a line of a timeline"
        case .unverified: "this is a postback that nobody verified, want a verdict of aak verify"
        case .notPostback: "this is not a postback's, want a postback"
        case .unrecognised: "this is of no known kind, want a postback"
        case .time(let field, let found): "\"\(field)\" is \(found ?? "missing"), want \(Timestamp.loggedForms)"
        case .member(let field, let found, let wanted), .earnings(let field, let found, let wanted):
            "\"\(field)\" is \(found ?? "missing"), want \(wanted)"
        }
    }

    package var hint: String? {
        switch self {
        case .input(let fault): fault.hint
        case .unverified: "aak verify writes verdicts; --unverified counts postbacks without them, as unverified"
        default: nil
        }
    }
}
