import AdAttribution

/// The `ext` of a bid that answers an impression of a bid request, with what is signed for both frameworks.
func bidExtension(
    answering offer: BidRequest.Offer, with app: ItemIdentifier, of network: AdNetworkIdentifier,
    source: SourceIdentifier, signedBy key: P256PrivateKey, now: Timestamp
) throws -> JSONValue {
    var members: [JSONValue.Member] = []
    if let offered = offer.adAttributionKit {
        let impression = Impression(
            identifier: AttributionUUID(), publisherItemIdentifier: offered.sourceApp, adNetworkIdentifier: network,
            sourceIdentifier: source, timestamp: now, advertisedItemIdentifier: app)
        let bid = AdAttributionKitBid(token: try impression.signed(by: key, now: now), itunesItem: app)
        members.append(.init("adattributionkit", bid.value))
    }
    if let offered = offer.skAdNetwork, offered.versions.contains(.four) {
        let ads = try FidelityType.allCases.map { fidelity in
            try SKAdNetworkImpression(
                version: .four, adNetworkIdentifier: network, campaign: .source(source), itunesItemIdentifier: app,
                source: .app(offered.sourceApp), fidelity: fidelity, nonce: SKAdNetworkNonce(), timestamp: now)
        }
        let signed = try SKAdNetworkImpression.signed(ads, by: key, now: now)
        members.append(.init("skadn", try SKAdNetworkBid(signed).value))
    }
    return .object(members)
}
