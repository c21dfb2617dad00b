// The members of results, with their meanings. Those of verdicts and findings have a JSON Schema too, and are described there.
extension OutputWords {
    typealias Words = [(word: String, meaning: String)]

    static let ofValidation: Words = [
        ("ok", "True if there is no error, and with --strict no warning."),
        ("kind", "What the input was recognised as."),
        ("findings", "What is wrong with the input, one object for each finding."),
        (
            "tiers",
            "The data tiers that the postback fits: the lowest and the highest one. aak help tiers shows what each allows."
        ),
        ("absent", "The fields that the postback lacks, each with the reason."),
        ("rule", "The rule that a line breaks if it could not be read at all."),
        ("reason", "The message about a line that could not be read."),
        ("path", "The path of the object in its line."),
    ]

    static let ofDecoding: Words = [
        ("header", "The header of the token."), ("payload", "What the token claims. Nothing was verified."),
        ("unsigned", "The fields outside the token, which anyone can write."),
    ]

    static let ofReports: Words = [
        ("inputs", "The number of inputs that were counted, of all or of a group."),
        ("verdicts", "The number of inputs by their verdict."),
        ("environments", "The number of postbacks by the environment of the key that signed them."),
        ("frameworks", "The number of postbacks by framework."),
        ("won", "The number of postbacks whose ad won the attribution."),
        ("lost", "The number of postbacks of ads that took part and lost."),
        ("conversion-types", "The number of postbacks by type of conversion."),
        ("interactions", "The number of postbacks by type of interaction."),
        ("windows", "The number of postbacks by conversion window, 1 to 3."),
        ("values", "The number of postbacks with a fine value, with a coarse one, and with none."),
        ("fine", "The number of postbacks with each fine value, 0 to 63; in a group, of those with any."),
        ("coarse", "The number of postbacks with each coarse value; in a group, of those with any."),
        ("none", "The number of postbacks without a conversion value."),
        ("none-because", "Why postbacks have no conversion value."),
        ("fine-mean", "The mean of the fine values, to two decimals."),
        ("source-digits", "The number of postbacks by the digits of their source identifier."),
        ("countries", "The number of postbacks by country."),
        ("marketplaces", "The number of postbacks by marketplace."),
        ("publishers", "The number of postbacks by the app or domain that showed the ad."),
        ("repeats", "The number of postbacks that were seen before."),
        ("left-out", "The lines and inputs that are not counted, by reason."),
        ("group", "The values that the postbacks of the group share."),
        ("period", "The first and the last day of the report."),
        (
            "revenue",
            "The least and the most revenue that the conversion values allow; \"most\" is null where a value has no upper bound."
        ),
        ("least", "The lower bound of an amount."), ("most", "The upper bound of an amount; null where there is none."),
        ("estimate", "A guess between the least and the most, from the values that were observed."),
        ("spend", "What the campaign cost, as the list of campaigns says."),
        ("roas", "The return on ad spend: revenue divided by spend, as a least and a most value."),
        ("shared", "The number of postbacks that may belong to several campaigns, and are counted for each."),
        ("shared-revenue", "The revenue of postbacks that may belong to several campaigns."),
        ("unlisted-revenue", "The revenue of postbacks that belong to no listed campaign."),
        ("unpriced", "The number of values, or apps, that no schema covers. They are not included in the revenue."),
        ("earnings", "What the ads in an app that shows them earned, by app and day."),
    ]

    static let ofSummaries: Words = [
        ("devices", "The number of simulated devices."),
        ("outcomes", "What became of events, by outcome and event or reason."),
        ("postbacks", "The number of postbacks by postback-sequence-index."),
        ("withheld", "How often each field was withheld, by reason."),
        ("truth", "What really happened, next to what the postbacks reveal."),
        ("conversions", "The number of conversions of a campaign."),
        ("received", "What a reader of the postbacks can know."),
        ("certain", "What the postbacks prove."), ("at-least", "The least that the postbacks allow."),
        ("at-most", "The most that the postbacks allow; null where it has no bound."),
    ]
}
