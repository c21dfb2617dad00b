import Rules
import StrictJSON

/// A bid object in a request or a response, with where it lies.
public struct LocatedBidObject: Equatable, Sendable {
    /// Whose extension the object is of.
    public enum Framework: String, CaseIterable, Sendable {
        /// `ext.adattributionkit`.
        case adAttributionKit = "adattributionkit"
        /// `ext.skadn`.
        case skAdNetwork = "skadn"

        /// The reason for loss that an exchange gives for an object of it that is not valid.
        public var lossReason: LossReason {
            switch self {
            case .adAttributionKit: .invalidAdAttributionKit
            case .skAdNetwork: .invalidSKAdNetwork
            }
        }
    }

    /// Whose object it is.
    public let framework: Framework
    /// Such as `seatbid[0].bid[1].ext.skadn`.
    public let path: String
    /// The object itself.
    public let object: JSONValue
    /// Whether it is one of a response: a bid's, with something signed in it.
    public let isBid: Bool
}

/// Why a bid lost, as `${AUCTION_LOSS}` tells the bidder.
public enum LossReason: Int, Sendable {
    /// 3 in OpenRTB's list.
    case invalidBidResponse = 3
    /// The reason that the extension adds.
    case invalidSKAdNetwork = 214
    /// In the extension's draft only: the official list ends at 215.
    case invalidAdAttributionKit = 216
}

extension LocatedBidObject {
    /// All objects of both frameworks in a request, a response, or a part of one, in order.
    ///
    /// They are found by their names wherever they lie, so that exchanges' own wrappers do no harm.
    public static func all(in document: JSONValue) -> [LocatedBidObject] {
        var found: [LocatedBidObject] = []
        collect(document, "", inBid: nil, &found)
        return found
    }

    private static func collect(
        _ value: JSONValue, _ path: String, inBid: Bool?, _ found: inout [LocatedBidObject]
    ) {
        switch value {
        case .object(let members):
            for member in members {
                let inside = path.isEmpty ? member.name : path + "." + member.name
                if let framework = Framework(rawValue: member.name), case .object = member.value {
                    let isBid = inBid ?? looksSigned(member.value)
                    found.append(.init(framework: framework, path: inside, object: member.value, isBid: isBid))
                } else {
                    let place: Bool? =
                        switch member.name {
                        case "imp", "item": false
                        case "bid": true
                        default: inBid
                        }
                    collect(member.value, inside, inBid: place, &found)
                }
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                collect(element, "\(path)[\(index)]", inBid: inBid, &found)
            }
        default: break
        }
    }

    private static func looksSigned(_ object: JSONValue) -> Bool {
        ["jwt", "signature", "fidelities", "network"].contains { object[$0] != nil }
    }
}

/// What a bid request offers, impression by impression.
public struct BidRequest: Sendable {
    struct Impression: Sendable {
        let objects: [LocatedBidObject.Framework: JSONValue]
    }

    /// By their ids' bytes, the first of those that share one.
    private let impressions: [[UInt8]: Impression]
    /// `app.bundle`: the publisher's item ID.
    let bundle: String?
    /// The major version of `device.osv`.
    let osMajor: Int?
    /// What is wrong with the request by itself, and in which part of it. What is wrong there is held against no bid.
    package let findings: [(path: String, finding: Finding)]

    /// Nil for what has no `imp`.
    public init?(_ document: JSONValue) {
        guard let list = document["imp"], case .array(let elements) = list else { return nil }
        let found = elements.compactMap { element -> ([UInt8], Impression)? in
            guard let id = element["id"]?.string else { return nil }
            return (Array(id.utf8), Impression(objects: Self.objects(element)))
        }
        impressions = Dictionary(found) { first, _ in first }
        bundle = document["app"]?["bundle"]?.string
        osMajor = (document["device"]?["osv"]?.string).flatMap { Int($0.prefix { $0 != "." }) }
        let nameless = elements.enumerated().filter { $1["id"]?.string == nil }.map { place, element in
            let id = element["id"]
            return (
                path: "imp[\(place)]",
                finding: Finding(
                    id == nil ? BidRules.missing : BidRules.type, field: "id", found: id?.excerpt ?? "missing",
                    wanted: "a string, which bids answer by impid")
            )
        }
        let bundle = bundle
        findings =
            nameless
            + LocatedBidObject.all(in: document).filter { !$0.isBid }.flatMap { object in
                object.findings(bundle: bundle).map { (object.path, $0) }
            }
    }

    /// The objects in the `ext` of an impression or a bid.
    static func objects(_ holder: JSONValue) -> [LocatedBidObject.Framework: JSONValue] {
        var objects: [LocatedBidObject.Framework: JSONValue] = [:]
        for framework in LocatedBidObject.Framework.allCases {
            objects[framework] = holder["ext"]?[framework.rawValue]
        }
        return objects
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
        let bundle: String?
        let objects: [LocatedBidObject.Framework: JSONValue]

        var impressionID: String? { impid?.string }
    }

    let bids: [Bid]

    /// Nil for what has no `seatbid`, unless it has the reason for that, `nbr`.
    public init?(_ document: JSONValue) {
        if document["seatbid"] == nil, case .number = document["nbr"] {
            bids = []
            return
        }
        guard let seats = document["seatbid"], case .array(let elements) = seats else { return nil }
        var bids: [Bid] = []
        for (seat, element) in elements.enumerated() {
            for (place, bid) in (element["bid"]?.elements ?? []).enumerated() {
                bids.append(
                    Bid(
                        path: "seatbid[\(seat)].bid[\(place)]", impid: bid["impid"],
                        bundle: bid["bundle"]?.string, objects: BidRequest.objects(bid)))
            }
        }
        self.bids = bids
    }
}
