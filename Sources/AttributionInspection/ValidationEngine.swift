import AdAttribution
import Bytes
import ECDSA
import JOSE
import OpenRTB
import Rules
import SKAdNetwork
import StrictJSON

/// Looks at inputs by the rules, and then checks their signatures together. One a thread; its memory is used again for the
/// next batch.
package struct ValidationEngine: ~Copyable {
    /// What came of the inputs; complete after ``check()``.
    package private(set) var reports: [Report] = []
    private let validator: InputValidator
    private var reader = InputReader()
    private var examiner = PayloadExaminer()
    private var skAdNetwork: SKAdNetworkInspector
    private var signatures: SignatureBatch
    private var payload = ByteBuffer()

    package init(_ validator: InputValidator) {
        self.validator = validator
        signatures = SignatureBatch(keys: validator.sharedKeys)
        skAdNetwork = SKAdNetworkInspector(validator.keys)
    }

    /// Forgets all inputs.
    package mutating func removeAll() {
        reports.removeAll(keepingCapacity: true)
        signatures.removeAll()
    }

    /// Looks at an input; its signature is checked by ``check()``.
    package mutating func add(_ text: UnsafeRawBufferPointer, input: Int, at now: Timestamp) {
        var report = Report(input: input)
        do throws(InputFault) {
            try unsafe look(at: text.trimmed, now, &report)
        } catch {
            if error.mayHoldBids, unsafe addBids(in: text.trimmed, input, now) { return }
            report.kind = .unreadable
            report.fault = unsafe error.mayHoldBids ? BidInput.fault(ofDocument: text.trimmed) ?? error : error
        }
        // A text without a form of its own is a token to a reader, but then one with a finding.
        if case .token(let error)? = report.fault {
            report.kind = .token
            report.fault = nil
            report.add(error)
        }
        reports.append(report)
    }

    /// Looks at what lies inside a bid request or response, with a report for each; false where there is nothing.
    private mutating func addBids(in text: UnsafeRawBufferPointer, _ input: Int, _ now: Timestamp) -> Bool {
        let bids = unsafe BidInput.all(in: text)
        var place = 0
        while place < bids.count {
            // Several ads may be of one object, whose members they share.
            let end = bids[place...].firstIndex { $0.number != bids[place].number } ?? bids.count
            let start = reports.count
            for bid in bids[place..<end] { add(bid, input, now) }
            addFindings(on: bids[place], to: start..<reports.count)
            place = end
        }
        return !bids.isEmpty
    }

    private mutating func add(_ bid: BidInput, _ input: Int, _ now: Timestamp) {
        var report = Report(input: input)
        switch bid.content {
        case .token(let token):
            payload.removeAll()
            unsafe token.withUnsafeBytes { bytes in
                let reading = unsafe reader.read(token: bytes, payloadTo: &payload)
                if let token = reading.token { lookAtToken(token, reading.input, now, &report) }
            }
        case .noToken(let found): report.fault = found.map { .tokenNotString(.jwt, found: $0) } ?? .noSignature
        case .ad(let object):
            let isRead: Void? = object.withView { lookAtSKAdNetwork($0, .ad(.openRTB), now, &report) }
            if isRead == nil { report.fault = .noSignature }
        case .offer: report.kind = .bidOffer
        // What is wrong with the object says it.
        case .noObject: report.kind = .unreadable
        }
        report.path = bid.path
        reports.append(report)
    }

    /// Adds what is wrong with a bid object to the reports on what is signed in it, unless that tells it already.
    private mutating func addFindings(on bid: BidInput, to places: Range<Int>) {
        guard let first = places.first else { return }
        let threshold = validator.threshold
        let object = bid.object.path
        func path(_ place: Int) -> String { reports[place].path ?? object }
        // What is told of a place, by the path of the member that it is about: its name alone could mean two of them.
        let isAd = if case .ad = bid.content { true } else { false }
        let told = places.map { place in
            // The fields of a token lie in the token.
            isAd ? reports[place].findings.map { (SkadnObject.path(of: $0.field, at: path(place)), $0.severity) } : []
        }
        for finding in bid.findings {
            let full = object + "." + finding.field
            let owner = places.first { path($0) != object && full.hasPrefix(path($0) + ".") }
            // What is wrong with the object is wrong with all that is signed in it; a word of less weight is said once.
            let concerned =
                owner.map { $0...$0 } ?? (finding.severity < .error ? first...first : first...places.upperBound - 1)
            for place in concerned {
                guard !told[place - first].contains(where: { $0 == full && $1 >= finding.severity }) else { continue }
                let name = SkadnObject.name(of: finding.field, in: object, at: path(place))
                Self.add(finding, as: name, from: threshold, to: &reports[place])
            }
        }
    }

    private static func add(
        _ finding: Finding, as field: String, from threshold: Rule.Severity, to report: inout Report
    ) {
        // Whether there is a token is told by the report on it.
        if field == "jwt", finding.rule !== BidRules.token { return }
        report.findings.append(
            Finding(finding.rule, field: field, found: finding.found, wanted: finding.wanted, hint: finding.hint))
        if finding.severity >= threshold { report.fails(at: .rules) }
    }

    private mutating func look(
        at text: UnsafeRawBufferPointer, _ now: Timestamp, _ report: inout Report
    ) throws(InputFault) {
        payload.removeAll()
        let reading = try unsafe reader.read(text, payloadTo: &payload)
        let input = reading.input
        switch input.form {
        case .propertyList:
            report.kind = .configuration
            report.fault = unsafe lookAtPropertyList(text, &report)
        case .skAdNetwork(let form):
            guard let object = input.object else { throw .noSignature }
            lookAtSKAdNetwork(object, form, now, &report)
        case .configuration:
            report.kind = .configuration
            report.findings = input.object.map { examiner.findings(configuration: $0) } ?? .unreadable("*")
            if let object = input.object { report.addCopies(object) }
        case .payload, .object:
            guard let object = input.object else { throw .noSignature }
            if input.form == .object, object.looksLikeBids { throw .noSignature }
            report.kind = InputKind.ofPayload(object) ?? .impression
            report.isBareObject = input.form == .object
            lookAtFields(of: object, keyID: nil, body: nil, now, &report)
        case .token, .openRTB, .postbackBody:
            guard let token = reading.token else {
                // Of a body without a token, the rules have more to say.
                guard input.form == .postbackBody else {
                    report.fault = input.fault
                    return
                }
                report.kind = .postback
                lookAtFields(of: nil, keyID: nil, body: input.object, now, &report)
                return
            }
            lookAtToken(token, input, now, &report)
            guard let bid = input.object?.member("adattributionkit") else { return }
            let document = JSONValue.object([.init("adattributionkit", JSONValue(bid))])
            for finding in BidInput.findings(ofPart: document) {
                Self.add(finding, as: finding.field, from: validator.threshold, to: &report)
            }
        }
    }

    private mutating func lookAtPropertyList(_ text: UnsafeRawBufferPointer, _ report: inout Report) -> InputFault? {
        do throws(PropertyList.SyntaxError) {
            let value = try unsafe PropertyList.value(ofXML: [UInt8](text))
            guard case .object = value else { return .propertyListWithoutDictionary }
            let findings = value.withView { view in
                report.addCopies(view)
                return examiner.findings(configuration: view)
            }
            report.findings = findings ?? .unreadable("*")
            return nil
        } catch {
            return .propertyList(error)
        }
    }

    // MARK: - SKAdNetwork

    private mutating func lookAtSKAdNetwork(
        _ object: JSONView, _ form: SignedForm, _ now: Timestamp, _ report: inout Report
    ) {
        report.kind = form == .postback ? .skadnetworkPostback : .skadnetworkAd
        report.findings = skAdNetwork.findings(of: object, form, now: now)
        if form == .postback {
            report.tiers = skAdNetwork.tiers
            report.absences = skAdNetwork.absences
        }
        if report.findings.isBad(from: validator.threshold) { report.fails(at: .rules) }
        guard let facts = skAdNetwork.read(object, form) else {
            report.unread = skAdNetwork.fault(of: object, form)
            return
        }
        guard !facts.holdsOnP192 else { return }
        // Without a key nothing can be said of the signature.
        switch skAdNetwork.absence(of: facts) {
        case .skAdNetworkKey?: report.isUnchecked = true
        case nil:
            let proof = unsafe signatures.append(
                skAdNetwork.rawSignature, of: skAdNetwork.signedText, by: facts.places)
            report.signature = .init(proof: proof, keyID: nil, place: report.findings.count)
        case let fault?: Self.refuseSignature(of: &report, fault)
        }
    }

    private static func refuseSignature(of report: inout Report, _ fault: InputFault) {
        report.fails(at: .signature)
        let field = report.path == nil ? SignedField.signature.description : "signature"
        report.add(fault.rule, field, "of another key or another text")
    }

    // MARK: - Tokens

    /// Names the faults of all parts: one that is broken does not hide the others.
    private mutating func lookAtToken(
        _ token: TokenReading, _ input: RecognisedInput, _ now: Timestamp, _ report: inout Report
    ) {
        let body = input.form == .postbackBody ? input.object : nil
        let header = token.hasHeader ? reader.tokens.headerView : nil
        for fault in reader.tokens.faults where fault.stage <= .header { report.add(fault) }
        if let header { report.findings += examiner.findings(header: header) }
        for fault in reader.tokens.faults where fault.stage == .payload { report.add(fault) }
        let view = reader.payload(of: token, in: payload)
        let fields = view.flatMap { $0.kind == .object ? $0 : nil }
        if let view, fields == nil {
            report.add(TokenRules.payloadObject, "payload", view.kind.article)
            report.fails(at: .payload)
        }
        for fault in reader.tokens.faults where fault.stage == .signature { report.add(fault) }
        let keyID = header?.member(HeaderField.keyID.name).flatMap { $0.kind == .string ? $0 : nil }
        addSignature(token, input, keyID, &report)
        report.kind = body != nil ? .postback : fields.flatMap(InputKind.ofPayload) ?? .token
        lookAtFields(of: fields, keyID: keyID, body: body, now, &report)
    }

    /// Has the signature checked, if its key is known and the text is there that it is of.
    private mutating func addSignature(
        _ token: TokenReading, _ input: RecognisedInput, _ keyID: JSONView?, _ report: inout Report
    ) {
        guard token.hasSignature, let keyID = keyID?.string, let compact = unsafe input.token,
            !reader.tokens.faults.contains(where: { $0.isUnreadable || $0.stage == .header })
        else { return }
        let places = validator.keys.places(for: keyID)
        guard !places.isEmpty else {
            report.isUnchecked = true
            return
        }
        let proof = unsafe signatures.append(
            reader.tokens.signature.bytes, of: compact.part(token.signed), by: places)
        report.signature = .init(proof: proof, keyID: keyID, place: report.findings.count)
    }

    private mutating func lookAtFields(
        of payload: JSONView?, keyID: JSONView?, body: JSONView?, _ now: Timestamp, _ report: inout Report
    ) {
        let findings: Findings
        if let payload {
            findings = examiner.findings(of: payload, keyID: keyID, body: body, now: now)
        } else if let body {
            findings = examiner.findings(ofBody: body)
        } else {
            // Why there is no payload is told already.
            if report.isGood() { report.fault = .unchecked }
            return
        }
        if findings.isBad(from: validator.threshold) { report.fails(at: .rules) }
        report.findings += findings
        guard report.kind == .postback, payload != nil else { return }
        report.tiers = examiner.tiers
        report.absences = examiner.absences.map { Report.Absence(field: $0.field, reason: $0.reason) }
    }

    // MARK: - Checking

    /// Checks the signatures and adds what is to be said of them.
    package mutating func check() {
        signatures.check()
        for index in reports.indices {
            if let fault = reports[index].unread, reports[index].isGood() { reports[index].fault = fault }
            guard let signature = reports[index].signature else { continue }
            reports[index].signature = nil
            guard signatures.signer(of: signature.proof) == nil else { continue }
            guard let keyID = signature.keyID else {
                let isAd = reports[index].kind == .skadnetworkAd
                Self.refuseSignature(of: &reports[index], .skAdNetworkSignature(isAd: isAd))
                continue
            }
            reports[index].fails(at: .signature)
            reports[index].add(
                TokenRules.signature, "signature", "of another key or another text",
                wanted: "one by the key of kid \(JSONValue.string(keyID).text)", at: signature.place)
        }
    }
}

extension Report {
    fileprivate mutating func add(_ error: JWSError) {
        fails(at: Stage(error.stage))
        findings.append(Finding(error))
    }
}

extension Report.Stage {
    fileprivate init(_ stage: JWSError.Stage) {
        switch stage {
        case .components: self = .components
        case .header: self = .header
        case .payload: self = .payload
        case .signature: self = .signature
        }
    }
}
