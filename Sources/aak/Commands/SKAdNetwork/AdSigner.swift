import AdAttribution
import AttributionBytes
import AttributionECDSA
import AttributionInspection
import AttributionJOSE
import AttributionJSON
import AttributionOpenRTB
import AttributionRules
import SKAdNetwork

/// Completes, checks and signs one ad of SKAdNetwork after another.
struct AdSigner: LineProcessor, ~Copyable {
    let context: LineContext
    private let job: AdSigningJob
    private let signer: Signer
    private var examiner = SKAdNetworkExaminer()
    private var index = JSONIndex()
    private var text = ByteBuffer()

    init(_ context: LineContext, _ job: AdSigningJob) {
        self.context = context
        self.job = job
        signer = Signer(job.run.key.key, nonce: job.run.nonce)
    }

    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection) {
        do throws(JSONSyntaxError) {
            try unsafe index.scan(line.bytes)
        } catch {
            throw Rejection(Diagnostic(rule: InputRules.jsonSyntax, message: "this is not JSON: \(error)"))
        }
        guard let object = unsafe index.root(of: line.bytes), object.kind == .object else {
            throw Rejection(
                Diagnostic(rule: InputRules.jsonObject, message: "this is not a JSON object, want an ad's values"))
        }
        guard !object.isPrivateKey else { throw Rejection(Diagnostic(InputFault.privateKey)) }
        if object.member(SignedField.signature.name) != nil {
            throw Rejection(
                Diagnostic(
                    rule: InputRules.unsupported, field: SignedField.signature.description,
                    message: "this is signed already",
                    hint: "take \"\(SignedField.signature.name)\" out to sign it anew"))
        }
        let ads = try complete(object, line, result.file)
        if let first = ads.first {
            try check(first, object, line, &result)
            if let network = first[.adNetworkID], let refusal = job.refusal(for: network) { throw Rejection(refusal) }
        }
        var signed: [(values: AdValues, signature: String)] = []
        for ad in ads {
            guard let order = ad.order else {
                throw Rejection(
                    Diagnostic(
                        rule: SignedAdRules.versionValue, field: SignedField.version.description,
                        message: "\"version\" is \(ad[.version]?.text ?? "missing"), want one of SKAdNetwork's"))
            }
            text.removeAll()
            ad.appendSignedText(order, to: &text)
            let der = unsafe signer.derSignature(for: [UInt8](text.bytes))
            signed.append((ad, AttributionSignature.text(ofDER: der)))
        }
        write(signed, object, to: &result.output)
    }

    private func complete(_ object: JSONView, _ line: Line, _ file: String) throws(Rejection) -> [AdValues] {
        do throws(AdTemplate.Fault) {
            return try job.template.ads(from: object) { fidelity in
                let purpose: StaticString = fidelity == .viewThrough ? "skan-nonce-0" : "skan-nonce-1"
                return job.run.random.uuid(purpose, file: file, line: line.number).text
            }
        } catch {
            switch error {
            case .nonceReused:
                throw Rejection(
                    Diagnostic(
                        rule: SignedAdRules.nonceReused, field: SignedField.nonce.description,
                        message: "\"nonce\" is given, want none: each fidelity type has one of its own"))
            }
        }
    }

    private mutating func check(
        _ ad: AdValues, _ object: JSONView, _ line: Line, _ result: inout BatchResult
    ) throws(Rejection) {
        let now = job.run.now
        let plain = ad.plainObject(besides: object, .json)
        let found = plain.withView { examiner.findings(ofUnsigned: $0, now: now) } ?? .unreadable("*")
        guard !found.isEmpty else { return }
        let errors = job.run.validates ? found.filter { $0.severity == .error } : []
        let problems = errors.map { finding in
            Diagnostic(finding, hint: ad.hasValue(named: finding.field) ? nil : "pass --\(finding.field)")
        }
        if let first = problems.first { throw Rejection(first, others: Array(problems.dropFirst())) }
        for warning in found where warning.severity == .warning {
            context.report(Diagnostic(warning), number: line.number, in: &result)
        }
    }

    private func write(
        _ ads: [(values: AdValues, signature: String)], _ object: JSONView, to output: inout ResultLines
    ) {
        switch job.format {
        case .openrtb: output.append(.object([.init("skadn", SkadnObject.value(of: ads))]))
        case .json:
            for ad in ads { output.append(ad.values.object(as: .json, signature: ad.signature)) }
        case .storekit:
            for ad in ads { output.append(ad.values.object(as: ad.values.systemForm, signature: ad.signature)) }
        }
    }
}
