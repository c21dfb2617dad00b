import AdAttribution
import AttributionFoundation
import Foundation

/// The token of an impression that is made at a given time.
func token(of app: ItemIdentifier, in publisher: ItemIdentifier, pem: String, now: Date = Date()) throws -> String {
    let key = try P256PrivateKey(pemRepresentation: pem)
    let moment = Timestamp(now)
    let impression = Impression(
        identifier: AttributionUUID(), publisherItemIdentifier: publisher, adNetworkIdentifier: "acme.adattributionkit",
        sourceIdentifier: 5239, timestamp: moment, advertisedItemIdentifier: app)
    return try impression.signed(by: key, now: moment)
}
