import AttributionBase

/// The SKAdNetwork capabilities of a publisher app: `imp[].ext.skadn` of a bid request.
public struct SKAdNetworkOffer: Equatable, Sendable {
    /// The accepted versions, as in `4.0`.
    public var versions: [SKAdNetworkVersion]
    /// The publisher's App Store item ID.
    public var sourceApp: ItemIdentifier
    /// The ad network IDs that are listed by name, in `skadnetids` or `skadnetlist.addl`.
    ///
    /// What is no ad network ID is left out.
    public var networks: Set<AdNetworkIdentifier>
    /// The last accepted entry of the common list; all entries before it are accepted too.
    public var lastListed: Int?
    /// The entries of the common list that are excluded.
    public var excluded: [Int] = []
    /// Whether custom product pages are accepted.
    public var hasProductPages = false
    /// Whether an overlay can be shown.
    public var hasOverlay = false

    /// Creates an offer.
    public init(
        versions: [SKAdNetworkVersion], sourceApp: ItemIdentifier, networks: Set<AdNetworkIdentifier>,
        lastListed: Int? = nil
    ) {
        self.versions = versions
        self.sourceApp = sourceApp
        self.networks = networks
        self.lastListed = lastListed
    }

    /// Reads an object. Versions that are unknown today are left out.
    ///
    /// - Throws: A finding if a member that bidders need is missing or has a wrong type or value.
    public init(_ object: JSONValue) throws(Finding) {
        let members = try ObjectMembers(object, of: .skAdNetwork)
        let offer = BidOffer(object)
        guard !offer.versions.known.isEmpty else {
            let name = object["versions"] == nil && object["version"] != nil ? "version" : "versions"
            throw Finding(
                object[name] == nil ? BidRules.missing : BidRules.value, field: name,
                found: object[name]?.excerpt ?? "missing", wanted: BidRules.versions)
        }
        let app = try members.item("sourceapp")
        _ = try members.optional("skadnetids", .strings, \.texts)
        if let named = object["skadnetlist"]?["addl"], named.texts == nil {
            throw Finding(
                BidRules.type, field: "skadnetlist.addl", found: named.excerpt, wanted: BidMember.Kind.strings.words)
        }
        self.init(
            versions: offer.versions.known, sourceApp: app,
            networks: Set(offer.networks.names.compactMap { AdNetworkIdentifier($0.lowercased()) }))
        switch offer.networks.common {
        case .nothing: break
        case .entries(let last, _): lastListed = last
        case .unreadable(let finding): throw finding
        }
        excluded = object["skadnetlist"]?["excl"]?.integers ?? []
        hasProductPages = offer.hasProductPages
        hasOverlay = offer.hasOverlays(.skAdNetwork)
    }

    /// Returns whether the app can be credited with a conversion of a network's ad, by its name or by its number in the common
    /// list.
    ///
    /// - Parameter list: The common list; without it, only names are compared.
    public func includes(_ network: AdNetworkIdentifier, in list: NetworkList? = nil) -> Bool {
        if networks.contains(network) { return true }
        guard let list, let lastListed else { return false }
        return list.contains(network.description, upTo: lastListed, excluded: Set(excluded))
    }

    /// The offer as a JSON object.
    public var json: JSONValue {
        var list: [JSONValue.Member] = []
        if let lastListed { list.append(.init("max", .number(String(lastListed)))) }
        if !excluded.isEmpty { list.append(.init("excl", .array(excluded.map { .number(String($0)) }))) }
        list.append(.init("addl", .array(networks.map(\.description).sorted().map { .string($0) })))
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

    /// The reason why ads are not the ones of a bid.
    public enum Refusal: Error, Equatable, Sendable {
        /// There are no ads.
        case noAds
        /// The ads are of version 1.0, which has no place in OpenRTB.
        case version(SKAdNetworkVersion)
        /// The ads are for web pages, and bids are for apps.
        case webAds
        /// The ads differ in a value that they must share: the member's name in OpenRTB.
        case differing(String)
        /// Two ads have this fidelity type; nil for a version without fidelity types.
        case fidelityTwice(FidelityType?)
        /// Two ads share this nonce; each signature needs its own.
        case nonceReused(SKAdNetworkNonce)
    }

    /// Creates a bid.
    ///
    /// - Parameters:
    ///   - ads: One ad, signed once for each fidelity type.
    ///   - productPage: The custom product page, if any.
    public init(_ ads: [SignedSKAdNetworkImpression], productPage: String? = nil) throws(Refusal) {
        guard let first = ads.first?.impression else { throw .noAds }
        guard first.version.isNamed else { throw .version(first.version) }
        guard case .app? = first.source else { throw .webAds }
        var fidelities: Set<FidelityType?> = []
        var nonces: Set<SKAdNetworkNonce> = []
        for ad in ads.map(\.impression) {
            if let name = Self.difference(of: ad, from: first) { throw .differing(name) }
            guard fidelities.insert(ad.fidelity).inserted else { throw .fidelityTwice(ad.fidelity) }
            guard nonces.insert(ad.nonce).inserted else { throw .nonceReused(ad.nonce) }
        }
        self.ads = ads
        self.productPage = productPage
    }

    /// Returns the member of the bid in which an ad differs from the first one; nil if they are one ad.
    private static func difference(of ad: SKAdNetworkImpression, from first: SKAdNetworkImpression) -> String? {
        if ad.version != first.version { return "version" }
        if ad.adNetworkIdentifier != first.adNetworkIdentifier { return "network" }
        if ad.campaign != first.campaign { return first.version.hasSourceIdentifier ? "sourceidentifier" : "campaign" }
        if ad.advertisedItemIdentifier != first.advertisedItemIdentifier { return "itunesitem" }
        return ad.source == first.source ? nil : "sourceapp"
    }

    /// The bid as a JSON object.
    public var json: JSONValue {
        guard case .object(var members) = SkadnObject.value(of: ads) else { return .object([]) }
        if let productPage { members.append(.init("productpageid", .string(productPage))) }
        return .object(members)
    }
}

extension SKAdNetworkBid.Refusal: CustomStringConvertible {
    /// What was found and what is wanted.
    public var description: String {
        switch self {
        case .noAds: "there are no ads, want one for each fidelity type"
        case .version(let version): "the ads are of version \(version.rawValue), want \(BidRules.versions)"
        case .webAds: "the ads are for web pages, want ads in an app"
        case .differing(let name): "the ads differ in \"\(name)\", want one ad, signed once for each fidelity type"
        case .fidelityTwice(let fidelity):
            fidelity.map { "two ads have the fidelity type \($0.rawValue), want one ad for each" }
                ?? "there are several ads of a version without fidelity types, want one"
        case .nonceReused(let nonce): "two ads have the nonce \(nonce), want one of its own for each"
        }
    }
}
