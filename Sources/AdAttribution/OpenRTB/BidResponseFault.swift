import AttributionBase

/// The reason why a text is not a bid response that can be checked.
public enum BidResponseFault: Error, Equatable, Sendable {
    /// The text is not JSON.
    case json(JSONSyntaxError)
    /// The document has no `seatbid` and does not declare that there is no bid.
    case noResponse
    /// A part of the response that may contain bids has the wrong type.
    case unreadable(path: String, found: String, wanted: String)
    /// The response has more objects than ``LocatedBidObject/maximumCount``.
    case tooManyObjects
    /// No bid has an object of either framework.
    case noObject

    /// The rule that the text breaks.
    public var rule: Rule {
        switch self {
        case .json: InputRules.jsonSyntax
        case .noResponse, .unreadable: BidRules.response
        case .tooManyObjects: InputRules.jsonObject
        case .noObject: BidRules.noObject
        }
    }
}

extension BidResponseFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .json(let error): "this is not JSON: \(error)"
        case .noResponse: "this is not a bid response, want an object with \"seatbid\""
        case .unreadable(let path, let found, let wanted): "\"\(path)\" is \(found), want \(wanted)"
        case .tooManyObjects: "this has \(LocatedBidObject.tooMany.found), want \(LocatedBidObject.tooMany.wanted)"
        case .noObject: "no bid has ext.skadn or ext.adattributionkit, want one that has"
        }
    }
}
