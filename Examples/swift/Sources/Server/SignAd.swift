import AdAttribution

/// The parameters with which an app loads a product page for an ad of SKAdNetwork 4.
func productPageParameters(
    of app: ItemIdentifier, in publisher: ItemIdentifier, for network: AdNetworkIdentifier, source: SourceIdentifier,
    signedBy signer: some MessageSigner, now: Timestamp = .now
) async throws -> JSONValue {
    let ad = try SKAdNetworkImpression(
        version: .four, adNetworkIdentifier: network, campaign: .source(source), advertisedItemIdentifier: app,
        publisher: .app(publisher), fidelity: .storeKitRendered, nonce: SKAdNetworkNonce(), timestamp: now)
    return try await ad.signed(by: signer, now: now).json(as: .storeKit)
}
