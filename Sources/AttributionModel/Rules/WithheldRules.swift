import AttributionBase

/// The kinds of rules about what a tier, a window or an outcome withholds from a postback, in either framework.
extension RuleBuilder {
    func later(
        _ id: String, _ field: Field, _ disclosed: Disclosure.Field, _ summary: String,
        severity: Rule.Severity = .error, hint: String? = nil
    ) -> Rule {
        withheld(id, field, disclosed, .window, summary, severity, "absent in windows 2 and 3", hint: hint)
    }

    func lost(
        _ id: String, _ field: Field, _ disclosed: Disclosure.Field,
        _ summary: String = "a nonwinning postback must not have a conversion value", severity: Rule.Severity = .error
    ) -> Rule {
        let wanted = "absent where \"\(PostbackField.didWin.name)\" is false"
        return withheld(id, field, disclosed, .nonwinning, summary, severity, wanted)
    }

    private func withheld(
        _ id: String, _ field: Field, _ disclosed: Disclosure.Field, _ reason: Disclosure.Reason,
        _ summary: String, _ severity: Rule.Severity, _ wanted: String, hint: String? = nil
    ) -> Rule {
        self(
            id, field, summary, severity: severity, wanted: wanted, hint: hint, isAboutOneValue: false,
            quick: .isAbsent(field)
        ) { examination in
            guard let value = examination[field], examination.disclosed?.reason(disclosed) == reason else {
                return nil
            }
            return Problem(value.excerpt)
        }
    }

    func laterDigits(_ id: String, _ field: Field, _ summary: String, wanted: String) -> Rule {
        self(id, field, summary, wanted: wanted, ending: .have, isAboutOneValue: false) { examination in
            guard let fields = examination.disclosed, fields.isLater, let digits = fields.digits,
                SourceIdentifier.digitCounts.contains(digits), fields.tiers(digits: digits).isEmpty,
                let value = examination[field]
            else { return nil }
            return Problem(value.excerpt)
        }
    }

    func coarseDigits(_ id: String, _ field: Field) -> Rule {
        self(
            id, field,
            "a first postback with a coarse value (tier 1) must have only two digits of the source identifier",
            wanted: "absent if there are more than two digits",
            ending: .then("; a postback with a coarse value (tier 1) has two"),
            isAboutOneValue: false, quick: .isAbsent(field)
        ) { examination in
            guard let (fields, value) = examination.coarseOfFirst(field), let digits = fields.digits,
                fields.contradicts(fields.tiers(.coarse, isPresent: true), digits: digits)
            else { return nil }
            return Problem("\(value.excerpt) with a source identifier of \(digits) digits")
        }
    }

    /// Creates a rule that a postback with a coarse value does not name the place where the ad was shown.
    func coarse(
        _ id: String, _ field: Field, beside place: Field, _ what: String, severity: Rule.Severity = .error
    ) -> Rule {
        self(
            id, field,
            "a first postback with a coarse value (tier 1) \(severity == .error ? "must" : "should") not name the \(what)",
            severity: severity, wanted: "absent if \"\(place.name)\" is present", ending: .onlyOne(severity),
            isAboutOneValue: false,
            quick: .isAbsent(field)
        ) { examination in
            guard let (fields, value) = examination.coarseOfFirst(field), examination[place] != nil,
                fields.contradicts(fields.tiers(.coarse, isPresent: true), .publisher, isPresent: true)
            else { return nil }
            return Problem("\(value.excerpt), and \"\(place.name)\" is present too")
        }
    }

    // MARK: - Values

    func fineValue(_ id: String, _ field: Field) -> Rule {
        range(id, field, FineConversionValue.range, "a fine conversion value must be from 0 to 63")
    }

    func sourceDigits(_ id: String, _ field: Field) -> Rule {
        value(
            id, field, "the source identifier must have the two, three or four digits that crowd anonymity allows",
            wanted: "two to four digits", ending: .have
        ) { value in
            if let count = value.digitCount, SourceIdentifier.digitCounts.contains(count) { return nil }
            return Problem(value.excerpt)
        }
    }

    func coarseValue(_ id: String, _ field: Field) -> Rule {
        oneOf(id, field, ["low", "medium", "high"], "a coarse conversion value must be low, medium or high")
    }

    func country(_ id: String, _ field: Field) -> Rule {
        value(
            id, field, "a country code must be two capital letters, as in ISO 3166-1 alpha-2",
            wanted: "two capital letters", quick: .isAbsent(field)
        ) { value in
            guard CountryCode(text: value.string) == nil else { return nil }
            let capitals = value.string.uppercased()
            return Problem(
                value.excerpt,
                hint: CountryCode(text: capitals)?.isAssigned == true ? "did you mean \"\(capitals)\"?" : nil)
        }
    }
}

extension Examination {
    /// The coarse value of a winner's first postback without a fine value; nil for any other input.
    fileprivate func coarseOfFirst(_ coarse: Field) -> (fields: DisclosedFields, value: JSONView)? {
        guard let value = self[coarse], let fields = firstPostback, fields.didWin, fields.isPresent(.fine) == false
        else { return nil }
        return (fields, value)
    }
}
