import AdAttribution
import AttributionRules

/// Postbacks whose fields are valid individually but not in combination.
extension BrokenInputs {
    /// Returns a postback with a field that its tier, window or outcome forbids.
    private func forced(
        _ name: String, _ rule: Rule, _ field: Disclosure.Field, _ ask: (inout PostbackRequest) -> Void
    ) -> BrokenInput {
        postback(
            name, rule,
            ask: {
                ask(&$0)
                $0.forcedFields = [field]
            })
    }

    var relations: [BrokenInput] { windows + outcomes + tiers }

    private var windows: [BrokenInput] {
        [
            postback(
                "a later postback has four digits", PostbackRules.laterSource, ask: { $0.window = .second },
                payload: { $0[PostbackField.sourceIdentifier] = .string("5239") }),
            forced(
                "a later postback names the publisher", PostbackRules.laterPublisher, .publisher
            ) { $0.window = .third },
            forced("a later postback has a fine value", BodyRules.laterFine, .fineValue) {
                $0.window = .second
            },
            forced("a later postback names the country", BodyRules.laterCountry, .country) {
                $0.window = .second
                $0.country = CountryCode("US")
            },
            forced("fine and coarse values come together", BodyRules.fineAndCoarse, .coarseValue) {
                $0.coarse = .low
            },
        ]
    }

    private var outcomes: [BrokenInput] {
        [
            postback(
                "a later postback was lost", PostbackRules.lostWindow,
                ask: {
                    $0.window = .second
                    $0.didWin = false
                }),
            forced(
                "a lost postback names the publisher", PostbackRules.lostPublisher, .publisher
            ) { $0.didWin = false },
            forced("a lost postback has a fine value", BodyRules.lostFine, .fineValue) {
                $0.didWin = false
            },
            forced("a lost postback has a coarse value", BodyRules.lostCoarse, .coarseValue) {
                $0.didWin = false
                $0.fine = nil
                $0.coarse = .high
            },
            postback(
                "a re-engagement was lost", PostbackRules.lostReEngagement,
                ask: {
                    $0.didWin = false
                    $0.conversionType = .reEngagement
                }),
            postback(
                "a view led to a re-engagement", BodyRules.reEngagementView,
                ask: {
                    $0.conversionType = .reEngagement
                    $0.interaction = .view
                }),
        ]
    }

    private var tiers: [BrokenInput] {
        [
            postback(
                "the marketplace is missing beside the publisher", PostbackRules.marketplaceAbsent,
                ask: { $0.marketplace = nil }),
            postback(
                "the marketplace is missing beside four digits", PostbackRules.marketplaceAbsent,
                ask: {
                    $0.marketplace = nil
                    $0.tier = .two
                }),
            forced("a coarse value comes with four digits", BodyRules.coarseDigits, .coarseValue) {
                $0.tier = .two
                $0.fine = nil
                $0.coarse = .low
            },
            forced("a coarse value comes with the publisher", BodyRules.coarsePublisher, .coarseValue) {
                $0.sourceDigits = 2
                $0.fine = nil
                $0.coarse = .low
            },
            forced("the country comes without the publisher", BodyRules.countryPublisher, .country) {
                $0.tier = .two
                $0.country = CountryCode("US")
            },
            forced("a lost postback names the country without the marketplace", BodyRules.countryPublisher, .country) {
                $0.didWin = false
                $0.tier = .zero
                $0.country = CountryCode("US")
            },
            forced("tier 0 comes with a fine value", BodyRules.marketplaceAbsent, .fineValue) {
                $0.tier = .zero
            },
            forced("tier 0 comes with a coarse value", BodyRules.marketplaceAbsent, .coarseValue) {
                $0.tier = .zero
                $0.fine = nil
                $0.coarse = .low
            },
        ]
    }
}
