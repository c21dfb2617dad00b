import AttributionBase

/// Default values for the ads of a run, used where an ad lacks a value.
package struct AdTemplate: Sendable {
    /// The version of ads that name none.
    package var version = SKAdNetworkVersion.standard
    /// The fidelity types of ads that name none; one ad is made for each.
    package var fidelities = [FidelityType.storeKitRendered]
    /// The values for ads that lack them: network, item, source, campaign ID, nonce and timestamp.
    package var values = AdValues()
    /// The source identifier for ads that lack one; below version 4.0 it is a campaign ID.
    package var campaign: JSONValue?

    /// The fields that ``values`` can fill in.
    private static let fields: [SignedField] = [
        .adNetworkID, .itunesItemID, .sourceAppID, .sourceDomain, .campaignID, .nonce, .timestamp,
    ]

    package init() {}

    /// Returns one ad for each fidelity type, made from an object and completed with the template's values.
    ///
    /// - Throws: The problem that the object has a nonce, which several ads would share.
    package func ads(from object: JSONView, nonce: (FidelityType?) -> String) throws(Problem) -> [AdValues] {
        var ad = AdValues(object)
        if ad[.version] == nil { ad[.version] = .string(version.rawValue) }
        let version: SKAdNetworkVersion? =
            if case .string(let name)? = ad[.version] { SKAdNetworkVersion(rawValue: name) } else { nil }
        for field in Self.fields where ad[field] == nil {
            // An ad has a source app or a source domain. The ad's own value takes precedence; otherwise the app does.
            if field == .sourceAppID, ad[.sourceDomain] != nil { continue }
            if field == .sourceDomain, ad[.sourceAppID] != nil { continue }
            ad[field] = values[field]
        }
        if let campaign, ad[.campaignID] == nil, ad[.sourceIdentifier] == nil {
            ad[version?.hasSourceIdentifier ?? true ? .sourceIdentifier : .campaignID] = campaign
        }
        // A version without fidelity types gets another one than that of all its ads too, which then breaks a rule.
        let isFidelityOpen =
            ad[.fidelityType] == nil && (version?.hasFidelity ?? true || self.fidelities != [.storeKitRendered])
        let fidelities: [FidelityType?] = isFidelityOpen ? fidelities : [nil]
        guard fidelities.count == 1 || ad[.nonce] == nil else {
            throw .value(found: "given", wanted: "left out: each fidelity type has its own")
                .at(SignedField.nonce.description, breaking: SignedAdRules.nonceReused)
        }
        return fidelities.map { fidelity in
            var ad = ad
            if let fidelity { ad[.fidelityType] = .number(String(fidelity.rawValue)) }
            if ad[.nonce] == nil { ad[.nonce] = .string(nonce(fidelity)) }
            return ad
        }
    }

    /// Whether the template has a value that is specific to an ad and has no other default.
    package var hasOwnValues: Bool {
        campaign != nil
            || [SignedField.itunesItemID, .sourceAppID, .sourceDomain, .campaignID].contains { values[$0] != nil }
    }

    /// The fields that an ad still lacks if the template alone makes it.
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
