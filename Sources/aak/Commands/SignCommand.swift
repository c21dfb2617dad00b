import AdAttribution
import Bytes
import CommandModel
import Rules

/// `aak sign`: makes signed impressions.
enum SignCommand {
    static let command = Command(
        name: "sign",
        summary: "sign ad impressions",
        discussion: [
            """
            Signs either one impression, whose fields are options, or a stream of impression payloads, one JSON object \
            a line, where options fill in what a line lacks. With the advertised item, the publisher item and the \
            source identifier all given as options, and no file, nothing is read.
            """,
            """
            What is missing is filled in: impression-identifier with a fresh UUID, timestamp with the present, \
            impression-type with app-impression, ad-network-identifier from its option. The header's kid is the ad \
            network identifier. Fields keep their order and unknown fields are kept, with a warning.
            """,
            """
            The key is that of --key, else of the file that AAK_KEY names, else the published example key, whose \
            signatures prove nothing. The example key signs for example.adattributionkit; for any other network \
            it takes --example-key, so that it never stands in for a key that was forgotten.
            """,
        ],
        operand: Operand(
            "PAYLOAD", summary: "an impression's payload as JSON, or a file of them; - is standard input",
            isRepeating: true, value: .file),
        options: [
            SigningKey.option, SigningKey.exampleOption,
            Option(
                "deterministic", summary: "derive the nonce from key and message (RFC 6979): same input, same bytes",
                group: "Key and signature"),
            Option(
                ImpressionField.adNetworkIdentifier.text, short: "n", value: .init("ID"),
                summary: "the ad network, also the header's kid",
                group: "Fields"),
            Option(
                ImpressionField.advertisedItemIdentifier.text, short: "a", value: .init("N"),
                summary: "the advertised app, by its App Store item ID", group: "Fields"),
            Option(
                ImpressionField.publisherItemIdentifier.text, short: "p", value: .init("N"),
                summary: "the app that shows the ad, by its App Store item ID; 0 for development", group: "Fields"),
            Option(
                ImpressionField.sourceIdentifier.text, short: "s", value: .init("N"),
                summary: "the campaign, two to four digits", group: "Fields"),
            Option(
                ImpressionField.eligibleForReEngagement.text, short: "r",
                summary: "let a tap lead to a re-engagement conversion",
                group: "Fields"),
            Option(
                ImpressionField.identifier.text, value: .init("UUID"),
                summary: "the impression's UUID; a fresh one by default",
                group: "Fields"),
            Option(
                ImpressionField.timestamp.text, value: .init("TIME"),
                summary: "when the impression was made: milliseconds, RFC 3339 or now", group: "Fields"),
            Option(
                ImpressionField.type.text, value: .init("TYPE", .name(["app-impression"])),
                summary: "app-impression, the only type there is",
                group: "Fields"),
            Option(
                "format", value: .init("FORM", .choice(["jws", "json", "openrtb"])),
                summary: "write the token, an object with its parts, or an OpenRTB bid's ext object", group: "Output"),
            Option(
                "no-validate", summary: "sign payloads that break Apple's rules too", group: "Output"),
        ] + CommonOptions.output + CommonOptions.streaming + [CommonOptions.now, CommonOptions.seed]
            + CommonOptions.diagnostics,
        sections: [
            CommonOptions.exitStatus,
            Section("Environment", [.items([.init("AAK_KEY", "The key file, where --key is not given.")])]),
        ],
        examples: [
            Example(
                "Sign a development impression with the example key",
                "aak sign --advertised-item-identifier 1108187390 --publisher-item-identifier 0 --source-identifier 5239"
            ),
            Example(
                "Sign a file of payloads with your own key",
                "aak sign --key acme.private.pem --ad-network-identifier acme.adattributionkit --input payloads.ndjson"),
        ])

    /// The options that make a whole impression together with what is filled in.
    private static let needed = [
        ImpressionField.advertisedItemIdentifier, ImpressionField.publisherItemIdentifier,
        ImpressionField.sourceIdentifier,
    ].map(\.text)

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let job = try SigningJob(invocation)
        let absent = needed.filter { invocation.value($0) == nil }
        return try job.run.sign(invocation, console, absent: absent, hasFields: absent.count < needed.count) {
            ImpressionSigner($0, job)
        }
    }
}
