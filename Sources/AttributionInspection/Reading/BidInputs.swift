import AttributionBytes
import AttributionJSON
import AttributionOpenRTB
import AttributionRules
import SKAdNetwork

/// What lies inside a bid request or response, or a part of one: something signed, or what an impression offers.
package struct BidInput {
    enum Content {
        /// A compact JWS.
        case token([UInt8])
        /// The member that should hold one, as it was written; nil where there is none.
        case noToken(String?)
        /// What a signature of a `skadn` object is of, and what lies beside it, side by side.
        case ad(JSONValue)
        /// What a request offers, which nobody signs.
        case offer
        /// No object, where one must stand.
        case noObject(Finding)
    }

    /// Where it lies, such as `seatbid[0].bid[1].ext.adattributionkit`.
    package let path: String
    let content: Content
    /// The object that it is of.
    let object: LocatedBidObject
    /// Which of the document's objects that is. Two may have one path, since names may look like paths.
    let number: Int
    /// The request, response or part of one that the object lies in.
    let document: JSONValue

    /// What is wrong with the object by itself.
    var findings: Findings { object.findings(in: document) }

    /// All of them, what is offered before what is signed, in order; none for what is no part of a request or response.
    static func all(in text: UnsafeRawBufferPointer) -> [BidInput] {
        guard let document = try? JSONValue(parsing: unsafe [UInt8](text)) else { return [] }
        let located = LocatedBidObject.all(in: document)
        let ordered = located.filter { !$0.isBid } + located.filter(\.isBid)
        return ordered.enumerated().flatMap { number, found in
            contents(of: found).map {
                BidInput(path: $0.path, content: $0.content, object: found, number: number, document: document)
            }
        }
    }

    /// Where the objects of bids in an object lie; none for one that has `adattributionkit` and plain values alone, as
    /// nearly all have that are no document.
    static func paths(in object: JSONView) -> [String] {
        guard object.mayHoldSeveralBids else { return [] }
        return LocatedBidObject.all(in: JSONValue(object)).map(\.path)
    }

    /// What is wrong with an object that stands for itself. It may be a part, shown for its token.
    static func findings(ofPart document: JSONValue) -> [Finding] {
        LocatedBidObject.all(in: document).flatMap { $0.findings(in: document).filter { $0.rule !== BidRules.missing } }
    }

    private static func contents(of found: LocatedBidObject) -> [(path: String, content: Content)] {
        if let finding = found.typeFinding { return [(found.path, .noObject(finding))] }
        guard found.isBid else { return [(found.path, .offer)] }
        switch found.framework {
        case .adAttributionKit:
            if case .string(let token)? = found.object["jwt"] { return [(found.path, .token(Array(token.utf8)))] }
            return [(found.path, .noToken(found.object["jwt"]?.text))]
        case .skAdNetwork:
            return SkadnObject.signedAds(of: found.object, at: found.path).map { ($0.path, .ad($0.members)) }
        }
    }
}

extension JSONView {
    /// Whether there may be more in an object than one `adattributionkit` of plain values.
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

    /// The member that is an object of a bid with something signed in it, whatever it is signed by.
    var nameOfSignedBid: StaticString? {
        if member("adattributionkit")?.member("jwt") != nil { return "adattributionkit" }
        let ad = member("skadn")
        return ad?.member("signature") != nil || ad?.member("fidelities") != nil ? "skadn" : nil
    }

    /// Whether an object is a bid request or response.
    var isBidDocument: Bool { member(named: "seatbid") != nil || member(named: "imp") != nil }

    /// Whether an object is a bid response, or a part of one, by its members.
    var looksLikeBids: Bool {
        ["seatbid", "imp", "bid", "skadn", "ext", "adattributionkit"].contains { member(named: $0) != nil }
    }

    /// Whether there may be an object of bids inside: what has plain values alone has none, unless by its name.
    var mayHoldBids: Bool { looksLikeBids || holdsContainers }
}
