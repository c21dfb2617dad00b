/// What can be asked of a test postback: what tier and window leave out cannot be seen in the postback that results, so
/// these rules speak of the request.
enum RequestRules {
    static let laterTier = rule(
        "later-tier", "window", "tier 0 sends no second and third postbacks", "tier 1, 2 or 3",
        .multipleConversionWindows)
    static let fineTier = rule(
        "fine-tier", "conversion-value", "tiers 0 and 1 carry no fine value", "tier 2 or 3")
    static let coarseTier = rule(
        "coarse-tier", "coarse-conversion-value", "a first postback carries a coarse value in tier 1 only",
        "tier 1, or a later window")
    static let marketplaceTier = rule(
        "marketplace-tier", "marketplace-identifier", "tier 0 does not name the marketplace", "tier 1, 2 or 3")
    static let publisherTier = rule(
        "publisher-tier", "publisher-item-identifier", "only tier 3 names the publisher", "tier 3")
    static let sourceDigitsTier = rule(
        "source-digits-tier", "source-identifier", "tiers 0 and 1 leave two digits of the source identifier",
        "tier 2 or 3")
    static let reEngagement = rule(
        "re-engagement", "eligible-for-re-engagement", "only an impression that opted in leads to a re-engagement",
        "true in the impression", .receivingPostbacks)

    static let all = [laterTier, fineTier, coarseTier, marketplaceTier, publisherTier, sourceDigitsTier, reEngagement]

    private static func rule(
        _ id: String, _ field: String, _ summary: String, _ wanted: String,
        _ article: Article = .identifyingPostbackParameters
    ) -> Rule {
        Rule(
            id: "request-" + id, severity: .error, subject: .request, field: field, summary: summary, wanted: wanted,
            hint: nil, article: article, appleError: nil, isAboutOneValue: false, check: .elsewhere)
    }
}
