import AdAttribution
import AttributionJSON
import AttributionRules

extension RuleCatalogue {
    /// The rules of SKAdNetwork's ads and postbacks.
    public static let skAdNetwork = RuleCatalogue(SignedAdRules.all + SignedPostbackRules.all)
}

/// Checks one ad or postback after another against the rules, reusing its memory. One a thread.
package struct SKAdNetworkExaminer {
    private var examination = Examination()
    private let limit: Int

    package init(limit: Int = Findings.defaultLimit) { self.limit = limit }

    /// Everything that is wrong with a signed object, but whether its signature holds.
    ///
    /// - Parameter now: the moment after which a timestamp lies in the future.
    package mutating func findings(of object: JSONView, as form: SignedForm, now: Timestamp) -> Findings {
        switch form {
        case .postback: return findings(object, SignedShape.postback, SignedPostbackRules.set, now)
        case .ad(.json): return findings(object, SignedShape.ad, SignedAdRules.set, now)
        case .ad(let form):
            let rules = form == .openRTB ? SignedAdRules.inBids : SignedAdRules.set
            return findings(of: object, as: form, rules, now)
        }
    }

    /// What is wrong with the values of an ad in OpenRTB, by its names.
    package mutating func findings(ofValuesInBid ad: JSONView, now: Timestamp) -> Findings {
        findings(of: ad, as: .openRTB, SignedAdRules.ofValuesInBids, now)
    }

    /// Everything that is wrong with an ad that is still to be signed, by the names of Apple's articles.
    package mutating func findings(ofUnsigned ad: JSONView, now: Timestamp) -> Findings {
        findings(ad, SignedShape.ad, SignedAdRules.unsigned, now)
    }

    /// The data tiers that the postback looked at last fits, highest first; nil for what is none of version 4.0, the first
    /// that knows tiers.
    package var tiers: [DataTier]? { postbackOfTiers?.tiers.descending }

    /// Why each absent optional field of that postback may be absent.
    package var absences: [(field: String, reason: String)] {
        let absences = postbackOfTiers?.absences { reason, field in
            switch reason {
            case .notSet, .noCountry, .countryTier: reason.words(for: field)
            default: reason.skAdNetworkRule(for: field)?.summary ?? reason.words(for: field)
            }
        }
        return (absences ?? []).compactMap { absence in
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
        _ object: JSONView, _ shape: ObjectShape, _ rules: RuleSet, _ now: Timestamp
    ) -> Findings {
        examination.clear()
        examination.now = now.milliseconds
        examination.load(object, as: shape)
        var findings = Findings(limit: limit)
        rules.examine(examination, &findings)
        return findings
    }

    /// The same in another form: by the article's names, and told by the form's own.
    private mutating func findings(
        of object: JSONView, as form: AdForm, _ rules: RuleSet, _ now: Timestamp
    ) -> Findings {
        let plain = AdValues(object, as: form).plainObject(besides: object, form)
        var found = (plain.withView { findings($0, SignedShape.ad, rules, now) } ?? .unreadable("*")).changing {
            finding in
            let name = SignedField.allCases.first { "\($0.name)" == finding.field }.flatMap { form.name(of: $0) }
            return Finding(
                finding.rule, field: name.map { "\($0)" } ?? finding.field, found: finding.found,
                wanted: finding.wanted, hint: finding.hint)
        }
        if form != .openRTB {
            // By the articles' names they would be what they are not here.
            var members = object.members
            while let member = members.next() {
                guard form.field(named: member.name) == nil, AdForm.json.field(named: member.name) != nil else {
                    continue
                }
                found.append(Finding(SignedAdRules.unknownField, field: member.name.string, found: "unknown"))
            }
        }
        return found
    }
}
