import AdAttribution
import CommandModel
import SKAdNetwork

/// `aak skan sign`: makes signed ads of SKAdNetwork.
enum SKAdNetworkSignCommand {
    static let command = Command(
        name: "sign",
        summary: "sign ads of SKAdNetwork",
        discussion: [
            """
            Signs either one ad, whose values are options, or a stream of ads, one JSON object a line by the names of \
            Apple's articles (ad-network-id, itunes-item-id, …), where options fill in what a line lacks. With the \
            advertised item, the source app or domain and the campaign all given as options, and no file, nothing is read.
            """,
            """
            What is missing is filled in: version with that of its option, fidelity-type, nonce with a fresh UUID, \
            timestamp with the present, ad-network-id from its option. A nonce in capitals is refused, never changed.
            """,
            """
            The format storekit gives what the system takes: for fidelity type 1 the parameters of a product page, for 0 \
            the properties of SKAdImpression, and for a web ad the answer that the device fetches. json gives the names \
            of Apple's articles with the attribution-signature, openrtb a bid's ext object.
            """,
        ],
        operand: Operand("AD", summary: "an ad's values as JSON", isRepeating: true),
        options: [
            SigningKey.option, SigningKey.exampleOption,
            Option(
                "deterministic", summary: "derive the signature's nonce from key and text (RFC 6979)",
                group: "Key and signature"),
            Option(
                "version", value: .init("V", .choice(SKAdNetworkVersion.allCases.map(\.rawValue))),
                summary: "the version of SKAdNetwork; 4.0 by default", group: "Values"),
            Option(
                "fidelity", value: .init("TYPE", .choice(["0", "1", "both"])),
                summary: "0 for view-through, 1 for StoreKit-rendered, both for each; 1 by default", group: "Values"),
            Option(
                SignedField.adNetworkID.description, short: "n", value: .init("ID"), summary: "the ad network",
                group: "Values"),
            Option(
                SignedField.itunesItemID.description, short: "a", value: .init("N"),
                summary: "the advertised app, by its App Store item ID",
                group: "Values"),
            Option(
                SignedField.sourceAppID.description, short: "p", value: .init("N"),
                summary: "the app that shows the ad, by its item ID; 0 for development", group: "Values"),
            Option(
                SignedField.sourceDomain.description, value: .init("DOMAIN"),
                summary: "the domain of a web ad, instead of a source app",
                group: "Values"),
            Option(
                SignedField.sourceIdentifier.description, short: "s", value: .init("N"),
                summary: "the campaign: four digits; below version 4.0 a campaign ID", group: "Values"),
            Option(
                SignedField.campaignID.description, value: .init("N"),
                summary: "the campaign of versions until 3.0, 1 to 100",
                group: "Values"),
            Option(
                SignedField.nonce.description, value: .init("UUID"), summary: "in lowercase; a fresh one by default",
                group: "Values"),
            Option(
                SignedField.timestamp.description, value: .init("TIME"),
                summary: "when the ad was signed: milliseconds, RFC 3339 or now",
                group: "Values"),
            Option(
                "format", value: .init("FORM", .choice(["storekit", "json", "openrtb"])),
                summary: "what the system takes, the names of Apple's articles, or an OpenRTB bid's ext object",
                group: "Output"),
            Option("no-validate", summary: "sign ads that break Apple's rules too", group: "Output"),
        ] + CommonOptions.output + CommonOptions.streaming + [CommonOptions.now, CommonOptions.seed]
            + CommonOptions.diagnostics,
        sections: [
            CommonOptions.exitStatus,
            Section("Environment", [.items([.init("AAK_KEY", "The key file, where --key is not given.")])]),
        ],
        examples: [
            Example(
                "Sign an ad for a product page with the example key",
                "aak skan sign -a 1108187390 -p 0 -s 5239"),
            Example(
                "Sign for both fidelity types, as a bid carries them",
                "aak skan sign --fidelity both --format openrtb -a 1108187390 -p 0 -s 5239"),
            Example("Sign a web ad", "aak skan sign --source-domain example.com -a 1108187390 -s 5239"),
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let job = try AdSigningJob(invocation)
        return try job.run.sign(
            invocation, console, absent: job.template.absentFields.map(\.description),
            hasFields: job.template.hasOwnValues
        ) { AdSigner($0, job) }
    }
}
