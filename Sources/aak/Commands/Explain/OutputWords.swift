import AttributionBase
import AttributionCommandModel
import AttributionCrypto
import AttributionFixtures
import AttributionInspection
import AttributionModel
import AttributionReport
import AttributionSchema
import AttributionSimulator

/// The words that outputs use as values, with their meanings, grouped by what they name.
///
/// If the words are the cases of a type, they are taken from that type, so that the code does not compile if a case has no meaning.
enum OutputWords {
    typealias Group = (name: String, words: [(word: String, meaning: String)])

    static let groups: [Group] = ownGroups + appleErrors

    private static let ownGroups: [Group] = [
        (
            "a verdict of aak verify, or a count of aak report",
            Verdict.Outcome.allCases.map { ($0.rawValue, meaning($0)) } + [
                (
                    CountedPostback.unverified,
                    "A postback without a verdict. It was counted from an unverified line, which anyone can write."
                )
            ]
        ),
        group("the kind of an input", InputKind.allCases, meaning),
        (
            "the kind of an input",
            [
                ("ad", "A signed SKAdNetwork ad, in aak skan explain."),
                ("bid-response", "An OpenRTB bid response, with the request that it answers."),
            ]
        ),
        group("the environment of a key", SigningEnvironment.allCases, meaning),
        group("the severity of a finding", Rule.Severity.allCases, meaning),
        ("an exit status", CommonOptions.exitStatuses.map { ($0.term, $0.text) }),
        (
            "a data tier",
            [("crowd-anonymity", crowdAnonymity)] + DataTier.allCases.map { ("tier-\($0.rawValue)", meaning($0)) }
        ),
        group("a reason why a postback lacks a field", Disclosure.Reason.allCases) { sentence($0.words) },
        (
            "a reason why a postback has no conversion value, in aak report",
            CountedPostback.Absence.allCases.map { ($0.name, sentence($0.words)) }
        ),
        group("a reason why aak report does not count lines", SkippedReason.allCases, meaning),
        group("the cause of an invalid signature", SignatureMistake.Cause.allCases, \.words),
        group("a framework", Framework.allCases, meaning),
        group("a type of conversion", ConversionType.allCases, meaning),
        group("a type of interaction", InteractionType.allCases, meaning),
        group("a coarse conversion value", CoarseConversionValue.allCases) { _ in
            "Coarse values are low, medium and high. The advertised app decides what each means."
        },
        group("an event of a timeline", EventName.allCases, \.meaning),
        group("an event of a timeline", HostEventName.allCases, meaning),
        ("an event of a timeline", decisions),
        group("an outcome in a timeline", AttributionEvent.Outcome.allCases, meaning),
        group("a code in a timeline", OutcomeReason.allCases) { sentence($0.explanation) },
        group("the state of a conversion window", WindowFact.State.allCases, meaning),
        group("the recipient of a postback", SimulatedPostback.Recipient.allCases, meaning),
        group("the state of a slot of an app that shows ads", SlotFact.State.allCases, meaning),
        group("the state of an action of an ad", ActionFact.State.allCases, meaning),
        group("a reason in the timeline of an app that shows ads", HostReason.allCases) { sentence($0.words) },
        group("the orientation of a device", AdSize.Orientation.allCases) { _ in
            "Portrait is upright; landscape is on its side."
        },
        group("the stage at which a broken input must be rejected", BrokenInput.Stage.allCases, meaning),
        ("a remedy of aak repair", RepairCommand.meanings),
        ("a member of a verdict", members(JSONSchema.verdictMembers + JSONSchema.lineMembers)),
        ("a member of a finding", members(JSONSchema.findingMembers)),
        ("a member of a result of aak validate", ReportMember.all.map(\.word)),
        (
            "a member of a result of aak validate --labelled",
            FixtureComparison.record.words + [ResultMember.line, ResultMember.file].map(\.word)
        ),
        (
            "a member of a result of aak openrtb check",
            BidReport.record.words + [ResultMember.line, ResultMember.file].map(\.word)
        ),
        ("a member of the catalogue of rules", ValidateCommand.ruleRecord.words),
        ("a member of a result of aak decode", DecodedMember.all.map(\.word)),
        ("a member of a result of aak sign", SignedMember.all.map(\.word)),
        (
            "a member of the result of a bad line, with --lines",
            ResultLines.ofError.words + ResultLines.ofFault.words
        ),
        ("a member of a report", ReportContents.words),
        (
            "a member of the summary of a simulation",
            Tally.record.words + CampaignTruth.record.words + Bounds.record.words + SchemaComparison.wordsOfTable
                + HostGroup.allCases.map { ($0.rawValue, $0.meaning) }
        ),
        ("a member of a comparison of schemas", SchemaComparison.words),
        ("a member of the counts of crowds", CrowdCounts.record.words),
        ("a member of a timeline", TimelineMember.all.map(\.word)),
        ("a member of a result of aak skan explain", SignatureExplanation.words),
        ("a member of a result of aak key inspect", KeyFile.Entry.inspection.words),
        ("a member of a line of aak fixtures", FixtureLabel.record.words + [LabelMember.label.word]),
        ("a member of the counts of aak fixtures --manifest", Fixtures.manifestRecord.words),
        ("a member of a message, with --diagnostics json", DiagnosticStyle.record.words),
    ]

    private static func members(_ members: [ObjectForm.Member]) -> [(word: String, meaning: String)] {
        members.map { ($0.name, sentence($0.text)) }
    }

    static let all: [String] = {
        var seen = Set<String>()
        return groups.flatMap { $0.words.map(\.word) }.filter { seen.insert($0).inserted }
    }()

    /// Returns the meanings of a word, each with what the word names.
    static func meanings(of word: String) -> [(name: String, meaning: String)] {
        groups.flatMap { group in group.words.filter { $0.word == word }.map { (group.name, $0.meaning) } }
    }

    private static func group<Word: RawRepresentable<String>>(
        _ name: String, _ words: [Word], _ meaning: (Word) -> String
    ) -> Group { (name, words.map { ($0.rawValue, meaning($0)) }) }

    /// The events that occur only in timelines, and not in scenarios.
    private static let decisions =
        decisionsOfDevices.map { ($0.rawValue, $1) } + [
            ("slot", "A slot of an app that shows ads has a new state."),
            ("action", "The action of an ad began or ended."),
            ("pause", "An ad's action covers the app, or the app is in the background."),
            ("resume", "The app is in front again."), ("earnings", "What the app earned from its ads in a day."),
        ]

    private static let decisionsOfDevices: [(AttributionEvent.Kind, String)] = [
        (.openURL, "A tap opened a URL of the app."), (.openApp, "A tap opened the app."),
        (.openMarketplace, "A tap opened the app's page in the store."),
        (.evicted, "The oldest view was dropped to make room for a new one."),
        (.conversion, "An installation or re-engagement was attributed to an ad."),
        (.noConversion, "An installation or re-engagement was not attributed to an ad."),
        (.window, "A conversion window opened, was locked, closed or was removed."),
        (.postback, "An attempt to deliver a postback, with the body of the postback and the server's response."),
        (.noPostback, "A postback will not be sent."), (.warning, "The scenario probably contains a mistake."),
    ]

    private static let crowdAnonymity = """
        The smaller the crowd that a conversion belongs to, the less its postbacks disclose. The number of installs
        determines the data tier, 0 to 3, and the tier determines which fields and values the postback has, and how many
        digits of the source identifier. Apple does not publish the numbers of installs that the tiers require. aak
        explain tier-0 (or tier-1, tier-2, tier-3) lists what the tier allows; aak help tiers shows all tiers in a
        table.
        """
}

/// Returns a sentence as the texts of documents have it: in lower case and without a period.
func clause(_ sentence: String) -> String {
    sentence.prefix(1).lowercased() + sentence.dropFirst().dropLast(sentence.last == "." ? 1 : 0)
}

func sentence(_ clause: String) -> String {
    clause.prefix(1).uppercased() + clause.dropFirst() + (clause.last == "." ? "" : ".")
}
