import AdAttribution
import Rules
import StrictJSON

/// Why a text is no bid response that could be checked.
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

extension BidCheck {
    /// A report on each object of each bid of a response, in order; none for a response that says that there is no bid.
    ///
    /// - Parameters:
    ///   - text: one JSON document in UTF-8.
    ///   - now: the moment after which a timestamp lies in the future.
    public func reports(on text: [UInt8], at now: Timestamp) throws(BidResponseFault) -> [BidReport] {
        let document: JSONValue
        do throws(JSONSyntaxError) {
            document = try JSONValue(parsing: text)
        } catch {
            throw .json(error)
        }
        let response = try BidResponse(parsed: document)
        let reports = reports(on: response, at: now)
        guard !reports.isEmpty || response.isNoBid else { throw .noObject }
        return reports
    }
}
