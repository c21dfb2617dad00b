import AttributionBase
import AttributionCrypto
import AttributionModel

/// Inspects inputs, and then checks their signatures together. Each thread needs its own engine, which reuses its memory for the next
/// batch.
///
/// A verdict and a report on an input are two views of the same result: whether the signature is valid, and which rules are broken.
/// Entries, from which verdicts are made, are created in this file, and reports in `InspectionReports.swift`.
package struct InspectionEngine: ~Copyable {
    /// The results of the inputs, which are complete after ``check()``. To keep them longer, swap in another batch.
    package var batch: InspectionBatch
    let demand: InspectionDemand
    var reader = InputReader()
    var examiner = Examiner()
    private var marker = RepeatMarker()
    var skAdNetwork: SKAdNetworkInspector
    private var signatures: SignatureBatch
    /// What the keys decide about tokens with the reader's current header, and the number of that header.
    private var header: TokenCheck?
    private var headerNumber = 0
    /// The index of ``header`` in the batch, if it has been added.
    private var headerPlace: Int?
    /// The findings about the reader's current header, and the number of that header.
    var headerFindings: (number: Int, findings: Findings)?

    init(_ demand: InspectionDemand) {
        self.demand = demand
        batch = InspectionBatch(isForCounting: demand.acceptance.isForCounting)
        signatures = SignatureBatch(keys: demand.tables)
        skAdNetwork = SKAdNetworkInspector(demand.keys)
    }

    package mutating func removeAll() {
        batch.removeAll()
        signatures.removeAll()
        headerPlace = nil
    }

    /// Adds an input, whose signature is checked by ``check()``.
    ///
    /// - Parameters:
    ///   - now: the latest permitted timestamp; nil for no limit.
    ///   - path: the place of the input among the others of its line, if it has several.
    package mutating func add(_ text: ByteView, input: Int, at now: Timestamp?, path: String? = nil) {
        let text = PropertyList.isBinary(text) ? text : text.trimmed
        let first = batch.entries.count
        var bids = inspect(text, nil, input, now)
        if demand.wantsSigned, bids.contains(where: \.isBid) { bids.removeAll { !$0.isBid } }
        // All objects of an input share the limit on findings, but each keeps its worst one.
        var room = Findings.defaultLimit
        var next = 0
        while next < bids.count {
            // Several ads may belong to one object and share its members.
            let end = bids[next...].firstIndex { $0.number != bids[next].number } ?? bids.count
            let start = batch.entries.count
            for bid in bids[next..<end] { _ = inspect(text, bid, input, now) }
            if demand.wantsRules { addFindings(on: bids[next], to: start..<batch.entries.count) }
            for index in start..<batch.entries.count { batch.shortenFindings(index, &room) }
            next = end
        }
        guard let path else { return }
        for index in first..<batch.entries.count {
            batch.entries[index].path = batch.entries[index].path.map { "\(path).\($0)" } ?? path
            if demand.wantsRules { batch.reports[index].path = batch.entries[index].path }
        }
    }

    /// Adds an input of a line if it is a single one. Otherwise, nothing is added.
    ///
    /// - Returns: The fault if the line has several inputs where one is required.
    package mutating func add(single text: ByteView, input: Int, at now: Timestamp?, path: String?) -> InputFault? {
        let count = batch.entries.count
        add(text, input: input, at: now, path: path)
        guard batch.entries.count == count + 1, let fault = batch.entries[count].fault, fault.mayBeSeveral else {
            return nil
        }
        batch.entries.removeLast()
        if demand.wantsRules { batch.reports.removeLast() }
        return fault
    }

    package mutating func add(_ text: [UInt8], input: Int, at now: Timestamp?) {
        text.withBytes { add($0, input: input, at: now) }
    }

    /// Inspects an input, or a bid in it.
    ///
    /// - Returns: The bids in the input if they must be inspected instead.
    private mutating func inspect(_ text: ByteView, _ bid: BidInput?, _ input: Int, _ now: Timestamp?) -> [BidInput] {
        let start = batch.bytes.count
        // An initialiser of its own would copy the entry.
        var entry = InspectionBatch.Entry(input: input, pathInInput: bid?.path, path: bid?.path)
        do throws(InputFault) {
            guard try reader.open(text, bid, payloadTo: &batch.bytes) else { return reader.takeBids() }
            let reading = reader.reading
            do throws(InputFault) {
                try readSigned(reading.input, reading.token, &entry)
            } catch {
                entry.refuse(.malformed, error)
            }
            if demand.wantsRules {
                let report = self.report(on: reading, text, entry, now)
                batch.reports.append(report)
            }
        } catch {
            entry.kind = .unreadable
            entry.refuse(.malformed, error)
            if demand.wantsRules { batch.reports.append(Report(unread: error, of: entry, isBid: bid != nil)) }
        }
        if !demand.wantsSigned || entry.outcome == .malformed { batch.bytes.truncate(to: start) }
        batch.entries.append(consume entry)
        return []
    }

    // MARK: - Signed values

    /// Reads the signed values, and schedules the check of the signature if it can be checked.
    private mutating func readSigned(
        _ input: RecognisedInput, _ token: TokenReading?, _ entry: inout InspectionBatch.Entry
    ) throws(InputFault) {
        if let fault = input.fault { throw fault }
        if let object = input.signed { return try readSKAdNetwork(object, &entry) }
        if input.form == .bidOffer { throw .bidOffer }
        if input.form == .webAdRequest { throw .webAdRequest }
        if input.form == .object, let object = input.object { throw object.unrecognised }
        guard let token, let compact = input.token else { throw .noSignature }
        if token.hasHeader { entry.header = placeOfHeader() }
        if token.hasFaults, let fault = reader.tokens.faults.first { throw .token(fault) }
        guard let range = token.payload, let payload = reader.payload(of: token, in: batch.bytes), token.hasSignature,
            let header
        else { throw .unchecked }
        let refusal = header.refusal
        if refusal == nil {
            entry.proof = unsafe signatures.append(
                reader.tokens.signature.bytes, of: compact.part(token.signed), by: header.keyIndices)
        }
        guard payload.kind == .object else { throw .payloadNotObject(payload.kind) }
        let kind = InputKind.ofPayload(payload)
        if input.body != nil, let finding = input.foreignness(ofPayload: kind) { throw .rules(finding, others: []) }
        if input.isOfBid, let finding = BidRules.foreignness(of: payload) { throw .rules(finding, others: []) }
        entry.payload = range
        entry.kind = InputKind(input, ofPayload: kind)
        entry.refusalOfNetwork = header.refusalOfNetwork(in: payload)
        if demand.acceptance.dependsOnOwner {
            entry.foreignParty = demand.acceptance.foreignParty(
                network: payload.named(PostbackField.adNetworkIdentifier),
                app: payload.named(PostbackField.advertisedItemIdentifier))
        }
        noteIdentifier(of: payload, &entry)
        if demand.wantsSigned, let body = input.body {
            let start = batch.bytes.count
            body.appendMembers(without: BodyField.token.name, to: &batch.bytes)
            entry.unsigned = start..<batch.bytes.count
        }
        if let refusal { entry.refuse(.unknownKey, .untrusted(refusal)) }
    }

    /// Records the range of the identifier in the payload. The payload's view is invalid afterwards.
    private mutating func noteIdentifier(of payload: JSONView, _ entry: inout InspectionBatch.Entry) {
        guard let identifier = payload.member(entry.kind.identifier.name), identifier.kind == .string else { return }
        let start = entry.payload.lowerBound
        entry.identifier = start + identifier.start..<start + identifier.end
        guard identifier.hasEscapes else { return }
        let text = identifier.string
        let end = batch.bytes.count
        batch.bytes.append(text: text)
        entry.identity = end..<batch.bytes.count
    }

    /// Reads a SKAdNetwork postback or ad. The signed values are its payload.
    private mutating func readSKAdNetwork(
        _ object: SignedObject, _ entry: inout InspectionBatch.Entry
    ) throws(InputFault) {
        let form = object.form
        entry.kind = form == .postback ? .skAdNetworkPostback : .skAdNetworkAd
        guard let facts = skAdNetwork.read(object) else { throw skAdNetwork.fault(of: object) }
        entry.skAdNetwork = facts
        if demand.acceptance.dependsOnOwner {
            entry.foreignParty = skAdNetwork.foreignParty(form, to: demand.acceptance)
        }
        if demand.wantsSigned {
            let start = batch.bytes.count
            let ranges = object.appendSigned(skAdNetwork.reader.order, to: &batch.bytes)
            entry.payload = start..<batch.bytes.count
            entry.identifier = ranges.identifier
            entry.index = ranges.index
            let end = batch.bytes.count
            if object.appendUnsigned(skAdNetwork.reader.order, to: &batch.bytes) {
                entry.unsigned = end..<batch.bytes.count
            }
            if let text = skAdNetwork.identity(facts.isAd) {
                let start = batch.bytes.count
                batch.bytes.append(text: text)
                entry.identity = start..<batch.bytes.count
            }
        }
        if let absence = skAdNetwork.absence(of: facts) {
            // Without a key the signature cannot be checked.
            if case .skAdNetworkKey = absence {
                entry.refuse(.unknownKey, absence)
            } else {
                entry.refuse(.invalid, absence)
            }
        } else if !facts.holdsOnP192 {
            entry.proof = signatures.append(
                skAdNetwork.reader.rawSignature, of: skAdNetwork.reader.signedText, by: facts.keyIndices)
        }
    }

    /// Returns the index of the reader's current header in the batch; nil if it has no `kid`.
    private mutating func placeOfHeader() -> Int? {
        if headerNumber != reader.tokens.headerNumber {
            headerNumber = reader.tokens.headerNumber
            let keyID = reader.tokens.headerView?.member(HeaderField.keyID.name).flatMap {
                $0.kind == .string ? $0.string : nil
            }
            header = keyID.map { TokenCheck(of: $0, by: demand.keys) }
            headerPlace = nil
        }
        if headerPlace == nil, let header {
            batch.headers.append(header)
            headerPlace = batch.headers.count - 1
        }
        return headerPlace
    }

    // MARK: - Checking

    /// Checks the signatures. Only this method makes entries valid.
    package mutating func check() {
        signatures.check()
        for index in batch.entries.indices {
            // A span lends its elements. Those of an array are copied, with all that they refer to.
            if batch.entries.span[index].skAdNetwork?.holdsOnP192 == true {
                batch.accept(index, .production, demand)
            } else if let proof = batch.entries.span[index].proof {
                let signer = signatures.signer(of: proof)
                if batch.refuses(index, signedBy: signer, demand) { continue }
                if let signer { batch.accept(index, demand.keys.all[signer].environment, demand) }
            }
        }
        if demand.wantsRules { batch.completeReports() }
        if demand.wantsMarks { batch.mark(by: &marker) }
    }
}

extension Report {
    /// - Parameter isBid: whether the object's place determines its kind, so that a fault concerns that kind.
    fileprivate init(unread fault: InputFault, of entry: InspectionBatch.Entry, isBid: Bool) {
        self.init(input: entry.input, path: entry.path)
        switch fault {
        // An unrecognised text is read as a token, but here its fault is reported as a finding.
        case .token(let error): add(error)
        // The findings about the bid object already report this fault.
        case .rules where isBid: kind = .unreadable
        default:
            if !isBid { kind = .unreadable }
            self.fault = fault
        }
    }
}

extension JSONView {
    fileprivate func named(_ field: Field) -> (name: String, value: JSONView?) { (field.text, member(field.name)) }
}
