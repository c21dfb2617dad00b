import Bytes
import StrictJSON

/// What the body around a signed postback satisfies [Identifying the parameters in a postback].
enum BodyRules {
    private static let rule = RuleBuilder(subject: .body, article: .identifyingPostbackParameters, isInBody: true)

    static let set = RuleSet(all, isInBody: true)

    static let all: [Rule] = [
        rule.missing(.jwsString), rule.missing(.adInteractionType),
        rule.string(.jwsString), rule.string(.adInteractionType), rule.integer(.conversionValue),
        rule.string(.coarseConversionValue), rule.string(.countryCode),

        rule.oneOf(.adInteractionType, ["click", "view"], "people tap or view an ad", misspellings: ["tap": "click"]),
        rule.range(.conversionValue, FineConversionValue.range, "a fine conversion value has six bits"),
        rule.oneOf(.coarseConversionValue, ["low", "medium", "high"], "a coarse conversion value has three steps"),
        countryForm, countryAssigned,

        fineAndCoarse, laterFine, laterCountry, lostFine, lostCoarse, reEngagementView, coarseDigits, coarsePublisher,
        countryPublisher, marketplaceAbsent,
        rule.unknownField(besides: Field.body) { name in
            Field.postback.hasField(named: name) ? "this field stands in the signed payload" : nil
        },
    ]

    private static let countryForm = rule.value(
        "country-code-form", .countryCode, .string, "countries are named by ISO 3166-1 alpha-2 codes",
        wanted: "two capital letters"
    ) { value in
        guard value.countryLetters == nil else { return nil }
        let capitals = value.string.uppercased()
        return Violation(
            value.excerpt, hint: CountryCode(capitals)?.isAssigned == true ? "did you mean \"\(capitals)\"?" : nil)
    }

    /// No error, since codes are assigned as countries come to be.
    private static let countryAssigned = rule.value(
        "country-code-assigned", .countryCode, .string, "a country code is one that ISO 3166-1 assigns",
        severity: .warning, wanted: "the code of a country"
    ) { value in
        guard let letters = value.countryLetters, !CountryCode.isAssigned(letters) else { return nil }
        return Violation(value.excerpt, hint: CountryCode.misnomers[value.string].map { "did you mean \"\($0)\"?" })
    }

    // MARK: - Conversion values

    static let fineAndCoarse = rule(
        "fine-and-coarse", .coarseConversionValue, "a postback has a fine or a coarse value, never both",
        wanted: "one of the two", isAboutOneValue: false
    ) { examination in
        // A nonwinning postback has neither, which other rules say of each.
        guard !examination.isLost, let coarse = examination.body[.coarseConversionValue],
            examination.body[.conversionValue] != nil
        else { return nil }
        return Violation("\(coarse.excerpt) beside \"conversion-value\"")
    }

    static let laterFine = rule(
        "later-conversion-value", .conversionValue, "only the first postback carries a fine value",
        wanted: "no such field", hint: "second and third postbacks carry a coarse value",
        article: .multipleConversionWindows, isAboutOneValue: false
    ) { examination in
        guard examination.disclosed?.reason(.fineValue) == .window else { return nil }
        return examination.body[.conversionValue].map { Violation($0.excerpt) }
    }

    static let laterCountry = rule(
        "later-country-code", .countryCode, "the article gives a country code to the first postback only",
        severity: .warning, wanted: "no such field", article: .multipleConversionWindows, isAboutOneValue: false
    ) { examination in
        guard examination.disclosed?.reason(.country) == .window else { return nil }
        return examination.body[.countryCode].map { Violation($0.excerpt) }
    }

    static let lostFine = lost(.conversionValue, .fineValue)
    static let lostCoarse = lost(.coarseConversionValue, .coarseValue)

    private static func lost(_ field: Field, _ disclosed: Disclosure.Field) -> Rule {
        rule(
            "lost-\(field.name)", field, "a nonwinning postback has no conversion value", wanted: "no such field",
            article: .receivingPostbacks, isAboutOneValue: false
        ) { examination in
            guard examination.disclosed?.reason(disclosed) == .nonwinning else { return nil }
            return examination.body[field].map { Violation($0.excerpt) }
        }
    }

    static let reEngagementView = rule(
        "re-engagement-interaction", .adInteractionType, "only a tap leads to a re-engagement", wanted: "\"click\"",
        article: .receivingPostbacks, isAboutOneValue: false
    ) { examination in
        guard examination.payload[.conversionType]?.isString("re-engagement") == true,
            let value = examination.body[.adInteractionType], value.isString("view")
        else { return nil }
        return Violation(value.excerpt)
    }

    // MARK: - Tiers of the first postback

    private static let coarseDigits = rule(
        "tier-coarse-source-identifier", .coarseConversionValue,
        "a first postback has a coarse value in tier 1, which leaves two digits of the source identifier",
        wanted: "no such field beside more than two digits", isAboutOneValue: false
    ) { examination in
        guard let fields = examination.firstPostback, let value = examination.coarseAlone, let digits = fields.digits,
            fields.contradicts(fields.tiers(.coarseValue, isThere: true), digits: digits)
        else { return nil }
        return Violation("\(value.excerpt) beside \(digits) digits of the source identifier")
    }

    private static let coarsePublisher = rule(
        "tier-coarse-publisher-item-identifier", .coarseConversionValue,
        "a first postback has a coarse value in tier 1, which does not name the publisher",
        wanted: "no such field beside \"publisher-item-identifier\"", isAboutOneValue: false
    ) { examination in
        guard let fields = examination.firstPostback, let value = examination.coarseAlone, fields.hasPublisher,
            fields.contradicts(fields.tiers(.coarseValue, isThere: true), .publisher, isThere: true)
        else { return nil }
        return Violation("\(value.excerpt) beside \"publisher-item-identifier\"")
    }

    /// No error, since only the table lets one conclude it.
    static let countryPublisher = rule(
        "tier-country-code", .countryCode, "only tier 3 has a country code, and it names the publisher",
        severity: .warning, wanted: "no such field without \"publisher-item-identifier\"",
        article: .multipleConversionWindows, isAboutOneValue: false
    ) { examination in
        guard let fields = examination.firstPostback, let value = examination.body[.countryCode] else { return nil }
        let tiers = fields.tiers(.country, isThere: true)
        // A nonwinning postback names no publisher in any tier, but in tier 3 the marketplace.
        let companions = [Disclosure.Field.publisher, .marketplace]
        guard
            let missing = companions.first(where: {
                fields.isThere($0) == false && fields.contradicts(tiers, $0, isThere: false)
            })
        else { return nil }
        return Violation(
            "\(value.excerpt) without \"\(missing.name)\"", wanted: "no such field without \"\(missing.name)\"")
    }

    private static let marketplaceAbsent = rule(
        "tier-conversion-value", nil, "only tier 0 leaves the marketplace out, and it gives no conversion value",
        wanted: "no such field without \"marketplace-identifier\"", isAboutOneValue: false
    ) { examination in
        // Where other fields tell of another tier, another rule says that the marketplace is missing.
        guard let fields = examination.firstPostback, fields.didWin, !fields.hasMarketplace, !fields.hasPublisher,
            fields.digits == 2
        else { return nil }
        let tiers = fields.tiers(.marketplace, isThere: false)
        for field in [Disclosure.Field.fineValue, .coarseValue] where fields.contradicts(tiers, field, isThere: true) {
            if let value = examination.body[field.description] {
                return Violation("\(value.excerpt) without \"marketplace-identifier\"", field: field.name)
            }
        }
        return nil
    }
}

extension Examination {
    /// The coarse value of a winning postback that has no fine one.
    fileprivate var coarseAlone: JSONView? {
        isLost || body[.conversionValue] != nil ? nil : body[.coarseConversionValue]
    }
}

extension JSONView {
    /// The place of a string of two capital letters among all such pairs, or nil.
    fileprivate var countryLetters: Int? { unsafe unescapedOrContent { unsafe CountryCode.letters($0) } }
}
