import Bytes
import OpenRTB
import SKAdNetwork
import StrictJSON

/// What lies inside a bid request or response, or a part of one: something signed, or what an impression offers.
struct BidInput {
    enum Content {
        /// A compact JWS.
        case token([UInt8])
        /// The member that should hold one, as it was written; nil where there is none.
        case noToken(String?)
        /// A `skadn` object with one entry of its fidelities, their members side by side.
        case ad(JSONValue)
        /// What a request offers, which nobody signs.
        case offer
    }

    /// Where it lies, such as `seatbid[0].bid[1].ext.adattributionkit`.
    let path: String
    let content: Content
    /// The object that it is of.
    let object: LocatedBidObject
    /// `app.bundle` of the document.
    let bundle: String?

    /// Where something signed lies inside the object, such as `fidelities[0]`; nil for what is the object itself.
    func nameInside(_ path: String?) -> Substring? {
        guard let path, path.count > object.path.count + 1 else { return nil }
        return path.dropFirst(object.path.count + 1)
    }

    /// Whether a text is a bid request or response that has no object of either framework.
    static func isDocumentWithout(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let document = try? JSONValue(parsing: unsafe [UInt8](text)),
            document["seatbid"] != nil || document["imp"] != nil
        else { return false }
        return LocatedBidObject.all(in: document).isEmpty
    }

    /// All of them, what is offered before what is signed, in order; none for what is no part of a request or response.
    static func all(in text: UnsafeRawBufferPointer) -> [BidInput] {
        guard let document = try? JSONValue(parsing: unsafe [UInt8](text)) else { return [] }
        var bundle: String?
        if case .string(let text)? = document["app"]?["bundle"] { bundle = text }
        let located = LocatedBidObject.all(in: document)
        return (located.filter { !$0.isBid } + located.filter(\.isBid)).flatMap { found in
            contents(of: found).map { BidInput(path: $0.path, content: $0.content, object: found, bundle: bundle) }
        }
    }

    private static func contents(of found: LocatedBidObject) -> [(path: String, content: Content)] {
        guard found.isBid else { return [(found.path, .offer)] }
        switch found.framework {
        case .adAttributionKit:
            if case .string(let token)? = found.object["jwt"] { return [(found.path, .token(Array(token.utf8)))] }
            return [(found.path, .noToken(found.object["jwt"]?.text))]
        case .skAdNetwork:
            return SkadnObject.signedAds(of: found.object, at: found.path).map { ($0.path, .ad($0.flat)) }
        }
    }
}

extension SkadnObject.SignedAd {
    /// The members that are signed with this signature, side by side.
    fileprivate var flat: JSONValue {
        guard case .object(let outer) = object else { return object }
        guard case .object(let inner)? = fidelity else { return object }
        let names = inner.map(\.name) + ["fidelities"]
        return .object(outer.filter { !names.contains($0.name) } + inner)
    }
}

extension JSONView {
    /// Whether an object is a bid response, or a part of one, by its members.
    var looksLikeBids: Bool {
        ["seatbid", "imp", "bid", "skadn", "ext", "adattributionkit"].contains { member(named: $0) != nil }
    }
}
