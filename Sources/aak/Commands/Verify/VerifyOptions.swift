import AdAttribution
import AttributionInspection
import CommandModel

/// The options of `aak verify`.
enum VerifyOptions {
    static let production = TypedOption.flag(
        "production", summary: "accept only Apple's production key", group: "Keys",
        relations: [.excludes([TrustOptions.keys, TrustOptions.exampleKey])])
    static let validate = TypedOption.flag(
        "validate", summary: "give what breaks one of Apple's rules the verdict against-rules",
        details: """
            What is valid then is what the library's verified(by:) gives out: signed by a trusted key, and \
            without an error that aak validate finds.
            """, group: "Output")
    static let explain = TypedOption.flag(
        "explain", summary: "say which mistake of the signer a signature that does not hold would hold with",
        details: """
            Known mistakes are tried until the signature holds with one: the verdict then has cause and \
            difference, and the message a hint. A value that was changed since has a difference and no cause. \
            Where nothing fits, tried is the number of texts that were tried; each input has \
            \(SearchBudget.texts) of them, and cut-short is true where they did not do for all mistakes. It takes \
            some hundredths of a second for each such input. In a verdict of SKAdNetwork the causes are those of \
            aak skan explain.
            """, group: "Output")
    static let pass = TypedOption.value(
        "pass", .choice("VERDICT", outcomes, by: \.rawValue),
        summary: "write the original lines with this verdict instead of verdicts", group: "Output")
    static let unique = TypedOption.flag(
        "unique", summary: "reject a postback-identifier that came before in this run, and what has none",
        details: """
            Apple asks to count each identifier once; of SKAdNetwork 4.0, a transaction-id once for each window. \
            Only signed values are compared: nobody can change what a repeat is. All identifiers of the run are kept in memory: 16 bytes \
            each, in a table that is between three eighths and three quarters full, so 22 to 43 bytes an \
            identifier.
            """, group: "Output")

    /// The verdicts that there are here, where every kind of input is accepted.
    private static let outcomes = Verdict.Outcome.allCases.filter { $0 != .notOurs }

    static let all: [any DeclaredOption] =
        [TrustOptions.keys, TrustOptions.exampleKey, production, validate, explain, pass, unique]
        + CommonOptions.output + [LineOptions.at] + LineOptions.streaming + CommonOptions.diagnostics
}
