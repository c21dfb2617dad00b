extension Disclosure.Field {
    /// The corresponding field of AdAttributionKit postbacks.
    package var postbackField: Field {
        switch self {
        case .publisher: PostbackField.publisherItemIdentifier
        case .marketplaceIdentifier: PostbackField.marketplaceIdentifier
        case .fine: BodyField.conversionValue
        case .coarse: BodyField.coarseConversionValue
        case .country: BodyField.countryCode
        }
    }

    /// The field's name in AdAttributionKit.
    public var name: String { postbackField.text }
}

extension Disclosure.Reason {
    /// Returns the AdAttributionKit rule by which a field is withheld; nil if there is no rule, because there is no
    /// value to send.
    package func rule(for field: Disclosure.Field) -> Rule? {
        switch (self, field) {
        case (.tier, .publisher): RequestRules.publisherTier
        case (.tier, .marketplaceIdentifier): RequestRules.marketplaceTier
        case (.tier, .fine): RequestRules.fineTier
        case (.tier, .coarse): RequestRules.coarseTier
        case (.tier, .country), (.countryTier, .country): BodyRules.countryPublisher
        case (.window, .publisher): PostbackRules.laterPublisher
        case (.window, .fine): BodyRules.laterFine
        case (.window, .country): BodyRules.laterCountry
        case (.nonwinning, .publisher): PostbackRules.lostPublisher
        case (.nonwinning, .fine): BodyRules.lostFine
        case (.nonwinning, .coarse): BodyRules.lostCoarse
        case (.fineInstead, .coarse): BodyRules.fineAndCoarse
        default: nil
        }
    }

    /// Returns a description of the reason.
    public func words(for field: Disclosure.Field) -> String {
        switch self {
        case .notSet: "no \(field.plainName) was set"
        case .noCountry: "no country is known"
        case .countryTier: "the country's crowd is below tier 3"
        default: rule(for: field)?.summary ?? "there is no such field"
        }
    }
}

extension Disclosure.Field {
    fileprivate var plainName: String {
        switch self {
        case .publisher: "publisher"
        case .marketplaceIdentifier: "marketplace"
        case .fine: "fine value"
        case .coarse: "coarse value"
        case .country: "country"
        }
    }
}

extension DisclosedFields {
    /// The missing optional fields of a postback with the likely reasons; empty if no tier sends such a postback.
    package var absences: [(field: String, reason: String)] {
        guard digits != nil, !tiers.isEmpty else { return [] }
        let absent = Disclosure.Field.allCases.filter { isPresent($0) == false }
        return (absenceOfDigits.map { [(PostbackField.sourceIdentifier.text, $0)] } ?? [])
            + absent.map { (name(of: $0), reason(ofAbsent: $0)) }
    }

    private func name(of field: Disclosure.Field) -> String {
        guard framework == .skAdNetwork else { return field.name }
        return field.skAdNetworkField(isWeb: false)?.description ?? field.name
    }

    private func reason(ofAbsent field: Disclosure.Field) -> String {
        let row = Disclosure.row(field, framework)
        if reason(field) == nil, isLater, row.isOpenLater {
            return "the article leaves open whether later postbacks have it"
        }
        let reason = absence(of: field, row)
        guard framework == .skAdNetwork, ![.notSet, .noCountry, .countryTier].contains(reason) else {
            return reason.words(for: field)
        }
        return reason.skAdNetworkRule(for: field)?.summary ?? reason.words(for: field)
    }

    /// The likely reason why the source identifier has fewer than four digits; nil if it has four, or no tier sends such a postback.
    private var absenceOfDigits: String? {
        guard let digits, SourceIdentifier.digitCounts.contains(digits), digits < 4, !tiers.isEmpty else { return nil }
        if isLater { return "a second or third postback has two digits in every tier" }
        let (these, more) = digits == 2 ? ("two", "three") : ("three", "four")
        let low = tiers.isSubset(of: Disclosure.tiersOfManyDigits) ? nil : "tier 1 at most"
        let lower =
            tiers.isDisjoint(with: Disclosure.tiersOfManyDigits)
            ? nil : "in a lower tier than that of the last \(these)"
        return
            "the crowd of the last \(more) digits is \([low, lower].compactMap(\.self).joined(separator: " or ")), or there are no more"
    }

    private func absence(of field: Disclosure.Field, _ row: Disclosure.Row) -> Disclosure.Reason {
        if let reason = reason(field) { return reason }
        guard !tiers.isDisjoint(with: row.tiers(isLater: isLater, didWin: didWin)) else { return .tier }
        return field == .country ? .countryTier : .notSet
    }
}
