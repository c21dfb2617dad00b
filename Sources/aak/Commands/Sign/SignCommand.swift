import AttributionBase
import AttributionCommandModel
import AttributionModel

enum SignCommand {
    static let command = Command(
        name: "sign",
        summary: "sign ad impressions",
        discussion: """
            Signs either one impression, given by options, or a stream of impression payloads, one JSON object per line.
            For payloads, options supply the fields that are missing. If the advertised item, the publisher item and the
            source identifier are all given as options, and no payload or file is named, no input is read.

            Missing fields are filled in: impression-identifier with a new UUID; timestamp with the current time;
            impression-type with app-impression; ad-network-identifier with the kid of the key, if it is a JWK with a
            kid or the example key. The header's kid is the ad network identifier. Fields keep their order. Unknown
            fields are kept, and a warning names them.

            The key is the one given by --key or --example-key, otherwise the one in the file that AAK_KEY names,
            otherwise the published example key, whose signatures prove nothing. Without --example-key, the example key
            signs only for example.adattributionkit. So if you forget --key when you sign for another network, the run
            ends with an error, and nothing is signed with the example key.

            With --signer, another program signs, so the key can stay in an HSM or a key service. For each message to
            sign, that program reads one line, which contains the message in base64url, and writes one line, which
            contains the signature in base64 (ECDSA with SHA-256, as DER or as r and s in 64 bytes). Each signature is
            checked with --public before it is written.
            """,
        operand: Operand(
            "PAYLOAD", summary: "an impression's payload as JSON, or a file of payloads; - is standard input",
            isRepeating: true, value: .file),
        options: Self.options,
        sections: [CommonOptions.exitStatus, SigningOptions.environment],
        examples: [
            "Sign a test impression with the example key": "aak sign -a 1108187390 -p 0 -s 5239",
            "Sign a file of payloads with your own key":
                "aak sign -k acme.private.pem -n acme.adattributionkit payloads.ndjson",
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let job = try SigningJob(invocation)
        let needed = Self.needed
        let absent = needed.filter { !invocation.has($0) }
        return try job.run.sign(
            invocation, console, absent: absent.map(\.option.name), hasFields: absent.count < needed.count
        ) {
            ImpressionSigner(
                context: $0, job: job, signer: $1, texts: $1.texts, fillable: FieldSet(job.fillers.map(\.field)))
        }
    }
}

extension SignCommand {
    static let network = TypedOption.value(
        ImpressionField.adNetworkIdentifier.text, short: "n", .text("ID"),
        summary: "the ad network ID, which is also the header's kid", group: "Fields"
    ).standing(for: ImpressionField.adNetworkIdentifier, of: .impression)
    static let advertised = TypedOption.value(
        ImpressionField.advertisedItemIdentifier.text, short: "a", .digits("N"),
        summary: "the advertised app, by its App Store item ID", group: "Fields"
    ).standing(for: ImpressionField.advertisedItemIdentifier, of: .impression)
    static let publisher = TypedOption.value(
        ImpressionField.publisherItemIdentifier.text, short: "p", .digits("N"),
        summary: "the app that shows the ad, by its App Store item ID; 0 for development", group: "Fields"
    ).standing(for: ImpressionField.publisherItemIdentifier, of: .impression)
    static let source = TypedOption.value(
        ImpressionField.sourceIdentifier.text, short: "s", .digits("N"), summary: "the campaign, as two to four digits",
        group: "Fields"
    ).standing(for: ImpressionField.sourceIdentifier, of: .impression)
    static let eligible = TypedOption.flag(
        ImpressionField.eligibleForReEngagement.text, short: "r",
        summary: "allow a tap to lead to a re-engagement conversion", group: "Fields"
    ).standing(for: ImpressionField.eligibleForReEngagement, of: .impression)
    static let identifier = TypedOption.value(
        ImpressionField.identifier.text, .text("UUID"), summary: "the impression's UUID; by default, a new one",
        group: "Fields"
    ).standing(for: ImpressionField.identifier, of: .impression)
    static let type = TypedOption.value(
        ImpressionField.type.text, .name("TYPE", ["app-impression"]),
        summary: "the impression type; app-impression is the only one", group: "Fields"
    ).standing(for: ImpressionField.type, of: .impression)
    static let format = TypedOption.value(
        "format", .choice("FORM", SigningJob.Format.self), default: .jws,
        summary: "write the token, an object with its parts (json), or the ext object of an OpenRTB bid (openrtb)",
        group: "Output")

    static let options: [any DeclaredOption] =
        SigningOptions.means + [
            network.essential, advertised.essential, publisher.essential, source.essential, eligible,
            identifier, SigningOptions.timestamp, type, format.essential,
            LineOptions.lines, SigningOptions.noValidate,
        ] + CommonOptions.output + LineOptions.streaming + [
            CommonOptions.now, CommonOptions.seed, CommonOptions.reproducible,
        ]
        + CommonOptions.diagnostics

    /// The options that are enough for an impression, because all other fields have defaults.
    static let needed: [any DeclaredOption] = [advertised, publisher, source]
}

extension SigningJob {
    init(_ invocation: Invocation) throws(Diagnostic) {
        run = try SigningRun(invocation)
        format = invocation[SignCommand.format]
        var fillers: [(field: Field, value: JSONValue?)] = []
        func fill(
            _ field: Field, _ option: TypedOption<String?>, as json: (String) -> JSONValue = JSONValue.string,
            else fallback: JSONValue? = nil
        ) {
            guard let value = invocation[option].map(json) ?? fallback else { return }
            fillers.append((field, value))
        }
        fillers.append((ImpressionField.identifier, invocation[SignCommand.identifier].map(JSONValue.string)))
        fill(ImpressionField.publisherItemIdentifier, SignCommand.publisher, as: JSONValue.number)
        fill(ImpressionField.type, SignCommand.type, else: .string("app-impression"))
        fill(ImpressionField.adNetworkIdentifier, SignCommand.network, else: run.keyID.map(JSONValue.string))
        fill(ImpressionField.sourceIdentifier, SignCommand.source, as: JSONValue.number)
        let time = (invocation[SigningOptions.timestamp] ?? nil).map { JSONValue.number(String($0.milliseconds)) }
        fillers.append((ImpressionField.timestamp, time))
        fill(ImpressionField.advertisedItemIdentifier, SignCommand.advertised, as: JSONValue.number)
        if invocation[SignCommand.eligible] {
            fillers.append((ImpressionField.eligibleForReEngagement, .bool(true)))
        }
        self.fillers = fillers
        if let network = invocation[SignCommand.network], let refusal = run.refusal(for: network) {
            throw refusal
        }
    }
}
