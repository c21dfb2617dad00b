import AdAttribution

/// The `ext` of a bid that answers an offer, with what is signed for each framework that the offer names.
func bidExtension(
    answering offer: BidRequest.Offer, with app: ItemIdentifier, of network: AdNetworkIdentifier,
    source: SourceIdentifier, signedBy signer: some MessageSigner, now: Timestamp
) async throws -> JSONValue {
    var members: [JSONValue.Member] = []
    if let offered = try offer.adAttributionKit, offered.includes(network) {
        let impression = Impression(
            identifier: AttributionUUID(), publisherItemIdentifier: offered.publisherItemIdentifier,
            adNetworkIdentifier: network,
            sourceIdentifier: source, timestamp: now, advertisedItemIdentifier: app)
        let token = try await impression.signed(by: signer, now: now)
        let bid = AdAttributionKitBid(token: token, advertisedItemIdentifier: app)
        members.append(.init("adattributionkit", bid.json))
    }
    if let offered = try offer.skAdNetwork, offered.includes(network), offered.versions.contains(.four) {
        let ads = try FidelityType.allCases.map { fidelity in
            try SKAdNetworkImpression(
                version: .four, adNetworkIdentifier: network, campaign: .source(source), advertisedItemIdentifier: app,
                publisher: .app(offered.publisherItemIdentifier), fidelity: fidelity, nonce: SKAdNetworkNonce(),
                timestamp: now)
        }
        let signed = try await SKAdNetworkImpression.signed(ads, by: signer, now: now)
        members.append(.init("skadn", try SKAdNetworkBid(signed).json))
    }
    return .object(members)
}
