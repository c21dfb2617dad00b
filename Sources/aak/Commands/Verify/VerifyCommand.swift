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
            Writes one line for each input: its verdict and, if the signature is valid, its payload. The fields of a
            postback body outside the signature are in a member of their own, "unsigned": they are not authenticated.

            The key is found by the kid in the token's header. Apple's keys are built in, and each is used only for its
            own kid. --key adds others: a PEM or DER key is used for every kid that is not Apple's, a JWK with a kid
            only for that kid, and so only for the ad network of that name. A key inside a token is never used.
            SKAdNetwork postbacks are checked with Apple's key for their version, and signed ads with the keys of --key;
            there, a key with a kid is used only for the ad network with that ID.

            The verdict is valid (a trusted key signed the input), invalid (the signature does not match), unknown-key
            (no trusted key has that kid), malformed (there is nothing to check), or not-ours (a trusted key signed it,
            but its ad network, app or kind is not one that you named); with --validate it can also be against-rules,
            and with --unique repeated. If several apply, the first in this order is given: malformed, unknown-key,
            invalid, not-ours, against-rules, repeated. Each verdict has the number of its line, the file if the run has
            several inputs, and, unless it is valid, the rule and the reason. In production, count only postbacks of
            your own network whose environment is production: use --production and --network.
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
            "Verify a postback body": "aak verify --input postback.json",
            "Keep only the lines that count":
                "aak verify --production --network acme.adattributionkit --accept postback --unique --pass valid postbacks.ndjson",
            "Verify an impression of your own": "aak sign -a 1108187390 -p 0 -s 5239 | aak verify --example-key",
            "Find out why a signature is invalid": "aak verify --explain --example-key --input impressions.txt",
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let keys = try TrustedKeys(invocation, invocation[Self.production] ? .production : .all, console)
        let form = VerdictForm(invocation)
        var console = console
        // Lines that are passed on stay as they are, and an answer is one line.
        if case .verdicts = form {} else { console.isPretty = false }
        let lines = try LineCommand(invocation, console)
        let notes = try invocation[Self.remember].map { (path) throws(Diagnostic) in
            try SeenFiles.lock(path, invocation)
            return try Output.open(path, as: .notes)
        }
        let job = VerificationJob(
            verifier: InputVerifier(
                keys: keys, accepting: Acceptance(invocation), checksRules: invocation[Self.validate]),
            form: form, remembers: notes != nil, seen: try SeenFiles.load(invocation, console),
            namesFiles: lines.hasSeveralInputs, kept: invocation[Self.keep],
            tolerated: Set(invocation[Self.tolerated]),
            explainer: invocation[Self.explain] ? SignatureExplainer(keys) : nil)
        var settings = LineRun(resultsStateFaults: job.form.statesFaults, notes: notes)
        settings.keys = keys
        if case .table(let table) = job.form {
            var header = ResultLines()
            var rows = VerdictTable(table, keeping: job.kept)
            rows.appendHeader(to: &header.bytes)
            try lines.console.write(&header)
        }
        return try lines.run(settings) { Verifier($0, job) }.status
    }
}

extension VerdictForm {
    fileprivate init(_ invocation: Invocation) {
        self =
            if invocation[VerifyCommand.lines] {
                .lines
            } else if let outcome = invocation[VerifyCommand.pass] {
                .passed(outcome)
            } else if let table = invocation[VerifyCommand.format] {
                .table(table)
            } else {
                .verdicts
            }
    }
}
