import AdAttribution
import AttributionCommandModel

/// The options that many commands share.
enum CommonOptions {
    // MARK: - Output

    static let pretty = TypedOption.flag(
        "pretty", summary: "spread JSON over several lines, as on a terminal", group: "Output")

    static let compact = TypedOption.flag(
        "compact", summary: "write one line per result, even on a terminal", group: "Output")

    static let outputFile = TypedOption.value(
        "output", short: "o", .resultFile("FILE"),
        summary: "write the results to FILE, which is left as it was if the run fails; - is standard output",
        details: """
            They are written to a file beside it that is renamed at the end: with status 0, with status 1 if there is a \
            result, never with status 2.
            """, group: "Output")

    static let output: [any DeclaredOption] = [pretty, compact, outputFile]

    // MARK: - Messages

    static let form = TypedOption.value(
        "diagnostics", .choice("FORM", DiagnosticStyle.Form.self), default: .text,
        summary: "write messages as text, as JSON objects, or as GitHub annotations", group: "Messages")

    static let quiet = TypedOption.flag(
        "quiet", short: "q", summary: "show only the summary, and errors that end the run with status 2",
        group: "Messages")

    enum ColorUse: String, CaseIterable {
        case auto, always, never
    }

    static let color = TypedOption.value(
        "color", .choice("WHEN", ColorUse.self), default: .auto,
        summary: "colour messages, and JSON on a terminal; auto: unless NO_COLOR is set", group: "Messages")

    static let diagnostics: [any DeclaredOption] = [form, quiet, color]

    // MARK: - Reproducible runs

    static let now = TypedOption.value(
        "now", .timestamp("TIME"), summary: "take TIME as the current time: RFC 3339, or milliseconds since 1970",
        group: "Reproducible runs")

    static let seed = TypedOption.value(
        "seed", .integer("N", 0...Int.max), summary: "derive random values from N, the same every time",
        group: "Reproducible runs")

    static let exitStatus = Section("Exit status", .items(exitStatuses))

    static let exitStatuses: [Block.Item] = [
        .init("0", "All inputs were good."),
        .init("1", "At least one input was read and found not good."),
        .init("2", "Usage, a file, a key or the output failed."),
    ]
}

extension ValueForm where Value == String {
    /// The path of a file that replaces standard output; `-` is standard output.
    static func resultFile(_ placeholder: String) -> ValueForm {
        file(placeholder, writing: .results).nonempty(wanting: "a file")
    }
}

extension ValueForm where Value == Timestamp {
    static func timestamp(_ placeholder: String) -> ValueForm {
        ValueForm<String>.text(placeholder).parsed(wanting: "RFC 3339 or milliseconds since 1970") { Timestamp($0) }
    }
}

extension Invocation {
    /// The time given by `--now`, or the current time. For lines there is ``BatchResult/now``.
    var now: Timestamp { self[CommonOptions.now] ?? .now }

    /// Returns a message for an invalid invocation.
    func usage(_ message: String, hint: String? = nil) -> Diagnostic {
        .trouble(message, hint: hint ?? "see \(path.title) --help")
    }
}

extension Console {
    /// Creates the console with the options of an invocation.
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
            // Output to a file or a program is never coloured.
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
