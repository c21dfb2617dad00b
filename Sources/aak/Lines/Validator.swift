import AdAttribution
import Bytes
import ECDSA
import JOSE
import StrictJSON

/// What a validation run needs to know, worked out once.
struct ValidationJob: Sendable {
    /// The keys that signatures can be checked with, which is not to say that they are trusted.
    let keys: TrustedKeys
    let now: Timestamp
    let isStrict: Bool
}

/// Checks one input after another against the rules.
struct Validator: LineProcessor, ~Copyable {
    let context: LineContext
    private let job: ValidationJob
    private var recogniser = LineRecogniser()
    private var reader = JWSReader()
    private var examiner = Examiner()
    private var payload = ByteBuffer()
    private var signature = ByteBuffer()
    private let verifiers: [P256PublicKey]

    init(_ context: LineContext, _ job: ValidationJob) {
        self.context = context
        self.job = job
        verifiers = job.keys.all.map(\.publicKey)
    }

    /// What an input is and what is wrong with it.
    struct Report {
        var kind = "token"
        var findings: [Finding] = []
        /// A fault for which there is no rule, such as text that is no JSON.
        var problem: Diagnostic?
        /// The step that an impression or postback fails at.
        var stage: String?
        var tiers: [DataTier]?
        var absences: [(field: String, reason: String)] = []
    }

    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection) {
        try line.checkLength()
        if let label = unsafe FixtureLabel(line.bytes) {
            check(label, line, &result)
            return
        }
        let report = report(on: line)
        append(report, to: &result.output)
        for finding in report.findings where finding.rule.severity < threshold {
            if finding.rule.severity == .warning {
                context.report(Diagnostic(finding), number: line.number, in: &result)
            }
        }
        let problems =
            report.findings.filter { $0.rule.severity >= threshold }.map { Diagnostic($0) }
            + (report.problem.map { [$0] } ?? [])
        guard let first = problems.first else { return }
        // The result of a bad input is a result too, so it is not dropped.
        context.reject(line, Rejection(first, others: Array(problems.dropFirst())), in: &result)
    }

    private var threshold: Rule.Severity { job.isStrict ? .warning : .error }

    // MARK: - Looking at an input

    mutating func report(on line: Line) -> Report {
        var report = Report()
        if unsafe line.bytes[0] == UInt8(ascii: "<") {
            report.kind = "configuration"
            do throws(PropertyList.SyntaxError) {
                let value = try unsafe PropertyList.value(ofXML: [UInt8](line.bytes))
                if case .object = value {
                    report.findings = findings(configuration: value)
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

    private mutating func findings(configuration value: JSONValue) -> [Finding] {
        var index = JSONIndex()
        var text = ByteBuffer()
        value.append(to: &text)
        guard (try? unsafe index.scan(text.bytes)) != nil, let root = unsafe index.root(of: text.bytes) else {
            return []
        }
        return examiner.findings(configuration: root)
    }

    private mutating func look(at content: LineContent, _ report: inout Report) {
        switch content.kind {
        case .skadnetworkPostback:
            report.kind = "skadnetwork-postback"
            report.problem = Diagnostic(
                rule: "unsupported", message: "this is a SKAdNetwork postback, want an AdAttributionKit input")
        case .object:
            guard let object = content.object else { return }
            if object.isAttributionConfiguration {
                report.kind = "configuration"
                report.findings = examiner.findings(configuration: object)
            } else if object.isPostbackBody {
                report.kind = "postback"
                report.findings = examiner.findings(postback: nil, body: object)
            } else {
                lookAtPayload(object, keyID: nil, body: nil, &report)
            }
        case .token, .openRTB, .postbackBody:
            lookAtToken(content, &report)
        }
    }

    private mutating func lookAtToken(_ content: LineContent, _ report: inout Report) {
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
            signature.removeAll()
            try unsafe reader.appendSignature(token.part(parts.signature), to: &signature)
            guard let view = reader.payloadView(in: payload, from: 0), view.kind == .object else {
                report.stage = "payload"
                let kind = reader.payloadView(in: payload, from: 0)?.kind ?? .null
                add("jws-payload-object", "payload", kind.article, to: &report)
                return
            }
            report.findings = examiner.findings(header: header)
            unsafe checkSignature(header, unsafe token.part(parts.signed), &report)
            lookAtPayload(view, keyID: header.member("kid"), body: body, &report)
        } catch {
            report.stage = error.stage.rawValue
            add(error.rule, error.field ?? "*", error.found, wanted: error.wanted, hint: error.hint, to: &report)
            if let body { report.findings += examiner.findings(postback: nil, body: body) }
        }
    }

    private func checkSignature(_ header: JSONView, _ signed: UnsafeRawBufferPointer, _ report: inout Report) {
        let keyID = header.member("kid")?.string ?? ""
        let places = job.keys.places(for: keyID)
        guard !places.isEmpty else { return }
        let bytes = signature.array()
        let message = unsafe [UInt8](signed)
        guard !places.contains(where: { verifiers[$0].isValidSignature(bytes, for: message) }) else { return }
        report.stage = "signature"
        add(
            "jws-signature", "signature", "of another key or another text",
            wanted: "one by the key of kid \(JSONValue.string(keyID).text)", to: &report)
    }

    private mutating func lookAtPayload(_ view: JSONView, keyID: JSONView?, body: JSONView?, _ report: inout Report) {
        let isPostback = body != nil || view.isPostbackPayload
        report.kind = isPostback ? "postback" : "impression"
        if isPostback {
            report.findings += examiner.findings(postback: view, keyID: keyID, body: body)
            report.tiers = examiner.tiers
            report.absences = examiner.absences
        } else {
            report.findings += examiner.findings(impression: view, keyID: keyID, now: job.now)
        }
        if report.stage == nil, report.findings.contains(where: { $0.rule.severity >= threshold }) {
            report.stage = "rules"
        }
    }

    private func add(
        _ id: String, _ field: String, _ found: String, wanted: String? = nil, hint: String? = nil,
        to report: inout Report
    ) {
        guard let finding = Finding(id, field: field, found: found, wanted: wanted, hint: hint) else { return }
        report.findings.append(finding)
    }

    // MARK: - Writing

    private func append(_ report: Report, to output: inout ByteBuffer) {
        let isGood = report.problem == nil && !report.findings.contains { $0.rule.severity >= threshold }
        Self.append(report.findings, kind: report.kind, isGood: isGood, to: &output)
        if let problem = report.problem {
            output.append(",\"reason\":")
            JSONText.appendString(problem.message, to: &output)
        }
        if let tiers = report.tiers {
            output.append(",\"tiers\":[")
            output.append(text: tiers.map { "\($0.rawValue)" }.joined(separator: ","))
            output.append("],\"absent\":")
            JSONValue.object(report.absences.map { .init($0.field, .string($0.reason)) }).append(to: &output)
        }
        output.append("}\n")
    }

    /// Appends a result up to its last member; the closing brace is the caller's.
    static func append(_ findings: [Finding], kind: String, isGood: Bool, to output: inout ByteBuffer) {
        output.append(isGood ? "{\"ok\":true,\"kind\":" : "{\"ok\":false,\"kind\":")
        JSONText.appendString(kind, to: &output)
        output.append(",\"findings\":")
        JSONValue.array(findings.map { $0.json(of: kind) }).append(to: &output)
    }

    /// What is wrong with one value of a field.
    static func findings(of value: JSONValue, field: String, in subject: Rule.Subject, now: Timestamp) -> [Finding] {
        var index = JSONIndex()
        var text = ByteBuffer()
        JSONValue.object([.init(field, value)]).append(to: &text)
        guard (try? unsafe index.scan(text.bytes)) != nil, let root = unsafe index.root(of: text.bytes) else {
            return []
        }
        var examiner = Examiner()
        return examiner.findings(field: field, of: root, in: subject, now: now)
    }
}

extension Finding {
    /// - Parameter kind: what the input is: a device throws errors for impressions, never for its own postbacks.
    fileprivate func json(of kind: String) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("rule", .string(rule.id)), .init("severity", .string(rule.severity.rawValue)),
            .init("field", .string(field)), .init("found", .string(found)), .init("wanted", .string(wanted)),
        ]
        if let hint { members.append(.init("hint", .string(hint))) }
        members.append(.init("article", .string(rule.article.rawValue)))
        if let error = rule.appleError, kind != "postback" {
            members.append(.init("apple-error", .string(error.rawValue)))
        }
        return .object(members)
    }
}

extension JSONView {
    /// Whether an object without a token is a postback body all the same.
    fileprivate var isPostbackBody: Bool { member("ad-interaction-type") != nil && !isPostbackPayload }

    /// Whether a bare payload is a postback's and not an impression's.
    fileprivate var isPostbackPayload: Bool {
        if member("impression-identifier") != nil { return false }
        return ["postback-identifier", "conversion-type", "did-win", "postback-sequence-index"].contains {
            member($0) != nil
        }
    }
}
