import AttributionBase

/// The default values for all ads of a run.
package struct AdTemplate: Sendable {
    /// The version of ads that do not state one.
    package var version = SKAdNetworkVersion.standard
    /// The fidelity types of an ad that does not state one. One ad is made for each.
    package var fidelities = [FidelityType.storeKitRendered]
    /// The values of fields that an ad lacks: network, item, source, campaign ID, nonce and timestamp.
    package var values = AdValues()
    /// The source identifier of ads that lack one. Before version 4.0, it is the campaign ID.
    package var campaign: JSONValue?

    /// The fields for which ``values`` has defaults.
    private static let fields: [SignedField] = [
        .adNetworkID, .itunesItemID, .sourceAppID, .sourceDomain, .campaignID, .nonce, .timestamp,
    ]

    package init() {}

    /// Returns one ad for each fidelity type. The ads have the given values, and those of the template for what is missing.
    ///
    /// - Throws: The problem that several ads would share the given nonce.
    package func ads(from given: AdValues, nonce: (FidelityType?) -> String) throws(Problem) -> [AdValues] {
        var ad = given
        if ad[.version] == nil { ad[.version] = .string(version.rawValue) }
        let version: SKAdNetworkVersion? =
            if case .string(let name)? = ad[.version] { SKAdNetworkVersion(rawValue: name) } else { nil }
        for field in Self.fields where ad[field] == nil {
            // An ad has either a source app or a source domain. The object's own one takes precedence, then the template's app.
            if field == .sourceAppID, ad[.sourceDomain] != nil { continue }
            if field == .sourceDomain, ad[.sourceAppID] != nil { continue }
            ad[field] = values[field]
        }
        if let campaign, ad[.campaignID] == nil, ad[.sourceIdentifier] == nil {
            ad[version?.hasSourceIdentifier ?? true ? .sourceIdentifier : .campaignID] = campaign
        }
        // A version without fidelity types gets one only if it was requested explicitly. It then breaks a rule.
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

    /// Returns the problem of a value of the template that contradicts a device's request, of which the values of the answer are given; nil
    /// if there is none.
    package func contradiction(of request: AdValues) -> Problem? {
        let field = [SignedField.sourceAppID, .campaignID, .sourceDomain, .nonce].first {
            values[$0] != nil && values[$0] != request[$0]
        }
        if let field, let value = values[field] {
            let own = request[field].map { "the request has \($0.text)" } ?? "the answer for a web ad has none"
            return .value(found: value.text, wanted: "absent: \(own)", .then(", but \(own)"))
                .at(field.description, breaking: InputRules.webAdRequest)
        }
        guard fidelities != [.storeKitRendered] else { return nil }
        return .value(found: "not 1", wanted: "1", .then(", with which every web ad is signed"))
            .at(SignedField.fidelityType.description, breaking: InputRules.webAdRequest)
    }

    /// Whether the template has a value that belongs to a single ad and has no other default.
    package var hasOwnValues: Bool {
        campaign != nil
            || [SignedField.itunesItemID, .sourceAppID, .sourceDomain, .campaignID].contains { values[$0] != nil }
    }

    /// The fields that an ad, or only its link, would lack if it were made from the template alone.
    package func absentFields(ofLink isLink: Bool = false) -> [SignedField] {
        var absent: [SignedField] = []
        if values[.itunesItemID] == nil { absent.append(.itunesItemID) }
        if isLink { return absent + (values[.sourceDomain] == nil ? [.sourceDomain] : []) }
        if version.hasSourceApp, values[.sourceAppID] == nil, values[.sourceDomain] == nil {
            absent.append(.sourceAppID)
        }
        if campaign == nil, values[.campaignID] == nil {
            absent.append(version.hasSourceIdentifier ? .sourceIdentifier : .campaignID)
        }
        return absent
    }
}
