import AdAttribution
import AttributionFixtures
import Bytes
import ECDSA
import JOSE
import Rules
import StrictJSON

/// What a validation run needs to know, worked out once.
struct ValidationJob: Sendable {
    /// The keys that signatures can be checked with, which is not to say that they are trusted.
    let keys: TrustedKeys
    let now: Timestamp
    let isStrict: Bool
    /// Whether lines are fixtures with labels, which say what must be found.
    let isLabelled: Bool
    /// The keys as all threads share them, in the order of ``keys``.
    let sharedKeys: [SharedKey]

    init(keys: TrustedKeys, now: Timestamp, isStrict: Bool, isLabelled: Bool) {
        self.keys = keys
        self.now = now
        self.isStrict = isStrict
        self.isLabelled = isLabelled
        sharedKeys = keys.all.map { SharedKey($0.publicKey) }
    }

    /// From which severity on a finding makes an input bad.
    var threshold: Rule.Severity { isStrict ? .warning : .error }
}

/// Looks at the inputs of a batch by the rules, then checks their signatures together.
struct Validator: LineProcessor, ~Copyable {
    let context: LineContext
    private let job: ValidationJob
    private var recogniser = LineRecogniser()
    private var reader = JWSReader()
    private var examiner = Examiner()
    private var payload = ByteBuffer()
    private var checks: SignatureChecks
    private var entries: [Entry] = []

    /// A line that was looked at.
    private struct Entry {
        /// The line as it came, in the batch's bytes.
        var original: Range<Int>
        var number: Int
        var outcome: Outcome
    }

    private enum Outcome {
        case report(ValidationReport)
        /// A fixture, whose report must be what its label says.
        case fixture(ValidationReport, FixtureLabel)
    }

    init(_ context: LineContext, _ job: ValidationJob) {
        self.context = context
        self.job = job
        checks = SignatureChecks(job.sharedKeys)
    }

    mutating func begin(_ result: inout BatchResult) {
        entries.removeAll(keepingCapacity: true)
        checks.removeAll()
    }

    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection) {
        let range = unsafe line.offset..<line.offset + line.original.count
        entries.append(Entry(original: range, number: line.number, outcome: outcome(of: line)))
    }

    private mutating func outcome(of line: Line) -> Outcome {
        guard job.isLabelled else { return .report(report(on: line)) }
        let label: FixtureLabel
        do throws(FixtureLabel.Failure) {
            label = try unsafe FixtureLabel(parsing: [UInt8](line.bytes))
        } catch {
            let problem = Diagnostic(message: "\(error)", hint: "aak fixtures --kind broken writes labels")
            return .report(ValidationReport(unreadable: problem))
        }
        let report = unsafe Array(label.input.utf8).withUnsafeBytes { bytes in
            let trimmed = unsafe bytes.trimmed
            guard unsafe !trimmed.isEmpty else { return ValidationReport() }
            return unsafe self.report(on: Line(bytes: trimmed, original: bytes, number: line.number))
        }
        return .fixture(report, label)
    }

    mutating func rejectUnread(_ line: Line, _ rejection: Rejection, _ result: inout BatchResult) {
        let range = unsafe line.offset..<line.offset + line.original.count
        let report = ValidationReport(unreadable: rejection.problem)
        entries.append(Entry(original: range, number: line.number, outcome: .report(report)))
    }

    func appendResult(ofUnread problem: Diagnostic, to output: inout ResultLines) {
        ValidationReport(unreadable: problem).append(threshold: job.threshold, to: &output)
    }

    mutating func finish(_ text: UnsafeRawBufferPointer, _ result: inout BatchResult) {
        checks.run()
        for (index, entry) in entries.enumerated() {
            guard !result.endsRun else {
                // The lines after the one that ended the run count as not read.
                result.lineCount = index
                return
            }
            let original = unsafe text.part(entry.original)
            let line = unsafe Line(bytes: original, original: original, number: entry.number)
            switch entry.outcome {
            case .report(var report):
                complete(&report)
                write(report, line, &result)
            case .fixture(var report, let label):
                complete(&report)
                let comparison = FixtureComparison(report, label)
                comparison.append(to: &result.output)
                if let problem = comparison.problem { context.reject(line, Rejection(problem), in: &result) }
            }
        }
    }

    private func write(_ report: ValidationReport, _ line: Line, _ result: inout BatchResult) {
        let threshold = job.threshold
        report.append(threshold: threshold, to: &result.output)
        for finding in report.findings.list where finding.severity < threshold {
            if finding.severity == .warning {
                context.report(Diagnostic(finding), number: line.number, in: &result)
            }
        }
        let problems =
            report.findings.list.filter { $0.severity >= threshold }.map { Diagnostic($0) }
            + (report.problem.map { [$0] } ?? [])
        let more = report.findings.more
        guard let first = problems.first else {
            guard report.findings.isBad(from: threshold) else { return }
            // What counts is among the findings that there was no room for.
            let problem = Diagnostic(rule: "more", message: "it breaks rules beyond the first \(Findings.defaultLimit)")
            return context.reject(line, Rejection(problem), in: &result)
        }
        // The result of a bad input is a result too, so it is not dropped.
        context.reject(line, Rejection(first, others: Array(problems.dropFirst()), more: more), in: &result)
    }

    // MARK: - Looking at an input

    private mutating func report(on line: Line) -> ValidationReport {
        var report = ValidationReport()
        if unsafe line.bytes[0] == UInt8(ascii: "<") {
            report.kind = "configuration"
            do throws(PropertyList.SyntaxError) {
                let value = try unsafe PropertyList.value(ofXML: [UInt8](line.bytes))
                if case .object = value {
                    report.findings = value.withView { examiner.findings(configuration: $0) } ?? Findings()
                } else {
                    report.problem = Diagnostic(
                        rule: "plist-syntax", message: "the property list holds no <dict>, want one as in an Info.plist"
                    )
                }
            } catch {
                report.problem = Diagnostic(rule: "plist-syntax", message: "this is no XML property list: \(error)")
            }
            return report
        }
        do throws(Rejection) {
            let content = try recogniser.recognise(line)
            look(at: content, &report)
        } catch {
            report.kind = "unreadable"
            report.problem = error.problem
        }
        return report
    }

    private mutating func look(at content: LineContent, _ report: inout ValidationReport) {
        switch content.kind {
        case .skadnetworkPostback:
            report.kind = "skadnetwork-postback"
            report.problem = Diagnostic(
                rule: "unsupported", message: "this is a SKAdNetwork postback, want an AdAttributionKit input")
        case .object:
            guard let object = content.object else { return }
            switch object.messageKind {
            case .configuration:
                report.kind = "configuration"
                report.findings = examiner.findings(configuration: object)
            case .postbackBody:
                report.kind = "postback"
                report.findings = examiner.findings(postback: nil, body: object)
            case .impression, .postback, nil:
                lookAtPayload(object, keyID: nil, body: nil, &report)
            }
        case .token, .openRTB, .postbackBody:
            lookAtToken(content, &report)
        }
    }

    private mutating func lookAtToken(_ content: LineContent, _ report: inout ValidationReport) {
        let body = content.kind == .postbackBody ? content.object : nil
        if body != nil { report.kind = "postback" }
        guard let token = unsafe content.token else {
            if let body {
                report.findings = examiner.findings(postback: nil, body: body)
            } else {
                report.problem = content.problem
            }
            return
        }
        do throws(JWSError) {
            let parts = try unsafe JWSParts(token)
            try unsafe reader.readHeader(token.part(parts.header))
            guard let header = reader.headerView else { throw .headerNotObject(.null) }
            try JWSHeader.check(header)
            payload.removeAll()
            try unsafe reader.appendPayload(token.part(parts.payload), to: &payload)
            let keyID = header.member("kid")?.string ?? ""
            let places = job.keys.places(for: keyID)
            let proof = try unsafe checks.append(token, parts, &reader, places: places)
            guard let view = reader.payloadView(in: payload, from: 0), view.kind == .object else {
                report.stage = "payload"
                let kind = reader.payloadView(in: payload, from: 0)?.kind ?? .null
                report.add(TokenRules.payloadObject, "payload", kind.article)
                return
            }
            report.findings = examiner.findings(header: header)
            if !places.isEmpty {
                report.signature = .init(proof: proof, keyID: keyID, place: report.findings.list.count)
            }
            lookAtPayload(view, keyID: header.member("kid"), body: body, &report)
        } catch {
            report.stage = error.stage.rawValue
            report.findings.append(Finding(error))
            if let body { report.findings += examiner.findings(postback: nil, body: body) }
        }
    }

    private mutating func lookAtPayload(
        _ view: JSONView, keyID: JSONView?, body: JSONView?, _ report: inout ValidationReport
    ) {
        let isPostback = body != nil || view.messageKind == .postback
        report.kind = isPostback ? "postback" : "impression"
        if isPostback {
            report.findings += examiner.findings(postback: view, keyID: keyID, body: body)
            report.tiers = examiner.tiers
            report.absences = examiner.absences
        } else {
            report.findings += examiner.findings(impression: view, keyID: keyID, now: job.now)
        }
        if report.findings.isBad(from: job.threshold) { report.stage = "rules" }
    }

    /// Adds what is to be said of the signature, when it has been checked.
    private func complete(_ report: inout ValidationReport) {
        guard let signature = report.signature, checks.signer(of: signature.proof) == nil else { return }
        report.stage = "signature"
        report.add(
            TokenRules.signature, "signature", "of another key or another text",
            wanted: "one by the key of kid \(JSONValue.string(signature.keyID).text)", at: signature.place)
    }
}
