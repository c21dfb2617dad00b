import AdAttribution
import AttributionJSON
import AttributionRules

/// Why a text is no bid response that could be checked.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum BidResponseFault: Error, Equatable, Sendable {
    /// The text is not JSON.
    case json(JSONSyntaxError)
    /// It has no `seatbid`, and does not say that there is no bid.
    case noResponse
    /// A part of it, in which there may be bids, is not what it must be.
    case unreadable(path: String, found: String, wanted: String)
    /// No bid has an object of either framework.
    case noObject

    /// The rule that it breaks.
    public var rule: Rule {
        switch self {
        case .json: InputRules.jsonSyntax
        case .noResponse, .unreadable: BidRules.response
        case .noObject: BidRules.noObject
        }
    }
}

extension BidResponseFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .json(let error): "this is not JSON: \(error)"
        case .noResponse: "this is no bid response, want an object with \"seatbid\""
        case .unreadable(let path, let found, let wanted): "\"\(path)\" is \(found), want \(wanted)"
        case .noObject: "no bid has ext.skadn or ext.adattributionkit, want one that has"
        }
    }
}
