import AttributionJSON
import AttributionRules

/// A bid object in a request or a response, with where it lies.
public struct LocatedBidObject: Equatable, Sendable {
    /// Whose extension the object is of.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
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
    /// The object itself, or what stands in its place.
    public let object: JSONValue
    /// Whether it is one of a response: a bid's, with something signed in it.
    public let isBid: Bool
    /// Whether it is a member of a bid's own `ext` in a response, the one place where an SDK looks for it.
    let isAtBid: Bool
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
    ///
    /// Where an object must stand, what is none is found too: it is wrong, and not absent.
    public static func all(in document: JSONValue) -> [LocatedBidObject] {
        var found: [LocatedBidObject] = []
        let isWhole = document["seatbid"] != nil || document["imp"] != nil
        collect(document, "", inBid: nil, isWhole ? .document : .part, &found)
        return found
    }

    /// Where in a request or response a value lies, counted by its members and not read from a path, whose names may hold
    /// dots.
    private enum Place {
        case document, seats, seat, bids, bid, bidExtension, impressions, impression, impressionExtension, elsewhere
        /// A bid, or its `ext`, without the response around it.
        case part

        func member(_ name: String) -> Place {
            switch (self, name) {
            case (.document, "seatbid"): .seats
            case (.seat, "bid"): .bids
            case (.bid, "ext"): .bidExtension
            case (.document, "imp"): .impressions
            case (.impression, "ext"), (.part, "ext"): .impressionExtension
            default: .elsewhere
            }
        }

        var element: Place {
            switch self {
            case .seats: .seat
            case .bids: .bid
            case .impressions: .impression
            default: .elsewhere
            }
        }

        /// Whether a member by a framework's name can be nothing but its object.
        var holdsObjects: Bool { self == .bidExtension || self == .impressionExtension || self == .part }
    }

    private static func collect(
        _ value: JSONValue, _ path: String, inBid: Bool?, _ place: Place, _ found: inout [LocatedBidObject]
    ) {
        switch value {
        case .object(let members):
            for member in members {
                let inside = path.isEmpty ? member.name : path + "." + member.name
                if let framework = Framework(rawValue: member.name), member.value.isObject || place.holdsObjects {
                    found.append(
                        .init(
                            framework: framework, path: inside, object: member.value,
                            isBid: inBid ?? (!member.value.isObject || looksSigned(member.value)),
                            isAtBid: place == .bidExtension))
                }
                let isInBid: Bool? =
                    switch member.name {
                    case "imp", "item": false
                    case "bid": true
                    default: inBid
                    }
                collect(member.value, inside, inBid: isInBid, place.member(member.name), &found)
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                collect(element, "\(path)[\(index)]", inBid: inBid, place.element, &found)
            }
        default: break
        }
    }

    private static func looksSigned(_ object: JSONValue) -> Bool {
        ["jwt", "signature", "fidelities", "network"].contains { object[$0] != nil }
    }
}

extension LocatedBidObject {
    /// The objects in the `ext` of an impression or a bid, whatever they are.
    static func objects(_ holder: JSONValue) -> [Framework: JSONValue] {
        var objects: [Framework: JSONValue] = [:]
        for framework in Framework.allCases { objects[framework] = holder["ext"]?[framework.rawValue] }
        return objects
    }
}
