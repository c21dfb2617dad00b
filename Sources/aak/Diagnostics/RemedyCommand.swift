import AttributionBase
import AttributionCommandModel
import AttributionInspection

/// Makes command lines that apply a remedy and run the same command again.
struct RemedyCommand: Sendable {
    private let arguments: [String]
    /// The arguments without those that name inputs; nil if they could not be told apart.
    private var others: [String]?
    private let takesPath: Bool
    private let hasPath: Bool
    /// The only file of `--key`.
    private var keyFile: String?

    /// The command for what is only a part of this command's inputs.
    private let commandOfParts: String?

    init(_ invocation: Invocation, commandOfParts: String?) {
        self.commandOfParts = commandOfParts
        arguments = System.arguments
        takesPath = invocation.takes(LineOptions.at)
        hasPath = takesPath && invocation.has(LineOptions.at)
        if invocation.takes(TrustOptions.keys) {
            let files = invocation[TrustOptions.keys]
            if files.count == 1, files[0] != "-", !System.isDirectory(files[0]) { keyFile = files[0] }
        }
        var rest = arguments.filter { $0 != "--" }
        for given in invocation.order {
            let forms: [[String]]
            switch given {
            case .operand(let text, _): forms = [[text]]
            case .option(let option, let value) where LineOptions.input.is(option):
                forms = [["--input", value], ["-i", value], ["--input=" + value], ["-i" + value]]
            case .option: continue
            }
            let place = forms.lazy.compactMap { form in
                rest.indices.last { rest[$0...].starts(with: form) }.map { $0..<$0 + form.count }
            }.first
            guard let place else { return }
            rest.removeSubrange(place)
        }
        others = rest
    }

    /// Returns the command line for a remedy; nil if it has none.
    ///
    /// - Parameter file: the input as named by the user, `<stdin>`, or `<argument>`.
    func line(for remedy: Remedy, file: String) -> String? {
        guard let filters = remedy.filters, var others, !hasPath, remedy.path == nil || takesPath else { return nil }
        if let commandOfParts, remedy.steps.contains(where: { $0.name == "wrapper" }) {
            others = [commandOfParts] + (keyFile.map { ["--key", $0] } ?? [])
        }
        let path = remedy.path.map { ["--at", $0] } ?? []
        let isFile = !file.hasPrefix("<")
        guard !filters.isEmpty else {
            // What is on standard input is read only once.
            return isFile
                ? commandLine(others + path + [file]) : file == "<argument>" ? commandLine(arguments + path) : nil
        }
        guard isFile, let last = commandLine(others + path) else { return nil }
        return harmless((Self.pipe(filters, file) + [last]).joined(separator: " | "))
    }

    /// Returns the command line that trusts the only key under another kid.
    func line(naming keyID: String, file: String) -> String? {
        guard let keyFile, file != Input.standardInput.name, arguments.count(where: { $0 == keyFile }) == 1,
            let naming = commandLine(["key", "jwk", "--public", "--kid", keyID, keyFile]),
            let again = commandLine(arguments.map { $0 == keyFile ? "-" : $0 })
        else { return nil }
        return "\(naming) | \(again)"
    }

    /// Returns the command line that writes what is packed in the lines of a file.
    func line(unpacking filter: String, _ format: ForeignFormat, file: String) -> String? {
        // What is in a ZIP archive cannot be unpacked on the way.
        guard !file.hasPrefix("<"), format.packedName != nil, format != .zip, let command = format.command else {
            return nil
        }
        let unpacker = command.dropLast(" FILE".utf8.count)
        let unpacked =
            filter.includes("[]")
            ? #"while read -r data; do printf %s "$data" | base64 -d | \#(unpacker); echo; done"#
            : "base64 -d | \(unpacker)"
        return harmless("jq -r \(shellWord(filter)) \(shellWord(file)) | \(unpacked)")
    }

    /// Returns the command line that reads a file in a foreign format on the way; nil if there is none.
    func line(reading format: ForeignFormat, file: String) -> String? {
        guard !file.hasPrefix("<"), let command = format.command, let others, let last = commandLine(others) else {
            return nil
        }
        return harmless((Self.pipe([command], file) + [last]).joined(separator: " | "))
    }

    /// The filters as parts of a pipe, of which the first reads the file.
    private static func pipe(_ filters: [String], _ file: String) -> [String] {
        filters.enumerated().map { place, filter in
            let text = filter.dropLast("FILE".utf8.count)
            guard place > 0 else { return text + shellWord(file) }
            return String(text.last == "<" ? text.dropLast(2) : text.dropLast())
        }
    }
}
