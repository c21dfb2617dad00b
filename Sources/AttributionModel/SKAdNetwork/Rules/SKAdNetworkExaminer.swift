import AttributionBase

extension RuleCatalogue {
    package static let skAdNetwork = RuleCatalogue(SignedAdRules.all + SignedPostbackRules.all)
}

/// Checks ads and postbacks against the rules, one at a time, with reused memory. Use one instance per thread.
package struct SKAdNetworkExaminer {
    private var examination = Examination()
    private let limit: Int

    package init(limit: Int = Findings.defaultLimit) { self.limit = limit }

    /// Returns all faults of a signed object, except whether its signature is valid.
    ///
    /// - Parameter now: The time after which a timestamp is in the future; nil for no limit.
    package mutating func findings(of object: JSONView, as form: SignedForm, now: Timestamp?) -> Findings {
        switch form {
        case .postback: return findings(object, SignedShape.postback, SignedPostbackRules.set, now)
        case .ad(.json): return findings(object, SignedShape.ad, SignedAdRules.set, now)
        case .ad(let form):
            let rules = form == .openRTB ? SignedAdRules.inBids : SignedAdRules.set
            return findings(of: object, as: form, rules, now)
        }
    }

    /// Returns the faults in the values of an OpenRTB ad, with OpenRTB's field names.
    package mutating func findings(ofValuesInBid ad: JSONView, now: Timestamp) -> Findings {
        findings(of: ad, as: .openRTB, SignedAdRules.ofValuesInBids, now)
    }

    /// Returns all faults of an ad that is not signed yet, with the names of Apple's articles.
    package mutating func findings(ofUnsigned ad: JSONView, now: Timestamp) -> Findings {
        findings(ad, SignedShape.ad, SignedAdRules.unsigned, now)
    }

    /// The data tiers that fit the last examined postback, highest first; nil unless it is a postback of version 4.0,
    /// the first version with tiers.
    package var tiers: [DataTier]? { postbackOfTiers?.tiers.descending }

    /// The reasons why optional fields of that postback may be absent.
    package var absences: [(field: String, reason: String)] {
        guard let postbackOfTiers else { return [] }
        let digits = postbackOfTiers.absenceOfDigits.map { [(SignedField.sourceIdentifier.description, $0)] } ?? []
        let absences = postbackOfTiers.absences { reason, field in
            switch reason {
            case .notSet, .noCountry, .countryTier: reason.words(for: field)
            default: reason.skAdNetworkRule(for: field)?.summary ?? reason.words(for: field)
            }
        }
        return digits
            + absences.compactMap { absence in
                absence.field.skAdNetworkField(isWeb: false).map { ($0.description, absence.reason) }
            }
    }

    private var postbackOfTiers: DisclosedFields? {
        guard examination.hasLoaded(SignedShape.postback), let fields = examination.disclosedFields,
            examination.skAdNetworkVersion(SignedPostbackRules.version)?.hasTiers == true, fields.digits != nil,
            let index = examination[SignedPostbackRules.index]?.unsignedInteger, index <= 2
        else { return nil }
        return fields
    }

    private mutating func findings(
        _ object: JSONView, _ shape: ObjectShape, _ rules: RuleSet, _ now: Timestamp?
    ) -> Findings {
        examination.clear()
        examination.now = now?.milliseconds ?? .max
        examination.load(object, as: shape)
        var findings = Findings(limit: limit)
        rules.examine(examination, &findings)
        return findings
    }

    /// Examines an ad in another form: the rules see the names of Apple's articles, the findings have the names of the
    /// form.
    private mutating func findings(
        of object: JSONView, as form: AdForm, _ rules: RuleSet, _ now: Timestamp?
    ) -> Findings {
        let plain = AdValues(object, as: form).plainObject(besides: object, form)
        var found = (plain.withView { findings($0, SignedShape.ad, rules, now) } ?? .unreadable("*")).changing {
            finding in
            let name = SignedField.allCases.first { "\($0.name)" == finding.field }.flatMap { form.name(of: $0) }
            return finding.moved(to: name.map { "\($0)" } ?? finding.field)
        }
        if form != .openRTB {
            // These members have names of the articles, which mean nothing in this form.
            for member in object.members
            where member.value.kind != .null && form.field(named: member.name) == nil
                && AdForm.json.field(named: member.name) != nil
            {
                found.append(Finding(SignedAdRules.unknownField, field: member.name.string, found: "unknown"))
            }
        }
        return found
    }
}
