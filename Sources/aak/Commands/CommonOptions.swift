import AdAttribution
import Bytes
import CommandModel

/// The options that many commands share, described once.
enum CommonOptions {
    static let streaming: [Option] = [
        Option(
            "input", short: "i", value: .init("FILE", .file), isRepeatable: true,
            summary: "read lines from FILE, as an argument that names it; - is standard input", group: "Input"),
        Option(
            "jobs", short: "j", value: .init("N", .integer(1...1024)),
            summary: "work on N threads; all processors by default",
            details: "The order of the results is that of the input, whatever N is.", group: "Input"),
        Option("fail-fast", summary: "stop at the first bad line", group: "Input"),
        Option("fail-empty", summary: "end with status 1 where there is not a single line", group: "Input"),
        Option(
            "rejects", value: .init("FILE", .file), summary: "keep the bad lines, byte for byte, in FILE",
            group: "Input"),
    ]

    static let at = Option(
        "at", value: .init("PATH"), isRepeatable: true,
        summary: "take each input from this member of its line, as in request.body",
        details: """
            Names and places of elements are parted by dots: Records.0.body. A string found there is read as the text \
            that it holds, and may itself hold the rest of the path. Given several times, the first that a line has counts.
            """, group: "Input")

    static let output: [Option] = [
        Option(
            "pretty", summary: "spread JSON over several lines, as on a terminal", group: "Output"),
        Option("compact", summary: "write one line a result, even on a terminal", group: "Output"),
        outputFile,
    ]

    static let outputFile = Option(
        "output", short: "o", value: .init("FILE", .file),
        summary: "write the results to FILE, which is left as it was if the run fails; - is standard output",
        details: """
            They are written to a file beside it that is renamed at the end: with status 0, with status 1 if there is a \
            result, never with status 2.
            """, group: "Output")

    static let diagnostics: [Option] = [
        Option(
            "diagnostics", value: .init("FORM", .choice(["text", "json", "github"])),
            summary: "write messages as text, as JSON objects, or as GitHub annotations", group: "Messages"),
        Option(
            "quiet", short: "q", summary: "tell only the summary, and what ends the run with status 2",
            group: "Messages"),
        Option(
            "color", value: .init("WHEN", .choice(["auto", "always", "never"])),
            summary: "colour messages, and JSON on a terminal; auto: unless NO_COLOR is set", group: "Messages"),
    ]

    static let now = Option(
        "now", value: .init("TIME"), summary: "take TIME for the present: RFC 3339, or milliseconds since 1970",
        group: "Reproducible runs")

    static let seed = Option(
        "seed", value: .init("N", .integer(0...Int.max)), summary: "draw what is random from N, the same every time",
        group: "Reproducible runs")

    static let exitStatus = Section(
        "Exit status",
        [
            .items([
                .init("0", "All inputs were good."),
                .init("1", "At least one input was read and found not good."),
                .init("2", "Usage, a file, a key or the output failed."),
            ])
        ])
}

extension Invocation {
    /// The moment that `--now` names, or the present.
    func now() throws(Diagnostic) -> Timestamp {
        guard let text = value("now") else { return Timestamp(milliseconds: System.now) }
        guard let moment = Timestamp(text) else {
            throw usage("\"--now\" is \(quoted(text)), want RFC 3339 or milliseconds since 1970")
        }
        return moment
    }

    /// A message for an invocation that cannot be meant.
    func usage(_ message: String, hint: String? = nil) -> Diagnostic {
        .trouble(message, hint: hint ?? "see \(path.title) --help")
    }
}

extension Console {
    /// The console that an invocation asks for.
    init(_ invocation: Invocation) {
        func has(_ name: String) -> Bool {
            invocation.path.commands.contains { $0.options.contains { $0.name == name } }
        }
        if has("diagnostics") {
            style.form =
                switch invocation.value("diagnostics") {
                case "json": .json
                case "github": .github
                default: .text
                }
            style.isQuiet = has("quiet") && invocation.flag("quiet")
            style.usesColor =
                switch invocation.value("color") {
                case "always": true
                case "never": false
                default: Descriptor.diagnostics.isTerminal && Self.takesColor
                }
            // What goes into a file or a program has no colours, whatever is said.
            outputIsColored =
                Descriptor.output.isTerminal && invocation.value("color") != "never"
                && (Self.takesColor || invocation.value("color") == "always")
            if style.form != .text { style.usesColor = false }
        }
        outputIsTerminal = Descriptor.output.isTerminal
        if has("pretty") {
            isPretty = (outputIsTerminal || invocation.flag("pretty")) && !invocation.flag("compact")
        }
    }

    /// Whether the environment lets a terminal have colours.
    private static var takesColor: Bool {
        (System.environment("NO_COLOR") ?? "").isEmpty && System.environment("TERM") != "dumb"
    }
}
