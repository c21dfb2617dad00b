import AttributionBase
import AttributionCrypto

/// The rules for the body around a signed postback [Identifying the parameters in a postback].
package enum BodyRules {
    private typealias Name = BodyField

    private static let rule = citing(.identifyingPostbackParameters)

    private static func citing(_ article: Article) -> RuleBuilder { RuleBuilder(subject: .body, article: article) }

    static let set = RuleSet(all)

    package static let all: [Rule] =
        rule.presenceAndType(of: Name.shape.fields, named: named) + [
            adInteractionTypeValue, conversionValueRange, coarseConversionValueValue, countryForm, countryAssigned,
            fineAndCoarse, laterFine, laterCountry, lostFine, lostCoarse, reEngagementView, coarseDigits,
            coarsePublisher, countryPublisher, marketplaceAbsent, unknownField,
        ]

    // MARK: - Values

    package static let adInteractionTypeValue = rule.oneOf(
        "body-ad-interaction-type-value", Name.interactionType, ["click", "view"],
        "the interaction must be a click or a view",
        misspellings: ["tap": "click"])
    package static let conversionValueRange = rule.fineValue("body-conversion-value-range", Name.conversionValue)
    package static let coarseConversionValueValue = rule.coarseValue(
        "body-coarse-conversion-value-value", Name.coarseConversionValue)
    package static let unknownField = rule.unknownField("body-unknown-field", of: Name.shape) { name in
        PostbackField.shape.field(named: name) == nil ? nil : "this field belongs in the signed payload"
    }

    /// The rules that tie fields to a tier, a window, an outcome, the interaction or each other.
    static let ties = [
        fineAndCoarse, laterFine, laterCountry, lostFine, lostCoarse, reEngagementView, coarseDigits, coarsePublisher,
        countryPublisher, marketplaceAbsent,
    ]

    private static let named = [
        tokenMissing, adInteractionTypeMissing, tokenType, adInteractionTypeType, conversionValueType,
        coarseConversionValueType, countryType,
    ]

    package static let tokenMissing = rule.missing(Name.token)
    package static let tokenType = rule.jsonType(Name.token, hints: false, suspicion: .otherForm)
    package static let adInteractionTypeMissing = rule.missing(Name.interactionType)
    package static let adInteractionTypeType = rule.jsonType(Name.interactionType)
    package static let conversionValueType = rule.jsonType(Name.conversionValue)
    package static let coarseConversionValueType = rule.jsonType(Name.coarseConversionValue)
    package static let countryType = rule.jsonType(Name.countryCode)

    package static let countryForm = rule.country("body-country-code-form", Name.countryCode)

    /// Only a warning, because new countries may get codes.
    package static let countryAssigned = rule.value(
        "body-country-code-assigned", Name.countryCode, "the country code should be one that ISO 3166-1 assigns",
        severity: .warning, wanted: "the code of a country"
    ) { value in
        guard let code = CountryCode(text: value.string), !code.isAssigned else { return nil }
        return Problem(value.excerpt, hint: CountryCode.misnomers[value.string].map { "did you mean \"\($0)\"?" })
    }

    // MARK: - Conversion values

    package static let fineAndCoarse = rule(
        "body-fine-and-coarse", Name.coarseConversionValue, "a postback must not have both a fine and a coarse value",
        wanted: "only one of the two", ending: .onlyOne(.error), isAboutOneValue: false
    ) { examination in
        // Nonwinning postbacks have neither value; other rules report each of them.
        guard !examination.isLost, let coarse = examination[Name.coarseConversionValue], !coarse.isEmptyText,
            examination[Name.conversionValue] != nil
        else { return nil }
        return Problem("\(coarse.excerpt), and \"\(Name.conversionValue.name)\" is present too")
    }

    package static let laterFine = citing(.multipleConversionWindows).later(
        "body-later-conversion-value", Name.conversionValue, .fine, "only the first postback may have a fine value",
        hint: "second and third postbacks have a coarse value")

    package static let laterCountry = citing(.multipleConversionWindows).later(
        "body-later-country-code", Name.countryCode, .country,
        "only the first postback should have a country code", severity: .warning)

    package static let lostFine = citing(.updatingConversionValues).lost(
        "body-lost-conversion-value", Name.conversionValue, .fine)

    package static let lostCoarse = citing(.updatingConversionValues).lost(
        "body-lost-coarse-conversion-value", Name.coarseConversionValue, .coarse)

    package static let reEngagementView = rule(
        "body-re-engagement-interaction", Name.interactionType, "the interaction of a re-engagement must be a click",
        wanted: "\"click\"",
        article: .receivingPostbacks, isAboutOneValue: false
    ) { examination in
        guard examination[PostbackField.conversionType]?.isString("re-engagement") == true,
            let value = examination[Name.interactionType], value.isString("view")
        else { return nil }
        return Problem(value.excerpt)
    }

    // MARK: - Tiers of the first postback

    package static let coarseDigits = rule.coarseDigits(
        "body-tier-coarse-source-identifier", Name.coarseConversionValue)

    package static let coarsePublisher = rule.coarse(
        "body-tier-coarse-publisher-item-identifier", Name.coarseConversionValue,
        beside: PostbackField.publisherItemIdentifier, "publisher")

    /// Only a warning, because it is inferred from the disclosure table.
    package static let countryPublisher = rule(
        "body-tier-country-code", Name.countryCode,
        "a country code should occur only in tier 3, where a winning postback also names publisher and marketplace",
        severity: .warning, wanted: "absent without \"\(PostbackField.publisherItemIdentifier.name)\"",
        article: .multipleConversionWindows, isAboutOneValue: false
    ) { examination in
        guard let fields = examination.firstPostback, let value = examination[Name.countryCode] else { return nil }
        let tiers = fields.tiers(.country, isPresent: true)
        // A nonwinning postback never names the publisher, but in tier 3 it names the marketplace.
        let companions = [Disclosure.Field.publisher, .marketplaceIdentifier]
        guard
            let missing = companions.first(where: {
                fields.isPresent($0) == false && fields.contradicts(tiers, $0, isPresent: false)
            })
        else { return nil }
        return Problem(
            "\(value.excerpt) without \"\(missing.name)\"", wanted: "absent without \"\(missing.name)\"",
            .then("; a country code means tier 3, which names publisher and marketplace"))
    }

    package static let marketplaceAbsent = rule(
        "body-tier-conversion-value", nil,
        "a first postback without a marketplace (tier 0) must not have a conversion value",
        wanted: "no conversion value without \"\(PostbackField.marketplaceIdentifier.name)\"",
        ending: .then("; without a marketplace (tier 0), a postback has no conversion value"),
        isAboutOneValue: false
    ) { examination in
        // If other fields show another tier, a different rule reports that the marketplace is missing.
        guard let fields = examination.firstPostback, fields.didWin, fields.isPresent(.marketplaceIdentifier) == false,
            fields.isPresent(.publisher) == false, fields.digits == 2
        else { return nil }
        let tiers = fields.tiers(.marketplaceIdentifier, isPresent: false)
        for field in [Disclosure.Field.fine, .coarse] where fields.contradicts(tiers, field, isPresent: true) {
            if let value = examination[field.postbackField] {
                return Problem(
                    "\(value.excerpt) without \"\(PostbackField.marketplaceIdentifier.name)\"", field: field.name)
            }
        }
        return nil
    }
}
