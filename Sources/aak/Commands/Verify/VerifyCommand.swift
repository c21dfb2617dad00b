import AttributionBase
import AttributionCommandModel
import AttributionCrypto
import AttributionInspection
import AttributionModel
import AttributionReport

enum VerifyCommand {
    static let command = Command(
        name: "verify",
        summary: "verify postbacks and impressions",
        discussion: """
            Writes one line for each input: its verdict and, if the signature is valid, its payload. The unsigned fields
            of a postback body are in a separate member, "unsigned", because they are not authenticated.

            The key is looked up by the kid in the token's header. Apple's keys are built in, and each is used only for
            its own kid. --key adds other keys: a JWK with a kid is used only for that kid; a key without a kid (PEM,
            DER, or a JWK without one) is used for every kid that is not Apple's. In an impression, the kid is the ad
            network's ID. A key inside a token is never used. SKAdNetwork postbacks are checked with Apple's key for
            their version and with the keys given by --key; signed SKAdNetwork ads are checked only with the keys given
            by --key. In both cases, a key with a kid is used only for the ad network whose ID is that kid.

            The verdict is valid (a trusted key signed the input), invalid (the signature does not match, or, with
            --unique, the identifier is missing), unknown-key (no trusted key has that kid), malformed (there is nothing
            to check), or not-ours (a trusted key signed the input, but its ad network, app or kind is not one that you
            asked for). With --validate, the verdict can also be against-rules, and with --unique, repeated. If several
            verdicts apply, the first of them in this order is given: malformed, unknown-key, invalid, not-ours,
            against-rules, repeated. Each result also gives the line number of the input, the file if the run reads
            several files, and, unless the verdict is valid, the rule and the reason. In production, count only your own
            network's postbacks from the production environment; --production and --network select them.
            """,
        operand: Operand(
            "INPUT", summary: "a compact JWS, a postback body, or a file of them; - is standard input",
            isRepeating: true,
            value: .file),
        options: Self.options,
        sections: [
            CommonOptions.exitStatus,
            Section(
                "Causes of --explain", .items(SignatureMistake.Cause.ofTokens.map { .init($0.rawValue, $0.words) })),
        ],
        examples: [
            "Verify a postback body": "aak verify postback.json",
            "Keep only the valid postbacks of your network": """
            aak verify --production --network acme.adattributionkit --unique \\
                --accept postback --pass valid postbacks.ndjson
            """,
            "Verify your own impression": "aak sign -a 1108187390 -p 0 -s 5239 | aak verify --example-key",
            "Find out why a signature is invalid": "aak verify --explain --example-key --input impressions.txt",
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let keys = try TrustedKeys(
            invocation, invocation[Self.production] ? .production : .productionAndDevelopment, console)
        let (answersLines, pass, table) = (invocation[Self.lines], invocation[Self.pass], invocation[Self.format])
        var console = console
        // A line that is passed on stays unchanged, and an answer must be a single line.
        if answersLines || pass != nil || table != nil { console.isPretty = false }
        let lines = try LineCommand(invocation, console)
        let notes = try invocation[RepeatOptions.remember].map { (path) throws(Diagnostic) in
            try SeenFiles.lock(path, invocation)
            return try Output.open(path, as: .notes)
        }
        let job = VerificationJob(
            verifier: InputVerifier(
                keys: keys, accepting: Acceptance(invocation), checksRules: invocation[Self.validate]),
            answersLines: answersLines, pass: pass, table: table, remembers: notes != nil,
            seen: try SeenFiles.load(invocation, console), namesFiles: lines.hasSeveralInputs,
            kept: invocation[Self.keep],
            tolerated: Set(invocation[Self.tolerated]),
            explaining: invocation[Self.explain] ? SKAdNetworkKeys(keys) : nil,
            sample: invocation[Self.validate] ? nil : RuleSample(keys: keys))
        var settings = LineRun(resultsStateFaults: pass == nil && table == nil, notes: notes)
        settings.keys = keys
        if let table {
            var header = ResultLines()
            var rows = VerdictTable(table, keeping: job.kept)
            rows.appendHeader(to: &header.bytes)
            try lines.console.write(&header)
        }
        let status = try lines.run(settings) {
            let engine = job.verifier.engine(marks: job.seen != nil)
            return Verifier(context: $0, job: job, engine: engine, writer: VerdictLines($0, job))
        }.status
        if let note = job.sample?.note { console.report(note) }
        return status
    }
}

extension VerifyCommand {
    static let production = TypedOption.flag(
        "production", summary: "trust only Apple's production keys", group: "Keys",
        relations: [.excludes([TrustOptions.keys, TrustOptions.exampleKey])])
    static let validate = TypedOption.flag(
        "validate", summary: "give the verdict against-rules to inputs that break one of Apple's rules",
        details: """
            The verdict valid then means that a trusted key signed the input, and that aak validate would not find an
            error in it.
            """, group: "Output")
    static let explain = TypedOption.flag(
        "explain", summary: "explain why a signature is invalid",
        details: """
            Known mistakes are tried until one accounts for the signature. The verdict then has the members "cause" \
            and "difference", and the message has a hint. If a value was changed after signing, the verdict has \
            "difference" but no "cause". If nothing fits, "tried" is the number of variants tested, at most \
            \(SearchBudget.texts) per input, and "cut-short" is true if this limit was reached before all mistakes had \
            been tried. Such a search takes a few hundredths of a second. For SKAdNetwork, the causes are the same as \
            in aak skan explain.
            """, group: "Output")
    static let networks = TypedOption.values(
        "network",
        // Users copy the ID from postbacks, and in those of SKAdNetwork it may have uppercase letters.
        ValueForm.text("ID").parsed(wanting: AdNetworkIdentifier.wanted) { AdNetworkIdentifier(text: $0.lowercased()) },
        summary: "accept inputs of this ad network",
        details: """
            Apple's signature proves that the postback belongs to some network, but not that it is yours: another \
            network's postback, published as a sample or forwarded by someone, is just as valid. With --network, such \
            a postback gets the verdict not-ours. IDs are compared as a whole, ignoring case. If your network has an \
            ID in each framework, give both.
            """, group: "Filters")
    static let apps = TypedOption.values(
        "app", .integer("N", 0...Int.max),
        summary: "accept inputs about this advertised app",
        details:
            "This is for developers, who get copies of the postbacks for their apps. Inputs about other apps get the verdict not-ours.",
        group: "Filters")
    static let kinds = TypedOption.values(
        "accept", .choice("KIND", InputKinds.table.map(\.name), by: \.self),
        summary: "accept this kind of input",
        details: """
            The kind postback is the body that a device sends; its jws-string alone, a bare token, is of the kind token.
            Inputs of other kinds get the verdict not-ours. Their identifiers are not remembered, so nobody can make a
            postback count as a repeat by sending its bare token first. Without this option, every kind is accepted,
            except that --unique excludes bare tokens.
            """, group: "Filters")
    static let pass = TypedOption.value(
        "pass", .choice("VERDICT", Verdict.Outcome.self),
        summary: "write the original lines that get this verdict, instead of verdicts",
        details: """
            A line with several inputs is written if at least one of them gets VERDICT and each other one is tolerated. \
            If any input of a line is rejected, the whole line is: none of its inputs is remembered or counted as ok.
            """, group: "Output",
        relations: [
            .excludes([LineOptions.lines]) {
                "\($1) and \($0) cannot be combined: \($1) answers every line, \($0) leaves lines out"
            }
        ])
    static let tolerated = TypedOption.values(
        "tolerate", .choice("VERDICT", [Verdict.Outcome.repeated, .notOurs], by: \.rawValue),
        summary: "do not reject inputs with this verdict: repeated or not-ours",
        details: """
            The verdicts are written as usual, but these inputs are not written to the --rejects file, cause no \
            message, and do not affect the exit status. The summary counts them by verdict. So an honest retry, or \
            another network's postback, does not make a daily job end with status 1. A repeat with "same":false, which \
            has different contents, is never tolerated.
            """, group: "Filters")
    /// The kind of table; nil for JSON.
    static let format: TypedOption<SeparatedValues.Form?> = .value(
        "format", .choice("FORM", [nil] + SeparatedValues.Form.allCases) { $0?.rawValue ?? "ndjson" }, default: nil,
        summary: "write JSON, which is the default, or a table for databases: csv or tsv",
        details: """
            A table has a header line, even without any input, and one row per verdict. The columns are the same for \
            both frameworks: \(VerdictTable.columns.joined(separator: ", ")), followed by log.PATH for each --keep \
            PATH. If no trusted key signed an input, the columns from kind to marketplace are empty in its row. The \
            column identifier contains what --unique compares; for SKAdNetwork versions below 4.0, source_identifier \
            contains the campaign ID. sequence_index is 0 to 2, did_win true or false, fine 0 to 63, and coarse, \
            interaction and country are strings; any other value leaves the cell empty. U+0000 is left out. TSV has no \
            quotes: a tab, a line feed, a carriage return and a backslash are written as \\t, \\n, \\r and \\\\, and a \
            missing value is empty. CSV follows RFC 4180, except that lines end in a line feed; a string that begins \
            with =, +, -, @, a tab or a carriage return is prefixed with an apostrophe, because a spreadsheet would \
            read it as a formula.
            """, group: "Output", relations: [.excludes([pass, lines])])
    static let keep = LineOptions.keep.related(.requires([LineOptions.at]), .excludes([pass]))
    static let lines = LineOptions.linesAround.worded(
        LineOptions.lines.option.summary,
        details: """
            This is for programs that keep one aak process running and send it one input after another. An empty line is
            malformed, a JSON value must be on one line, an array is one malformed input, and each line is recognised
            independently of the others. If a line contains several signed objects, as a bid response can, "parts" has a
            verdict for each object, and "verdict" is the one of these that comes first in the order malformed,
            unknown-key, invalid, not-ours, against-rules, repeated, valid.
            """)
    static let options: [any DeclaredOption] =
        [
            TrustOptions.keys.essential, TrustOptions.appleKeys, KeyFiles.passwordFile, TrustOptions.exampleKey,
            production.essential, networks.essential, apps, kinds, tolerated, validate, explain.essential,
            pass.essential, format, lines, RepeatOptions.unique.essential, RepeatOptions.seen, RepeatOptions.remember,
        ]
        + CommonOptions.output + LineOptions.inner + [keep] + LineOptions.streaming + CommonOptions.diagnostics
}

extension Acceptance {
    /// Accepts what the options name. Without options, accepts everything, except bare tokens with `--unique`.
    init(_ invocation: Invocation) {
        let networks = invocation[VerifyCommand.networks]
        let apps = invocation[VerifyCommand.apps].compactMap {
            UInt64(exactly: $0).map { ItemIdentifier(rawValue: $0) }
        }
        let named = invocation[VerifyCommand.kinds]
        var kinds = named.isEmpty ? .all : InputKinds(InputKinds.table.filter { named.contains($0.name) }.map(\.kind))
        // A bare token would use up the identifier of its body, although it lacks the unsigned fields.
        if named.isEmpty, invocation[RepeatOptions.unique] { kinds.remove(.tokens) }
        self.init(
            kinds: kinds,
            networks: networks.isEmpty ? nil : Set(networks),
            apps: invocation[VerifyCommand.apps].isEmpty ? nil : Set(apps),
            environments: Set(SigningEnvironment.allCases))
    }
}
