import AttributionBase
import AttributionFixtures
import AttributionInspection
import AttributionModel
import AttributionReport
import AttributionSchema
import AttributionSimulator

/// Validates the lines of a batch together, and writes the reports.
struct Validator: LineProcessor, ~Copyable {
    let writer: ReportWriter
    let isLabelled: Bool
    var engine: InspectionEngine
    /// Collects the missing networks, which are then written instead of results.
    let missing: MissingNetworks?
    var lines = KeptLines()
    /// The expected results by line, if lines have labels.
    var labels: [Int: Result<FixtureLabel, Problem>] = [:]

    var context: LineContext { writer.context }

    mutating func judge(_ line: Line, _ result: inout BatchResult) throws(Diagnostic) {
        let input = lines.append(line)
        guard isLabelled else {
            if let fault = engine.add(single: line.bytes, input: input, at: result.now, path: line.path) {
                lines.removeLast()
                throw Diagnostic(fault)
            }
            return
        }
        let label = Result { () throws(Problem) in try FixtureLabel(parsing: [UInt8](line.bytes)) }
        engine.add(Array(((try? label.get())?.input ?? "").utf8), input: input, at: result.now)
        labels[input] = label
    }

    mutating func refuse(_ line: Line, _ problem: Diagnostic, _ result: inout BatchResult) {
        lines.append(line, problem)
    }

    func appendAnswer(to problem: Diagnostic, number: Int, log: ByteView?, in result: inout BatchResult) {
        writer.appendAnswer(to: problem, number: number, log: log, in: &result)
    }

    mutating func close(_ text: ByteView, isLast: Bool, _ result: inout BatchResult) {
        defer {
            engine.removeAll()
            lines.removeAll()
            labels.removeAll(keepingCapacity: true)
        }
        engine.check()
        if let missing {
            let found = engine.batch.reports.flatMap(\.missingNetworks)
            result.inOrder = { _ in missing.add(found) }
        }
        defer { if missing != nil { result.output.truncate(to: 0) } }
        var at = KeptLines.Position()
        while lines.advance(&at, over: engine.batch, &result) {
            let line = lines.line(at.input, in: text)
            if let problem = lines.problem(at.input) ?? (isLabelled ? nil : refusal(of: at.entries)) {
                writer.appendAnswer(to: problem, number: line.number, log: line.log, in: &result)
                writer.context.reject(line, problem, in: &result)
                continue
            }
            if let label = labels[at.input] {
                writer.compare(engine.batch.reports[at.entries], label, line, &result)
                continue
            }
            var problems: [Diagnostic] = []
            var more = 0
            // A span lends its elements. Those of an array are copied, with all that they refer to.
            let reports = engine.batch.reports.span
            for index in at.entries {
                let written = writer.write(reports[index], line, &result)
                problems += written.problems
                more += written.more
            }
            // A line is good if all its objects are. The report on a bad line is a result too, so it is kept.
            if let fault = Diagnostic(all: problems, more: more) { writer.context.reject(line, fault, in: &result) }
        }
    }

    /// Returns why a line has no single report, if each line must get one answer.
    private mutating func refusal(of entries: Range<Int>) -> Diagnostic? {
        guard writer.context.run.areLines else { return nil }
        guard entries.count == 1 else { return Diagnostic(.several(entries.count, wanted: 1)) }
        let report = engine.batch.reports[entries.lowerBound]
        return report.kind == .unreadable ? report.fault.flatMap { Diagnostic(all: $0.diagnostics) } : nil
    }
}

/// Writes the reports on the inputs of lines.
struct ReportWriter {
    let context: LineContext
    /// The networks' public keys, which check the bids in fixtures.
    let networkKeys: TrustedKeys
    /// The lowest severity at which a finding makes an input bad.
    let threshold: Rule.Severity
    /// Whether results name their file, because the run has several inputs.
    let namesFiles: Bool

    /// Writes the result of a line that could not be read.
    func appendAnswer(to problem: Diagnostic, number: Int, log: ByteView?, in result: inout BatchResult) {
        if context.run.areLines { return result.output.append(error: problem, log: log) }
        Report.appendUnreadable(rule: problem.rule, reason: problem.message, to: &result.output.bytes)
        end(number, log: log, &result)
    }

    /// Adds the place of the input to its result, and ends the result.
    private func end(_ number: Int, log: ByteView?, _ result: inout BatchResult) {
        result.output.endObject(file: namesFiles ? result.file : nil, line: number, log: log)
    }

    /// A valid token without a known key is good, but its signature has not been checked.
    private static let unchecked = Diagnostic.note(
        RunRules.uncheckedSignature, "signatures by keys that are not trusted were not checked",
        hint: "pass --key FILE with the signer's public key; aak verify --validate rejects inputs that it cannot check")

    func compare(
        _ reports: ArraySlice<Report>, _ label: Result<FixtureLabel, Problem>, _ line: Line,
        _ result: inout BatchResult
    ) {
        let comparison: FixtureComparison
        switch label {
        case .failure(let failure):
            let problem = Diagnostic(failure.hinting("aak fixtures --kind broken writes labels"))
            appendAnswer(to: problem, number: line.number, log: line.log, in: &result)
            return context.reject(line, problem, in: &result)
        case .success(let label): comparison = FixtureComparison(reports, label, keys: networkKeys, at: result.now)
        }
        comparison.json.append(to: &result.output.bytes)
        end(line.number, log: line.log, &result)
        guard let problem = comparison.problem else { return }
        let refusal = Problem.sentence(problem).hinting(comparison.hint).at("", breaking: comparison.rule)
        context.reject(line, Diagnostic(refusal), in: &result)
    }

    /// Writes a report. Returns the problems that make the line bad, and the number of findings beyond the limit.
    func write(
        _ report: Report, _ line: Line, _ result: inout BatchResult
    ) -> (problems: [Diagnostic], more: Int) {
        if report.isUnchecked { context.reportOnce(Self.unchecked, in: &result) }
        if report.kind == .document, let document = Self.judge(document: line.bytes) {
            let (kind, findings, guidelines, problems) = document
            let isGood = !findings.isBad(from: threshold)
            Report.append(findings, kind: kind, isGood: isGood, to: &result.output.bytes)
            result.output.bytes.closeObject()
            return addMessages(
                guidelines, faults: problems.list.map { Diagnostic($0) }, more: problems.more, in: report.path, line,
                &result)
        }
        report.append(threshold: threshold, to: &result.output.bytes)
        return addMessages(
            report.brokenRules, faults: report.fault?.diagnostics ?? [], more: 0, in: report.path, line, &result)
    }

    /// Checks a document of this program. Returns its faults, and the guidelines that the host of a scenario violates; nil if the text is
    /// no such document.
    private static func judge(
        document text: ByteView
    ) -> (kind: String, findings: Findings, guidelines: Findings, problems: Problems)? {
        guard text.first == ASCII.openBracket else {
            // Playing the scenario checks the signatures of its impressions.
            let inspection = ScenarioInspection(text) {
                TokenJudgement(keys: TrustedKeys(.productionAndDevelopment)).impression($0)
            }
            return inspection.map {
                ($0.kind.rawValue, $0.findings, ScenarioInspection.findings(of: $0.guidelines), $0.faults)
            }
        }
        var (findings, problems) = (Findings(), Problems())
        do throws(Problems) {
            _ = try CampaignTable(parsing: [UInt8](text))
        } catch {
            for problem in error.list { findings.append(Finding(ScenarioRules.value, problem)) }
            problems = error
        }
        return (DocumentKind.campaigns.rawValue, findings, Findings(), problems)
    }

    /// Ends a result, and reports the findings that do not make the line bad.
    ///
    /// - Parameter more: the number of faults beyond `faults`.
    private func addMessages(
        _ findings: Findings, faults: [Diagnostic], more: Int, in path: String?, _ line: Line,
        _ result: inout BatchResult
    ) -> (problems: [Diagnostic], more: Int) {
        end(line.number, log: line.log, &result)
        guard findings.worst != nil || !faults.isEmpty else { return ([], 0) }
        let reported = findings.filter { finding in
            // Notes about what an app's configuration lacks are shown, although they are not faults.
            finding.severity < threshold
                && (finding.severity == .warning || ConfigurationRules.notesShownAsWarnings.contains(finding.rule))
        }
        context.report(reported.map { Diagnostic($0).inside(path) }, of: line, in: &result)
        let problems = findings.filter { $0.severity >= threshold }.map { Diagnostic($0) } + faults
        if problems.isEmpty, findings.isBad(from: threshold) { return ([Diagnostic.beyondLimit().inside(path)], 0) }
        return (problems.map { $0.inside(path) }, findings.more + more)
    }
}

/// The ad networks that the apps of a run lack. Batches that the run does not reach add none.
final class MissingNetworks: Sendable {
    private let identifiers = Locked<Set<String>>([])

    func add(_ found: [String]) { identifiers.withLock { $0.formUnion(found) } }

    func isMissing(_ identifier: String) -> Bool { identifiers.withLock { $0.contains(identifier) } }
}
