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
        try object.demandObject(of: .skAdNetwork)
        let members = BidMembers.skadnRequest
        let offer = BidOffer(object)
        guard !offer.versions.known.isEmpty else {
            let name = object["versions"] == nil && object["version"] != nil ? "version" : "versions"
            throw Finding(
                object[name] == nil ? BidRules.missing : BidRules.value, field: name,
                found: object[name]?.excerpt ?? "missing", wanted: BidRules.versions)
        }
        let app = try members.required("sourceapp", of: object, \.quotedItem)
        _ = try members.optional("skadnetids", of: object, \.texts)
        if let list = object["skadnetlist"] {
            _ = try BidMembers.skadnList.optional("addl", of: list, in: "skadnetlist.", \.texts)
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
    /// - Parameters:
    ///   - network: The ad network.
    ///   - list: The common list; without it, only names are compared.
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

    /// Creates a bid.
    ///
    /// - Parameters:
    ///   - ads: One ad, signed once for each fidelity type.
    ///   - productPage: The custom product page, if any.
    /// - Throws: What keeps the ads from being those of a bid.
    public init(_ ads: [SignedSKAdNetworkImpression], productPage: String? = nil) throws(Problem) {
        guard let first = ads.first?.impression else {
            throw .whole("there", "are", found: "no ads", wanted: "one for each fidelity type")
        }
        guard first.version.isNamed else {
            throw .whole("the ads", "are", found: "of version \(first.version.rawValue)", wanted: BidRules.versions)
        }
        guard case .app? = first.source else {
            throw .whole("the ads", "are", found: "for web pages", wanted: "ads in an app")
        }
        var fidelities: Set<FidelityType?> = []
        var nonces: Set<SKAdNetworkNonce> = []
        for ad in ads.map(\.impression) {
            if let name = Self.difference(of: ad, from: first) {
                let wanted = "one ad, signed once for each fidelity type"
                throw .whole("the ads", "differ in", found: "\"\(name)\"", wanted: wanted).at(name)
            }
            guard fidelities.insert(ad.fidelity).inserted else {
                throw ad.fidelity.map {
                    .whole("two ads", "have", found: "the fidelity type \($0.rawValue)", wanted: "one ad for each")
                } ?? .whole("there", "are", found: "several ads of a version without fidelity types", wanted: "one")
            }
            guard nonces.insert(ad.nonce).inserted else { throw .sharedNonce(ad.nonce) }
        }
        self.ads = ads
        self.productPage = productPage
    }

    /// Returns the member of the bid in which an ad differs from the first one; nil if they are one ad.
    private static func difference(of ad: SKAdNetworkImpression, from first: SKAdNetworkImpression) -> String? {
        let (own, other) = (ad.values, first.values)
        return AdForm.openRTB.names.first { field, _ in
            !AdForm.fidelityFields.contains(field) && own[field] != other[field]
        }.map { "\($0.name)" }
    }

    /// The bid as a JSON object.
    public var json: JSONValue {
        guard case .object(var members) = SkadnObject.value(of: ads) else { return .object([]) }
        if let productPage { members.append(.init("productpageid", .string(productPage))) }
        return .object(members)
    }
}
