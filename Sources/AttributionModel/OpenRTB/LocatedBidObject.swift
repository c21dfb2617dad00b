import AttributionBase

/// A bid object in a request or a response, with its location.
package struct LocatedBidObject: Equatable, Sendable {
    package let framework: Framework
    /// The location of the object, such as `seatbid[0].bid[1].ext.skadn`, with long names cut.
    package let path: String
    /// The object, or the value in its place.
    package let object: JSONValue
    /// Whether the object belongs to a bid and so has a signature.
    package let isBid: Bool
    /// Whether the object is in the `ext` of a bid in a response, the only place where SDKs look for it.
    let isAtBid: Bool
}

/// The reason why a bid lost, as `${AUCTION_LOSS}` reports it to the bidder.
public enum LossReason: Int, Sendable {
    /// Reason 3 of OpenRTB's list.
    case invalidBidResponse = 3
    /// The reason added by the SKAdNetwork extension.
    case invalidSKAdNetwork = 214
    /// The reason in the extension's draft; the official list ends at 215.
    case invalidAdAttributionKit = 216
}

extension LocatedBidObject {
    /// The greatest number of objects in a request or a response. Each has its own path, verdict and report, so that a
    /// document of many small ones would make far more than it is.
    package static let maximumCount = 1000

    /// Returns all objects of both frameworks in a request, a response, or a part of one, in order.
    ///
    /// A member that is `null` counts as absent. Objects are found by name at any depth, so that exchanges' own wrappers do no harm. In the places where an
    /// object must be, values of other types are returned too, because they are wrong rather than absent. The search ends
    /// after ``maximumCount`` objects and one more, with which a document is refused.
    package static func all(in document: JSONValue) -> [LocatedBidObject] {
        let document = document.withoutNulls
        var found: [LocatedBidObject] = []
        let isWhole = document["seatbid"] != nil || document["imp"] != nil
        // A part is a bid, or its `ext`, without the response around it.
        let places = isWhole ? [bidPlace, offerPlace] : [[], ["ext"]]
        collect(document, "", inBid: nil, [], places, &found)
        return found
    }

    // The steps from the document to a value are the names of members, and nil for the elements of an array.

    /// Where an object of a bid is, and where one of an offer is.
    private static let (bidPlace, offerPlace): ([String?], [String?]) = (
        ["seatbid", nil, "bid", nil, "ext"], ["imp", nil, "ext"]
    )

    private static func collect(
        _ value: JSONValue, _ path: String, inBid: Bool?, _ place: [String?], _ places: [[String?]],
        _ found: inout [LocatedBidObject]
    ) {
        // Deeper than any place, the steps do not matter.
        func inner(_ step: String?) -> [String?] { place.count > bidPlace.count ? place : place + [step] }
        // A member with a framework's name must be that framework's object here.
        let holdsObjects = places.contains(place)
        switch value {
        case .object(let members):
            for member in members where found.count <= maximumCount {
                let name = pathPart(member.name)
                let inside = path.isEmpty ? name : path + "." + name
                if let framework = Framework.allCases.first(where: { member.name == $0.extensionName }),
                    member.value.isObject || holdsObjects
                {
                    found.append(
                        .init(
                            framework: framework, path: inside, object: member.value,
                            isBid: inBid ?? (!member.value.isObject || signs.contains { member.value[$0] != nil }),
                            isAtBid: holdsObjects && place == bidPlace))
                }
                let isInBid: Bool? =
                    switch member.name {
                    case "imp", "item": false
                    case "bid": true
                    default: inBid
                    }
                collect(member.value, inside, inBid: isInBid, inner(member.name), places, &found)
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() where found.count <= maximumCount {
                collect(element, "\(path)[\(index)]", inBid: inBid, inner(nil), places, &found)
            }
        default: break
        }
    }

    /// The members that only the objects of bids have.
    private static let signs = ["jwt", "signature", "fidelities", "network"]
}

extension LocatedBidObject {
    /// Returns what is read of the frameworks' members in the `ext` of an impression or a bid, which may be of any type.
    static func objects<Object>(_ holder: JSONValue, _ read: (JSONValue, Framework) -> Object) -> [Framework: Object] {
        var objects: [Framework: Object] = [:]
        for framework in Framework.allCases {
            objects[framework] = holder["ext"]?[framework.extensionName].map { read($0, framework) }
        }
        return objects
    }
}

extension Problem {
    /// A document with more objects than ``LocatedBidObject/maximumCount``.
    package static let tooManyBidObjects = Problem.whole(
        "this", "has", found: "more than \(LocatedBidObject.maximumCount) bid objects",
        wanted: "at most \(LocatedBidObject.maximumCount)"
    ).breaking(InputRules.jsonObject)
}
