import AdAttribution
import AttributionJSON
import AttributionRules
import SKAdNetwork

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
/// let check = BidCheck(request: BidRequest(request), keys: keys)
/// for report in check.reports(on: response, at: now) where !report.isGood { … }
/// ```
public struct BidCheck: Sendable {
    let request: BidRequest
    /// The networks' public keys; nil where signatures are not asked about.
    private let keys: BidKeys?
    /// The common list; what `skadnetlist.max` allows is not decidable without it.
    private let networks: NetworkList?
    /// How many texts are tried for a response in search of the mistakes in its signatures.
    private let mostTexts: Int

    /// A check against a request.
    ///
    /// - Parameters:
    ///   - request: what the response answers.
    ///   - keys: the networks' public keys; a token's is found by its `kid`. Nil checks no signature at all.
    ///   - networks: the common list, which says what `skadnetlist.max` allows.
    public init(request: BidRequest, keys: TrustedKeys?, networks: NetworkList? = nil) {
        self.init(request: request, keys: keys, networks: networks, mostTexts: SearchBudget.texts)
    }

    /// - Parameter mostTexts: how many texts are tried in search of mistakes, which takes long.
    package init(request: BidRequest, keys: TrustedKeys?, networks: NetworkList?, mostTexts: Int) {
        self.request = request
        self.keys = keys.map { BidKeys($0) }
        self.networks = networks
        self.mostTexts = mostTexts
    }

    /// A report on each object of each bid, in order; bids without one are passed over. What lies elsewhere in the response
    /// than in a bid's `ext` comes last, since nobody would find it there.
    ///
    /// - Parameters:
    ///   - response: what a bidder answered.
    ///   - now: the moment after which a timestamp lies in the future.
    public func reports(on response: BidResponse, at now: Timestamp) -> [BidReport] {
        var budget = SearchBudget(mostTexts)
        let found = response.bids.flatMap { bid in
            LocatedBidObject.Framework.allCases.compactMap { framework in
                bid.objects[framework].map { report(on: $0, of: framework, in: bid, now, &budget) }
            } + (bid.hasDraft ? [reportOnDraft(in: bid)] : [])
        }
        return found
            + response.misplaced.map { object in
                var notes = BidNotes(budget: budget)
                notes.add(
                    BidRules.objectPlace, field: object.framework.rawValue, found: "present",
                    wanted: "it at seatbid[].bid[].ext")
                return BidReport(
                    path: object.path, impressionID: nil, framework: object.framework, findings: notes.findings)
            }
    }

    /// An object by a name that nobody reads.
    private func reportOnDraft(in bid: BidResponse.Bid) -> BidReport {
        var notes = BidNotes(budget: SearchBudget(0))
        notes.add(BidRules.draft, found: "present")
        return BidReport(
            path: bid.path + ".ext." + BidRules.draft.field, impressionID: bid.impressionID,
            framework: .adAttributionKit, findings: notes.findings)
    }

    private func report(
        on object: JSONValue, of framework: LocatedBidObject.Framework, in bid: BidResponse.Bid, _ now: Timestamp,
        _ budget: inout SearchBudget
    ) -> BidReport {
        var notes = BidNotes(budget: budget)
        defer { budget = notes.budget }
        let impression = bid.impressionID.flatMap { request.impression($0) }
        if impression == nil { notes.add(BidRules.impid, found: bid.impid?.excerpt ?? "missing") }
        let offer = impression?.offers[framework]
        if impression != nil, offer == nil {
            notes.add(
                BidRules.offered, field: framework.rawValue, found: "present",
                wanted: "none: the imp has no ext.\(framework.rawValue)")
        }
        let context = BidContext(
            offer: offer, bundle: request.bundle, system: request.system, bidBundle: bid.bundle, networks: networks,
            proof: .init(now: now, keys: keys))
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
