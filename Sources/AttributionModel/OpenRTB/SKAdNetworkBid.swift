import AttributionBase

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
    /// - Throws: The reason why the ads cannot be in one bid.
    public init(_ ads: [SignedSKAdNetworkImpression], productPage: String? = nil) throws(Problem) {
        guard let first = ads.first?.impression else {
            throw .sentence(
                "there are no ads; a bid must have one for each fidelity type", found: "no ads",
                wanted: "one for each fidelity type")
        }
        guard first.version.isNamed else {
            throw .whole("the ads' version", found: first.version.rawValue, wanted: BidRules.versions)
        }
        guard case .app? = first.publisher else {
            throw .sentence(
                "the ads are for web pages; they must be for an app", found: "for web pages", wanted: "for an app")
        }
        var fidelities: Set<FidelityType?> = []
        var nonces: Set<SKAdNetworkNonce> = []
        for ad in ads.map(\.impression) {
            if let name = Self.difference(of: ad, from: first) {
                let wanted = "one ad, signed once for each fidelity type"
                throw .sentence(
                    "the ads differ in \"\(name)\"; they must be \(wanted)",
                    found: "\"\(name)\"", wanted: wanted
                )
                .at(name)
            }
            guard fidelities.insert(ad.fidelity).inserted else {
                throw ad.fidelity.map {
                    .sentence(
                        "two ads have the fidelity type \($0.rawValue); each type must have one ad",
                        found: "the fidelity type \($0.rawValue)", wanted: "one ad for each")
                } ?? .sentence("there are several ads of a version without fidelity types; there must be one")
            }
            guard nonces.insert(ad.nonce).inserted else { throw .sharedNonce(ad.nonce) }
        }
        self.ads = ads
        self.productPage = productPage
    }

    /// Returns the member of the bid in which an ad differs from the first one; nil if both describe the same ad.
    private static func difference(of ad: SKAdNetworkImpression, from first: SKAdNetworkImpression) -> String? {
        let (own, other) = (ad.values, first.values)
        return AdForm.openRTB.names.first { field, _ in
            !SignedObject.ownFields.contains(field) && own[field] != other[field]
        }.map { "\($0.name)" }
    }

    /// The bid as a JSON object.
    public var json: JSONValue {
        guard case .object(var members) = SkadnObject.value(of: ads) else { return .object([]) }
        if let productPage { members.append(.init("\(BidName.productPageID)", .string(productPage))) }
        return .object(members)
    }
}
