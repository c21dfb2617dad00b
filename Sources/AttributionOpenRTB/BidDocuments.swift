import AttributionJSON
import AttributionRules

/// What a bid request offers, impression by impression.
public struct BidRequest: Sendable {
    struct Impression: Sendable {
        let offers: [LocatedBidObject.Framework: BidOffer]
    }

    /// By their ids' bytes, the first of those that share one.
    private let impressions: [[UInt8]: Impression]
    /// `app.bundle`: the publisher's item ID.
    let bundle: StatedText
    /// `device.osv`.
    let system: DeviceSystem
    /// What is wrong with the request by itself, and in which part of it. What is wrong there is held against no bid.
    package let findings: [(path: String, finding: Finding)]
    /// Whether anything of it is an error, told or not: then nothing is known to be right that was held against it.
    package let isBad: Bool

    /// Nil for what has no `imp`, or could not be written as JSON.
    public init?(_ document: JSONValue) {
        guard document.isJSON, let list = document["imp"], case .array(let elements) = list else { return nil }
        var impressions: [[UInt8]: Impression] = [:]
        var findings: [(path: String, finding: Finding)] = []
        for (place, element) in elements.enumerated() {
            let path = "imp[\(place)]"
            if element.hasDraftObject {
                findings.append((path + ".ext", Finding(BidRules.draft, found: "present")))
            }
            let objects = LocatedBidObject.objects(element)
            guard let id = element["id"]?.string else {
                let id = element["id"]
                findings.append(
                    (
                        path,
                        Finding(
                            id == nil ? BidRules.missing : BidRules.type, field: "id",
                            found: id?.excerpt ?? "missing", wanted: "a string, which bids answer by impid")
                    ))
                continue
            }
            guard impressions[Array(id.utf8)] == nil else {
                findings.append(
                    (
                        path,
                        Finding(
                            BidRules.value, field: "id", found: JSONValue.string(id).excerpt + " again",
                            wanted: "an id of its own, which bids answer by impid")
                    ))
                continue
            }
            impressions[Array(id.utf8)] = Impression(offers: objects.mapValues { BidOffer($0) })
        }
        let bundle = StatedText("bundle", of: "app", in: document)
        var isBad = findings.contains { $0.finding.severity == .error }
        for object in LocatedBidObject.all(in: document) where !object.isBid {
            let own = object.findings(bundle: bundle)
            isBad = isBad || own.isBad(from: .error)
            findings += own.map { (object.path, $0) }
        }
        self.impressions = impressions
        self.bundle = bundle
        self.findings = findings
        self.isBad = isBad
        system = DeviceSystem(document)
    }

    func impression(_ id: String) -> Impression? { impressions[Array(id.utf8)] }
}

/// The bids of a response.
public struct BidResponse: Sendable {
    struct Bid: Sendable {
        let path: String
        /// `impid`, whatever it is.
        let impid: JSONValue?
        /// `bundle`: the advertised item ID.
        let bundle: StatedText
        let objects: [LocatedBidObject.Framework: JSONValue]
        /// Whether there is an object by the name that a draft gave it.
        let hasDraft: Bool

        var impressionID: String? { impid?.string }
    }

    let bids: [Bid]
    /// Objects of bids that lie elsewhere than in a bid's `ext`.
    let misplaced: [LocatedBidObject]
    /// Whether it says, in one of the ways that there are, that there is no bid.
    let isNoBid: Bool

    /// Nil for what is neither bids nor the word that there are none, and for what could not be read whole or written as
    /// JSON.
    public init?(_ document: JSONValue) {
        guard document.isJSON, let response = try? BidResponse(parsed: document) else { return nil }
        self = response
    }

    /// - Parameter document: one that was read from JSON.
    init(parsed document: JSONValue) throws(BidResponseFault) {
        isNoBid = Self.isNoBid(document)
        var bids: [Bid] = []
        if case .array(let seats)? = document["seatbid"] {
            for (seat, element) in seats.enumerated() {
                let path = "seatbid[\(seat)]"
                try Self.demand(element, path, "an object", element.isObject)
                try Self.demand(element["bid"], path + ".bid", "an array", element["bid"]?.isArray ?? true)
                for (place, bid) in (element["bid"]?.elements ?? []).enumerated() {
                    let path = "\(path).bid[\(place)]"
                    try Self.demand(bid, path, "an object", bid.isObject)
                    let hasExtension = bid["ext"].map { $0.isObject || $0 == .null } ?? true
                    try Self.demand(bid["ext"], path + ".ext", "an object", hasExtension)
                    bids.append(
                        Bid(
                            path: "seatbid[\(seat)].bid[\(place)]", impid: bid["impid"],
                            bundle: StatedText(bid["bundle"]), objects: LocatedBidObject.objects(bid),
                            hasDraft: bid.hasDraftObject))
                }
            }
        } else if !isNoBid {
            throw .noResponse
        }
        self.bids = bids
        misplaced = LocatedBidObject.all(in: document).filter { $0.isBid && !$0.isAtBid }
    }

    /// Refuses a part in which bids may lie that nobody can read. What lies there all the same is told by its own path.
    private static func demand(
        _ part: JSONValue?, _ path: String, _ wanted: String, _ isRight: Bool
    ) throws(BidResponseFault) {
        guard !isRight, let part, LocatedBidObject.all(in: part).isEmpty else { return }
        throw .unreadable(path: path, found: part.excerpt, wanted: wanted)
    }

    /// The members of a response besides `seatbid` [OpenRTB 2.6, 4.2.1].
    private static let members = ["id", "bidid", "cur", "customdata", "nbr", "ext"]

    /// Whether a response is one without bids [OpenRTB 2.6, 7.1]: `{}`, no seats, or a reason in their place; where nothing
    /// is written at all, with status 204, there is nothing to look at. Seats without a bid are none of these ways: each has
    /// one. What has members of another document is not taken for a word on bids.
    private static func isNoBid(_ document: JSONValue) -> Bool {
        guard case .object(let all) = document else { return false }
        if let reason = document["nbr"], reason.integer == nil { return false }
        if let seats = document["seatbid"] { return seats == .array([]) }
        return all.allSatisfy { members.contains($0.name) }
    }
}

extension JSONValue {
    /// Whether the `ext` of an impression or a bid has an object of AdAttributionKit by the name of the second draft.
    fileprivate var hasDraftObject: Bool { self["ext"]?["aakn"] != nil }

    /// Whether an impression or a bid somewhere inside has one.
    package var holdsDraftObject: Bool {
        switch self {
        case .object(let members): hasDraftObject || members.contains { $0.value.holdsDraftObject }
        case .array(let elements): elements.contains { $0.holdsDraftObject }
        default: false
        }
    }
}

extension JSONValue {
    /// Whether it can be written as JSON and read back. One made by hand may have a member twice, of which one would be looked
    /// at and the other sent.
    var isJSON: Bool { withView { _ in true } == true }
}
