import AttributionBase
import AttributionCommandModel

/// The options of commands that process lines.
enum LineOptions {
    static let input = TypedOption.values(
        "input", short: "i", .file("FILE"),
        summary: "read lines from FILE, as an argument that names it; - is standard input", group: "Input")

    static let jobs = TypedOption.value(
        "jobs", short: "j", .integer("N", 1...1024), summary: "work on N threads; all processors by default",
        details: "The order of the results is that of the input, whatever N is.", group: "Input")

    static let failFast = TypedOption.flag("fail-fast", summary: "stop at the first bad line", group: "Input")

    static let failEmpty = TypedOption.flag(
        "fail-empty", summary: "end with status 1 if the input is empty", group: "Input")

    static let rejects = TypedOption.value(
        "rejects", .file("FILE", writing: .besides), summary: "keep the bad lines, byte for byte, in FILE",
        details: "As with --output, FILE is replaced at the end of the run, and never with status 2.", group: "Input")

    /// The maximum number of messages about one rule in a run, unless all are wanted.
    static let mostMessagesOfRule = 10

    static let allMessages = TypedOption.flag(
        "all-messages", summary: "show all messages about a rule, not only the first \(mostMessagesOfRule) of a run",
        details: """
            Without it, the run ends with the number of the others, and the summary counts the lines that break each rule. \
            --diagnostics json always shows all.
            """, group: "Messages", relations: [.excludes([CommonOptions.quiet])])

    static let streaming: [any DeclaredOption] = [input, jobs, failFast, failEmpty, rejects, allMessages]

    static let at = TypedOption.values(
        "at", .text("PATH").nonempty(wanting: "a path such as request.body"),
        summary: "take each input from this member of its line, as in request.body",
        details: """
            Names and places of elements are separated by dots: Records.0.body. Records[].body takes each element's. A \
            string found there is read as the text that it holds, and may itself hold the rest of the path. If it is base64 of an object or a token, as \
            API Gateway, Kinesis and Pub/Sub have it, it is decoded, and a note says so once. Given several times, the \
            first that a line has counts.
            """, group: "Input")

    static let skipEmpty = TypedOption.flag(
        "skip-empty", summary: "skip lines whose member of --at is absent, null or empty",
        details: """
            Health checks and requests without a body leave such lines in a log. The summary counts them, and they \
            change no status. If all lines of an input are skipped, a note says so, and --fail-empty treats the input \
            as empty.
            """, group: "Input", relations: [.requires([at])])

    static let keep = TypedOption.values(
        "keep", .text("PATH").nonempty(wanting: "a path such as request.host"),
        summary: "add this member of the line to the result, as in request.host",
        details: """
            The kept members are the last member of the result: "log":{"request":{"host":"a"}} for request.host. A \
            member that the line does not have is left out. Places of elements become names.
            """, group: "Input", relations: [.requires([at])])

    /// The options for inputs inside lines, for commands whose results are not objects that a member can be added to.
    static let inner: [any DeclaredOption] = [at, skipEmpty]

    /// Returns the inputs that the command line names, as arguments or with `--input`.
    ///
    /// - Parameter name: their name in messages.
    static func inputs(_ name: String) -> AnyGiven { AnyGiven(name, options: [input]) }
}

extension Invocation {
    /// The maximum number of messages about one rule in a run; nil for no limit.
    var mostMessagesOfRule: Int? {
        self[CommonOptions.form] == .json || self[LineOptions.allMessages] ? nil : LineOptions.mostMessagesOfRule
    }

    /// The number of threads.
    var jobs: Int { self[LineOptions.jobs] ?? processorCount }

    /// The location of inputs in their lines.
    var innerInputs: InnerInputs {
        guard takes(LineOptions.at) else { return InnerInputs() }
        return InnerInputs(
            paths: self[LineOptions.at], kept: takes(LineOptions.keep) ? self[LineOptions.keep] : [],
            skipsEmpty: self[LineOptions.skipEmpty])
    }

    /// Whether the command line names inputs.
    var namesInputs: Bool { !operands.isEmpty || has(LineOptions.input) }
}
