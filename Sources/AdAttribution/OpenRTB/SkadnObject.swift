import AttributionBase

/// The `skadn` object of a bid [OpenRTB community extension SKAdNetwork].
package enum SkadnObject {
    /// Returns the object for an ad, with an entry in `fidelities` for each signature. Before version 2.2, which
    /// introduced `fidelities`, the signature is in the object itself.
    ///
    /// - Parameter ads: The ad with the text of its signature, or a stand-in for it, once for each fidelity type; only fidelity
    ///   type, nonce and timestamp differ.
    package static func value(of ads: [(values: AdValues, signature: JSONValue)]) -> JSONValue {
        guard let first = ads.first else { return .object([]) }
        let hasFidelities = first.values[.fidelityType] != nil
        func members(_ ad: (values: AdValues, signature: JSONValue), isOwn: Bool) -> [JSONValue.Member] {
            guard case .object(let all) = ad.values.json(as: .openRTB, signature: ad.signature) else { return [] }
            return all.filter { ownNames.contains($0.name) == isOwn }
        }
        var object = members(first, isOwn: false)
        if hasFidelities {
            object.append(.init("fidelities", .array(ads.map { .object(members($0, isOwn: true)) })))
        } else {
            object += members(first, isOwn: true)
        }
        return .object(object)
    }

    /// Returns the object for a signed ad.
    ///
    /// - Parameter ads: One ad, signed once for each fidelity type.
    public static func value(of ads: [SignedSKAdNetworkImpression]) -> JSONValue {
        value(of: ads.map { ($0.values, .string($0.signature)) })
    }
}
