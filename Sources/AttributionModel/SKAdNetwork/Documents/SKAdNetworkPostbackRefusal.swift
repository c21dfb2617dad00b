extension SKAdNetworkPostbackRequest {
    /// The rule by which the version, tier, window or outcome forbids a requested value; nil if all values are allowed.
    public var refusal: Rule? { refusal(isSeries: false) ?? sourceDigitsRefusal }

    /// Returns the rule by which version, tier, window or outcome forbids a requested value; nil if there is none.
    package func refusal(isSeries: Bool) -> Rule? {
        if !didWin, !version.hasPlaceInPostbacks(for: .didWin) { return SignedPostbackRules.didWinVersion }
        if !window.isFirst, !version.hasPlaceInPostbacks(for: .postbackSequenceIndex) {
            return SignedPostbackRules.sequenceIndexVersion
        }
        if !didWin, !window.isFirst { return PostbackDisclosureRules.lostWindow }
        if !disclosure.isPostback { return RequestRules.laterTier }
        let asked: [(field: Disclosure.Field, isAsked: Bool)] = [
            (.fine, fine != nil), (.coarse, coarse != nil), (.country, country != nil),
        ]
        for case (let field, true) in asked {
            if field == .coarse, version.discloses(.coarseConversionValue), didWin, fine != nil, !isSeries {
                return PostbackDisclosureRules.fineAndCoarse
            }
            if let refusal = refusal(of: field, isSeries: isSeries) { return refusal }
        }
        return nil
    }

    /// Returns the rule by which version, tier, window or outcome omits a field; nil if the field is sent.
    package func refusal(of field: Disclosure.Field, isSeries: Bool = false) -> Rule? {
        guard !discloses(field) else { return nil }
        if let rule = versionRule(of: field) { return rule }
        guard let reason = disclosure.absence(of: field) else { return nil }
        if isSeries {
            for window in ConversionWindow.allCases {
                var other = self
                other.window = window
                if other.disclosure.isPostback, other.discloses(field) { return nil }
            }
        }
        if !version.hasTiers, reason == .tier { return PostbackDisclosureRules.threshold }
        return reason.skAdNetworkRule(for: field)
    }

    /// Returns the rule by which the version lacks the field in every tier; nil if the version has the field.
    private func versionRule(of field: Disclosure.Field) -> Rule? {
        guard let signed = field.skAdNetworkField(isWeb: false) else { return nil }
        if field == .country { return version.discloses(signed) ? nil : PostbackDisclosureRules.countryVersion }
        guard !version.hasPlaceInPostbacks(for: signed) else { return nil }
        return switch field {
        case .publisher: SignedPostbackRules.sourceAppIDVersion
        case .fine: SignedPostbackRules.conversionValueVersion
        case .coarse: SignedPostbackRules.coarseConversionValueVersion
        case .country, .marketplaceIdentifier: nil
        }
    }

    /// The rule by which tier or window leaves fewer digits of the source identifier than ``sourceDigits``; nil if it
    /// does not.
    package var sourceDigitsRefusal: Rule? {
        sourceDigits.flatMap { disclosure.refusal(ofDigits: $0, later: PostbackDisclosureRules.laterDigits) }
    }

    /// The rules that the resulting postback breaks, including warnings.
    public var findings: Findings {
        var examiner = Examiner()
        // These rules do not check whether a signature is valid, only that there is one.
        let found = object(signature: "MAYCAQECAQE=").withView {
            examiner.findings(of: $0, as: .postback, now: nil)
        }
        return found ?? .unreadable("*")
    }
}

extension Disclosure.Reason {
    /// Returns the SKAdNetwork rule by which a field is withheld. The rules of tiers are common to both frameworks,
    /// because they are about the request.
    func skAdNetworkRule(for field: Disclosure.Field) -> Rule? {
        switch (self, field) {
        case (.tier, .country): PostbackDisclosureRules.countryTier
        case (.tier, _): rule(for: field)
        case (.window, .publisher): PostbackDisclosureRules.laterApp
        case (.window, .fine): PostbackDisclosureRules.laterFine
        case (.window, .country): PostbackDisclosureRules.laterCountry
        case (.nonwinning, .publisher): PostbackDisclosureRules.lostApp
        case (.nonwinning, .fine): PostbackDisclosureRules.lostFine
        case (.nonwinning, .coarse): PostbackDisclosureRules.lostCoarse
        case (.nonwinning, .country): PostbackDisclosureRules.lostCountry
        default: nil
        }
    }
}
