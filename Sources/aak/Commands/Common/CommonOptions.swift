import AttributionBase
import AttributionCommandModel
import AttributionInspection
import AttributionModel

enum CommonOptions {
    /// The command whose help describes these options for all commands.
    static let home = "aak help streams"

    private static let described: [any DeclaredOption] =
        [LineOptions.input, LineOptions.jobs, LineOptions.failFast, LineOptions.failEmpty, LineOptions.rejects]
        + LineOptions.inner + [LineOptions.keep] + output + [
            LineOptions.lines, now, seed, reproducible, LineOptions.allMessages,
        ]
        + diagnostics

    /// Sections that describe the options which most commands share, group by group.
    static var groups: [Section] { Section.groups(describing: described) }

    // MARK: - Output

    static let pretty = TypedOption.flag(
        "pretty", summary: "spread JSON over several lines, as on a terminal", group: "Output"
    ).described(by: home)

    static let compact = TypedOption.flag(
        "compact", summary: "write one line per result, even on a terminal", group: "Output"
    ).described(by: home)

    static let outputFile = TypedOption.value(
        "output", short: "o", .resultFile("FILE"),
        summary: "write the results to FILE; - is standard output",
        details: """
            The results are written to a temporary file, which replaces FILE if the status is 0, or if it is 1 and \
            there is any result. A run that ends with status 2 leaves FILE unchanged.
            """, group: "Output"
    ).described(by: home)

    static let output: [any DeclaredOption] = [pretty, compact, outputFile]

    // MARK: - Messages

    static let form = TypedOption.value(
        "diagnostics", .choice("FORM", DiagnosticStyle.Form.self), default: .text,
        summary: "write messages as text, as JSON objects, or as GitHub annotations", group: "Messages"
    ).described(by: home)

    static let quiet = TypedOption.flag(
        "quiet", short: "q", summary: "show only the summary, and errors that end the run with status 2",
        group: "Messages"
    ).described(by: home)

    enum ColorUse: String, CaseIterable {
        case auto, always, never
    }

    static let color = TypedOption.value(
        "color", .choice("WHEN", ColorUse.self), default: .auto,
        summary: "colour messages, and JSON on a terminal; auto colours nothing elsewhere, or if NO_COLOR is set",
        group: "Messages"
    ).described(by: home)

    static let diagnostics: [any DeclaredOption] = [form, quiet, color]

    // MARK: - Reproducible runs

    static let now = TypedOption.value(
        "now", .timestamp("TIME"), summary: "use TIME as the current time: RFC 3339, or milliseconds since 1970",
        group: "Reproducible runs"
    ).described(by: home)

    static let seed = TypedOption.value(
        "seed", .integer("N", 0...Int.max), summary: "derive random values from N, so that a run can be repeated",
        group: "Reproducible runs"
    ).described(by: home)

    static let reproducible = TypedOption.value(
        "reproducible", .integer("SEED", 0...Int.max),
        summary: "make the same output each time: --deterministic --seed SEED --now 2026-01-01T00:00:00Z",
        group: "Reproducible runs", relations: [.excludes([seed])]
    ).described(by: home)

    fileprivate static let reproducibleTime = Timestamp(milliseconds: 1_767_225_600_000)

    static let exitStatus: Section = {
        var section = Section("Exit status", .items(exitStatuses))
        section.isOfAll = true
        return section
    }()

    /// Returns the exit statuses of a command that reads no inputs, or no inputs that it could reject.
    static func ownExitStatus(good: String, bad: String? = nil) -> Section {
        var items: [Block.Item] = [.init("0", good)]
        if let bad { items.append(.init("1", bad)) }
        return Section("Exit status", .items(items + exitStatuses.suffix(1)))
    }

    static let exitStatuses: [Block.Item] = [
        .init("0", "All inputs were accepted."),
        .init("1", "At least one input was rejected, or a file or standard input was empty where that is an error."),
        .init("2", "The usage was wrong, a file or key could not be read, or the output could not be written."),
    ]
}

extension ValueForm where Value == String {
    /// The path of a file to write instead of standard output. `-` means standard output.
    static func resultFile(_ placeholder: String) -> ValueForm {
        file(placeholder, writing: .results)
    }
}

extension ValueForm where Value == Timestamp {
    static func timestamp(_ placeholder: String) -> ValueForm {
        ValueForm<String>.text(placeholder).time(wanting: "an RFC 3339 time, or milliseconds since 1970") {
            Timestamp($0)
        }
    }
}

extension ValueForm where Value == String {
    /// Returns a form for the times for which `parse` returns a value. For a number of milliseconds that is not accepted, the message names
    /// the range instead of `wanted`.
    func time<Other>(
        wanting wanted: String, by parse: @escaping @Sendable (String) -> Other?
    ) -> ValueForm<Other> {
        reading { (text) throws(ValueFault) in
            if let time = parse(text) { return time }
            let digits = text.utf8.drop { $0 == ASCII.minus }
            let isNumber = !digits.isEmpty && digits.allSatisfy(ASCII.isDigit)
            let last = String(repeating: "9", count: Timestamp.mostDigits)
            let range = "from 0 to \(last) if it is in milliseconds since 1970"
            let midnight = text + "T00:00:00Z"
            let dated = "a date with a time of day, such as \(midnight)"
            throw .unwanted(isNumber ? range : parse(midnight) != nil ? dated : wanted)
        }
    }
}

extension Invocation {
    /// The time given by `--now`, or the current time. In commands that process lines, use ``BatchResult/now`` instead.
    var now: Timestamp { fixedTime ?? .now }

    /// The time given by `--now`, or that of a reproducible run; nil for the current time.
    var fixedTime: Timestamp? {
        let isReproducible = takes(CommonOptions.reproducible) && has(CommonOptions.reproducible)
        return (takes(CommonOptions.now) ? self[CommonOptions.now] : nil)
            ?? (isReproducible ? CommonOptions.reproducibleTime : nil)
    }

    /// The seed from which random values are derived; nil for those of the system.
    var seed: Int? { self[CommonOptions.seed] ?? self[CommonOptions.reproducible] }

    func usage(_ message: String, hint: String? = nil) -> Diagnostic {
        .trouble(message, hint: hint ?? "see \(path.title) --help")
    }
}

extension Console {
    init(_ invocation: Invocation) {
        if invocation.takes(CommonOptions.form) {
            style.form = invocation[CommonOptions.form]
            style.isQuiet = invocation[CommonOptions.quiet]
            let use = invocation[CommonOptions.color]
            style.usesColor =
                switch use {
                case .always: true
                case .never: false
                case .auto: Descriptor.diagnostics.isTerminal && Self.takesColor
                }
            // Only output to a terminal is coloured, even if colours are requested.
            outputIsColored = Descriptor.output.isTerminal && use != .never && (Self.takesColor || use == .always)
            if style.form != .text { style.usesColor = false }
        }
        outputIsTerminal = Descriptor.output.isTerminal
        if invocation.takes(CommonOptions.pretty) {
            isPretty = (outputIsTerminal || invocation[CommonOptions.pretty]) && !invocation[CommonOptions.compact]
        }
    }

    /// Whether the environment allows colours on a terminal.
    private static var takesColor: Bool {
        (System.environment("NO_COLOR") ?? "").isEmpty && System.environment("TERM") != "dumb"
    }
}

enum LineOptions {
    static let input = TypedOption.values(
        "input", short: "i", .file("FILE"),
        summary: "read FILE; the same as naming it as an argument; - is standard input", group: "Input"
    ).described(by: CommonOptions.home)

    static let jobs = TypedOption.value(
        "jobs", short: "j", .integer("N", 1...1024), summary: "use N threads; by default, one per processor",
        details: "The results are in the order of the input, regardless of N.", group: "Input"
    ).described(by: CommonOptions.home)

    static let failFast = TypedOption.flag("fail-fast", summary: "stop at the first bad line", group: "Input")
        .described(by: CommonOptions.home)

    static let failEmpty = TypedOption.flag(
        "fail-empty", summary: "end with status 1 if a file or standard input is empty", group: "Input"
    ).described(by: CommonOptions.home)

    static let rejects = TypedOption.value(
        "rejects", .file("FILE", writing: .besides), summary: "write the bad lines to FILE, byte for byte",
        details: "FILE is replaced at the end of a run with status 0 or 1, and left unchanged on status 2.",
        group: "Input"
    ).described(by: CommonOptions.home)

    /// The greatest number of messages about one rule in a run, unless all are requested.
    static let mostMessagesOfRule = 10

    static let allMessages = TypedOption.flag(
        "all-messages", summary: "show all messages about each rule, not only the first \(mostMessagesOfRule)",
        details: """
            Without this option, a message at the end says how many messages were left out, and the summary counts the \
            lines that break each rule. --diagnostics json always shows all messages.
            """, group: "Messages", relations: [.excludes([CommonOptions.quiet])]
    ).described(by: CommonOptions.home)

    static let streaming: [any DeclaredOption] = [input, jobs, failFast, failEmpty, rejects, allMessages]

    static let at = TypedOption.values(
        "at", .path(such: "request.body", toEach: true),
        summary: "read each input from this member of its line, such as request.body",
        details: """
            Names and indexes are separated by dots, as in Records.0.body; Records[].body reads the member of each \
            element. If the member is a string, it is read as JSON or as a token; if it is JSON, the path can continue \
            inside it. A base64-encoded object or token, as written by API Gateway, Kinesis and Pub/Sub, is decoded; a \
            note says so, once per run. If the option is repeated, the first of the paths that is present in the line \
            is used.
            """, group: "Input"
    ).described(by: CommonOptions.home)

    static let skipEmpty = TypedOption.flag(
        "skip-empty", summary: "skip lines in which the --at member is absent, null or empty",
        details: """
            Health checks and requests without a body leave such lines in a log. The summary counts the skipped lines; \
            they do not affect the exit status. If all lines of a file are skipped, a note says so, and --fail-empty \
            treats the file as empty.
            """, group: "Input", relations: [.requires([at])]
    ).described(by: CommonOptions.home)

    static let keep = TypedOption.values(
        "keep", .path(such: "request.host", toEach: false),
        summary: "copy this member of the line, such as request.host, into the result",
        details: """
            The copied members come last in the result: "log":{"request":{"host":"a"}} for request.host. A member that
            is not in the line is left out. An index in PATH becomes a member name: Records.0.id is copied as
            {"Records":{"0":{"id":…}}}. All copies for the inputs of a line may have 16 MiB; a line with more is rejected.
            """, group: "Input", relations: [.requires([at])]
    ).described(by: CommonOptions.home)

    /// The option to answer each line with exactly one line. Commands add relations to whatever would produce several results for a line.
    static let lines = TypedOption.flag(
        "lines", summary: "answer each line of input immediately, with exactly one line",
        details: """
            This is for programs that keep one aak process running and send it one input after another. If a line does \
            not give exactly one result – because it is bad, is empty, is an array, or is a bid with several objects – \
            the output line is {"error":{"rule":…,"field":…,"message":…}}; aak verify writes a verdict instead. A JSON \
            value must be on one line, and each line is recognised independently of the others.
            """, group: "Output",
        relations: [
            .excludes([failFast]) { "\($0) and \($1) cannot be combined: \($0) answers every line, \($1) stops early" },
            .excludes([CommonOptions.pretty]) {
                "\($0) and \($1) cannot be combined: \($0) puts each answer on one line, \($1) on several"
            },
        ]
    ).described(by: CommonOptions.home)

    /// ``lines`` for commands that extract inputs from inside lines.
    static let linesAround = lines.alsoRelated(
        .excludes([skipEmpty]) {
            "\($0) and \($1) cannot be combined: \($0) answers every line, \($1) leaves lines out"
        })

    /// Returns ``lines`` with a relation to an option that produces several results for a line.
    static func lines(
        excluding several: @autoclosure @escaping @Sendable () -> [any CommandLineCondition]
    ) -> TypedOption<Bool> {
        lines.alsoRelated(
            .excludes(several()) {
                "\($0) cannot be combined with \($1): \($0) writes one result per line, but \($1) writes several"
            })
    }

    /// The options for inputs inside lines, in commands whose results are not objects to which a member could be added.
    static let inner: [any DeclaredOption] = [at.essential, skipEmpty]

    /// Returns the condition that inputs are given, as arguments or with `--input`.
    static func inputs(_ name: String) -> Condition { .anyGiven(name, options: [input]) }
}

extension ValueForm<String> {
    /// - Parameter toEach: Whether `[]` in the path stands for all elements of an array.
    static func path(such example: String, toEach: Bool) -> ValueForm {
        let limits = "of at most \(MemberPath.mostParts) names" + (toEach ? "" : " and without []")
        return text("PATH").parsed(wanting: "a path such as \(example), \(limits)") {
            MemberPath.isPath($0) && (toEach || !$0.includes("[]")) ? $0 : nil
        }
    }
}

extension Invocation {
    /// The greatest number of messages about one rule in a run; nil for no limit.
    var mostMessagesOfRule: Int? {
        let showsAll = takes(LineOptions.allMessages) && self[LineOptions.allMessages]
        return self[CommonOptions.form] == .json || showsAll ? nil : LineOptions.mostMessagesOfRule
    }

    var jobs: Int { self[LineOptions.jobs] ?? processorCount }

    var answersLines: Bool { takes(LineOptions.lines) && self[LineOptions.lines] }

    var namesInputs: Bool { !operands.isEmpty || has(LineOptions.input) }

    /// The files that the command line names for reading, in the order given. `-` is standard input.
    var filesToRead: [(path: String, given: Entry)] {
        order.compactMap { given in
            let kind: ValueKind? =
                switch given {
                case .operand: path.command.operand?.value
                case .option(let option, _, _): option.value?.kind
                }
            guard let kind, !kind.isWritten else { return nil }
            return kind.path(in: given.text).map { ($0, given) }
        }
    }
}
