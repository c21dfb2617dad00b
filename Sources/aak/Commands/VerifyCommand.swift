import AdAttribution
import AttributionInspection
import Bytes
import CommandModel
import ECDSA
import JOSE

/// `aak verify`: checks signatures with Apple's keys and others that are trusted.
enum VerifyCommand {
    static let command = Command(
        name: "verify",
        summary: "verify postbacks and impressions",
        discussion: [
            """
            Writes one line for each input: its verdict, and only after the signature held, its payload. The fields of \
            a postback body that stand outside the signature are given apart, as "unsigned": nobody vouches for them.
            """,
            """
            The key is found by the kid in the token's header. Apple's keys are built in and answer to their own kid \
            only. --key adds others: a PEM or DER key answers to every kid that is not Apple's, a JWK with a kid to \
            that one. A key inside a token is never used. Postbacks of SKAdNetwork are checked with Apple's key of their \
            version, and its signed ads with the keys of --key: one with a kid is for the ad network of that ID alone.
            """,
            """
            The verdict is valid (a trusted key signed it), invalid (the signature does not match), unknown-key (no \
            trusted key answers to the kid), or malformed; with --validate also against-rules. Each has the number of \
            its line, and if not valid the rule and the reason. In production, count only postbacks whose environment \
            is production: --production accepts nothing else.
            """,
        ],
        operand: Operand(
            "INPUT", summary: "a compact JWS, a postback body, or a file of them; - is standard input",
            isRepeating: true,
            value: .file),
        options: [
            Option(
                "key", short: "k", value: .init("FILE|DIR", .file), isRepeatable: true,
                summary: "trust the keys in FILE, or in the files of a folder, besides Apple's", group: "Keys"),
            Option("example-key", summary: "trust the published example key: for tests only", group: "Keys"),
            Option("production", summary: "accept only Apple's production key", group: "Keys"),
            Option(
                "validate", summary: "give what breaks one of Apple's rules the verdict against-rules",
                details: """
                    What is valid then is what the library's verified(by:) gives out: signed by a trusted key, and \
                    without an error that aak validate finds.
                    """, group: "Output"),
            Option(
                "explain", summary: "say which mistake of the signer a signature that does not hold would hold with",
                details: """
                    Known mistakes are tried until the signature holds with one: the verdict then has cause and \
                    difference, and the message a hint. A value that was changed since has a difference and no cause. \
                    Where nothing fits, tried is the number of texts that were tried; each input has \
                    \(SearchBudget.texts) of them, and cut-short is true where they did not do for all mistakes. It takes \
                    some hundredths of a second for each such input. In a verdict of SKAdNetwork the causes are those of \
                    aak skan explain.
                    """, group: "Output"),
            Option(
                "pass", value: .init("VERDICT", .choice(outcomes)),
                summary: "write the original lines with this verdict instead of verdicts", group: "Output"),
            Option(
                "unique", summary: "reject a postback-identifier that came before in this run, and what has none",
                details: """
                    Apple asks to count each identifier once; of SKAdNetwork 4.0, a transaction-id once for each window. \
                    Only signed values are compared: nobody can change what a repeat is. All identifiers of the run are kept in memory: 16 bytes \
                    each, in a table that is between three eighths and three quarters full, so 22 to 43 bytes an \
                    identifier.
                    """, group: "Output"),
        ] + CommonOptions.output + [CommonOptions.at] + CommonOptions.streaming + CommonOptions.diagnostics,
        sections: [
            CommonOptions.exitStatus,
            Section(
                "Causes of --explain", [.items(TokenExplanation.Cause.allCases.map { .init($0.rawValue, $0.words) })]),
        ],
        examples: [
            Example("Verify a postback body", "aak verify --input postback.json"),
            Example(
                "Keep only the lines that count", "aak verify --production --unique --pass valid -i postbacks.ndjson"),
            Example(
                "Verify an impression of your own",
                "aak sign -a 1108187390 -p 0 -s 5239 | aak verify --example-key"),
            Example(
                "Why a signature does not hold", "aak verify --explain --example-key --input impressions.txt"),
        ])

    /// The verdicts that there are here, where every kind of input is accepted.
    private static let outcomes = Verdict.Outcome.allCases.filter { $0 != .notOurs }.map(\.rawValue)

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let keys = try trustedKeys(invocation, console)
        var console = console
        // Lines that are passed on stay as they came.
        if invocation.value("pass") != nil { console.isPretty = false }
        let lines = try LineCommand(invocation, console)
        let job = VerificationJob(
            verifier: InputVerifier(keys: keys, checksRules: invocation.flag("validate")),
            pass: invocation.value("pass").flatMap(Verdict.Outcome.init),
            seen: invocation.flag("unique") ? SeenIdentifiers() : nil,
            explainer: invocation.flag("explain") ? SignatureExplainer(keys) : nil)
        let (status, _) = try lines.run(
            commit: { batch in
                guard let waiting = batch.result.work as? WaitingVerdicts else { return }
                unsafe waiting.write(batch.bytes.bytes, &batch.result)
            },
            resultsTell: invocation.value("pass") == nil, makeProcessor: { Verifier($0, job) })
        return status
    }

    /// Apple's keys, those of `--key`, and the example key where it is asked for.
    static func trustedKeys(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> TrustedKeys {
        let isProduction =
            invocation.command.options.contains { $0.name == "production" } && invocation.flag("production")
        let paths = invocation.values("key")
        guard !isProduction || paths.isEmpty else {
            throw invocation.usage("both --production and --key are given, want one of them")
        }
        let trustsExample = invocation.flag("example-key")
        guard !isProduction || !trustsExample else {
            throw invocation.usage("both --production and --example-key are given, want one of them")
        }
        var keys = TrustedKeys(productionOnly: isProduction)
        if trustsExample { try? keys.add(ExampleKey.privateKey.publicKey, keyID: nil) }
        try add(paths, to: &keys, console)
        return keys
    }

    /// Trusts the public keys of files and folders, those of a JWK for its `kid` alone.
    static func add(_ paths: [String], to keys: inout TrustedKeys, _ console: Console) throws(Diagnostic) {
        for path in paths {
            for entry in try KeyFiles.publicKeys(path, console) {
                do throws(TrustedKeys.AdditionError) {
                    try keys.add(entry.key.publicKey, keyID: entry.keyID)
                } catch {
                    guard case .appleKeyID(let keyID) = error else { continue }
                    throw .trouble("\(path): the JWK's kid is \(quoted(keyID)), which is Apple's, want one of your own")
                }
            }
        }
    }
}

extension TokenExplanation.Cause {
    /// What the cause is, for the manual.
    fileprivate var words: String {
        switch self {
        case .signedText: "Something else was signed than the base64url of header and payload with a dot between them."
        case .encoding: "The signature is not r then s in base64url, or another digest was signed."
        case .key: "Another key than that of the kid."
        case .header: "Another header was signed."
        case .json: "The payload was signed as another JSON text of the same values."
        case .identifierCase: "The identifier in other letters."
        case .networkCase: "The ad network ID in other letters."
        case .boolean: "Booleans, numbers or strings written otherwise."
        case .timestamp: "Another timestamp, or one in another unit."
        }
    }
}
