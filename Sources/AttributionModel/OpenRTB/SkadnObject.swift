import AttributionBase

/// The `skadn` object of a bid [OpenRTB community extension SKAdNetwork].
package enum SkadnObject {
    /// Returns the object for an ad, with an entry in `fidelities` for each signature. Before version 2.2, which
    /// introduced `fidelities`, the signature is in the object itself.
    ///
    /// - Parameter ads: The ad with the text of its signature, once for each fidelity type; only fidelity type, nonce and
    ///   timestamp differ.
    package static func value(of ads: [(values: AdValues, signature: JSONValue)]) -> JSONValue {
        guard let first = ads.first else { return .object([]) }
        func members(_ ad: (values: AdValues, signature: JSONValue), isOwn: Bool) -> [JSONValue.Member] {
            ad.values.members(as: .openRTB).filter { SignedObject.ownFields.contains($0.field) == isOwn }
                .map { .init("\($0.name)", $0.value ?? ad.signature) }
        }
        let own = ads.map { members($0, isOwn: true) }
        let entries = [JSONValue.Member("\(BidName.fidelities)", .array(own.map { .object($0) }))]
        return .object(members(first, isOwn: false) + (first.values[.fidelityType] == nil ? own[0] : entries))
    }

    /// Returns the object for a signed ad.
    ///
    /// - Parameter ads: One ad, signed once for each fidelity type.
    public static func value(of ads: [SignedSKAdNetworkImpression]) -> JSONValue {
        value(of: ads.map { ($0.values, .string($0.signature)) })
    }

    /// Appends the same object, with signatures that are made as it is written.
    package static func append(
        _ ads: [AdValues], to output: inout ByteBuffer, signature: (_ index: Int, inout ByteBuffer) -> Void
    ) {
        guard let first = ads.first else { return }
        func append(_ index: Int, isOwn: Bool) {
            let isIncluded = { (field: SignedField) in SignedObject.ownFields.contains(field) == isOwn }
            ads[index].appendMembers(as: .openRTB, to: &output, where: isIncluded) { signature(index, &$0) }
        }
        output.openObject()
        append(0, isOwn: false)
        if first[.fidelityType] == nil {
            append(0, isOwn: true)
        } else {
            output.member(BidName.fidelities)
            output.openArray()
            for index in ads.indices {
                output.separate()
                output.openObject()
                append(index, isOwn: true)
                output.closeObject()
            }
            output.closeArray()
        }
        output.closeObject()
    }
}
