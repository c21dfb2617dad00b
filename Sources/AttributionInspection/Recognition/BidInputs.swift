import AttributionBase
import AttributionModel

/// An object in a bid request or response, or in a part of one: either signed, or an unsigned offer.
///
/// A class, because the functions that read any input take one of these or none, and most inputs are none: a large structure would
/// be copied for each line.
package final class BidInput: Sendable {
    enum Content {
        /// A compact JWS.
        case token([UInt8])
        /// The member that should contain a compact JWS, as it was written; nil if it is missing.
        case noToken(String?)
        /// A signed ad of a `skadn` object: the signed members and those beside them.
        case ad(JSONValue)
        /// An unsigned offer of a request.
        case offer
        /// A `skadn` object, or a part of one, that has no ad whose signature could hold.
        case faultyAd(SkadnObject.SignedAd)
        /// A value in the place of an object.
        case noObject
    }

    /// The path of the object, such as `seatbid[0].bid[1].ext.adattributionkit`.
    package let path: String
    let content: Content
    let object: LocatedBidObject
    /// The index of the object in the document. Two objects may have the same path, since names may look like paths.
    let number: Int
    /// The request, response or part that contains the object.
    let document: JSONValue

    private init(path: String, content: Content, object: LocatedBidObject, number: Int, document: JSONValue) {
        self.path = path
        self.content = content
        self.object = object
        self.number = number
        self.document = document
    }

    var findings: Findings { object.findings(in: document) }

    /// Returns all objects in a request, response or part of one: first the offers, then the signed objects. Returns
    /// none for other texts.
    static func all(in text: ByteView) throws(InputFault) -> [BidInput] {
        var index = JSONIndex()
        guard let root = try? index.read(text), LocatedBidObject.mayBe(in: root) else { return [] }
        let document = JSONValue(root)
        let located = LocatedBidObject.all(in: document)
        guard located.count <= LocatedBidObject.maximumCount else { throw .problem(.tooManyBidObjects) }
        let ordered = located.filter { !$0.isBid } + located.filter(\.isBid)
        return ordered.enumerated().flatMap { number, found in
            contents(of: found).map {
                BidInput(path: $0.path, content: $0.content, object: found, number: number, document: document)
            }
        }
    }

    /// Returns the paths of the bid objects in an object. Returns none for an `adattributionkit` object with only
    /// plain values, which nearly all objects are that are not documents.
    static func paths(in object: JSONView) -> [String] {
        guard object.mayHoldSeveralBids, LocatedBidObject.mayBe(in: object) else { return [] }
        return LocatedBidObject.all(in: JSONValue(object)).map(\.path)
    }

    /// Returns the findings about a stand-alone object. Missing members are ignored, since it may be only a part with
    /// the token.
    static func findings(ofPart document: JSONValue) -> [Finding] {
        LocatedBidObject.all(in: document).flatMap { $0.findings(in: document).filter { $0.rule !== BidRules.missing } }
    }

    private static func contents(of found: LocatedBidObject) -> [(path: String, content: Content)] {
        if found.typeFinding != nil { return [(found.path, .noObject)] }
        guard found.isBid else { return [(found.path, .offer)] }
        switch found.framework {
        case .adAttributionKit:
            if case .string(let token)? = found.object["jwt"] { return [(found.path, .token(Array(token.utf8)))] }
            return [(found.path, .noToken(found.object["jwt"]?.text))]
        case .skAdNetwork:
            return SkadnObject.signedAds(of: found.object, at: found.path).map {
                ($0.path, $0.isFaulty ? .faultyAd($0) : .ad($0.members))
            }
        }
    }
}

extension JSONView {
    /// Whether the object may contain more than one `adattributionkit` object with plain values.
    fileprivate var mayHoldSeveralBids: Bool {
        var members = members
        while let member = members.next() {
            if member.name.isString("adattributionkit") {
                if member.value.holdsContainers { return true }
            } else if member.value.isContainer || member.name.isString("skadn") {
                return true
            }
        }
        return false
    }

    private var isContainer: Bool { kind == .object || kind == .array }

    private var holdsContainers: Bool {
        var members = members
        while let member = members.next() {
            if member.value.isContainer { return true }
        }
        return false
    }

    /// The name of the member that is a signed bid object, of either framework.
    var nameOfSignedBid: StaticString? {
        if member("adattributionkit")?.member("jwt") != nil { return "adattributionkit" }
        let ad = member("skadn")
        return ad?.member("signature") != nil || ad?.member("fidelities") != nil ? "skadn" : nil
    }

    var isBidDocument: Bool { member(named: "seatbid") != nil || member(named: "imp") != nil }

    /// Whether the object may contain bid objects. An object with only plain values has none, unless its members'
    /// names suggest it.
    var mayHoldBids: Bool {
        holdsContainers
            || ["seatbid", "imp", "bid", "skadn", "ext", "adattributionkit"].contains { member(named: $0) != nil }
    }
}

extension BidInput {
    /// Returns the reason why a bid request or response has no object to inspect; nil for any other string.
    static func fault(ofDocument text: ByteView) -> InputFault? {
        var index = JSONIndex()
        guard let root = try? index.read(text), root.isBidDocument else { return nil }
        let document = JSONValue(root)
        guard !LocatedBidObject.mayBe(in: root) || LocatedBidObject.all(in: document).isEmpty else { return nil }
        return .noBidObject(document.nestedMisnamedObject)
    }
}
