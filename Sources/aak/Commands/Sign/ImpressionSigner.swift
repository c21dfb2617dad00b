import AttributionBase
import AttributionCrypto
import AttributionInspection
import AttributionModel

/// What the options of `aak sign` request.
struct SigningJob: Sendable {
    enum Format: String, CaseIterable {
        case jws, json, openrtb
    }

    let run: SigningRun
    let format: Format
    /// The members to add where a payload lacks them, in the order of Apple's example. Without a value, they are the identifier, a
    /// new UUID, and the timestamp, the current time.
    let fillers: [(field: Field, value: JSONValue?)]
}

/// Completes, checks and signs one payload after another.
///
/// It works on the line's bytes rather than on an `Impression`, so that fields keep their order, unknown fields are
/// signed too, and no line of a stream needs an allocation.
struct ImpressionSigner: LineProcessor, ~Copyable {
    let context: LineContext
    let job: SigningJob
    let signer: LineSigner?
    let texts: TextSigner
    /// The fields that can be filled in.
    let fillable: FieldSet
    var examiner = Examiner()
    var index = JSONIndex()
    var payload = ByteBuffer()
    var header = ByteBuffer()

    private static let wanted = "an impression's payload"

    mutating func judge(_ line: Line, _ result: inout BatchResult) throws(Diagnostic) {
        let view = try complete(line, result.file, at: result.now)
        try check(view, line, &result)
        guard let network = view.member(ImpressionField.adNetworkIdentifier.name), network.kind == .string else {
            throw Diagnostic(
                .missing(wanted: "a string, which also becomes the header's kid")
                    .at(
                        ImpressionField.adNetworkIdentifier.text,
                        breaking: ImpressionRules.adNetworkIdentifierMissing
                    ).hinting("pass --\(ImpressionField.adNetworkIdentifier.name) ID"))
        }
        if let refusal = job.run.refusal(for: network.string) { throw refusal }
        header.removeAll()
        JWSHeader.append(keyID: network.raw, to: &header)
        append(view, to: &result.output.bytes)
        result.output.endLine(as: job.format == .jws ? .text : .json)
    }

    /// Makes `payload` of the line, with the members that it lacks, and returns a view of it.
    private mutating func complete(_ line: Line, _ file: String, at now: Timestamp) throws(Diagnostic) -> JSONView {
        let object = try line.object(
            Self.wanted, tokenHint: "this is a token already; aak decode --payload gives its payload",
            in: &index)
        let present = examiner.load(impression: object)
        payload.removeAll()
        if examiner.hasNulls {
            JSONText.appendPlain(object, to: &payload)
        } else if index.hasInsignificantSpace {
            JSONText.appendCompact(object, to: &payload)
        } else {
            payload.append(line.bytes)
        }
        if !present.contains(fillable) {
            // Remove the closing brace, so that members can be appended.
            payload.truncate(to: payload.count - 1)
            for filler in job.fillers where !present.contains(filler.field) {
                if let value = filler.value {
                    payload.member(filler.field.name)
                    value.append(to: &payload)
                } else if filler.field == ImpressionField.timestamp {
                    payload.member(filler.field.name, Int(now.milliseconds))
                } else {
                    let uuid = job.run.uuid(filler.field.name, of: line.bytes, job.run.repetition(of: line.bytes))
                    payload.member(filler.field.name) { uuid.append(to: &$0) }
                }
            }
            payload.closeObject()
        }
        do throws(JSONSyntaxError) {
            let view = try unsafe index.read(payload.bytes)
            _ = examiner.load(impression: view)
            return view
        } catch {
            throw Diagnostic(InputFault.json(error))
        }
    }

    private mutating func check(_ view: JSONView, _ line: Line, _ result: inout BatchResult) throws(Diagnostic) {
        let findings = examiner.findingsOfImpression(now: result.now).list
        guard !findings.isEmpty else { return }
        let errors = job.run.validates ? findings.filter { $0.severity == .error } : []
        if job.run.validates,
            let fault = faultOfUnsigned(
                line.bytes, in: .adAttributionKit, wanted: Self.wanted, lacksValues: !errors.isEmpty)
        {
            throw Diagnostic(fault)
        }
        let warnings = findings.filter { $0.severity == .warning }
        let problems = errors.map { finding in
            Diagnostic(
                finding, hint: view.member(named: finding.field) == nil ? hint(onMissing: finding.field, view) : nil)
        }
        // A field that seems to be missing may have a misspelt name, so unknown fields are reported with it.
        let unknown = problems.isEmpty ? [] : warnings.filter { $0.rule == ImpressionRules.unknownField }
        if let fault = Diagnostic(all: problems, remarks: unknown.map { Diagnostic($0) }) { throw fault }
        for warning in warnings { context.report(Diagnostic(warning), number: line.number, in: &result) }
    }

    private func appendToken(to output: inout ByteBuffer) {
        unsafe texts.appendToken(header: header.bytes, payload: payload.bytes, to: &output)
    }

    private func append(_ view: JSONView, to output: inout ByteBuffer) {
        switch job.format {
        case .jws:
            appendToken(to: &output)
        case .json:
            output.openObject()
            output.member(SignedMember.jws.name) { appendToken(to: &$0) }
            output.member(DecodedMember.header.name, json: header)
            output.member(SignedMember.payload.name, json: payload)
            output.closeObject()
        case .openrtb:
            let item = view.member(ImpressionField.advertisedItemIdentifier.name)
            AdAttributionKitBid.appendExtension(item: item, to: &output) { appendToken(to: &$0) }
        }
    }
}

/// The members of a signed impression.
enum SignedMember {
    static let jws = OutputMember("jws", "The signed token.")
    static let payload = OutputMember("payload", "The payload that was signed.")

    static let all = [jws, DecodedMember.header, payload, AdAttributionKitBid.member]
}
