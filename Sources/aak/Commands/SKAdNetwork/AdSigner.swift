import AttributionBase
import AttributionCommandModel
import AttributionCrypto
import AttributionInspection
import AttributionModel

/// What `aak skan sign` was asked to do.
struct AdSigningJob: Sendable {
    enum Format: String, CaseIterable {
        case storekit, json, openrtb
    }

    static let format = TypedOption.value(
        "format", .choice("FORM", Format.self), default: .storekit,
        summary:
            "write what the system expects (by default), the fields as Apple's documentation names them, or an OpenRTB bid's ext",
        group: "Output")

    static let link = TypedOption.flag(
        "link", summary: "write the opening tag of the link to a web ad, which needs no key", group: "Output",
        relations: [.excludes([format])])

    let run: SigningRun
    let format: Format
    /// Whether links to ads are made, not ads.
    let makesLinks: Bool
    /// The values that options give for ads that lack them. Without a timestamp, ads get the current time.
    let template: AdTemplate
}

/// Completes, checks and signs one ad of SKAdNetwork after another.
struct AdSigner: LineProcessor, ~Copyable {
    let context: LineContext
    let job: AdSigningJob
    /// The values for ads that lack them.
    var template: AdTemplate
    let signer: LineSigner?
    let writer: TextSigner
    var examiner = Examiner()
    var index = JSONIndex()
    var texts = ByteBuffer()

    private static let wanted = "an ad's values"
    private static let ofLinks: [SignedField] = [.itunesItemID, .nonce, .sourceDomain]

    mutating func judge(_ line: Line, _ result: inout BatchResult) throws(Diagnostic) {
        let object = try line.object(Self.wanted, in: &index)
        if object.member(SignedField.signature.name) != nil {
            throw Diagnostic(
                .sentence(
                    "this is signed already", hint: "remove \"\(SignedField.signature.name)\" to sign it again"
                ).at(SignedField.signature.description, breaking: InputRules.unsupported))
        }
        if job.template.values[.timestamp] == nil {
            template.values[.timestamp] = .number(String(result.now.milliseconds))
        }
        let isRequest = WebAdRequest.isRequest(object)
        let given = try isRequest ? answer(to: object) : AdValues(object)
        let ads = try complete(given, line)
        if let first = ads.first {
            try check(first, isRequest ? nil : object, line, &result)
            guard !job.makesLinks else {
                WebAdRequest.appendLink(for: first, to: &result.output.bytes)
                return result.output.endLine(as: .text)
            }
            let field = SignedField.adNetworkID
            let refusal = first[field].flatMap {
                job.run.refusal(for: $0.signedText, field: field.description)
            }
            if let refusal { throw refusal }
        }
        texts.removeAll()
        var signed: [Range<Int>] = []
        for ad in ads {
            guard let order = ad.order else {
                throw Diagnostic(
                    .value(found: ad[.version]?.text ?? "missing", wanted: "one of SKAdNetwork's")
                        .at(SignedField.version.description, breaking: SignedAdRules.versionValue))
            }
            if job.format == .openrtb, !ad.kind.forms.contains(.openRTB) {
                let wanted = "\(AdSigningJob.Format.storekit) or \(AdSigningJob.Format.json) for \(ad.kind.words)"
                throw Diagnostic(
                    .value(found: "\(job.format)", wanted: wanted)
                        .at(AdSigningJob.format.spelling, breaking: InputRules.unsupported))
            }
            let start = texts.count
            ad.appendSignedText(order, to: &texts)
            signed.append(start..<texts.count)
        }
        write(ads, signed, to: &result.output)
    }

    /// Returns what a device's request says about its answer.
    private func answer(to request: JSONView) throws(Diagnostic) -> AdValues {
        let values = WebAdRequest.values(of: request)
        // A request with missing members cannot be answered, even without validation.
        let found = WebAdRequest.findings(of: request).filter { job.run.validates || $0.problem.found == "missing" }
        var problems = found.map { Diagnostic($0) }
        if problems.isEmpty, let problem = job.template.contradiction(of: values) { problems = [Diagnostic(problem)] }
        if let fault = Diagnostic(all: problems) { throw fault }
        return values
    }

    private func complete(_ given: AdValues, _ line: Line) throws(Diagnostic) -> [AdValues] {
        let repetition = job.run.repetition(of: line.bytes)
        do throws(Problem) {
            return try template.ads(from: given) { fidelity in
                let purpose: StaticString = fidelity == .viewThrough ? "skan-nonce-0" : "skan-nonce-1"
                return job.run.uuid(purpose, of: line.bytes, repetition).text
            }
        } catch {
            throw Diagnostic(error)
        }
    }

    /// - Parameter object: The ad as it was read; nil for a device's request, which has other members.
    private mutating func check(
        _ ad: AdValues, _ object: JSONView?, _ line: Line, _ result: inout BatchResult
    ) throws(Diagnostic) {
        let given = object.map { SignedObject($0, as: .ad(.json)) }
        var found = examiner.findings(ofUnsigned: ad, besides: given, now: result.now)
        if job.makesLinks {
            // A link has only some of the ad's values, and needs all of these.
            let own = Self.ofLinks.map(\.description)
            found = found.filtered { own.contains($0.field) && $0.severity == .error }
            if ad[.sourceDomain] == nil {
                found.append(Finding(SignedAdRules.sourceDomainForm, .missing(wanted: "a domain such as example.com")))
            }
        }
        guard !found.isEmpty else { return }
        // A device would accept an ad whose network ID lacks the ending, but Apple registers no such ID.
        let errors =
            job.run.validates || job.makesLinks
            ? found.filter { $0.severity == .error || $0.rule == SignedAdRules.suffix } : []
        if job.run.validates, object != nil,
            let fault = faultOfUnsigned(line.bytes, in: .skAdNetwork, wanted: Self.wanted, lacksValues: !errors.isEmpty)
        {
            throw Diagnostic(fault)
        }
        let problems = errors.map { finding in
            Diagnostic(
                finding.asError,
                hint: ad.hasValue(named: finding.field)
                    ? nil : object.map { hint(onMissing: finding.field, $0) } ?? "pass --\(finding.field)")
        }
        if let fault = Diagnostic(all: problems) { throw fault }
        for warning in found where warning.severity == .warning {
            context.report(Diagnostic(warning), number: line.number, in: &result)
        }
    }

    /// Writes ads with their signatures.
    ///
    /// - Parameter signed: the range in `texts` of the text to sign for each ad.
    private func write(_ ads: [AdValues], _ signed: [Range<Int>], to output: inout ResultLines) {
        func sign(_ index: Int, _ output: inout ByteBuffer) {
            unsafe writer.appendSignature(of: texts.bytes(in: signed[index]), as: .der, to: &output)
        }
        guard job.format != .openrtb else {
            output.bytes.openObject()
            output.bytes.member(BidName.skadn)
            SkadnObject.append(ads, to: &output.bytes, signature: sign)
            output.bytes.closeObject()
            return output.endLine(as: .json)
        }
        for (index, ad) in ads.enumerated() {
            output.bytes.openObject()
            ad.appendMembers(as: job.format == .json ? .json : ad.systemForm, to: &output.bytes) { sign(index, &$0) }
            output.bytes.closeObject()
            output.endLine(as: .json)
        }
    }
}
