import AttributionBase
import AttributionCommandModel
import AttributionInspection

/// Makes command lines that apply a remedy and run the same command again, on all of its inputs.
struct RemedyCommand: Sendable {
    private let invocation: Invocation
    /// The operands and options that name inputs.
    private let inputs: [Invocation.Entry]
    private let takesPath: Bool
    private let hasPath: Bool
    /// Whether each line must have one input.
    private let readsLines: Bool
    /// The only file of `--key`.
    private var key: Invocation.Entry?

    /// The command that accepts what is only a part of this command's inputs.
    private let commandOfParts: String?

    /// Returns nil if the command must not be run again, because it remembers identifiers and would find only repeats.
    init?(_ invocation: Invocation, commandOfParts: String?) {
        if invocation.takes(RepeatOptions.remember), invocation.has(RepeatOptions.remember) { return nil }
        self.invocation = invocation
        self.commandOfParts = commandOfParts
        takesPath = invocation.takes(LineOptions.at)
        hasPath = takesPath && invocation.has(LineOptions.at)
        readsLines = invocation.takes(LineOptions.lines) && invocation.has(LineOptions.lines)
        inputs = invocation.order.filter { given in
            switch given {
            case .operand: true
            case .option(let option, _, _): LineOptions.input.is(option)
            }
        }
        let keys = invocation.order.filter { given in
            if case .option(let option, _, _) = given { TrustOptions.keys.is(option) } else { false }
        }
        if keys.count == 1, keys[0].text != "-", !System.isDirectory(keys[0].text) { key = keys[0] }
    }

    /// Returns the command line for a remedy; nil if there is none that loses nothing.
    ///
    /// - Parameter file: The input as named by the user, `<stdin>`, or `<argument>`.
    func line(for remedy: Remedy, file: String) -> String? {
        guard !hasPath else { return nil }
        if let path = remedy.path, takesPath, let filters = remedy.filters, !readsLines || !path.includes("[]") {
            if file == "<argument>", filters.isEmpty, inputs.count == 1 {
                return commandLine(invocation.arguments(changing: [], adding: ["--at", path]))
            }
            if filters.isEmpty, isEverywhere(path) {
                let files = inputs.map { Self.named($0.text) }
                return commandLine(
                    invocation.arguments(changing: inputs.map { ($0, nil) }, adding: ["--at", path] + files))
            }
        }
        guard let filters = remedy.allFilters, !filters.isEmpty else { return nil }
        let isPart = remedy.steps.contains { $0.name == "wrapper" }
        return line(filters, file, command: isPart ? commandOfParts : nil)
    }

    /// Returns the command line in which filters read a file and this command reads their output.
    ///
    /// - Parameter command: The command in place of this one.
    private func line(_ filters: [String], _ file: String, command: String?) -> String? {
        guard let others = arguments(piping: file) else { return nil }
        // A document over several lines must be read as a whole.
        if filters.contains(where: LineFilter.isOfDocument), Self.text(of: file)?.withBytes({ $0.values?.count }) != 1 {
            return nil
        }
        let last = command.map { [$0] + (key.map { ["--key", $0.text] } ?? []) } ?? others
        guard command == nil || inputs.count == 1, let again = commandLine(last) else { return nil }
        return harmless((Self.pipe(filters, file) + [again]).joined(separator: " | "))
    }

    /// Returns the arguments for reading a file from a pipe, and all other inputs as before; nil if the file is not given by name.
    private func arguments(piping file: String) -> [String]? {
        guard !invocation.readsStandardInput, System.isRegular(file), inputs.contains(where: { $0.text == file }) else {
            return nil
        }
        guard inputs.count > 1 else { return invocation.arguments(changing: [(inputs[0], nil)]) }
        return invocation.arguments(changing: inputs.filter { $0.text == file }.map { ($0, "-") })
    }

    /// Whether all inputs are files in which each value has an input at the path.
    private func isEverywhere(_ path: String) -> Bool {
        !inputs.isEmpty
            && inputs.allSatisfy { input in
                Self.text(of: input.text).map { $0.withBytes { MemberExtractor.reaches(path, in: $0) } } ?? false
            }
    }

    /// How many bytes of a file are read to check that a command loses nothing of it.
    private static let mostBytes = 1 << 18

    /// Returns the contents of a file; nil if it is too large or no file.
    private static func text(of file: String) -> [UInt8]? {
        guard System.isRegular(file) else { return nil }
        do throws(SystemError) {
            return try Input(path: file).reading { (input) throws(SystemError) in
                var bytes = ByteBuffer()
                while bytes.count <= mostBytes {
                    if try input.read(upTo: 1 << 16, to: &bytes) == 0 { return bytes.array() }
                }
                return nil
            }
        } catch {
            return nil
        }
    }

    /// The name of a file in a form that is not mistaken for an option.
    private static func named(_ file: String) -> String { file.hasPrefix("-") ? "./" + file : file }

    /// Returns the command line that first verifies the raw postbacks in a file; nil if the file has verdicts too.
    func line(verifying file: String) -> String? {
        guard let text = Self.text(of: file),
            !text.withBytes({ $0.includes("\"verdict\"") || $0.includes("\"event\"") })
        else { return nil }
        return line(["aak verify FILE"], file, command: nil)
    }

    /// Returns the command line that trusts the only key under another `kid`.
    func line(naming keyID: String) -> String? {
        guard let key, !invocation.readsStandardInput,
            let naming = commandLine(["key", "jwk", "--public", "--kid", keyID, Self.named(key.text)]),
            let again = commandLine(invocation.arguments(changing: [(key, "-")]))
        else { return nil }
        return "\(naming) | \(again)"
    }

    /// Returns the command line that decompresses the data in the lines of a file.
    func line(unpacking filter: String, _ format: ForeignFormat, file: String) -> String? {
        // A ZIP archive cannot be unpacked in a pipeline.
        guard !file.hasPrefix("<"), format.packedName != nil, format != .zip, let command = format.command else {
            return nil
        }
        let unpacker = command.dropLast(" FILE".utf8.count)
        let unpacked =
            filter.includes("[]")
            ? #"while read -r data; do printf %s "$data" | base64 -d | \#(unpacker); echo; done"#
            : "base64 -d | \(unpacker)"
        return harmless("jq -Rr \(shellWord("fromjson? | (\(filter))?")) \(shellWord(Self.named(file))) | \(unpacked)")
    }

    /// Returns the command line that converts a file in a foreign format in a pipeline; nil if there is none.
    func line(reading format: ForeignFormat, file: String) -> String? {
        if format == .zip, file.hasSuffix(".ipa") {
            guard let again = arguments(piping: file).flatMap({ commandLine($0) }) else { return nil }
            // Apps inside the app, such as that of a watch, have a list of their own.
            let members = "'Payload/*.app/Info.plist' -x 'Payload/*.app/*/Info.plist'"
            return harmless("unzip -p \(shellWord(Self.named(file))) \(members) | \(again)")
        }
        return format.command.flatMap { line([$0], file, command: nil) }
    }

    /// Returns the filters as a pipeline. The first one reads the file.
    private static func pipe(_ filters: [String], _ file: String) -> [String] {
        filters.enumerated().map { index, filter in
            let text = filter.dropLast("FILE".utf8.count)
            guard index > 0 else { return text + shellWord(named(file)) }
            return String(text.last == "<" ? text.dropLast(2) : text.dropLast())
        }
    }
}
