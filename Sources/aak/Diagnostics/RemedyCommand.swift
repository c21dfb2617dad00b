import AttributionBase
import AttributionCommandModel
import AttributionCrypto
import AttributionInspection
import AttributionModel

/// Makes command lines that apply a remedy and run the same command again, on all of its inputs.
struct RemedyCommand: Sendable {
    private let invocation: Invocation
    /// The operands and options that name inputs.
    private let inputs: [Invocation.Entry]
    private let takesPath: Bool
    let hasPath: Bool
    /// Whether each line must have one input.
    private let readsLines: Bool
    /// The only file of `--key`.
    private var key: Invocation.Entry?

    /// The command that accepts what is only a part of this command's inputs.
    private let commandOfParts: String?

    /// The names that the columns of a table for this command can have; none if it reads several kinds of messages.
    var columns: [String] {
        switch invocation.path.title {
        case "aak sign": ImpressionField.shape.fields.map(\.text)
        case "aak skan sign": AdForm.json.names.filter { $0.field != .signature }.map { "\($0.name)" }
        default: []
        }
    }

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

    /// Returns the command line for a repair; nil if there is none that loses nothing.
    ///
    /// - Parameters:
    ///   - file: The input as named by the user, `<stdin>`, or `<argument>`.
    ///   - isPart: Whether it is the repair of one of several inputs of a line, for which a path has no meaning.
    ///   - isInside: Whether it is the repair of an input in the member that `--at` names.
    func line(for repair: Repair, file: String, isPart: Bool = false, isInside: Bool = false) -> String? {
        guard repair.isDecided else { return nil }
        var names = repair.names
        if !hasPath, !isPart, names.count == 1, let path = repair.path, takesPath, !readsLines || !path.includes("[]") {
            if file == "<argument>", inputs.count == 1 {
                return commandLine(invocation.arguments(changing: [], adding: ["--at", path]))
            }
            if isEverywhere(path) {
                let files = inputs.map { Self.named($0.text) }
                return commandLine(
                    invocation.arguments(changing: inputs.map { ($0, nil) }, adding: ["--at", path] + files))
            }
        }
        // The command that reads the result still takes its inputs from the member.
        if hasPath, !isInside, let path = repair.path, invocation[LineOptions.at].contains(path) { names.removeLast() }
        guard !names.isEmpty, !hasPath || isInside || repair.path == nil || names.count < repair.names.count else {
            return nil
        }
        var words = ["repair", "--with", names.joined(separator: ",")]
        if isInside { words += invocation[LineOptions.at].flatMap { ["--at", $0] } }
        // Only a key can show whether a value is the one that was signed.
        if repair.changesValues { words += keys }
        let isPart = names.contains(Remedy.wrapperName)
        guard let repairing = commandLine(words + [file == "<argument>" ? inputs[0].text : Self.named(file)]) else {
            return nil
        }
        return line([repairing], file, command: isPart ? commandOfParts : nil)
    }

    /// The options that name keys, for a command that checks signatures with the same ones.
    private var keys: [String] {
        invocation.order.flatMap { given -> [String] in
            guard case .option(let option, let value, _) = given else { return [] }
            if TrustOptions.keys.is(option) { return value == "-" ? [] : ["--key", value] }
            return TrustOptions.exampleKey.is(option) ? ["--example-key"] : []
        }
    }

    /// Returns the command line in which other commands read a file and this command reads their output.
    ///
    /// - Parameter command: The command in place of this one.
    private func line(_ others: [String], _ file: String, command: String?) -> String? {
        guard let arguments = arguments(piping: file) else { return nil }
        let last = command.map { [$0] + (key.map { ["--key", $0.text] } ?? []) } ?? arguments
        guard command == nil || inputs.count == 1, let again = commandLine(last) else { return nil }
        return harmless((others + [again]).joined(separator: " | "))
    }

    /// Returns the arguments for reading a file from a pipe, and all other inputs as before; nil if the file is not given by name.
    private func arguments(piping file: String) -> [String]? {
        if file == "<argument>" {
            return inputs.count == 1 && !invocation.readsStandardInput
                ? invocation.arguments(changing: [(inputs[0], nil)]) : nil
        }
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

    /// Whether the command compares its inputs with labels.
    var readsLabels: Bool { invocation.takes(ValidateOptions.labelled) && invocation[ValidateOptions.labelled] }

    /// Returns the command line that takes the inputs out of labelled fixtures, or compares them with their labels; nil if there is none.
    func lineReadingLabels() -> String? {
        let isLabelling = invocation.takes(ValidateOptions.labelled)
        guard !hasPath, isLabelling || takesPath, !inputs.isEmpty,
            inputs.allSatisfy({ input in
                Self.text(of: input.text, isPart: true)?.withBytes { MemberExtractor.reaches("input", in: $0) } ?? false
            })
        else { return nil }
        let files = inputs.map { Self.named($0.text) }
        return commandLine(
            invocation.arguments(
                changing: inputs.map { ($0, nil) }, adding: (isLabelling ? ["--labelled"] : ["--at", "input"]) + files))
    }

    /// How many bytes of a file are read to check that a command loses nothing of it.
    private static let mostBytes = 1 << 18

    /// Returns the contents of a file; nil if it is too large or no file.
    ///
    /// - Parameter isPart: Whether of a file that is too large, its beginning is returned: whole lines.
    private static func text(of file: String, isPart: Bool = false) -> [UInt8]? {
        guard System.isRegular(file) else { return nil }
        do throws(SystemError) {
            return try Input(path: file).reading { (input) throws(SystemError) in
                var bytes = ByteBuffer()
                while bytes.count <= mostBytes {
                    if try input.read(upTo: 1 << 16, to: &bytes) == 0 { return bytes.array() }
                }
                let text = bytes.array()
                return isPart ? text.lastIndex(of: ASCII.newline).map { Array(text[...$0]) } : nil
            }
        } catch {
            return nil
        }
    }

    /// If a file is a table of messages, returns the repair of its first rows.
    func table(in file: String, _ keys: TrustedKeys?) -> Repair? {
        guard let text = Self.text(of: file, isPart: true), let table = text.withBytes({ Table($0) }) else {
            return nil
        }
        var repairer = LineRepairer([Remedy.table], keys: keys ?? TrustedKeys(.productionAndDevelopment))
        return text.withBytes { text -> Repair? in
            let rows = text.part(table.headerLength..<text.count)
            guard let end = table.rowEnd(in: rows, from: 0) ?? (rows.isEmpty ? nil : rows.count) else { return nil }
            let row = rows.part(0..<end)
            guard case .repaired(let repair) = repairer.repair(row, of: table) else { return nil }
            return repair
        }
    }

    /// The name of a file in a form that is not mistaken for an option.
    static func named(_ file: String) -> String { file.hasPrefix("-") ? "./" + file : file }

    /// Whether the command counts only postbacks that were verified.
    var countsVerdicts: Bool { invocation.takes(ReportOptions.unverified) && !invocation[ReportOptions.unverified] }

    /// Returns the command line that first verifies the postbacks in a member of each line of a file, and keeps the time of each line.
    func line(verifying file: String, at path: String) -> String? {
        guard inputs.count == 1, isEverywhere(path) else { return nil }
        let kept = invocation[ReportOptions.timeAt].map { ["--keep", $0] } ?? []
        return commandLine(["verify", "--at", path] + kept + [Self.named(file)]).flatMap {
            line([$0], file, command: nil)
        }
    }

    /// Returns the command line that first verifies the raw postbacks in a file; nil if the file has verdicts too.
    func line(verifying file: String) -> String? {
        guard let text = Self.text(of: file),
            !text.withBytes({ $0.includes("\"verdict\"") || $0.includes("\"event\"") })
        else { return nil }
        return line(["aak verify " + shellWord(Self.named(file))], file, command: nil)
    }

    /// Returns the command line that trusts the only key under another `kid`.
    func line(naming keyID: String) -> String? {
        guard let key, !invocation.readsStandardInput,
            let naming = commandLine(["key", "jwk", "--public", "--kid", keyID, Self.named(key.text)]),
            let again = commandLine(invocation.arguments(changing: [(key, "-")]))
        else { return nil }
        return "\(naming) | \(again)"
    }

    /// Returns the command line that decompresses the data in the lines of a file. What the data contains is not known
    /// before.
    func line(unpacking format: ForeignFormat, file: String) -> String? {
        // A ZIP archive cannot be unpacked in a pipeline.
        guard !file.hasPrefix("<"), format != .zip, let unpacking = format.command?.dropLast(" FILE".utf8.count),
            let decoding = commandLine(["repair", "--with", Remedy.packedName, Self.named(file)])
        else { return nil }
        return harmless("\(decoding) | \(unpacking)")
    }

    /// Returns the command line that converts a file in a foreign format in a pipeline; nil if there is none.
    func line(reading format: ForeignFormat, file: String) -> String? {
        if format == .zip, file.hasSuffix(".ipa") {
            guard let again = arguments(piping: file).flatMap({ commandLine($0) }) else { return nil }
            // Apps inside the app, such as that of a watch, have a list of their own.
            let members = "'Payload/*.app/Info.plist' -x 'Payload/*.app/*/Info.plist'"
            return harmless("unzip -p \(shellWord(Self.named(file))) \(members) | \(again)")
        }
        return format.command.flatMap { line([Self.reading(file, by: $0)], file, command: nil) }
    }

    /// Returns a command in which `FILE`, at its end, stands for a file.
    private static func reading(_ file: String, by command: String) -> String {
        command.dropLast("FILE".utf8.count) + shellWord(named(file))
    }
}
