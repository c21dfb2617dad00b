import AttributionJSON

/// What fills in the ads of a run, which may lack any of their values.
package struct AdTemplate: Sendable {
    /// The version of ads that name none.
    package var version = SKAdNetworkVersion.newest
    /// The fidelity types of ads that name none: an ad is made for each.
    package var fidelities = [FidelityType.storeKitRendered]
    /// The values for ads that lack them: network, item, source, campaign ID, nonce and timestamp.
    package var values = AdValues()
    /// The source identifier for ads that lack it, which is a campaign ID below 4.0.
    package var campaign: JSONValue?

    /// Why an object makes no ads.
    package enum Fault: Error {
        /// It has a nonce, which several ads would share.
        case nonceReused
    }

    /// The fields that ``values`` fill in.
    private static let fields: [SignedField] = [
        .adNetworkID, .itunesItemID, .sourceAppID, .sourceDomain, .campaignID, .nonce, .timestamp,
    ]

    package init() {}

    /// The ads of an object with the values that it lacks, one for each fidelity type.
    ///
    /// - Parameter nonce: makes the nonce of an ad that has none.
    package func ads(
        from object: JSONView, nonce: (FidelityType?) -> String
    ) throws(Fault) -> [AdValues] {
        var ad = AdValues(object)
        if ad[.version] == nil { ad[.version] = .string(version.rawValue) }
        let version: SKAdNetworkVersion? =
            if case .string(let name)? = ad[.version] { SKAdNetworkVersion(rawValue: name) } else { nil }
        for field in Self.fields where ad[field] == nil {
            // Of source app and domain the ad's own counts, and else the app.
            if field == .sourceAppID, ad[.sourceDomain] != nil { continue }
            if field == .sourceDomain, ad[.sourceAppID] != nil { continue }
            ad[field] = values[field]
        }
        if let campaign, ad[.campaignID] == nil, ad[.sourceIdentifier] == nil {
            ad[version?.hasSourceIdentifier ?? true ? .sourceIdentifier : .campaignID] = campaign
        }
        let isFidelityOpen = version?.hasFidelity ?? true && ad[.fidelityType] == nil
        let fidelities: [FidelityType?] = isFidelityOpen ? fidelities : [nil]
        guard fidelities.count == 1 || ad[.nonce] == nil else { throw .nonceReused }
        return fidelities.map { fidelity in
            var ad = ad
            if let fidelity { ad[.fidelityType] = .number(String(fidelity.rawValue)) }
            if ad[.nonce] == nil { ad[.nonce] = .string(nonce(fidelity)) }
            return ad
        }
    }

    /// Whether it has a value of an ad that nothing else fills in.
    package var hasOwnValues: Bool {
        campaign != nil
            || [SignedField.itunesItemID, .sourceAppID, .sourceDomain, .campaignID].contains { values[$0] != nil }
    }

    /// What it lacks to make an ad of nothing.
    package var absentFields: [SignedField] {
        var absent: [SignedField] = []
        if values[.itunesItemID] == nil { absent.append(.itunesItemID) }
        if version.hasSourceApp, values[.sourceAppID] == nil, values[.sourceDomain] == nil {
            absent.append(.sourceAppID)
        }
        if campaign == nil, values[.campaignID] == nil {
            absent.append(version.hasSourceIdentifier ? .sourceIdentifier : .campaignID)
        }
        return absent
    }
}
