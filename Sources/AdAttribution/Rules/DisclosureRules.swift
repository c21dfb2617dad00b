import Rules

extension Disclosure.Field {
    /// The field as AdAttributionKit describes it.
    var description: Field {
        switch self {
        case .publisher: PostbackField.publisherItemIdentifier
        case .marketplace: PostbackField.marketplaceIdentifier
        case .fineValue: BodyField.conversionValue
        case .coarseValue: BodyField.coarseConversionValue
        case .country: BodyField.countryCode
        }
    }

    /// The field's name in AdAttributionKit.
    public var name: String { description.text }
}

extension Disclosure.Reason {
    /// The rule of AdAttributionKit by which a field is withheld; nil where no rule is needed, since there is nothing to
    /// tell.
    public func rule(for field: Disclosure.Field) -> Rule? {
        switch (self, field) {
        case (.tier, .publisher): RequestRules.publisherTier
        case (.tier, .marketplace): RequestRules.marketplaceTier
        case (.tier, .fineValue): RequestRules.fineTier
        case (.tier, .coarseValue): RequestRules.coarseTier
        case (.tier, .country), (.countryTier, .country): BodyRules.countryPublisher
        case (.window, .publisher): PostbackRules.laterPublisher
        case (.window, .fineValue): BodyRules.laterFine
        case (.window, .country): BodyRules.laterCountry
        case (.nonwinning, .publisher): PostbackRules.lostPublisher
        case (.nonwinning, .fineValue): BodyRules.lostFine
        case (.nonwinning, .coarseValue): BodyRules.lostCoarse
        case (.fineInstead, .coarseValue): BodyRules.fineAndCoarse
        default: nil
        }
    }

    /// The reason in words.
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
        case .marketplace: "marketplace"
        case .fineValue: "fine value"
        case .coarseValue: "coarse value"
        case .country: "country"
        }
    }
}

extension Examination {
    /// Why each optional field that the postback lacks may be lacking.
    var absences: [(field: String, reason: String)] {
        guard let fields = disclosed, fields.digits != nil, !fields.tiers.isEmpty else { return [] }
        return Disclosure.Field.allCases.filter { fields.isThere($0) == false }.map { field in
            (field.name, fields.words(onAbsent: field))
        }
    }
}

extension DisclosedFields {
    fileprivate func words(onAbsent field: Disclosure.Field) -> String {
        if let reason = reason(field) { return reason.words(for: field) }
        let row = Disclosure.row(field, framework)
        if isLater, row.isOpenLater { return "the article leaves open whether later postbacks have it" }
        guard !tiers.isDisjoint(with: row.tiers(isLater: isLater, didWin: didWin)) else {
            return Disclosure.Reason.tier.words(for: field)
        }
        return (field == .country ? Disclosure.Reason.countryTier : .notSet).words(for: field)
    }
}
