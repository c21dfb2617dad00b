import AttributionCommandModel

/// `aak sign`: makes signed impressions.
enum SignCommand {
    static let command = Command(
        name: "sign",
        summary: "sign ad impressions",
        discussion: """
            Signs either one impression, whose fields are options, or a stream of impression payloads, one JSON object
            per line, where options fill in what a line lacks. With the advertised item, the publisher item and the
            source identifier all given as options, and no file, nothing is read.

            What is missing is filled in: impression-identifier with a fresh UUID, timestamp with the current time,
            impression-type with app-impression, ad-network-identifier from its option. The header's kid is the ad
            network identifier. Fields keep their order and unknown fields are kept, with a warning.

            The key is that of --key, else of the file that AAK_KEY names, else the published example key, whose
            signatures prove nothing. The example key signs for example.adattributionkit; for any other network it
            needs --example-key, so that it never replaces a forgotten key.

            \(SigningOptions.signerDiscussion)
            """,
        operand: Operand(
            "PAYLOAD", summary: "an impression's payload as JSON, or a file of them; - is standard input",
            isRepeating: true, value: .file),
        options: SignOptions.all,
        sections: [CommonOptions.exitStatus, SigningOptions.environment],
        examples: [
            "Sign a development impression with the example key":
                "aak sign --advertised-item-identifier 1108187390 --publisher-item-identifier 0 --source-identifier 5239",
            "Sign a file of payloads with your own key":
                "aak sign --key acme.private.pem --ad-network-identifier acme.adattributionkit --input payloads.ndjson",
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let job = try SigningJob(invocation)
        let needed = SignOptions.needed
        let absent = needed.filter { !invocation.has($0) }
        return try job.run.sign(
            invocation, console, absent: absent.map(\.option.name), hasFields: absent.count < needed.count
        ) {
            ImpressionSigner($0, job, $1)
        }
    }
}
