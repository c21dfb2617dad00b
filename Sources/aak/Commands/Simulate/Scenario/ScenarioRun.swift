import AttributionBase
import AttributionCommandModel
import AttributionInspection
import AttributionModel
import AttributionSchema
import AttributionSimulator

/// Runs `aak simulate` over one device: plays a scenario, and writes its timeline as lines, counts or a drawing.
struct ScenarioRun {
    private let invocation: Invocation
    private let console: Console
    /// The scenario; nil for an example.
    private let input: Input?

    /// - Throws: an error if more than one scenario is given, or if a file of the run has two uses.
    init(_ invocation: Invocation, _ console: Console) throws(Diagnostic) {
        self.invocation = invocation
        self.console = console
        guard invocation.operands.count + invocation[LineOptions.input].count <= 1 else {
            throw invocation.usage("more than one scenario is given")
        }
        let inputs = invocation.has(SimulateOptions.example) ? CommandInputs() : try CommandInputs(invocation)
        input = inputs.inputs.first
        try RunFiles.check(invocation, inputs: inputs.arguments)
        for note in inputs.notes { console.report(note) }
    }

    func run() throws(Diagnostic) -> ExitStatus {
        let judgement = try TokenJudgement(invocation, console)
        let example = invocation[SimulateOptions.example]
        let text =
            try input.map { (input) throws(Diagnostic) in try DocumentFile.text(input) }
            ?? Array((example?.text ?? "").utf8)
        let file = input?.name ?? example?.name ?? ""
        if invocation[SimulateOptions.showScenario] {
            var buffer = ByteBuffer(capacity: text.count)
            buffer.append(text)
            try console.write(buffer)
            return .good
        }
        let read = DocumentFile.read(
            text, file: file, as: DocumentKind.scenario.name, DocumentKind.world.name, for: invocation,
            console: console
        ) { text throws(Problems) in
            try Scenario(parsing: text, judge: judgement.impression)
        }
        guard var scenario = read else { return .bad }
        scenario.world.apply(invocation)
        let wanted = (scenario.apps, "an app of the scenario")
        guard try DocumentFile.readSchemas(invocation, into: &scenario.world, for: wanted, console) else {
            return .trouble
        }
        if scenario.world.thresholds != nil { scenario.takeCrowd(try CrowdSource(invocation, console).given()) }
        let entries = scenario.timeline()
        let schemas = scenario.world.schemas
        switch invocation[SimulateOptions.timeline] {
        case .text:
            let width = invocation[SimulateOptions.columns] ?? Descriptor.output.columns ?? 80
            try console.write(TimelineText(entries, start: scenario.world.start, columns: width).text)
        case .svg: try console.write(TimelinePicture(entries, start: scenario.world.start).text)
        case nil where invocation[SimulateOptions.summary]: try console.write(counts(of: entries, schemas))
        case nil: try write(entries)
        }
        var use = SchemaUse(schemas)
        for entry in entries { use.add(entry) }
        console.report(use)
        return reportHostErrors(in: entries, file: file)
    }

    private func counts(of entries: [TimelineEntry], _ schemas: SchemaTable) -> JSONValue {
        var tally = Tally(schemas)
        tally.addDevice()
        for entry in entries { tally.add(entry) }
        return tally.json()
    }

    private func write(_ entries: [TimelineEntry]) throws(Diagnostic) {
        let signingKey = try PostbackKey(invocation)
        let selection = invocation[SimulateOptions.only]
        let shown = entries.filter { selection.includes($0.fact) }
        let hasPostback = shown.contains { if case .postback = $0.fact { true } else { false } }
        if hasPostback, let note = signingKey.key.note { console.report(note) }
        var writer = TimelineWriter(
            signer: signingKey.signer(), keyID: signingKey.keyID,
            explains: invocation[SimulateOptions.explain])
        var lines = ResultLines()
        for entry in shown {
            writer.append(entry, device: .empty, to: &lines.bytes)
            lines.endLine(as: .json)
        }
        try console.write(&lines)
    }

    /// Reports violations of guidelines by the host that are errors, each once per slot. The timeline has them too.
    private func reportHostErrors(in entries: [TimelineEntry], file: String) -> ExitStatus {
        var reported: Set<String> = []
        for entry in entries {
            guard case .host(.guideline(let fact)) = entry.fact, fact.severity == .error else { continue }
            let message = "\(fact)"
            guard reported.insert(message).inserted else { continue }
            console.report(
                Diagnostic(
                    .sentence(message, hint: fact.rule.hint).at(fact.rule.field, breaking: fact.rule), file: file))
        }
        return reported.isEmpty ? .good : .bad
    }
}
