// The members of results, with their meanings, apart from those of a `Record`, which has them itself, and those of verdicts and
// findings, which have a JSON Schema.
// Names that come from an input, such as those of fields, are explained by the rules about them. `members.test` runs all commands, and
// names each member that lacks a meaning here.
extension OutputWords {
    typealias Words = [(word: String, meaning: String)]

    static let ofValidation: Words = [
        ("ok", "True if there is no error and, with --strict, no warning."),
        ("kind", "What the input was recognised as."),
        ("findings", "What is wrong with the input, one object for each finding."),
        (
            "tiers",
            "The lowest and the highest data tier that the postback fits. aak help tiers shows what each tier allows."
        ),
        ("absent", "The fields that the postback lacks, each with the reason."),
        ("rule", "For a line that could not be read at all: the rule that it breaks."),
        ("reason", "The message about a line that could not be read."),
        ("path", "The path of the object in its line."),
        ("line", "The line number of the input."),
        ("file", "The name of the input file, if the run has several inputs."),
        ("log", "The members of the line that --keep copied."),
        (
            "copies",
            "The URLs to which devices send copies of winning postbacks, by framework, where it is known which they are."
        ),
        ("more", "The number of findings that were left out, because there are more than 100."),
    ]

    static let ofDecoding: Words = [
        ("header", "The header of the token."), ("payload", "What the token claims. It was not verified."),
        ("unsigned", "The fields outside the token, which are not signed: anyone can write them."),
        ("path", "The path of the object in its line."), ("log", "The members of the line that --keep copied."),
    ]

    static let ofSigning: Words = [
        ("jws", "The signed token."), ("header", "The header of the token."),
        ("payload", "The payload that was signed."),
        ("adattributionkit", "The object of a bid response with the token, as OpenRTB defines it."),
    ]

    /// With `--lines`, the members of the answer to a line that has no result.
    static let ofErrors: Words = [
        ("error", "Why the line has no result."), ("rule", "The rule that the line breaks."),
        ("field", "The field at fault."), ("message", "The message in words, which may change between versions."),
    ]

    static let ofReports: Words = [
        ("inputs", "The number of inputs that were counted, in total or in a group."),
        ("verdicts", "The number of inputs by their verdict."),
        ("environments", "The number of postbacks by the environment of the key that signed them."),
        ("frameworks", "The number of postbacks by framework."),
        ("won", "The number of postbacks whose ad won the attribution."),
        ("lost", "The number of postbacks of ads that took part and lost."),
        ("conversion-types", "The number of postbacks by type of conversion."),
        ("interactions", "The number of postbacks by type of interaction."),
        ("windows", "The number of postbacks by conversion window, 1 to 3."),
        (
            "tiers",
            "The number of postbacks by the data tiers that they fit, such as 2 or 0-1; \"none\" are those whose contents no tier sends."
        ),
        ("values", "The number of postbacks with a fine value, with a coarse value, and with neither."),
        ("fine", "The number of postbacks with each fine value, 0 to 63; in a group, the number with any fine value."),
        ("coarse", "The number of postbacks with each coarse value; in a group, the number with any coarse value."),
        ("none", "The number of postbacks without a conversion value."),
        ("none-because", "The number of postbacks without a conversion value, by reason."),
        ("fine-mean", "The mean of the fine values, to two decimals."),
        ("source-digits", "The number of postbacks by how many digits their source identifier has."),
        ("countries", "The number of postbacks by country."),
        ("marketplaces", "The number of postbacks by marketplace."),
        ("publishers", "The number of postbacks by the app or domain that showed the ad."),
        ("repeats", "The number of postbacks that were seen before."),
        ("left-out", "The number of lines and inputs that are not counted, by reason."),
        ("group", "The values that the postbacks of the group share."),
        ("unverified", "The number of postbacks that nobody verified."),
        ("period", "The time of arrival of the first and of the last postback; null if there is none."),
        ("first", "The time of arrival of the first postback."), ("last", "The time of arrival of the last postback."),
        (
            "campaigns",
            "The number of postbacks that certainly belong to one campaign (own), that may belong to several (shared), and that belong to none."
        ),
        ("own", "The number of postbacks that certainly belong to one campaign."),
        ("schemas", "The number of winning postbacks whose value is read by one schema, by several, and by none."),
        ("one", "The number of winning postbacks whose value one schema reads."),
        ("several", "The number of winning postbacks to which any of several schemas may apply."),
        (
            "meanings",
            "What each value stands for according to the schemas, one object for each value of an app in a window."
        ),
        ("window", "The conversion window, 1 to 3."), ("value", "The fine or coarse conversion value; null for none."),
        ("name", "The name that the schema gives the value; null if the schema does not name it."),
        (
            "revenue",
            "The minimum and maximum revenue that the conversion values allow; \"most\" is null if a value has no upper bound."
        ),
        ("least", "The lower bound of an amount."), ("most", "The upper bound of an amount; null if there is none."),
        ("estimate", "An estimate between the minimum and the maximum, based on the values that were observed."),
        ("spend", "What the campaign cost, as the list of campaigns says."),
        ("roas", "The return on ad spend: revenue divided by spend, as a minimum and a maximum."),
        ("shared", "The number of postbacks that may belong to several campaigns; they are counted for each of these."),
        ("shared-revenue", "The revenue of postbacks that may belong to several campaigns."),
        ("unlisted-revenue", "The revenue of postbacks that belong to no listed campaign."),
        (
            "unpriced",
            "The number of winning postbacks whose value or app no schema covers. They are not included in the revenue."
        ),
        ("currency", "The currency of all amounts."),
        ("earnings", "What the ads in an app earned, by app and day."), ("app", "The app."),
        ("day", "The day, in UTC."),
        ("requests", "How often ads were asked for."), ("fills", "How often there was an ad."),
        ("fill-rate", "The percentage of requests that got an ad; null if there were no requests."),
        ("impressions", "How many ads were shown."),
        ("test-impressions", "How many test ads, which earn nothing, were shown."),
        ("clicks", "How many ads were tapped."),
        ("ecpm", "The revenue per thousand impressions; null if there were no impressions."),
    ]

    /// Members of members.
    static let ofSummaries: Words = [
        ("conversions", "The number of conversions of the population."),
        ("revenue", "The revenue of the events that happened, or the bounds of it that postbacks give."),
        ("received", "What a reader of the postbacks can know."),
        ("certain", "What the postbacks prove."), ("at-least", "The minimum that the postbacks allow."),
        ("at-most", "The maximum that the postbacks allow; null if there is no upper bound."),
        ("happened", "What actually happened, in the table of --compare."),
        (
            "no-limit",
            "In the table of --compare: there is no upper bound, because the schema does not name the event or an amount of the event is unbounded."
        ),
        ("slots", "In host: how often the slots had each state, or each reason for it."),
        ("actions", "In host: how often the actions of ads had each state, or each reason for it."),
        ("guidelines", "In host: how often the app broke each of Apple's guidelines."),
    ]

    static let ofComparisons: Words = [
        ("devices", "The number of simulated devices."),
        ("truth", "What actually happened, whatever the postbacks disclose of it."),
        ("conversions", "The number of conversions, or the bounds of it that postbacks give."),
        ("revenue", "The revenue of the events that happened, or the bounds of it that postbacks give."),
        ("events", "The number of people with each event of the schemas, or the bounds of it that postbacks give."),
        ("schemas", "The results of each schema."), ("schema", "The name of the schema, or of its file."),
        ("tiers", "The results at each data tier."),
        ("tier", "The data tier, 0 to 3, or campaign for the tiers that the population file gives."),
        ("certain", "What the postbacks prove."), ("at-least", "The minimum that the postbacks allow."),
        ("at-most", "The maximum that the postbacks allow; null if there is no upper bound."),
        ("currency", "The currency of the amounts."),
        ("not-in-bounds", "In words: what may lie outside the bounds that are given."),
        ("assumed", "What the simulation has to assume because it is not known."),
    ]

    static let ofCrowds: Words = [
        ("model", "By which model crowds are counted, in words."), ("app", "The advertised app."),
        ("digits", "The last digits of the source identifier."),
        ("publisher", "The app that showed the ads, if each has crowds of its own."),
        ("country", "The country whose conversions are counted."), ("count", "The number of conversions."),
    ]

    static let ofTimelines: Words = [
        ("at", "When it happened."), ("device", "The device, in a log of several devices."),
        ("event", "What happened."), ("name", "The name of the app's event."),
        ("kind", "Whether a launch was an installation, a redownload or a re-engagement."),
        ("fine", "The fine conversion value of an update by a schema."),
        ("coarse", "The coarse conversion value of an update by a schema."),
        ("lock", "Whether an update by a schema locked the conversion window."),
        ("framework", "The framework of the ad, of the window or of the postback."),
        ("environment", "Production, or development for a device in Developer Mode."),
        ("tier", "The data tier, 0 to 3, by which the postback was made."),
        ("withheld", "The fields that the postback lacks, each with the reason."),
        ("found", "What was found, in words, where a guideline was broken."),
        ("wanted", "What the guideline requires, in words."),
        ("revenue", "The revenue of the app's event, or of the day's ads."),
        ("app", "The app."), ("impression", "The identifier of the impression."), ("network", "The ad network."),
        ("key", "The key of the app's Info.plist that the warning is about."),
        ("outcome", "What became of the event, or of an impression that was considered."),
        ("code", "The name of the reason for what happened."), ("error", "The error that the call throws on a device."),
        ("reason", "The code or error in words; for a slot or an action, the name of the reason."),
        ("because", "The schema's entry that led to the update."),
        ("why", "Why it happened, with --explain."),
        ("conversion", "The conversion's number on the device, starting at 1."),
        ("index", "The postback-sequence-index of the conversion window: 0 for the first."),
        ("type", "The type of the conversion."), ("winner", "The impression that won the attribution."),
        ("runners-up", "The impressions that took part and lost. Each of their networks gets one postback."),
        ("considered", "All impressions that were considered; each that did not win has a code that says why."),
        ("interaction", "Whether the ad was viewed or clicked."),
        ("state", "The new state of the window, slot or action."),
        ("until", "When the window closes."),
        ("to", "The recipient of the postback, or the new orientation of the device."),
        ("body", "The postback's body, as the device sends it."),
        ("attempt", "The number of the attempt to deliver the postback, starting at 1."),
        ("status", "The HTTP status of the server's answer; 0 means no answer."),
        ("url", "The URL that the tap opened."), ("on", "Whether the setting is on."),
        ("up", "Whether the network is up."), ("screen", "The screen of the app that shows ads."),
        ("slot", "The slot of the app that shows ads."), ("size", "The size of the ad."),
        ("leaves-application", "Whether the action leaves the app."), ("day", "The day, in UTC."),
        ("requests", "How often a slot asked for an ad."), ("fills", "How often a slot got an ad."),
        ("impressions", "How many ads were shown."),
        ("test-impressions", "How many test ads, which earn nothing, were shown."),
        ("clicks", "How many ads were tapped."),
        ("ecpm", "The revenue per thousand impressions; null if there were no impressions."),
        ("currency", "The currency of the amounts."),
    ]

    static let ofExplanations: Words = [
        ("values", "The signed values, in the order of the version."), ("text", "The text that is signed."),
        ("hex", "The bytes of the signed text in hexadecimal digits."), ("holds", "Whether the signature is valid."),
        ("version", "The version of SKAdNetwork."), ("kind", "What was signed: an ad or a postback."),
        ("field", "The name of a signed value."), ("cause", "The mistake that explains why the signature is invalid."),
        ("difference", "The difference between what was signed and what should have been signed."),
        ("tried", "The number of variants that were tested without success."),
        ("cut-short", "True if the search ended before all known mistakes were tried."),
        ("key", "Which key signed the input."),
    ]

    static let ofMessages: Words = [
        ("severity", "Error, warning, hint or note."), ("file", "The file that the message is about."),
        ("line", "The number of the line that the message is about."), ("rule", "The rule that is broken."),
        ("field", "The field at fault."), ("found", "What was found, in words."),
        ("wanted", "What is required, in words."),
        ("hint", "What to do about it."),
        ("message", "The message in words, which may change between versions."),
        ("try", "A command that mends the fault; it has been tried."),
        ("remedy", "The names of the changes that mend the fault."),
    ]
}
