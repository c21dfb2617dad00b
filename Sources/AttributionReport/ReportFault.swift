import AdAttribution
import AttributionInspection
import AttributionRules

/// The reason why a line cannot be counted.
package enum ReportFault: Error {
    /// The line cannot be read, or it contains an input at some path.
    case input(InputFault)
    /// The token does not contain a postback.
    case notPostback
    /// The object is not an input of any kind.
    case unknown
    /// A member of an earnings line is missing or invalid.
    case earnings(field: String, found: String?, wanted: String)

    /// The member of `--time-at` is missing or not a time.
    case time(field: String, found: String?)

    /// The rule that the line breaks.
    package var rule: Rule {
        switch self {
        case .input(let fault): fault.rule
        case .notPostback, .unknown: InputRules.reportInput
        case .earnings: InputRules.reportEarnings
        case .time: InputRules.reportTime
        }
    }

    package var field: String? {
        switch self {
        case .input(let fault): fault.field
        case .earnings(let field, _, _), .time(let field, _): field
        case .notPostback, .unknown: nil
        }
    }

    package var words: String {
        switch self {
        case .input(let fault): "\(fault)"
        case .notPostback: "this is a token, but not a postback's, want a verdict, a postback or a line of a timeline"
        case .unknown: "this is an object of another kind, want a verdict, a postback or a line of a timeline"
        case .time(let field, let found): "\"\(field)\" is \(found ?? "missing"), want \(Timestamp.loggedForms)"
        case .earnings(let field, let found, let wanted): "\"\(field)\" is \(found ?? "missing"), want \(wanted)"
        }
    }
}
