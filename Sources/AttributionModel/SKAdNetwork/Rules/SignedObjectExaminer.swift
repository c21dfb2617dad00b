import AttributionBase

extension RuleCatalogue {
    package static let skAdNetwork = RuleCatalogue(SignedAdRules.all + SignedPostbackRules.all)
}

extension Examiner {
    /// Returns all faults of a signed object, except whether its signature is valid.
    package mutating func findings(of signed: SignedObject, now: Timestamp?) -> Findings {
        switch signed.form {
        case .postback: return findings(signed.object, SignedField.postbackShape, SignedPostbackRules.set, now)
        case .ad(.json): return findings(signed.object, SignedField.adShape, SignedAdRules.set, now)
        case .ad(let form):
            let rules = form == .openRTB ? SignedAdRules.inBids : SignedAdRules.set
            return findings(of: signed, as: form, rules, now)
        }
    }

    /// Returns the faults in the values of an OpenRTB ad, with OpenRTB's field names.
    mutating func findings(ofValuesInBid ad: SignedObject, now: Timestamp) -> Findings {
        findings(of: ad, as: .openRTB, SignedAdRules.ofValuesInBids, now)
    }

    /// Returns all faults of an ad that is not signed yet, with the names of Apple's articles.
    ///
    /// - Parameter object: What the ad was read from, which may have other members.
    package mutating func findings(
        ofUnsigned ad: AdValues, besides object: SignedObject? = nil, now: Timestamp
    ) -> Findings {
        findings(of: ad, besides: object, as: .json, SignedAdRules.unsigned, now)
    }

    /// Checks values under the names of Apple's articles. Rules read only scanned texts, and these values are in none, or have other names
    /// there.
    private mutating func findings(
        of ad: AdValues, besides object: SignedObject?, as form: AdForm, _ rules: RuleSet, _ now: Timestamp?
    ) -> Findings {
        ad.plainObject(besides: object, form).withView { findings($0, SignedField.adShape, rules, now) }
            ?? .unreadable("*")
    }

    private mutating func findings(
        _ object: JSONView, _ shape: ObjectShape, _ rules: RuleSet, _ now: Timestamp?
    ) -> Findings {
        examination.clear()
        examination.now = now?.milliseconds ?? .max
        examination.load(object, as: shape)
        return findings(of: rules)
    }

    /// Checks an ad in another form. Rules see the names of Apple's articles, and findings have the names of the form.
    private mutating func findings(
        of object: SignedObject, as form: AdForm, _ rules: RuleSet, _ now: Timestamp?
    ) -> Findings {
        let plain = findings(of: AdValues(object, as: form), besides: object, as: form, rules, now)
        var found = plain.changing { finding in
            let name = SignedField.allCases.first { "\($0.name)" == finding.field }.flatMap { form.name(of: $0) }
            return finding.moved(to: name.map { "\($0)" } ?? finding.field)
        }
        if form != .openRTB {
            // In this form, the names of the articles on signatures have no meaning.
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
