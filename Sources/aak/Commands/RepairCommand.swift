import AttributionBase
import AttributionCommandModel
import AttributionCrypto
import AttributionInspection
import AttributionModel

enum RepairCommand {
    private static let remedies = TypedOption.values(
        "with", ValueForm.text("NAME,…").map { $0.split(separator: ",").map(String.init) },
        summary: "apply these remedies to each line, in this order, where they fit",
        details: """
            Without this option, aak searches for the remedies that make a line good: alone, and up to three in
            combination. aak repair --list shows their names.
            """, group: "What to repair")
    private static let list = TypedOption.flag(
        "list", summary: "list the remedies, one per line, each with an example", group: "What to repair",
        relations: [
            .excludes(
                [Condition.anyGiven("inputs", options: [LineOptions.input]), remedies], isDescribed: false)
        ])

    private static let options: [any DeclaredOption] =
        [
            remedies.essential, list.essential,
            TrustOptions.keys.worded(
                "check signatures with the keys in FILE as well as with Apple's; with it, they must be valid",
                group: "What to repair"
            ).essential,
            TrustOptions.exampleKey.worded(
                "check signatures with the published example key as well", group: "What to repair"),
            KeyFiles.passwordFile.worded(group: "What to repair"),
        ] + LineOptions.inner + [LineOptions.linesAround]
        + [CommonOptions.pretty, CommonOptions.compact, CommonOptions.outputFile]
        + [LineOptions.input, LineOptions.jobs, LineOptions.failFast, LineOptions.failEmpty, LineOptions.rejects]
        + [CommonOptions.now] + CommonOptions.diagnostics

    static let command = Command(
        name: "repair",
        summary: "write inputs in the form that the other commands read",
        discussion: """
            Logs, databases and other programs change inputs: they put a time before them, rename their members, or
            write numbers as text. When another command refuses such an input, its message names the remedies that help,
            and this command applies them.

            A good line is written as it is, byte for byte. A line that a remedy makes good is written repaired: one
            line for each input in it. Only what the remedy is about changes; digits, escapes, the order of members and
            unknown members stay. Nothing that a signature covers is changed, unless the signature shows that it was
            signed so. All other lines are left as they are, so that the next command says what is wrong with them.

            The rows of a table (CSV) with names of members in its header become objects.
            """,
        operand: Operand(
            "INPUT", summary: "a JSON value, a token or a file of them; - is standard input", isRepeating: true,
            value: .file),
        options: options,
        sections: [
            Section(
                "Exit status",
                .items(
                    [
                        .init("0", "All lines were good, or were repaired."),
                        .init("1", "At least one line was left as it was and is not good."),
                    ] + CommonOptions.exitStatuses.suffix(1)))
        ],
        examples: [
            "Repair a log, and verify what is in it": "aak repair postbacks.log | aak verify",
            "Rename members, and sign the impressions": "aak repair --with names ads.ndjson | aak sign",
            "List the remedies": "aak repair --list",
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        if invocation[list] {
            let longest = Remedy.all.map(\.name.count).max() ?? 0
            for remedy in Remedy.all {
                let name = TerminalText.padded(remedy.name, longest)
                try console.write("\(name)  \(remedy.summary): \(example(of: remedy))\n")
            }
            return .good
        }
        let named = try named(invocation)
        let keys = try TrustedKeys(invocation, .productionAndDevelopment, console)
        var run = LineRun(readsPropertyLists: true, dropsComments: !invocation.has(LineOptions.at))
        run.readsTables = named.map { named in named.contains { $0.name == Remedy.tableName } } ?? true
        run.keys = keys
        let tally = RepairTally()
        run.summary = { tally.summary($0) }
        let engine = InputValidator(keys: keys, threshold: .error)
        let paths = invocation[LineOptions.at]
        return try LineCommand(invocation, console).run(run) { [keys, readsTables = run.readsTables] in
            LineMender(
                context: $0, paths: paths, readsTables: readsTables, tally: tally, engine: engine.engine(),
                repairer: LineRepairer(named, keys: keys))
        }.status
    }

    /// Returns the remedies of `--with`; nil if there is no such option.
    private static func named(_ invocation: Invocation) throws(Diagnostic) -> [Remedy]? {
        guard invocation.has(remedies) else { return nil }
        var named: [Remedy] = []
        for name in invocation[remedies].flatMap({ $0 }) {
            guard let remedy = Remedy.named(name) else {
                let near =
                    Spelling.nearest(to: name, among: Remedy.all.map(\.name)).map { "did you mean \($0)? " } ?? ""
                throw .trouble(
                    "there is no remedy \(quoted(name))", hint: near + "aak repair --list shows all remedies")
            }
            named.append(remedy)
        }
        guard !named.isEmpty else { throw invocation.usage("--with names no remedy") }
        return named
    }

    private static func example(of remedy: Remedy) -> String {
        "\(shown(remedy.example.before)) becomes \(shown(remedy.example.after))"
    }

    private static func shown(_ text: String) -> String {
        text.replacingEach("\u{feff}", by: "\\ufeff").replacingEach("\n", by: "\\n").replacingEach(
            "\u{1e}", by: "\\x1e")
    }

    /// What each remedy does, for `aak explain`.
    static let meanings = Remedy.all.map { remedy in
        (
            word: remedy.name,
            meaning: "\(sentence(remedy.summary)) For example, \(example(of: remedy))."
        )
    }
}

/// What a run of `aak repair` did. All threads share it.
private final class RepairTally: Sendable {
    private struct Counts {
        var (good, repaired, left) = (0, 0, 0)
        var byRemedy: [String: Int] = [:]
        /// The input whose last batch ended inside a line.
        var open: Int?
    }

    private let counts = Locked(Counts())

    func add(good: Int, left: Int, repairs: [[String]]) {
        counts.withLock { counts in
            counts.good += good
            counts.left += left
            counts.repaired += repairs.count
            for name in repairs.lazy.flatMap({ Set($0) }) { counts.byRemedy[name, default: 0] += 1 }
        }
    }

    /// Begins a line for the results of a batch if the file before ended without a line break.
    func separate(_ batch: Batch) {
        guard !batch.result.output.bytes.isEmpty else { return }
        let endsInLine = !batch.result.output.bytes.endsInNewline
        let isOpen = counts.withLock { counts in
            defer { counts.open = endsInLine ? batch.input : nil }
            return counts.open.map { $0 != batch.input } ?? false
        }
        if isOpen {
            var newline = ByteBuffer(capacity: 1)
            newline.append(ASCII.newline)
            batch.result.output.insert([(0, 1)], newline)
        }
    }

    /// Returns the summary; nil if there was nothing to do.
    func summary(_ run: LinePipelineSummary) -> String? {
        counts.withLock { counts in
            guard counts.repaired + counts.left > 0 else { return nil }
            let names = Remedy.all.compactMap { remedy in
                counts.byRemedy[remedy.name].map { "\(inGroups($0)) \(remedy.name)" }
            }
            let repaired =
                "\(inGroups(counts.repaired)) repaired"
                + (names.isEmpty ? "" : " (\(names.joined(separator: ", ")))")
            let left = counts.left == 0 ? "" : ", \(inGroups(counts.left)) left as they were"
            return "\(counted(run.lines, "line")), \(inGroups(counts.good)) good, \(repaired)\(left)"
        }
    }
}

/// Repairs the lines of a batch, and passes on everything else byte for byte.
private struct LineMender: LineProcessor, ~Copyable {
    let context: LineContext
    let paths: [String]
    let readsTables: Bool
    let tally: RepairTally
    var engine: InspectionEngine
    var repairer: LineRepairer
    var lines = KeptLines()
    /// The documents over several lines that are mended, by the index of their line.
    var mended: [Int: Repair] = [:]

    mutating func judge(_ line: Line, _ result: inout BatchResult) throws(Diagnostic) {
        let input = lines.append(line)
        // Rows, and texts around them, are not inputs.
        if result.table == nil { engine.add(line.bytes, input: input, at: result.now) }
    }

    mutating func refuse(_ line: Line, _ problem: Diagnostic, _ result: inout BatchResult) {
        lines.append(line, problem)
    }

    mutating func mend(_ document: Line, _ result: inout BatchResult) -> Bool {
        guard paths.isEmpty, case .repaired(let repair) = repairer.repair(document: document.bytes) else {
            return false
        }
        mended[lines.append(document)] = repair
        return true
    }

    func appendAnswer(to problem: Diagnostic, number: Int, log: ByteView?, in result: inout BatchResult) {}

    mutating func close(_ text: ByteView, isLast: Bool, _ result: inout BatchResult) {
        defer {
            engine.removeAll()
            lines.removeAll()
            mended.removeAll()
        }
        engine.check()
        var (good, left) = (0, 0)
        var repairs: [[String]] = []
        /// The end of what was written, the number of inputs of the line, and whether all of them are good.
        var (written, inputs, areGood) = (0, 0, true)
        var lastEnd = 0
        /// What was dropped around the rows of a table, and where it was.
        var around = ByteBuffer(capacity: 0)
        var aroundStart: Int?
        var at = KeptLines.Position()
        while lines.advance(&at, over: engine.batch, &result) {
            let line = lines.line(at.input, in: text)
            inputs += 1
            if lines.problem(at.input) != nil || !isGood(at.entries) { areGood = false }
            guard lines.isLast(at.input) else { continue }
            lastEnd = min(line.range.upperBound + 1, text.count)
            defer { (inputs, areGood) = (0, true) }
            if areGood, result.table == nil {
                good += inputs
                continue
            }
            guard let outcome = mended[at.input].map({ .repaired($0) }) ?? outcome(of: line, &result) else {
                // What is around the rows of a table is dropped, with its end of line.
                result.output.bytes.append(text.part(written..<line.range.lowerBound))
                written = min(line.range.upperBound + 1, text.count)
                around.append(text.part(line.range.lowerBound..<written))
                if aroundStart == nil { aroundStart = result.output.bytes.count }
                result.lineCount -= inputs
                continue
            }
            switch outcome {
            case .good: good += inputs
            case .left:
                if let reason = reason(toLeave: line, text, result) {
                    context.report(Diagnostic(reason.breaking(RunRules.tableRow)), number: line.number, in: &result)
                }
                leave(line, inputs, &left, &result)
            case .repaired(let repair) where context.run.areLines && !repair.isLine:
                leave(line, inputs, &left, &result)
            case .repaired(let repair) where repair.names == [Remedy.packedName]:
                // Compressed data has no lines. Data that follows other data is appended without a line break.
                result.output.bytes.append(text.part(written..<line.range.lowerBound))
                for data in repair.texts { data.withBytes { result.output.bytes.append($0) } }
                written = min(line.range.upperBound + 1, text.count)
                repairs.append(repair.names)
            case .repaired(let repair):
                result.output.bytes.append(text.part(written..<line.range.lowerBound))
                append(repair.texts, in: line, &result)
                // If nothing is left of a line, its line end is removed too.
                written = min(line.range.upperBound + (repair.texts.isEmpty ? 1 : 0), text.count)
                repairs += [repair.names] + Array(repeating: [], count: inputs - 1)
                for step in repair.steps { context.reportOnce(.applied(step), in: &result) }
            }
        }
        let end = result.endsRun ? lastEnd : text.count
        result.output.bytes.append(text.part(min(written, end)..<end))
        // A terminal, and a program that waits for an answer, want whole lines.
        if context.console.outputIsTerminal || context.run.areLines, !result.output.bytes.isEmpty,
            !result.output.bytes.endsInNewline
        {
            result.output.bytes.append(ASCII.newline)
        }
        // Rows that all stay as they are need their header.
        if let aroundStart, repairs.isEmpty, left > 0 {
            result.output.insert([(aroundStart, around.count)], around)
        }
        result.output.endRows()
        tally.add(good: good, left: left, repairs: repairs)
        result.inOrder = { [tally] in tally.separate($0) }
    }

    /// Counts a line that stays as it is, although it is not good.
    private func leave(_ line: Line, _ inputs: Int, _ left: inout Int, _ result: inout BatchResult) {
        left += inputs
        result.rejectedCount += inputs
        context.keep(line, in: &result)
        if context.stopsAtFirst { result.endRun(with: line.number) }
    }

    /// Why a line of a table is not repaired; nil for any other line.
    // It changes nothing. But the compiler takes seconds for a method that borrows a large value which cannot be copied.
    private mutating func reason(toLeave line: Line, _ text: ByteView, _ result: borrowing BatchResult) -> Problem? {
        if result.table != nil { return repairer.mismatch }
        guard readsTables, line.number == 1, result.isStream else { return nil }
        return Table.unknownColumns(text.part(line.range.lowerBound..<text.count)).map { .unknownColumns($0) }
    }

    /// Whether a line has at least one input, and no input breaks a rule whose severity is an error.
    private func isGood(_ entries: Range<Int>) -> Bool {
        !entries.isEmpty
            && entries.allSatisfy { index in
                let report = engine.batch.reports[index]
                return !report.hasErrors && report.kind != .unreadable && report.kind != .unrecognised
            }
    }

    /// Repairs a line; returns nil for what is around the rows of a table.
    private mutating func outcome(of line: Line, _ result: inout BatchResult) -> LineRepairer.Outcome? {
        if let (table, firstRow) = result.table {
            guard line.number >= firstRow, !table.isBetweenRows(line.original) else { return nil }
            return repairer.repair(line.original, of: table)
        }
        return paths.isEmpty
            ? repairer.repair(line.original.trimmed) : repairer.repair(line.original.trimmed, at: paths)
    }

    /// Appends the texts in place of a line. Each is a line that ends like this one.
    private func append(_ texts: [[UInt8]], in line: Line, _ result: inout BatchResult) {
        let content = line.original.trimmed
        let start = line.original.offset(of: content) ?? 0
        // Blanks around the line stay, but those around the row of a table belong to it. A carriage return belongs to the end of the line.
        let endsInReturn = line.original.last == ASCII.carriageReturn
        let isRow = result.table != nil
        let end = line.original.part(
            (isRow ? line.original.count - (endsInReturn ? 1 : 0) : start + content.count)..<line.original.count)
        if !isRow { result.output.bytes.append(line.original.part(0..<start)) }
        for (index, text) in texts.enumerated() {
            if index > 0 {
                result.output.bytes.append(end)
                result.output.bytes.append(ASCII.newline)
            }
            // A text over several lines, such as a property list, keeps its line breaks.
            text.withBytes { result.output.bytes.append($0) }
        }
        result.output.bytes.append(end)
    }
}

extension Repair {
    /// Whether exactly one line results.
    fileprivate var isLine: Bool { texts.count == 1 && !texts[0].contains(ASCII.newline) }
}

extension ByteBuffer {
    fileprivate var endsInNewline: Bool { withBytes { $0.last == ASCII.newline } }
}
