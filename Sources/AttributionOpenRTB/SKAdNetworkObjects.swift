import AdAttribution
import AttributionJSON
import SKAdNetwork

/// The SKAdNetwork capabilities of a publisher app: `imp[].ext.skadn` of a bid request.
public struct SKAdNetworkOffer: Equatable, Sendable {
    /// The accepted versions, as in `4.0`.
    public var versions: [SKAdNetworkVersion]
    /// The publisher's App Store item ID.
    public var sourceApp: ItemIdentifier
    /// The ad network IDs that are listed by name, in `skadnetids` or `skadnetlist.addl`.
    public var networks: [String]
    /// The last accepted entry of the common list; all entries before it are accepted too.
    public var lastListed: Int?
    /// The entries of the common list that are excluded.
    public var excluded: [Int] = []
    /// Whether custom product pages are accepted.
    public var hasProductPages = false
    /// Whether an overlay can be shown.
    public var hasOverlay = false

    /// Creates an offer.
    public init(versions: [SKAdNetworkVersion], sourceApp: ItemIdentifier, networks: [String], lastListed: Int? = nil) {
        self.versions = versions
        self.sourceApp = sourceApp
        self.networks = networks
        self.lastListed = lastListed
    }

    /// Reads an object; returns nil if it lacks a member that bidders need or such a member has the wrong type.
    public init?(_ object: JSONValue) {
        let offer = BidOffer(object)
        guard !offer.versions.known.isEmpty, case .text(let text) = offer.sourceApp, let app = ItemIdentifier(text),
            object["skadnetids"].map({ $0.texts != nil }) ?? true,
            object["skadnetlist"]?["addl"].map({ $0.texts != nil }) ?? true
        else { return nil }
        self.init(versions: offer.versions.known, sourceApp: app, networks: offer.networks.names)
        switch offer.networks.common {
        case .nothing: break
        case .entries(let last, _): lastListed = last
        case .unreadable: return nil
        }
        excluded = object["skadnetlist"]?["excl"]?.integers ?? []
        hasProductPages = offer.hasProductPages
        hasOverlay = offer.hasOverlays(.skAdNetwork)
    }

    /// The offer as a JSON object.
    public var value: JSONValue {
        var list: [JSONValue.Member] = []
        if let lastListed { list.append(.init("max", .number(String(lastListed)))) }
        if !excluded.isEmpty { list.append(.init("excl", .array(excluded.map { .number(String($0)) }))) }
        list.append(.init("addl", .array(networks.map { .string($0) })))
        var members: [JSONValue.Member] = [
            .init("versions", .array(versions.map { .string($0.rawValue) })),
            .init("sourceapp", .string(sourceApp.description)), .init("skadnetlist", .object(list)),
        ]
        if hasProductPages { members.append(.init("productpage", .number("1"))) }
        if hasOverlay { members.append(.init("skoverlay", .number("1"))) }
        return .object(members)
    }
}

/// A signed ad that is sent to a publisher app: `seatbid[].bid[].ext.skadn` of a bid response.
public struct SKAdNetworkBid: Equatable, Sendable {
    /// The ad, signed once for each fidelity type. The entries differ only in fidelity type, nonce, timestamp and
    /// signature.
    public let ads: [SignedSKAdNetworkImpression]
    /// The custom product page, if any.
    public var productPage: String?

    /// Creates a bid; returns nil if there are no ads, for version 1.0, for web ads, if the ads differ in other values
    /// than those that are specific to a fidelity type, and if two ads have the same nonce.
    public init?(_ ads: [SignedSKAdNetworkImpression], productPage: String? = nil) {
        guard let first = ads.first?.impression, first.version.isNamed, case .app? = first.source else { return nil }
        let isOne = ads.allSatisfy { ad in
            let other = ad.impression
            return other.version == first.version && other.adNetworkIdentifier == first.adNetworkIdentifier
                && other.campaign == first.campaign && other.itunesItemIdentifier == first.itunesItemIdentifier
                && other.source == first.source
        }
        guard isOne, Set(ads.map(\.impression.fidelity)).count == ads.count,
            Set(ads.map(\.impression.nonce)).count == ads.count
        else { return nil }
        self.ads = ads
        self.productPage = productPage
    }

    /// The bid as a JSON object.
    public var value: JSONValue {
        guard case .object(var members) = SkadnObject.value(of: ads) else { return .object([]) }
        if let productPage { members.append(.init("productpageid", .string(productPage))) }
        return .object(members)
    }
}
