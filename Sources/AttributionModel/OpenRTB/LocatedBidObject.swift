import AttributionBase

/// A bid object in a request or a response, with its location.
package struct LocatedBidObject {
    package let framework: Framework
    /// The location of the object, such as `seatbid[0].bid[1].ext.skadn`, with long names cut.
    package let path: String
    /// The object, or the value in its place.
    package let object: JSONView
    /// Whether the object belongs to a bid and so has a signature.
    package let isBid: Bool
    /// Whether the object is in the `ext` of a bid in a response. SDKs look for it only there.
    let isAtBid: Bool
    /// Whether the object is in the `ext` of an impression in a request. Bidders look for it only there.
    fileprivate let isAtImpression: Bool
    /// The path at which the object should be, if it is elsewhere in a request and no object is at that path.
    package fileprivate(set) var placeInRequest: String?

    /// The finding that bidders do not look where the object is; nil if they do.
    package var placeFinding: Finding? {
        placeInRequest.map { place in
            Finding(
                BidRules.objectPlace, field: "\(framework.extensionName)", found: "present", wanted: "at \(place)",
                ending: .then(", but bidders look for it only at \(place)"))
        }
    }
}

extension LocatedBidObject {
    /// The greatest number of objects in a request or a response. It is limited because each has its own path, verdict and report, which
    /// together take much more memory than a document with many small objects.
    package static let maximumCount = 1000

    /// Whether a value has a member with the name of a bid object, at any depth. If not, there is no bid object in it, and it need not be
    /// converted to a document, which would take many times the memory of the text.
    package static func mayBe(in value: JSONView) -> Bool {
        switch value.kind {
        case .object:
            return value.members.contains { member in
                Framework.allCases.contains { member.name.isString($0.extensionName) } || mayBe(in: member.value)
            }
        case .array: return value.elements.contains(where: mayBe)
        default: return false
        }
    }

    /// Returns all objects of both frameworks in a request, a response, or a part of one, in order.
    ///
    /// A member that is `null` counts as absent. Objects are found by name at any depth, so that the wrappers of exchanges do no harm.
    /// Where an object is required, values of other types are returned too, because they are wrong rather than absent. The search ends
    /// after one object more than ``maximumCount``, because the document is then rejected.
    package static func all(in document: JSONView) -> [LocatedBidObject] {
        let isWhole = document.member("seatbid") != nil || document.member("imp") != nil
        var search = BidObjectSearch(isWhole: isWhole)
        search.look(in: document, inBid: nil)
        guard document.member("imp") != nil else { return search.found }
        let offered = Set(search.found.lazy.filter(\.isAtImpression).map(\.path))
        return search.found.map { object in
            guard !object.isBid, !object.isAtImpression else { return object }
            let parts = object.path.split(separator: ".", maxSplits: 1)
            let isInside = parts.count > 1 && parts[0].hasPrefix("imp[")
            let place = "\(isInside ? String(parts[0]) : "imp[]").ext.\(object.framework.extensionName)"
            var other = object
            if !offered.contains(place), isInside || offered.isEmpty { other.placeInRequest = place }
            return other
        }
    }
}

/// Searches a document for bid objects. The path of a value is written as text only if the value is one, because a text for each value
/// would take time in proportion to its depth.
private struct BidObjectSearch {
    /// A step from a value to one inside it.
    private enum Step {
        /// A member's name. `part` is the name as a part of a path, made in advance if the name is long or must be decoded, because many
        /// objects inside may need it.
        case name(JSONView, part: String?)
        case index(Int)
    }

    private(set) var found: [LocatedBidObject] = []
    private let places: [[StaticString?]]
    private var steps: [Step] = []

    /// The paths of bid objects and of offers: the names of members, and nil for the elements of an array.
    private static let (bidPlace, offerPlace): ([StaticString?], [StaticString?]) = (
        ["seatbid", nil, "bid", nil, "ext"], ["imp", nil, "ext"]
    )

    /// - Parameter isWhole: Whether the document is a request or a response. Otherwise, it is a bid or its `ext`.
    init(isWhole: Bool) { places = isWhole ? [Self.bidPlace, Self.offerPlace] : [[], ["ext"]] }

    mutating func look(in value: JSONView, inBid: Bool?) {
        switch value.kind {
        case .object:
            // At this place, a member with a framework's name must be that framework's object.
            let holdsObjects = places.contains(where: isAt)
            let isAtBid = holdsObjects && isAt(Self.bidPlace)
            let isAtImpression = holdsObjects && isAt(Self.offerPlace)
            for member in value.members where member.value.kind != .null {
                guard found.count <= LocatedBidObject.maximumCount else { return }
                let name = member.name
                let isPlain = !name.hasEscapes && name.content.count <= 256
                steps.append(.name(name, part: isPlain ? nil : pathPart(name.string)))
                let isObject = member.value.kind == .object
                if isObject || holdsObjects,
                    let framework = Framework.allCases.first(where: { member.name.isString($0.extensionName) })
                {
                    let isBid = inBid ?? (!isObject || Self.signs.contains { member.value.member($0) != nil })
                    found.append(
                        LocatedBidObject(
                            framework: framework, path: path, object: member.value, isBid: isBid, isAtBid: isAtBid,
                            isAtImpression: isAtImpression))
                }
                look(in: member.value, inBid: Self.isInBid(member.name) ?? inBid)
                steps.removeLast()
            }
        case .array:
            for (index, element) in value.elements.enumerated() where found.count <= LocatedBidObject.maximumCount {
                steps.append(.index(index))
                look(in: element, inBid: inBid)
                steps.removeLast()
            }
        default: break
        }
    }

    /// Whether what is inside a member of a name belongs to a bid; nil if the name does not show it.
    private static func isInBid(_ name: JSONView) -> Bool? {
        if name.isString("imp") || name.isString("item") { return false }
        return name.isString("bid") ? true : nil
    }

    private func isAt(_ place: [StaticString?]) -> Bool {
        steps.count == place.count
            && zip(steps, place).allSatisfy { step, wanted in
                if case .name(let name, _) = step { wanted.map(name.isString) ?? false } else { wanted == nil }
            }
    }

    private var path: String {
        steps.reduce(into: "") { path, step in
            switch step {
            case .name(let name, let part): path += (path.isEmpty ? "" : ".") + (part ?? pathPart(name.string))
            case .index(let index): path += "[\(index)]"
            }
        }
    }

    /// The members that only the objects of bids have.
    private static let signs: [StaticString] = [BidName.token, "signature", BidName.fidelities, "network"]
}

extension Problem {
    /// The problem of a document with more objects than ``LocatedBidObject/maximumCount``.
    package static let tooManyBidObjects = Problem.whole(
        "this", "has", found: "more than \(LocatedBidObject.maximumCount) bid objects",
        wanted: "at most \(LocatedBidObject.maximumCount)"
    ).breaking(InputRules.jsonObject)
}
