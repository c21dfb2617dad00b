import AdAttribution
import AttributionBytes
import AttributionJSON
import SKAdNetwork

/// A kind of SKAdNetwork ad or postback. ``all`` contains every kind.
public struct SKAdNetworkCell: Hashable, Sendable {
    /// The kind of object.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Kind: Hashable, Sendable {
        /// An ad in an app; nil before version 2.2, which has no fidelity type.
        case ad(FidelityType?)
        /// An ad on a web page, in version 4.0.
        case webAd
        /// A postback of a tier, window and outcome.
        case postback(DataTier, ConversionWindow, didWin: Bool)
    }

    /// The version of SKAdNetwork.
    public let version: SKAdNetworkVersion
    /// The kind of object.
    public let kind: Kind

    /// Every ad, then every postback, each in the order of versions.
    public static let all: [SKAdNetworkCell] = ads + postbacks

    private static let ads: [SKAdNetworkCell] =
        SKAdNetworkVersion.allCases.flatMap { version -> [SKAdNetworkCell] in
            let types: [FidelityType?] = version.hasFidelity ? FidelityType.allCases : [nil]
            return types.map { SKAdNetworkCell(version: version, kind: .ad($0)) }
        } + SKAdNetworkVersion.allCases.filter(\.hasWebAds).map { SKAdNetworkCell(version: $0, kind: .webAd) }

    private static let postbacks: [SKAdNetworkCell] = SKAdNetworkVersion.allCases.flatMap { version in
        // Versions without tiers have two cases: above the threshold and below it.
        let tiers = version.hasTiers ? DataTier.allCases.reversed() : [.three, .one]
        let windows = version.hasWindows ? ConversionWindow.allCases : [.first]
        let outcomes = version.hasNonwinning ? [true, false] : [true]
        return tiers.flatMap { tier in
            windows.flatMap { window in
                outcomes.compactMap { didWin in
                    Disclosure(of: version.traits.disclosure, tier: tier, window: window, didWin: didWin).isPostback
                        ? SKAdNetworkCell(version: version, kind: .postback(tier, window, didWin: didWin)) : nil
                }
            }
        }
    }
}

extension Fixtures {
    /// Returns a signed SKAdNetwork ad or postback as JSON text, signed by ``key``. Consecutive positions cycle
    /// through ``SKAdNetworkCell/all``.
    public func skAdNetwork(at position: Int) -> String { skAdNetworkValue(at: position).text }

    package func skAdNetworkValue(at position: Int) -> JSONValue {
        let cells = SKAdNetworkCell.all
        let cell = cells[((position % cells.count) + cells.count) % cells.count]
        let chance = SeededRandom(seed: seed).of("skadnetwork", position)
        let item = ItemIdentifier(rawValue: 500_000_000 + chance.of("item").number(below: 1_000_000_000))
        let app = ItemIdentifier(rawValue: 500_000_000 + chance.of("app").number(below: 1_000_000_000))
        let source = SourceIdentifier(clamping: chance.of("source").number(in: 1000...9999))
        switch cell.kind {
        case .ad(let fidelity): return ad(cell.version, position, chance, item, source, .app(app), fidelity)
        case .webAd:
            return ad(cell.version, position, chance, item, source, .domain("example.com"), .storeKitRendered)
        case .postback(let tier, let window, let didWin):
            var request = SKAdNetworkPostbackRequest(
                version: cell.version, adNetworkIdentifier: network, sourceIdentifier: source, appIdentifier: item,
                transactionIdentifier: AttributionUUID(unchecked: chance.of("transaction").uuid.text))
            request.source = .app(app)
            request.tier = tier
            request.window = window
            request.didWin = didWin
            request.isRedownload = chance.of("redownload").number(below: 2) == 1
            request.fidelity = chance.of("fidelity").number(below: 2) == 1 ? .storeKitRendered : .viewThrough
            request.fine = FineConversionValue(rawValue: chance.of("fine").number(in: FineConversionValue.range))
            request.coarse = chance.of("coarse").element(of: CoarseConversionValue.allCases)
            return request.body(signedBy: key, nonce: .deterministic)
        }
    }

    private func ad(
        _ version: SKAdNetworkVersion, _ position: Int, _ chance: SeededRandom, _ item: ItemIdentifier,
        _ source: SourceIdentifier, _ place: SKAdNetworkSource, _ fidelity: FidelityType?
    ) -> JSONValue {
        let campaign = CampaignIdentifier(rawValue: chance.of("campaign").number(in: CampaignIdentifier.range))
        // Drawn values are always valid.
        guard let campaign, let nonce = SKAdNetworkNonce(chance.of("nonce").uuid.text),
            let ad = try? SKAdNetworkImpression(
                version: version, adNetworkIdentifier: network,
                campaign: version.hasSourceIdentifier ? .source(source) : .campaign(campaign),
                itunesItemIdentifier: item, source: version.hasSourceApp ? place : nil, fidelity: fidelity,
                nonce: nonce,
                timestamp: Timestamp(milliseconds: 1_700_000_000_000 &+ Int64(position % 1_000_000_000) &* 1000))
        else { preconditionFailure("a drawn ad is an ad") }
        return ad.signedWhateverItSays(by: key, nonce: .deterministic).object(as: .json)
    }
}
