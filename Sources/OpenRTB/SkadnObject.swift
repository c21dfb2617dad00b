import SKAdNetwork
import StrictJSON

/// The `skadn` object of a bid [OpenRTB community extension SKAdNetwork].
package enum SkadnObject {
    /// The object of one ad, with an entry in `fidelities` for each signature; before version 2.2, which has none, the
    /// signature stands in the object itself.
    ///
    /// - Parameter ads: the same ad but for fidelity type, nonce and timestamp, each with its signature's text.
    package static func value(of ads: [(values: AdValues, signature: String)]) -> JSONValue {
        guard let first = ads.first else { return .object([]) }
        let hasFidelities = first.values[.fidelityType] != nil
        let own: [SignedField] = [.fidelityType, .nonce, .timestamp, .signature]
        func members(_ ad: (values: AdValues, signature: String), isOwn: Bool) -> [JSONValue.Member] {
            let names = AdForm.openRTB.names.filter { own.contains($0.field) == isOwn }.map { "\($0.name)" }
            guard case .object(let all) = ad.values.object(as: .openRTB, signature: ad.signature) else { return [] }
            return all.filter { names.contains($0.name) }
        }
        var object = members(first, isOwn: false)
        if hasFidelities {
            object.append(.init("fidelities", .array(ads.map { .object(members($0, isOwn: true)) })))
        } else {
            object += members(first, isOwn: true)
        }
        return .object(object)
    }

    /// The object of signed ads.
    ///
    /// - Parameter ads: one ad, signed once for each fidelity type.
    public static func value(of ads: [SignedSKAdNetworkImpression]) -> JSONValue {
        value(of: ads.map { ($0.values, $0.signature) })
    }

    /// What a signature of a `skadn` object is of.
    package struct SignedAd: Equatable, Sendable {
        /// Such as `seatbid[0].bid[1].ext.skadn.fidelities[0]`.
        package let path: String
        package let object: JSONValue
        /// The entry of `fidelities` that has the signature; nil where the object itself has it.
        package let fidelity: JSONValue?
    }

    /// Where a member lies: in the object, or in the entry of its fidelities at a path such as `skadn.fidelities[0]`.
    package static func path(of member: String, at path: String) -> String {
        guard path.hasSuffix("]"), let end = path.ranges(of: ".fidelities[").last?.lowerBound,
            BidMembers.skadnResponse.contains(where: { $0.name == member.prefix { $0 != "." && $0 != "[" } }),
            !BidMembers.skadnFidelity.contains(where: { $0.name == member })
        else { return path + "." + member }
        return path[..<end] + "." + member
    }

    /// Every signed ad in a bid response, or a part of one, in order.
    package static func signedAds(in document: JSONValue) -> [SignedAd] {
        LocatedBidObject.all(in: document).filter { $0.framework == .skAdNetwork && $0.isBid }.flatMap {
            signedAds(of: $0.object, at: $0.path)
        }
    }

    /// The signed ads of one object: one for each of its fidelities; the object itself where it has none.
    package static func signedAds(of object: JSONValue, at path: String) -> [SignedAd] {
        let entries = object["fidelities"]?.elements ?? []
        guard !entries.isEmpty else { return [SignedAd(path: path, object: object, fidelity: nil)] }
        return entries.enumerated().map { place, entry in
            SignedAd(path: "\(path).fidelities[\(place)]", object: object, fidelity: entry)
        }
    }
}
