import AdAttribution
import StrictJSON

/// Postbacks whose fields are each as they may be, but not together.
extension BrokenInputs {
    /// A postback with a field that its tier, window or outcome forbids.
    private func forced(
        _ name: String, _ rule: String, _ field: String, _ ask: (inout PostbackRequest) -> Void
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
                "a later postback has four digits", "postback-later-source-identifier", ask: { $0.window = .second },
                payload: { $0[name: "source-identifier"] = .string("5239") }),
            forced(
                "a later postback names the publisher", "postback-later-publisher-item-identifier",
                "publisher-item-identifier"
            ) { $0.window = .third },
            forced("a later postback has a fine value", "body-later-conversion-value", "conversion-value") {
                $0.window = .second
            },
            forced("a later postback names the country", "body-later-country-code", "country-code") {
                $0.window = .second
                $0.country = CountryCode("US")
            },
            forced("fine and coarse values come together", "body-fine-and-coarse", "coarse-conversion-value") {
                $0.coarse = .low
            },
        ]
    }

    private var outcomes: [BrokenInput] {
        [
            postback(
                "a later postback was lost", "postback-lost-sequence-index",
                ask: {
                    $0.window = .second
                    $0.didWin = false
                }),
            forced(
                "a lost postback names the publisher", "postback-lost-publisher-item-identifier",
                "publisher-item-identifier"
            ) { $0.didWin = false },
            forced("a lost postback has a fine value", "body-lost-conversion-value", "conversion-value") {
                $0.didWin = false
            },
            forced(
                "a lost postback has a coarse value", "body-lost-coarse-conversion-value", "coarse-conversion-value"
            ) {
                $0.didWin = false
                $0.fine = nil
                $0.coarse = .high
            },
            postback(
                "a re-engagement was lost", "postback-re-engagement-did-win",
                ask: {
                    $0.didWin = false
                    $0.conversionType = .reEngagement
                }),
            postback(
                "a view led to a re-engagement", "body-re-engagement-interaction",
                ask: {
                    $0.conversionType = .reEngagement
                    $0.interaction = .view
                }),
        ]
    }

    private var tiers: [BrokenInput] {
        [
            postback(
                "the marketplace is missing beside the publisher", "postback-tier-marketplace-identifier",
                ask: { $0.marketplace = nil }),
            postback(
                "the marketplace is missing beside four digits", "postback-tier-marketplace-identifier",
                ask: {
                    $0.marketplace = nil
                    $0.tier = .two
                }),
            forced(
                "a coarse value comes with four digits", "body-tier-coarse-source-identifier",
                "coarse-conversion-value"
            ) {
                $0.tier = .two
                $0.fine = nil
                $0.coarse = .low
            },
            forced(
                "a coarse value comes with the publisher", "body-tier-coarse-publisher-item-identifier",
                "coarse-conversion-value"
            ) {
                $0.sourceDigits = 2
                $0.fine = nil
                $0.coarse = .low
            },
            forced("the country comes without the publisher", "body-tier-country-code", "country-code") {
                $0.tier = .two
                $0.country = CountryCode("US")
            },
            forced(
                "a lost postback names the country without the marketplace", "body-tier-country-code", "country-code"
            ) {
                $0.didWin = false
                $0.tier = .zero
                $0.country = CountryCode("US")
            },
            forced("tier 0 comes with a fine value", "body-tier-conversion-value", "conversion-value") {
                $0.tier = .zero
            },
            forced("tier 0 comes with a coarse value", "body-tier-conversion-value", "coarse-conversion-value") {
                $0.tier = .zero
                $0.fine = nil
                $0.coarse = .low
            },
        ]
    }
}
