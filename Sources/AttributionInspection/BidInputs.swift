import Bytes
import OpenRTB
import SKAdNetwork
import StrictJSON

/// What is signed inside a bid response, or a part of one.
struct BidInput {
    enum Content {
        /// A compact JWS.
        case token([UInt8])
        /// The member that should hold one, as it was written; nil where there is none.
        case noToken(String?)
        /// A `skadn` object with one entry of its fidelities, their members side by side.
        case ad(JSONValue)
    }

    /// Where it lies, such as `seatbid[0].bid[1].ext.adattributionkit`.
    let path: String
    let content: Content

    /// Whether a text is a bid request or response that has no object of either framework.
    static func isDocumentWithout(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let document = try? JSONValue(parsing: unsafe [UInt8](text)),
            document["seatbid"] != nil || document["imp"] != nil
        else { return false }
        return LocatedBidObject.all(in: document).isEmpty
    }

    /// All of them in order; none for what is no bid response.
    static func all(in text: UnsafeRawBufferPointer) -> [BidInput] {
        guard let document = try? JSONValue(parsing: unsafe [UInt8](text)) else { return [] }
        return LocatedBidObject.all(in: document).filter(\.isBid).flatMap { found -> [BidInput] in
            switch found.framework {
            case .adAttributionKit:
                if case .string(let token)? = found.object["jwt"] {
                    return [BidInput(path: found.path, content: .token(Array(token.utf8)))]
                }
                return [BidInput(path: found.path, content: .noToken(found.object["jwt"]?.text))]
            case .skAdNetwork:
                return SkadnObject.signedAds(in: .object([.init("skadn", found.object)])).map { ad in
                    // The path begins with the name that the object was given here.
                    BidInput(path: found.path + ad.path.dropFirst("skadn".count), content: .ad(ad.flat))
                }
            }
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
