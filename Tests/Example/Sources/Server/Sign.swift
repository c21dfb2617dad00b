import AdAttribution

/// The token of an impression that is made at a moment.
func token(
    _ identifier: String, of app: ItemIdentifier, in publisher: ItemIdentifier, at now: Timestamp, pem: String
) throws -> String? {
    let key = try P256PrivateKey(pemRepresentation: pem)
    guard let network = AdNetworkIdentifier("acme.adattributionkit"), let source = SourceIdentifier(5239) else {
        return nil
    }
    let impression = Impression(
        identifier: identifier, publisherItemIdentifier: publisher, adNetworkIdentifier: network,
        sourceIdentifier: source, timestamp: now, advertisedItemIdentifier: app)
    return try impression.signed(by: key, now: now)
}
