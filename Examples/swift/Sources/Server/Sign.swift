import AdAttribution
import AttributionFoundation
import Foundation

/// The token of an impression that is made at a given time.
func token(of app: ItemIdentifier, in publisher: ItemIdentifier, pem: String, now: Date = Date()) async throws
    -> String?
{
    let key = try P256PrivateKey(pemRepresentation: pem)
    guard let network = AdNetworkIdentifier("acme.adattributionkit"), let source = SourceIdentifier(5239) else {
        return nil
    }
    let moment = Timestamp(now)
    let impression = Impression(
        identifier: AttributionUUID(), publisherItemIdentifier: publisher, adNetworkIdentifier: network,
        sourceIdentifier: source, timestamp: moment, advertisedItemIdentifier: app)
    return try await impression.signed(by: key, now: moment)
}
