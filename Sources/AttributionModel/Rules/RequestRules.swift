/// The rules for requests to make test postbacks of either framework. They are about the request, because the postback does not show which
/// of its values the tier or the window left out.
package enum RequestRules {
    package static let laterTier = rule(
        "request-later-tier", "window", "tier 0 must not have second or third postbacks", "tier 1, 2 or 3",
        .multipleConversionWindows)
    package static let fineTier = rule(
        "request-fine-tier", BodyField.conversionValue.text, "only tiers 2 and 3 may have a fine value", "tier 2 or 3")
    package static let coarseTier = rule(
        "request-coarse-tier", BodyField.coarseConversionValue.text,
        "only tier 1 may have a coarse value in a first postback", "tier 1, or a later window")
    package static let marketplaceTier = rule(
        "request-marketplace-tier", PostbackField.marketplaceIdentifier.text, "tier 0 must not name the marketplace",
        "tier 1, 2 or 3")
    package static let publisherTier = rule(
        "request-publisher-tier", PostbackField.publisherItemIdentifier.text, "only tier 3 may name the publisher",
        "tier 3")
    package static let sourceDigitsTier = rule(
        "request-source-digits-tier", PostbackField.sourceIdentifier.text,
        "tiers 0 and 1 must keep only two digits of the source identifier", "tier 2 or 3")
    package static let reEngagement = rule(
        "request-re-engagement", ImpressionField.eligibleForReEngagement.text,
        "only an impression that opted in may lead to a re-engagement", "true in the impression", .receivingPostbacks)

    static let all = [laterTier, fineTier, coarseTier, marketplaceTier, publisherTier, sourceDigitsTier, reEngagement]

    private static func rule(
        _ id: String, _ field: String, _ summary: String, _ wanted: String,
        _ article: Article = .identifyingPostbackParameters
    ) -> Rule {
        Rule(id, .error, .request, field: field, summary, wanted: wanted, article: article)
    }
}
