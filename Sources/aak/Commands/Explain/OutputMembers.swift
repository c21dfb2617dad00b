import AttributionModel
import AttributionReport

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

    static let ofReports: Words =
        ReportContents.words + [
            ("group", "The values that the postbacks of the group share."),
            ("own", "The number of postbacks that certainly belong to one campaign."),
            ("one", "The number of winning postbacks whose value one schema reads."),
            ("several", "The number of winning postbacks to which any of several schemas may apply."),
        ]

    static let ofSummaries: Words = [
        ("happened", "What actually happened, in the table of --compare."),
        (
            "no-limit",
            "In the table of --compare: there is no upper bound, because the schema does not name the event or an amount of the event is unbounded."
        ),
        ("slots", "In host: how often the slots had each state, or each reason for it."),
        ("actions", "In host: how often the actions of ads had each state, or each reason for it."),
        ("guidelines", "In host: how often the app broke each of Apple's guidelines."),
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

    static let ofExplanations: Words = SignatureExplanation.words + [("key", "Which key signed the input.")]

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
