import AdAttribution
import Bytes
import CommandModel
import ECDSA
import JOSE
import StrictJSON

/// `aak sign`: makes signed impressions.
enum SignCommand {
    static let command = Command(
        name: "sign",
        summary: "sign ad impressions",
        discussion: [
            """
            Signs either one impression, whose fields are options, or a stream of impression payloads, one JSON object \
            a line, where options fill in what a line lacks. With the advertised item, the publisher item and the \
            source identifier all given as options, and no file, nothing is read.
            """,
            """
            What is missing is filled in: impression-identifier with a fresh UUID, timestamp with the present, \
            impression-type with app-impression, ad-network-identifier from its option. The header's kid is the ad \
            network identifier. Fields keep their order and unknown fields are kept, with a warning.
            """,
            """
            The key is that of --key, else of the file that AAK_KEY names, else the published example key of \
            example.adattributionkit, whose signatures prove nothing.
            """,
        ],
        operand: Operand("PAYLOAD", summary: "an impression's payload as JSON", isRepeating: true),
        options: [
            Option(
                "key", short: "k", value: .init("FILE", .file),
                summary: "sign with the private key in FILE (PEM, DER or JWK); - is standard input",
                group: "Key and signature"),
            Option(
                "deterministic", summary: "derive the nonce from key and message (RFC 6979): same input, same bytes",
                group: "Key and signature"),
            Option(
                "ad-network-identifier", short: "n", value: .init("ID"),
                summary: "the ad network, also the header's kid",
                group: "Fields"),
            Option(
                "advertised-item-identifier", short: "a", value: .init("N"),
                summary: "the advertised app, by its App Store item ID", group: "Fields"),
            Option(
                "publisher-item-identifier", short: "p", value: .init("N"),
                summary: "the app that shows the ad, by its App Store item ID; 0 for development", group: "Fields"),
            Option(
                "source-identifier", short: "s", value: .init("N"),
                summary: "the campaign, two to four digits", group: "Fields"),
            Option(
                "eligible-for-re-engagement", short: "r", summary: "let a tap lead to a re-engagement conversion",
                group: "Fields"),
            Option(
                "impression-identifier", value: .init("UUID"), summary: "the impression's UUID; a fresh one by default",
                group: "Fields"),
            Option(
                "timestamp", value: .init("TIME"),
                summary: "when the impression was made: milliseconds, RFC 3339 or now", group: "Fields"),
            Option(
                "impression-type", value: .init("TYPE"), summary: "app-impression, the only type there is",
                group: "Fields"),
            Option(
                "format", value: .init("FORM", .choice(["jws", "json", "openrtb"])),
                summary: "write the token, an object with its parts, or an OpenRTB bid's ext object", group: "Output"),
            Option(
                "no-validate", summary: "sign payloads that break Apple's rules too", group: "Output"),
        ] + CommonOptions.output + CommonOptions.streaming + [CommonOptions.now, CommonOptions.seed]
            + CommonOptions.diagnostics,
        sections: [
            CommonOptions.exitStatus,
            Section("Environment", [.items([.init("AAK_KEY", "The key file, where --key is not given.")])]),
        ],
        examples: [
            Example(
                "Sign a development impression with the example key",
                "aak sign --advertised-item-identifier 1108187390 --publisher-item-identifier 0 --source-identifier 5239"
            ),
            Example(
                "Sign a file of payloads with your own key",
                "aak sign --key acme.private.pem --ad-network-identifier acme.adattributionkit --input payloads.ndjson"),
        ])

    /// The options that make a whole impression together with what is filled in.
    private static let needed = ["advertised-item-identifier", "publisher-item-identifier", "source-identifier"]

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let job = try SigningJob(invocation)
        let absent = needed.filter { invocation.value($0) == nil }
        let hasFields = absent.count < needed.count
        if invocation.operands.isEmpty, invocation.values("input").isEmpty {
            if absent.isEmpty {
                job.key.announce(on: console)
                return try signOne(job, invocation, console)
            }
            guard !Descriptor.input.isTerminal || !hasFields else { throw missing(absent, invocation) }
        }
        let lines = try LineCommand(invocation, console)
        job.key.announce(on: console)
        let (status, count) = try lines.run { ImpressionSigner($0, job) }
        // Options without their lines are more likely an impression with a part left out than an empty stream.
        if count == 0, hasFields, invocation.operands.isEmpty, invocation.values("input").isEmpty {
            throw missing(absent, invocation)
        }
        return status
    }

    private static func missing(_ names: [String], _ invocation: Invocation) -> Diagnostic {
        invocation.usage("missing " + names.map { "--\($0)" }.joined(separator: ", "))
    }

    private static func signOne(
        _ job: SigningJob, _ invocation: Invocation, _ console: Console
    ) throws(Diagnostic) -> ExitStatus {
        let context = LineContext(style: console.style, isPretty: console.isPretty)
        let batch = Batch()
        batch.file = "<options>"
        batch.bytes.append("{}")
        var signer = ImpressionSigner(context, job)
        batch.run(&signer)
        batch.result.layOut(isPretty: console.isPretty, forTerminal: console.outputIsTerminal)
        try? unsafe Descriptor.diagnostics.write(batch.result.diagnostics.bytes)
        try unsafe console.write(batch.result.output.bytes)
        return batch.result.rejectedCount > 0 ? .bad : .good
    }
}

/// The key of a run, and whose it is.
struct SigningKey: Sendable {
    let key: P256PrivateKey
    /// A JWK's own `kid`, or the example's ad network.
    let keyID: String?
    let isExample: Bool

    /// The key of `--key`, else of `AAK_KEY`, else the example key.
    init(_ invocation: Invocation) throws(Diagnostic) {
        let variable = System.environment("AAK_KEY").flatMap { $0.isEmpty ? nil : $0 }
        if let path = invocation.value("key") ?? variable {
            let readsTwice = path == "-" && invocation.operands.isEmpty && invocation.values("input").contains("-")
            guard !readsTwice else {
                throw invocation.usage("standard input cannot hold both the key and the input")
            }
            (key, keyID) = try KeyFiles.privateKey(path)
            isExample = false
        } else {
            key = ExampleKey.privateKey
            keyID = ExampleKey.keyID
            isExample = true
        }
    }

    func announce(on console: Console) {
        guard isExample else { return }
        console.report(
            Diagnostic(
                severity: .note, rule: "example-key",
                message: "signed with the published example key, which is for tests: its signatures prove nothing",
                hint: "pass --key FILE to sign with your own"))
    }
}

/// What a signing run needs to know, worked out once.
struct SigningJob: Sendable {
    enum Format: String, Sendable {
        case jws, json, openrtb
    }

    /// A member to add where a payload lacks it.
    struct Filler: Sendable {
        let field: Field
        let value: Value

        enum Value: Sendable {
            /// JSON text.
            case text(String)
            case uuid
        }
    }

    let key: SigningKey
    let nonce: Signer.Nonce
    let format: Format
    let validates: Bool
    let now: Timestamp
    let random: RandomSource
    /// In the order of Apple's example.
    let fillers: [Filler]

    init(_ invocation: Invocation) throws(Diagnostic) {
        key = try SigningKey(invocation)
        let seed = invocation.integer("seed")
        // A seeded run leaves nothing to chance, its nonces least of all.
        nonce = invocation.flag("deterministic") || seed != nil ? .deterministic : .random
        format = invocation.value("format").flatMap(Format.init) ?? .jws
        validates = !invocation.flag("no-validate")
        now = try invocation.now()
        random = seed.map { .seeded(UInt64($0)) } ?? .system
        var fillers: [Filler] = []
        func string(_ field: Field, _ fallback: String? = nil) {
            guard let text = invocation.value("\(field.name)") ?? fallback else { return }
            fillers.append(Filler(field: field, value: .text(JSONValue.string(text).text)))
        }
        func integer(_ field: Field) throws(Diagnostic) {
            let name = "\(field.name)"
            guard let text = invocation.value(name) else { return }
            guard !text.isEmpty, text.utf8.allSatisfy(ASCII.isDigit), text == "0" || !text.hasPrefix("0") else {
                throw invocation.usage("\"--\(name)\" is \(quoted(text)), want an integer")
            }
            fillers.append(Filler(field: field, value: .text(text)))
        }
        if let uuid = invocation.value("impression-identifier") {
            fillers.append(Filler(field: .impressionIdentifier, value: .text(JSONValue.string(uuid).text)))
        } else {
            fillers.append(Filler(field: .impressionIdentifier, value: .uuid))
        }
        try integer(.publisherItemIdentifier)
        string(.impressionType, "app-impression")
        string(.adNetworkIdentifier, key.keyID)
        try integer(.sourceIdentifier)
        let moment: Timestamp
        switch invocation.value("timestamp") {
        case nil, "now": moment = now
        case let text?:
            guard let parsed = Timestamp(text) else {
                throw invocation.usage("\"--timestamp\" is \(quoted(text)), want milliseconds, RFC 3339 or now")
            }
            moment = parsed
        }
        fillers.append(Filler(field: .timestamp, value: .text(String(moment.milliseconds))))
        try integer(.advertisedItemIdentifier)
        if invocation.flag("eligible-for-re-engagement") {
            fillers.append(Filler(field: .eligibleForReEngagement, value: .text("true")))
        }
        self.fillers = fillers
    }
}

/// Completes, checks and signs one payload after another.
private struct ImpressionSigner: LineProcessor, ~Copyable {
    let context: LineContext
    private let job: SigningJob
    private let writer: JWSWriter
    private var examiner = Examiner()
    private var index = JSONIndex()
    private var payload = ByteBuffer()
    private var header = ByteBuffer()
    /// The fields that can be filled in.
    private let fillable: FieldSet

    init(_ context: LineContext, _ job: SigningJob) {
        self.context = context
        self.job = job
        fillable = job.fillers.reduce(into: FieldSet()) { $0.insert($1.field) }
        writer = JWSWriter(key: job.key.key, nonce: job.nonce)
    }

    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection) {
        try complete(line, result.file)
        guard let view = unsafe index.root(of: payload.bytes) else { return }
        try check(view, line, &result)
        guard let network = view.member("ad-network-identifier"), network.kind == .string else {
            throw Rejection(
                Diagnostic(
                    rule: "impression-ad-network-identifier-missing", field: "ad-network-identifier",
                    message: "\"ad-network-identifier\" is missing, want a string for the header's kid",
                    hint: "pass --ad-network-identifier ID"))
        }
        header.removeAll()
        header.append("{\"alg\":\"ES256\",\"kid\":")
        unsafe header.append(network.raw)
        header.append(ASCII.closeBrace)
        append(view, to: &result.output)
        result.output.append(ASCII.newline)
    }

    /// Puts the line's payload with what it lacks into `payload`, and scans it.
    private mutating func complete(_ line: Line, _ file: String) throws(Rejection) {
        try line.checkLength()
        payload.removeAll()
        unsafe payload.append(line.bytes)
        do throws(JSONSyntaxError) {
            try unsafe index.scan(payload.bytes)
            if index.hasInsignificantSpace {
                JSONText.compact(&payload, from: 0)
                try unsafe index.scan(payload.bytes)
            }
            guard let object = unsafe index.root(of: payload.bytes), object.kind == .object else {
                throw JSONSyntaxError(.unexpectedByte(unsafe payload.bytes[0], wanted: .value), at: 0)
            }
            let present = examiner.lay(outImpression: object)
            guard !present.contains(fillable) else { return }
            var additions = false
            let isEmpty = payload.count == 2
            let end = payload.count
            for filler in job.fillers where !present.contains(filler.field) {
                if !additions { payload.truncate(to: end - 1) }
                if additions || !isEmpty { payload.append(ASCII.comma) }
                additions = true
                payload.append(ASCII.quote)
                payload.append(filler.field.name)
                payload.append("\":")
                switch filler.value {
                case .text(let text): payload.append(text)
                case .uuid:
                    payload.append(ASCII.quote)
                    payload.append(job.random.uuid(at: .init(file: file, line: line.number)))
                    payload.append(ASCII.quote)
                }
            }
            payload.append(ASCII.closeBrace)
            try unsafe index.scan(payload.bytes)
            if let completed = unsafe index.root(of: payload.bytes) { _ = examiner.lay(outImpression: completed) }
        } catch {
            throw Rejection(.notImpression(line, error))
        }
    }

    private mutating func check(_ view: JSONView, _ line: Line, _ result: inout BatchResult) throws(Rejection) {
        let findings = examiner.findingsOfImpression(now: job.now)
        guard !findings.isEmpty else { return }
        if job.validates, findings.contains(where: { $0.rule.severity == .error }) {
            throw Rejection(
                findings.filter { $0.rule.severity == .error }.map { finding in
                    var problem = Diagnostic(finding)
                    if view.member(named: finding.field) == nil { problem.hint = "pass --\(finding.field)" }
                    return problem
                })
        }
        for finding in findings where finding.rule.severity == .warning {
            context.report(Diagnostic(finding), number: line.number, in: &result)
        }
    }

    private func append(_ view: JSONView, to output: inout ByteBuffer) {
        switch job.format {
        case .jws:
            unsafe writer.append(header: header.bytes, payload: payload.bytes, to: &output)
        case .json:
            output.append("{\"jws\":\"")
            unsafe writer.append(header: header.bytes, payload: payload.bytes, to: &output)
            output.append("\",\"header\":")
            unsafe output.append(header.bytes)
            output.append(",\"payload\":")
            unsafe output.append(payload.bytes)
            output.append(ASCII.closeBrace)
        case .openrtb:
            output.append("{\"adattributionkit\":{\"version\":\"1.0\",\"jwt\":\"")
            unsafe writer.append(header: header.bytes, payload: payload.bytes, to: &output)
            output.append("\"")
            if let item = view.member("advertised-item-identifier") {
                // OpenRTB writes the number as a string.
                output.append(",\"itunesitem\":\"")
                unsafe output.append(item.kind == .string ? item.content : item.raw)
                output.append(ASCII.quote)
            }
            output.append("}}")
        }
    }
}

extension Diagnostic {
    init(_ finding: Finding) {
        let severity: Severity =
            switch finding.rule.severity {
            case .error: .error
            case .warning: .warning
            case .note: .note
            }
        self.init(
            severity: severity, rule: finding.rule.id, field: finding.field,
            message: (finding.field == "*" ? "the token has " : "\"\(finding.field)\" is ")
                + "\(finding.found), want \(finding.wanted)", hint: finding.hint)
    }

    static func notImpression(_ line: Line, _ error: JSONSyntaxError) -> Diagnostic {
        if unsafe line.bytes[0] != ASCII.openBrace {
            let looksLikeToken = unsafe line.bytes.elementsEqual("eyJ".utf8) || line.bytes.starts(with: "eyJ".utf8)
            return Diagnostic(
                rule: "json-syntax", message: "this is not a JSON object, want an impression's payload",
                hint: looksLikeToken ? "this is a token already; aak decode --payload gives its payload" : nil)
        }
        return Diagnostic(rule: "json-syntax", message: "this is not JSON: \(error)")
    }
}
