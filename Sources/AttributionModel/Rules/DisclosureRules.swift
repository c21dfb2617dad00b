extension Disclosure.Field {
    /// The field of AdAttributionKit postbacks that corresponds to this one.
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

// MARK: - The rules by which something is withheld

extension Disclosure.Framework {
    /// Returns the rule that explains why a postback lacks a field for the given reason. Nil if there is none, because there is no value
    /// that could be disclosed.
    package func rule(for reason: Disclosure.Reason, _ field: Disclosure.Field) -> Rule? {
        typealias OfSKAdNetwork = PostbackDisclosureRules
        // The rules about tiers apply to requests, so most of them are shared by both frameworks.
        switch (reason, field) {
        case (.tier, _) where !hasTiers: return OfSKAdNetwork.threshold
        case (.tier, .publisher): return RequestRules.publisherTier
        case (.tier, .marketplaceIdentifier): return RequestRules.marketplaceTier
        case (.tier, .fine): return RequestRules.fineTier
        case (.tier, .coarse): return RequestRules.coarseTier
        case (.tier, .country): return either(BodyRules.countryPublisher, OfSKAdNetwork.countryTier)
        case (.countryTier, .country): return either(BodyRules.countryPublisher, nil)
        case (.window, .publisher): return either(PostbackRules.laterPublisher, OfSKAdNetwork.laterApp)
        case (.window, .fine): return either(BodyRules.laterFine, OfSKAdNetwork.laterFine)
        case (.window, .country): return either(BodyRules.laterCountry, OfSKAdNetwork.laterCountry)
        case (.nonwinning, .publisher): return either(PostbackRules.lostPublisher, OfSKAdNetwork.lostApp)
        case (.nonwinning, .fine): return either(BodyRules.lostFine, OfSKAdNetwork.lostFine)
        case (.nonwinning, .coarse): return either(BodyRules.lostCoarse, OfSKAdNetwork.lostCoarse)
        case (.nonwinning, .country): return either(nil, OfSKAdNetwork.lostCountry)
        case (.fineInstead, .coarse): return either(BodyRules.fineAndCoarse, OfSKAdNetwork.fineAndCoarse)
        default: return nil
        }
    }

    /// The rule that nonwinning postbacks have no later windows.
    var lostWindow: Rule? { either(PostbackRules.lostWindow, PostbackDisclosureRules.lostWindow) }

    /// The rule that a later postback has only two digits of the source identifier.
    var laterDigits: Rule? { either(PostbackRules.laterSource, PostbackDisclosureRules.laterDigits) }

    /// The rule about the number of digits of every source identifier.
    var sourceDigits: Rule? { either(PostbackRules.sourceDigits, SignedPostbackRules.sourceDigits) }

    private func either(
        _ ofAdAttributionKit: @autoclosure () -> Rule?, _ ofSKAdNetwork: @autoclosure () -> Rule?
    ) -> Rule? {
        self == .adAttributionKit ? ofAdAttributionKit() : ofSKAdNetwork()
    }
}

extension Disclosure.Reason {
    /// Returns a description of the reason.
    public func words(for field: Disclosure.Field) -> String { words(for: field, in: .adAttributionKit) }

    fileprivate func words(for field: Disclosure.Field, in framework: Disclosure.Framework) -> String {
        switch self {
        case .notSet: "no \(field.plainName) was set"
        case .noCountry: "no country is known"
        case .countryTier: "the country's crowd is below tier 3"
        default: framework.rule(for: self, field)?.summary ?? "there is no such field"
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
    /// Calls `body` for each optional field that a postback lacks, with the likely reason. There is none if no tier sends such a postback.
    package func forEachAbsence(_ body: (_ field: String, _ reason: String) -> Void) {
        guard digits != nil, !tiers.isEmpty else { return }
        if let reason = absenceOfDigits { body(PostbackField.sourceIdentifier.text, reason) }
        for field in Disclosure.Field.allCases where isPresent(field) == false {
            body(name(of: field), reason(ofAbsent: field))
        }
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
        return absence(of: field, row).words(for: field, in: framework)
    }

    /// The likely reason why the source identifier has fewer than four digits. Nil if it has four, or if no tier sends such a postback.
    private var absenceOfDigits: String? {
        guard let digits, SourceIdentifier.digitCounts.contains(digits), digits < 4, !tiers.isEmpty else { return nil }
        if isLater { return "a second or third postback has two digits in every tier" }
        let (these, more) = digits == 2 ? ("two", "three") : ("three", "four")
        let many = Disclosure.tiersOfManyDigits
        let low = tiers.isSubset(of: many) ? "" : "tier 1 at most"
        let lower = tiers.isDisjoint(with: many) ? "" : "in a lower tier than that of the last \(these)"
        let or = low.isEmpty || lower.isEmpty ? "" : " or "
        return "the crowd of the last \(more) digits is \(low)\(or)\(lower), or there are no more"
    }

    private func absence(of field: Disclosure.Field, _ row: Disclosure.Row) -> Disclosure.Reason {
        if let reason = reason(field) { return reason }
        guard !tiers.isDisjoint(with: row.tiers(isLater: isLater, didWin: didWin)) else { return .tier }
        return field == .country ? .countryTier : .notSet
    }
}
