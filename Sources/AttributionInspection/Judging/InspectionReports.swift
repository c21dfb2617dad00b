import AttributionBase
import AttributionCrypto
import AttributionModel
import AttributionSchema

// Reports on inputs: which rules they break, and what cannot be read.

extension InspectionEngine {
    /// Returns all findings about an input except those about its signature, in reading order.
    mutating func report(
        on reading: InputReader.ReadInput, _ text: ByteView, _ entry: InspectionBatch.Entry, _ now: Timestamp?
    ) -> Report {
        let input = reading.input
        var report = Report(input: entry.input, path: entry.path)
        switch (input.form, input.object) {
        case (.token, _), (.openRTB, _), (.bidToken, _), (.postbackBody, _):
            if let token = reading.token {
                reportToken(token, input, entry, now, &report)
            } else if let body = input.body {
                // The rules of a body apply even without a token.
                report.kind = .postback
                report.addRules(examiner.findings(postback: nil, body: body), from: demand.threshold)
            } else {
                report.fault = input.fault ?? .unchecked
            }
        case (.skAdNetwork, _?): if let object = input.signed { reportSKAdNetwork(object, entry, now, &report) }
        case (.payload, let object?): reportPayload(object, input.payloadKind, now, &report)
        case (.object, let object?):
            report.kind = .unrecognised
            report.fault = object.unrecognised
        // The program that reads such a document has its own rules.
        case (.document, _): report.kind = .document
        case (.configuration, let object?): reportConfiguration(object, &report)
        case (.schema, let object?):
            report.kind = .schema
            report.addRules(ConversionSchema.findings(of: object), from: demand.threshold)
        case (.propertyList, _): report.fault = reportPropertyList(text, &report)
        case (.webAdRequest, let object?):
            report.kind = .webAdRequest
            report.addRules(WebAdRequest.findings(of: object), from: demand.threshold)
        case (.bidOffer, _): report.kind = .bidOffer
        case (.skAdNetwork, nil), (.payload, nil), (.object, nil), (.configuration, nil), (.schema, nil),
            (.webAdRequest, nil):
            // These forms are recognised by their object. Something that was not read does not count as good.
            report.fault = input.fault ?? .unchecked
        }
        return report
    }

    /// Adds the faults of all parts. A broken part does not hide the others.
    private mutating func reportToken(
        _ token: TokenReading, _ input: RecognisedInput, _ entry: InspectionBatch.Entry, _ now: Timestamp?,
        _ report: inout Report
    ) {
        for fault in reader.tokens.faults where fault.step <= .header { report.add(fault) }
        let header = token.hasHeader ? reader.tokens.headerView : nil
        if let header { report.brokenRules += findings(header: header) }
        for fault in reader.tokens.faults where fault.step == .payload { report.add(fault) }
        let view = reader.payload(of: token, in: batch.bytes)
        let payload = view.flatMap { $0.kind == .object ? $0 : nil }
        if let view, payload == nil {
            report.add(TokenRules.payloadObject, "payload", view.kind.article)
            report.fails(at: .payload)
        }
        for fault in reader.tokens.faults where fault.step == .signature { report.add(fault) }
        report.signaturePlace = report.brokenRules.count
        report.isUnchecked = entry.outcome == .unknownKey
        let payloadKind = payload.flatMap(InputKind.ofPayload)
        report.kind = InputKind(input, ofPayload: payloadKind)
        let keyID = header?.member(HeaderField.keyID.name).flatMap { $0.kind == .string ? $0 : nil }
        if payload != nil, let foreignness = input.foreignness(ofPayload: payloadKind) {
            // The rules do not apply to an object of another kind.
            report.kind = .unrecognised
            report.fails(at: .payload)
            report.brokenRules.append(foreignness)
        } else if let payload {
            var findings = examiner.findings(
                of: payload, payloadKind, keyID: keyID, body: input.body, now: now)
            if !findings.isEmpty, let index = entry.header, !batch.headers[index].keyIndices.isEmpty {
                // A user who trusts a key under one of Apple's `kid`s knows that Apple published it.
                findings = findings.filtered { $0.rule != PostbackRules.publishedKey }
            }
            report.addRules(findings, from: demand.threshold)
            if report.kind == .postback, !demand.wantsSigned { report.disclosed = examiner.disclosed }
        } else if let body = input.body {
            report.addRules(examiner.findings(postback: nil, body: body), from: demand.threshold)
        } else if !report.hasErrors {
            // Why there is no payload was already reported, or is unknown.
            report.fault = .unchecked
        }
        guard input.bid != nil, let object = input.object else { return }
        for finding in BidInput.findings(ofPart: object) {
            Self.add(finding, as: finding.field, to: &report, from: demand.threshold)
        }
    }

    private mutating func findings(header: JSONView) -> Findings {
        let number = reader.tokens.headerNumber
        if let headerFindings, headerFindings.number == number { return headerFindings.findings }
        let findings = examiner.findings(header: header)
        headerFindings = (number, findings)
        return findings
    }

    private mutating func reportSKAdNetwork(
        _ object: SignedObject, _ entry: InspectionBatch.Entry, _ now: Timestamp?, _ report: inout Report
    ) {
        report.kind = entry.kind
        report.addRules(skAdNetwork.examiner.findings(of: object, now: now), from: demand.threshold)
        if object.form == .postback, !demand.wantsSigned {
            report.disclosed = skAdNetwork.examiner.disclosed
        }
        report.isUnchecked = entry.outcome == .unknownKey
        if entry.skAdNetwork == nil { report.unread = entry.fault }
    }

    private mutating func reportPayload(
        _ object: JSONView, _ kind: MessageKind?, _ now: Timestamp?, _ report: inout Report
    ) {
        let kind = InputKind(ofPayload: kind)
        report.kind = kind ?? .impression
        report.addRules(examiner.findings(of: object, kind, keyID: nil, body: nil, now: now), from: demand.threshold)
        if report.kind == .postback, !demand.wantsSigned { report.disclosed = examiner.disclosed }
    }

    // This and what follows change nothing here. But the compiler takes seconds for a method that borrows a large value which cannot be
    // copied.
    private mutating func reportConfiguration(_ rules: JSONView, _ report: inout Report) {
        report.kind = .configuration
        report.addRules(examiner.findings(configuration: rules, wantsKeys: true), from: demand.threshold)
        if let networks = demand.networks {
            let comparison = networks.comparison(with: rules)
            report.missingNetworks = comparison.missing
            report.addRules(comparison.findings, from: demand.threshold)
        }
        report.addCopies(rules)
    }

    private mutating func reportPropertyList(_ text: ByteView, _ report: inout Report) -> InputFault? {
        report.kind = .configuration
        do throws(Problem) {
            let list = try PropertyListText([UInt8](text))
            guard list.document.withView({ $0.kind == .object }) else { return .propertyListWithoutDictionary }
            if let around = list.around {
                report.brokenRules.append(Finding(ConfigurationRules.part, found: "a part", ending: .part(in: around)))
            }
            for path in list.repeats { report.add(ConfigurationRules.repeatedKey, path, "a repeated key") }
            list.document.withView { reportConfiguration($0, &report) }
            // Keys that this part lacks may be in another part.
            if list.around != nil {
                report.brokenRules = report.brokenRules.filtered { !ConfigurationRules.companions.contains($0.rule) }
            }
            if !list.repeats.isEmpty { report.fails(at: .rules) }
            return nil
        } catch {
            return .problem(error)
        }
    }

    /// Adds the findings about a bid object to the reports on its signed parts, unless they contain them already.
    mutating func addFindings(on bid: BidInput, to entries: Range<Int>) {
        guard let first = entries.first else { return }
        let object = bid.pathOfObject
        func path(_ index: Int) -> String { batch.reports[index].path ?? object }
        let isAd = if case .ad = bid.content { true } else { false }
        // The members of a token are inside the token, so its report has no findings about the members of the bid object.
        let reported = entries.map { index in
            let findings = isAd ? batch.reports[index].brokenRules : Findings()
            return findings.map { (SkadnObject.path(of: $0.field, at: path(index)), $0.severity) }
        }
        for finding in bid.findings {
            let full = object + "." + finding.field
            let owner = entries.first { path($0) != object && full.hasPrefix(path($0) + ".") }
            // An error in the object affects all its signed parts, but a less severe finding is reported only once. No verdict may be good
            // unless the whole object is, because an SDK receives the whole object.
            let concerned =
                finding.severity == .error && (demand.wantsSigned || owner == nil)
                ? first...entries.upperBound - 1 : (owner ?? first)...(owner ?? first)
            for index in concerned {
                // A member's name may occur at two paths, so findings are compared by full path.
                let isReported = reported[index - first].contains { $0 == full && $1 >= finding.severity }
                guard !isReported else { continue }
                let name = SkadnObject.name(of: finding.field, in: object, at: path(index))
                Self.add(finding, as: name, to: &batch.reports[index], from: demand.threshold)
            }
        }
    }

    private static func add(
        _ finding: Finding, as field: String, to report: inout Report, from threshold: Rule.Severity
    ) {
        // The report on the token says whether the token is missing.
        if field == "\(BidName.token)", finding.rule !== BidRules.token { return }
        report.brokenRules.append(finding.moved(to: field))
        if finding.severity >= threshold { report.fails(at: .rules) }
    }
}

extension Examiner {
    /// Returns all findings about a payload.
    ///
    /// - Parameters:
    ///   - kind: its kind; nil for a payload of neither kind.
    ///   - keyID: the value of `kid` in the token's header, if the payload came in a token.
    ///   - now: the latest permitted timestamp; nil for no limit.
    fileprivate mutating func findings(
        of payload: JSONView, _ kind: InputKind?, keyID: JSONView?, body: JSONView?, now: Timestamp?
    ) -> Findings {
        guard kind == .impression || body == nil && kind == nil else {
            return findings(postback: payload, keyID: keyID, body: body)
        }
        return findings(impression: payload, keyID: keyID, now: now)
    }
}

extension MessageEnding {
    /// The words about a part of a property list in other elements.
    fileprivate static func part(in elements: [String]) -> MessageEnding {
        let place = elements.isEmpty ? "" : " in " + elements.map { "<\($0)>" }.joined(separator: " and ")
        return .sentence("there is only a part of a property list\(place); it is read as a part of Info.plist")
    }
}
