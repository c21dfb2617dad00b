import ECDSA
import Rules
import StrictJSON

/// What was found of one bid object.
public struct BidReport: Sendable {
    /// Where the object lies in the response.
    public let path: String
    /// The impression that the bid answers, as it says.
    public let impressionID: String?
    /// Whose object it is.
    public let framework: LocatedBidObject.Framework
    /// What is wrong with it, by itself and against the request.
    public let findings: Findings
    /// What an exchange would answer with; nil where nothing is an error.
    public let lossReason: LossReason?

    /// Whether nothing is an error.
    public var isGood: Bool { lossReason == nil }

    init(path: String, impressionID: String?, framework: LocatedBidObject.Framework, findings: Findings) {
        self.path = path
        self.impressionID = impressionID
        self.framework = framework
        self.findings = findings
        guard findings.isBad(from: .error) else {
            lossReason = nil
            return
        }
        let isLost = findings.contains { $0.rule === BidRules.impid }
        lossReason = isLost ? .invalidBidResponse : framework.lossReason
    }

    /// The path of what a finding's field is a member of: the object, or the bid that it extends.
    package func place(of finding: Finding) -> String {
        finding.rule === BidRules.impid ? String(path.dropLast(".ext.".count + framework.rawValue.count)) : path
    }
}

/// Checks the bids of responses against a request.
///
/// ```swift
/// let check = BidCheck(request: BidRequest(request), keys: [key])
/// for report in check.reports(on: response) where !report.isGood { … }
/// ```
public struct BidCheck: Sendable {
    let request: BidRequest
    /// The networks' public keys; signatures are not checked without any.
    let keys: [P256PublicKey]
    /// The common list; what `skadnetlist.max` allows is not decidable without it.
    let networks: NetworkList?

    /// A check against a request.
    public init(request: BidRequest, keys: [P256PublicKey] = [], networks: NetworkList? = nil) {
        self.request = request
        self.keys = keys
        self.networks = networks
    }

    /// A report on each object of each bid, in order; bids without one are passed over.
    public func reports(on response: BidResponse) -> [BidReport] {
        var searches = 0
        return response.bids.flatMap { bid in
            LocatedBidObject.Framework.allCases.compactMap { framework in
                bid.objects[framework].map { report(on: $0, of: framework, in: bid, &searches) }
            }
        }
    }

    private func report(
        on object: JSONValue, of framework: LocatedBidObject.Framework, in bid: BidResponse.Bid,
        _ searches: inout Int
    ) -> BidReport {
        var notes = BidNotes(searches: searches)
        defer { searches = notes.searches }
        let impression = bid.impressionID.flatMap { request.impression($0) }
        if impression == nil {
            notes.add(
                BidRules.impid, found: bid.impid?.excerpt ?? "missing")
        }
        let offer = impression?.objects[framework]
        if impression != nil, offer == nil {
            notes.add(
                BidRules.offered, field: framework.rawValue, found: "present",
                wanted: "none: the imp has no ext.\(framework.rawValue)")
        }
        let context = BidContext(
            offer: offer, bundle: request.bundle, osMajor: request.osMajor, bidBundle: bid.bundle, keys: keys,
            networks: networks)
        switch (framework, object) {
        case (.adAttributionKit, .object): AttributionBidCheck(object, context).run(&notes)
        case (.skAdNetwork, .object): SkadnBidCheck(object, context).run(&notes)
        default: notes.add(BidRules.type, field: framework.rawValue, found: object.excerpt, wanted: "an object")
        }
        return BidReport(
            path: bid.path + ".ext." + framework.rawValue, impressionID: bid.impressionID, framework: framework,
            findings: notes.findings)
    }
}
