import AttributionBase
import AttributionCommandModel
import AttributionInspection
import AttributionModel
import AttributionSchema
import AttributionSimulator

/// A file that contains one JSON document in any layout.
extension Diagnostic {
    /// Returns the message with the name of its file. If the text has several lines, it also gets the line of the value at the path, or the
    /// line at which the text is not JSON.
    func located(at path: String = "", in text: ByteView, of file: String) -> Diagnostic {
        var result = of(file: file)
        if text.trimmed.contains(ASCII.newline) { result.line = text.lineBreaks(beforePaths: [path])[0] + 1 }
        return result
    }
}

enum DocumentFile {
    private static let sizeLimit = 1 << 26

    static func text(_ path: String) throws(Diagnostic) -> [UInt8] { try text(Input(path: path)) }

    /// Returns the bytes of a file, or of an argument that is itself the text. Throws if they contain a key or are too many.
    static func text(_ input: Input) throws(Diagnostic) -> [UInt8] {
        if case .arguments(let texts, _) = input { return texts[0] }
        guard let bytes = try contents(input) else {
            throw .trouble(input.name, found: "too large", wanted: "at most 64 MiB")
        }
        try refuseForeign(bytes, input.name)
        return bytes
    }

    /// Reads a document of this program. If it has faults, reports them and returns nil. If it is clearly something else, only that is
    /// reported.
    ///
    /// - Parameter kinds: The names of the expected kind, and of the kinds that share most of its members.
    static func read<Document>(
        _ text: [UInt8], file: String, as kinds: String..., for invocation: Invocation, console: Console,
        _ body: ([UInt8]) throws(Problems) -> Document
    ) -> Document? {
        do throws(Problems) {
            return try body(text)
        } catch {
            let other = text.withBytes { otherInput($0.trimmed)?.name }
            if let other, !kinds.contains(other), error.list.first?.rule != ScenarioRules.kind {
                console.report(Diagnostic.trouble(file, found: other, wanted: kinds[0]))
                return nil
            }
            let line = text.withBytes { [UInt8]($0.trimmed.prefix { $0 != ASCII.newline }) }
            let isTable =
                line.first.map { ASCII.isUppercase($0 & ~0x20) } ?? false && !line.contains(ASCII.openBrace)
                && line.contains { [ASCII.comma, ASCII.tab, UInt8(ascii: ";")].contains($0) }
            let hasLines = text.dropLast().contains(ASCII.newline)
            let breaks = text.withBytes { $0.lineBreaks(beforePaths: error.list.map(\.place)) }
            for (problem, breaks) in zip(error.list, breaks) {
                var diagnostic = Diagnostic(problem).of(file: file)
                if isTable {
                    let topic = kinds[0] == ConversionSchema.kind ? "; aak help schema describes it" : ""
                    diagnostic = diagnostic.hinting("this looks like a table (CSV); \(kinds[0]) is JSON\(topic)")
                }
                if hasLines, !problem.place.isEmpty || breaks > 0 { diagnostic.line = breaks + 1 }
                if !isTable { diagnostic = mending(diagnostic, text, invocation) }
                console.report(diagnostic)
            }
            if error.more > 0 { console.report(.moreFindings(error.more).of(file: file)) }
            return nil
        }
    }

    static func read<Document>(
        _ path: String, as kind: String, _ invocation: Invocation, _ console: Console,
        _ body: ([UInt8]) throws(Problems) -> Document
    ) throws(Diagnostic) -> Document? {
        read(try text(path), file: Input(path: path).name, as: kind, for: invocation, console: console, body)
    }

    /// Returns the message about a text that is not JSON with the command that mends it; unchanged if `aak repair` would not.
    private static func mending(_ problem: Diagnostic, _ text: [UInt8], _ invocation: Invocation) -> Diagnostic {
        guard let file = problem.file, System.isRegular(file), let syntax = Remedy.named(Remedy.syntaxName),
            let again = invocation.again(piping: file),
            let repairing = commandLine(["repair", "--with", syntax.name, RemedyCommand.named(file)])
        else { return problem }
        var repairer = LineRepairer([syntax], keys: TrustedKeys(.productionAndDevelopment))
        let outcome = text.withBytes { text -> LineRepairer.Outcome in
            let text = text.trimmed
            guard LineLayout.isOneInput(text) else { return .left }
            return text.contains(ASCII.newline) ? repairer.repair(document: text) : repairer.repair(text)
        }
        guard case .repaired(let repair) = outcome else { return problem }
        let remedied = problem.remedied(by: repair, "\(repairing) | \(again)")
        return problem.hint.map(remedied.hinting) ?? remedied
    }

    /// Does the same with a document in which the first problem ends the reading.
    ///
    /// - Parameter path: The path of a file, or `-` for standard input.
    static func read<Document>(
        _ path: String, as kind: String, _ invocation: Invocation, _ console: Console,
        _ body: ([UInt8]) throws(Problem) -> Document
    ) throws(Diagnostic) -> Document? {
        let text = try text(path)
        do throws(Problem) {
            return try body(text)
        } catch {
            let name = Input(path: path).name
            guard error.rule === InputRules.jsonSyntax else { throw .trouble("\(name) is not \(kind): \(error)") }
            // Unlike other problems, a syntax error has a line, which the message names.
            return read(text, file: name, as: kind, for: invocation, console: console) { _ throws(Problems) in
                throw Problems(error)
            }
        }
    }

    /// Rejects bytes that are not UTF-8 text, and private keys, which must not appear in messages or results.
    private static func refuseForeign(_ bytes: [UInt8], _ name: String) throws(Diagnostic) {
        var index = JSONIndex()
        let format = bytes.withBytes { ForeignFormat($0) ?? ForeignFormat(line: $0) }
        if let format, format != .pem { throw Diagnostic(InputFault.foreign(format)).of(file: name) }
        let isKey = bytes.withBytes { text in
            if format == .pem { return true }
            // No key is larger than this.
            guard text.count <= 1 << 16, let root = try? unsafe index.read(text) else { return false }
            return root.isPrivateKey
        }
        guard isKey else { return }
        throw .trouble(
            name, found: "a key", wanted: "another kind of document", hint: "aak key inspect FILE says which")
    }

    /// Returns the bytes of a file, or of standard input; nil if there are more than 64 MiB.
    static func contents(_ input: Input) throws(Diagnostic) -> [UInt8]? {
        try attempting("read \(input.name.concealed)") { () throws(SystemError) in
            try input.reading { (file) throws(SystemError) in
                var bytes = ByteBuffer()
                while bytes.count <= sizeLimit {
                    if try file.read(upTo: 1 << 16, to: &bytes) == 0 { return bytes.array() }
                }
                return nil
            }
        }
    }
}
