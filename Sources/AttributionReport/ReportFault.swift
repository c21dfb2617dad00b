import AdAttribution
import AttributionInspection
import AttributionRules

/// Why a line is no input of a report.
package enum ReportFault: Error {
    /// It cannot be read, or holds an input deeper inside.
    case input(InputFault)
    /// A token of something else than a postback.
    case notPostback
    /// An object that is none of the kinds.
    case unknown
    /// A line of earnings that lacks a member or has another kind of value there.
    case earnings(field: String, found: String?, wanted: String)

    /// A line without a time where one is to be, or with something else there.
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
