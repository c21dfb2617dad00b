import AttributionBase
import AttributionCommandModel
import AttributionInspection
import AttributionModel
import AttributionReport

/// The options of `aak verify`.
enum VerifyOptions {
    static let production = TypedOption.flag(
        "production", summary: "accept only Apple's production keys", group: "Keys",
        relations: [.excludes([TrustOptions.keys, TrustOptions.exampleKey])])
    static let validate = TypedOption.flag(
        "validate", summary: "give inputs that break one of Apple's rules the verdict against-rules",
        details: """
            Then valid means the same as in the library's verified(by:): signed by a trusted key, and without an error \
            that aak validate finds.
            """, group: "Output")
    static let explain = TypedOption.flag(
        "explain", summary: "name the signer's mistake that explains a signature that does not hold",
        details: """
            Known mistakes are tried until the signature holds with one: the verdict then has cause and difference, \
            and the message a hint. A value that was changed after signing has a difference and no cause. Where \
            nothing fits, tried is the number of texts that were tried; each input has \(SearchBudget.texts) of them, \
            and cut-short is true if they did not suffice for all mistakes. It takes some hundredths of a second for \
            each such input. In a verdict of SKAdNetwork the causes are those of aak skan explain.
            """, group: "Output")
    static let networks = TypedOption.values(
        "network",
        // Postbacks of SKAdNetwork may have capitals, and are copied from.
        ValueForm.text("ID").parsed(wanting: AdNetworkIdentifier.wanted) { AdNetworkIdentifier($0.lowercased()) },
        summary: "accept messages of this ad network",
        details: """
            Apple's signature says that a network won, but not which: another network's postback, public as a sample \
            or sent on by somebody, verifies as well. With --network it gets the verdict not-ours. IDs are compared \
            whole, without case: a network that has one of both frameworks names both.
            """, group: "Whose")
    static let apps = TypedOption.values(
        "app", .integer("N", 0...Int.max),
        summary: "accept messages about this advertised app",
        details: "For developers, who get copies of the postbacks of their apps. Others get the verdict not-ours.",
        group: "Whose")
    static let kinds = TypedOption.values(
        "accept", .choice("KIND", InputKinds.table.map(\.name), by: \.self),
        summary: "accept this kind of input",
        details: """
            A postback is the body that a device sends; the bare token of one is a token. Another kind gets the verdict \
            not-ours, before anything is remembered, so that nobody uses up a postback's identifier by sending its token \
            first. Without this option every kind is accepted, but with --unique no token.
            """, group: "Whose")
    static let pass = TypedOption.value(
        "pass", .choice("VERDICT", Verdict.Outcome.self),
        summary: "write the original lines with this verdict instead of verdicts", group: "Output",
        relations: [
            .excludes([LineOptions.lines]) { "\($1) answers every line, and \($0) leaves lines out; want one of them" }
        ])
    static let tolerated = TypedOption.values(
        "tolerate", .choice("VERDICT", [Verdict.Outcome.repeated, .notOurs], by: \.rawValue),
        summary: "do not reject inputs with this verdict: repeated or not-ours",
        details: """
            Their verdicts are written as they are, but they are not among the --rejects, get no message and do not change the \
            exit status; the summary counts them by name. So an honest retry, or another network's postback, does not end a job \
            with status 1. A repeat with "same":false, whose claims differ, is never tolerated.
            """, group: "Whose")
    /// The form of a table; nil for JSON.
    static let format: TypedOption<SeparatedValues.Form?> = .value(
        "format", .choice("FORM", [nil] + SeparatedValues.Form.allCases) { $0?.rawValue ?? "ndjson" }, default: nil,
        summary: "write JSON, which is the default, or a table for databases: csv or tsv",
        details: """
            A table has a header line, even without any input, and one row per verdict. Its columns are the same for both \
            frameworks: \(VerdictTable.columns.joined(separator: ", ")), and then log.PATH for each --keep PATH. What was not \
            signed by a trusted key has no values from kind on. identifier is what --unique compares; source_identifier is the \
            campaign of SKAdNetwork below 4.0. sequence_index is 0 to 2, did_win true or false, fine 0 to 63, and coarse, \
            interaction and country are texts: what is anything else has no value. U+0000 is left out. TSV has no quotes: a \
            tab, a line feed, a carriage return and a backslash are written \\t, \\n, \\r and \\\\, and a missing value is empty. \
            CSV is that of RFC 4180 with lines that end in a line feed; a text that begins with =, +, -, @, a tab or a carriage \
            return has an apostrophe before it there, because spreadsheets would run it.
            """, group: "Output", relations: [.excludes([pass, lines])])
    static let keep = LineOptions.keep.related(.requires([LineOptions.at]), .excludes([pass]))
    static let lines = LineOptions.linesAround.worded(
        LineOptions.lines.option.summary,
        details: """
            For programs that keep one aak running and send it one message after another. An empty line is malformed, \
            values may not spread over several lines, an array is one malformed input, and the first line never determines the format of the others. If \
            several objects in a line are signed, as in a bid response, parts has a verdict for each, and verdict is the \
            worst one, in the order above.
            """)
    static let unique = TypedOption.flag(
        "unique", summary: "reject repeated or missing identifiers",
        details: """
            Apple asks to count each identifier once; of SKAdNetwork \(versionsOfWindows), a transaction-id once for each window. \
            Bare tokens are accepted only with --accept token. Only signed values are compared: nobody can change what a repeat \
            is. A repeat has the verdict repeated, with "same":true where it makes the same claims as the first, as an honest \
            retry does, and "same":false where somebody changed what is not signed. All identifiers of the run and of --seen are \
            kept in memory with a mark of what was claimed: 24 bytes each, in a table that is between three eighths and three \
            quarters full, so 32 to 64 bytes per identifier.
            """, group: "Repeats")
    static let seen = TypedOption.values(
        "seen", .file("FILE|DIR"),
        summary:
            "treat the identifiers in FILE, or in the files of a folder, as seen before",
        details: """
            Each line has one identifier: a UUID in either letter case, followed by /0, /1 or /2 for a window of SKAdNetwork \
            \(versionsOfWindows), and optionally by a tab and its mark of 16 hexadecimal digits. If there is no mark, a repeat \
            has no "same". An identifier that is not a UUID must have a mark, and so must a last line without a line feed, \
            which may be cut off. The lines may be in any order, and blank and repeated lines are allowed. A line that is not \
            an identifier ends the run with status 2 before anything is verified. An identifier counts for every identifier \
            field. In a folder, all files are read, except those whose names begin with a dot and the file of --remember.
            """, group: "Repeats", relations: [.requires([unique])])
    static let remember = TypedOption.value(
        "remember", .file("FILE", writing: .memory(readBy: "seen")).nonempty(wanting: "a file"),
        summary: "write the identifiers of valid inputs to FILE, for --seen in later runs",
        details: """
            FILE and the file of --output are replaced together at the end of a run with status 0 or 1, and stay as they \
            were otherwise. FILE is not read as part of a folder of --seen, so that a run can be repeated with the same \
            results. If results go to standard output, FILE has exactly the identifiers whose verdicts were written, even if \
            a signal or a closed pipe ends the run. Only one run at a time can write to FILE, and to its \
            folder if one of them reads that by --seen: what the other has not finished would count again. A second one \
            ends with status 2.
            """, group: "Repeats", relations: [.requires([unique])])

    private static let versionsOfWindows = alternatives(
        SKAdNetworkVersion.allCases.filter(\.hasWindows).map(\.rawValue))

    static let all: [any DeclaredOption] =
        [
            TrustOptions.keys, TrustOptions.appleKeys, KeyFiles.passwordFile, TrustOptions.exampleKey, production,
            networks, apps, kinds, tolerated,
            validate, explain, pass,
            format, lines, unique, seen, remember,
        ]
        + CommonOptions.output + LineOptions.inner + [keep] + LineOptions.streaming + CommonOptions.diagnostics
}

extension Acceptance {
    /// What the options name; everything where they name nothing, but no bare tokens with `--unique`.
    init(_ invocation: Invocation) {
        let networks = invocation[VerifyOptions.networks]
        let apps = invocation[VerifyOptions.apps].compactMap {
            UInt64(exactly: $0).map { ItemIdentifier(rawValue: $0) }
        }
        let named = invocation[VerifyOptions.kinds]
        var kinds = named.isEmpty ? .all : InputKinds(InputKinds.table.filter { named.contains($0.name) }.map(\.kind))
        // A bare token has the identifier of its body without what the body says.
        if named.isEmpty, invocation[VerifyOptions.unique] { kinds.remove(.tokens) }
        self.init(
            kinds: kinds,
            networks: networks.isEmpty ? nil : Set(networks),
            apps: invocation[VerifyOptions.apps].isEmpty ? nil : Set(apps),
            environments: Set(SigningEnvironment.allCases))
    }
}
