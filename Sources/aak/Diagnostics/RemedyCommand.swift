import AttributionBase
import AttributionCommandModel
import AttributionInspection

/// Makes command lines that apply a remedy and run the same command again, on all of its inputs.
struct RemedyCommand: Sendable {
    private let arguments: [String]
    /// The arguments, and which of them name inputs; nil if they could not be told apart.
    private var parts: (arguments: [String], inputs: [(place: Range<Int>, file: String)])?
    private let takesPath: Bool
    private let hasPath: Bool
    /// Whether each line must have one input.
    private let readsLines: Bool
    /// The only file of `--key`.
    private var keyFile: String?

    /// The command for what is only a part of this command's inputs.
    private let commandOfParts: String?

    /// Returns nil if the command may not be repeated: what it remembers would be repeats.
    init?(_ invocation: Invocation, commandOfParts: String?) {
        if invocation.takes(RepeatOptions.remember), invocation.has(RepeatOptions.remember) { return nil }
        self.commandOfParts = commandOfParts
        arguments = System.arguments
        takesPath = invocation.takes(LineOptions.at)
        hasPath = takesPath && invocation.has(LineOptions.at)
        readsLines = invocation.takes(LineOptions.lines) && invocation.has(LineOptions.lines)
        if invocation.takes(TrustOptions.keys) {
            let files = invocation[TrustOptions.keys]
            if files.count == 1, files[0] != "-", !System.isDirectory(files[0]) { keyFile = files[0] }
        }
        let rest = arguments.filter { $0 != "--" }
        var inputs: [(place: Range<Int>, file: String)] = []
        for given in invocation.order {
            let forms: [[String]]
            let file: String
            switch given {
            case .operand(let text, _): (file, forms) = (text, [[text]])
            case .option(let option, let value) where LineOptions.input.is(option):
                (file, forms) = (value, [["--input", value], ["-i", value], ["--input=" + value], ["-i" + value]])
            case .option: continue
            }
            let place = forms.lazy.compactMap { form in
                rest.indices.last { start in
                    rest[start...].starts(with: form) && !inputs.contains { $0.place.contains(start) }
                }.map { $0..<$0 + form.count }
            }.first
            guard let place else { return }
            inputs.append((place, file))
        }
        parts = (rest, inputs)
    }

    /// Returns the command line for a remedy; nil if it has none with which nothing is lost.
    ///
    /// - Parameter file: the input as named by the user, `<stdin>`, or `<argument>`.
    func line(for remedy: Remedy, file: String) -> String? {
        guard !hasPath, let parts else { return nil }
        if let path = remedy.path, takesPath, let filters = remedy.filters, !readsLines || !path.includes("[]") {
            if file == "<argument>", filters.isEmpty, parts.inputs.count == 1 {
                return commandLine(arguments + ["--at", path])
            }
            if filters.isEmpty, isEverywhere(path) {
                let files = parts.inputs.map { Self.named($0.file) }
                return arguments(otherThan: parts.inputs.map(\.place)).flatMap {
                    commandLine($0 + ["--at", path] + files)
                }
            }
        }
        guard let filters = remedy.allFilters, !filters.isEmpty else { return nil }
        let isPart = remedy.steps.contains { $0.name == "wrapper" }
        return line(filters, file, command: isPart ? commandOfParts : nil)
    }

    /// Returns the command line in which filters read a file before this command does.
    ///
    /// - Parameter command: the command in place of this one.
    private func line(_ filters: [String], _ file: String, command: String?) -> String? {
        guard let others = arguments(piping: file) else { return nil }
        // A document over lines is read as a whole.
        if filters.contains(where: LineFilter.isOfDocument), Self.text(of: file)?.withBytes({ $0.values?.count }) != 1 {
            return nil
        }
        let last = command.map { [$0] + (keyFile.map { ["--key", $0] } ?? []) } ?? others
        guard command == nil || parts?.inputs.count == 1, let again = commandLine(last) else { return nil }
        return harmless((Self.pipe(filters, file) + [again]).joined(separator: " | "))
    }

    /// Returns the arguments that read a file from a pipe, and all other inputs as before; nil if it is not read from its name.
    private func arguments(piping file: String) -> [String]? {
        guard let parts, !parts.arguments.contains("-"), System.isRegular(file),
            let input = parts.inputs.first(where: { $0.file == file })
        else { return nil }
        guard parts.inputs.count > 1 else { return arguments(otherThan: [input.place]) }
        var arguments = parts.arguments
        for (place, name) in parts.inputs {
            let option = arguments[place.upperBound - 1].dropLast(name.utf8.count)
            arguments[place.upperBound - 1] = option + (name == file ? "-" : option.isEmpty ? Self.named(name) : name)
        }
        return arguments
    }

    private func arguments(otherThan places: [Range<Int>]) -> [String]? {
        guard let parts else { return nil }
        return parts.arguments.indices.filter { index in !places.contains { $0.contains(index) } }.map {
            parts.arguments[$0]
        }
    }

    /// Whether all inputs are files in which each value has an input at a path.
    private func isEverywhere(_ path: String) -> Bool {
        guard let files = parts?.inputs.map(\.file), !files.isEmpty else { return false }
        return files.allSatisfy { file in
            Self.text(of: file).map { $0.withBytes { MemberExtractor.reaches(path, in: $0) } } ?? false
        }
    }

    /// The most bytes of a file that are read to see whether a command loses nothing of it.
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

    /// The name of a file, which is no option.
    private static func named(_ file: String) -> String { file.hasPrefix("-") ? "./" + file : file }

    /// Returns the command line that verifies the raw postbacks of a file first; nil if it has verdicts too.
    func line(verifying file: String) -> String? {
        guard let text = Self.text(of: file),
            !text.withBytes({ $0.includes("\"verdict\"") || $0.includes("\"event\"") })
        else { return nil }
        return line(["aak verify FILE"], file, command: nil)
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
        return harmless("jq -Rr \(shellWord("fromjson? | (\(filter))?")) \(shellWord(Self.named(file))) | \(unpacked)")
    }

    /// Returns the command line that reads a file in a foreign format on the way; nil if there is none.
    func line(reading format: ForeignFormat, file: String) -> String? {
        format.command.flatMap { line([$0], file, command: nil) }
    }

    /// The filters as parts of a pipe, of which the first reads the file.
    private static func pipe(_ filters: [String], _ file: String) -> [String] {
        filters.enumerated().map { place, filter in
            let text = filter.dropLast("FILE".utf8.count)
            guard place > 0 else { return text + shellWord(named(file)) }
            return String(text.last == "<" ? text.dropLast(2) : text.dropLast())
        }
    }
}
