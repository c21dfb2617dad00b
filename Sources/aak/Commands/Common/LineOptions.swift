import AttributionBytes
import AttributionCommandModel

/// The options of commands that work on lines.
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
        group: "Input")

    static let streaming: [any DeclaredOption] = [input, jobs, failFast, failEmpty, rejects]

    static let at = TypedOption.values(
        "at",
        ValueForm.text("PATH").reading { (path) throws(ValueFault) in
            guard !path.isEmpty else { throw .unlike("is empty, want a path such as request.body") }
            return path
        },
        summary: "take each input from this member of its line, as in request.body",
        details: """
            Names and places of elements are parted by dots: Records.0.body. A string found there is read as the text \
            that it holds, and may itself hold the rest of the path. Given several times, the first that a line has counts.
            """, group: "Input")

    /// Inputs that the command line names, as arguments or by `--input`.
    ///
    /// - Parameter name: what they are called in messages.
    static func inputs(_ name: String) -> AnyGiven { AnyGiven(name, operands: true, options: [input]) }
}

extension Invocation {
    /// How many threads work.
    var jobs: Int { self[LineOptions.jobs] ?? processorCount }

    /// Whether the command line names inputs.
    var namesInputs: Bool { !operands.isEmpty || has(LineOptions.input) }
}
