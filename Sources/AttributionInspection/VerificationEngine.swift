import AdAttribution
import Bytes
import ECDSA
import JOSE
import OpenRTB
import Rules
import SKAdNetwork
import StrictJSON

/// Reads inputs and then checks their signatures together. One a thread; its memory is used again for the next batch.
package struct VerificationEngine: ~Copyable {
    /// What came of the inputs. Whoever needs it longer may swap it for another.
    package var batch = VerdictBatch()
    private let verifier: InputVerifier
    private let accepted: AcceptedInputs
    /// Whose world each key belongs to.
    private let environments: [Environment]
    private var reader = InputReader()
    private var examiner = PayloadExaminer()
    private var skAdNetwork: SKAdNetworkInspector
    private var signatures: SignatureBatch
    /// What the reader's header means, and the number of that header.
    private var header: VerdictBatch.Header?
    private var headerNumber = 0
    /// The place of ``header`` among those of the batch, once it is there.
    private var headerPlace: Int?

    package init(_ verifier: InputVerifier, accepting accepted: AcceptedInputs) {
        self.verifier = verifier
        self.accepted = accepted
        environments = verifier.keys.all.map(\.environment)
        signatures = SignatureBatch(keys: verifier.sharedKeys)
        skAdNetwork = SKAdNetworkInspector(verifier.keys)
    }

    /// Forgets all inputs.
    package mutating func removeAll() {
        batch.removeAll()
        signatures.removeAll()
        headerPlace = nil
    }

    // MARK: - Reading

    /// Reads an input; its signature is checked by ``check()``.
    package mutating func add(_ text: UnsafeRawBufferPointer, input: Int) {
        let start = batch.bytes.count
        var entry = VerdictBatch.Entry(input: input)
        do throws(InputFault) {
            try unsafe read(text.trimmed, &entry)
        } catch {
            batch.bytes.truncate(to: start)
            if error.mayHoldBids, unsafe addBids(in: text.trimmed, input) { return }
            entry.outcome = .malformed
            entry.fault = unsafe error.mayHoldBids ? BidInput.fault(ofDocument: text.trimmed) ?? error : error
        }
        batch.entries.append(entry)
    }

    /// Reads what is signed inside a bid response, each as an entry of its own, or says of what a request offers that it is
    /// not signed; false where there is nothing.
    private mutating func addBids(in text: UnsafeRawBufferPointer, _ input: Int) -> Bool {
        let all = unsafe BidInput.all(in: text)
        let signed = all.filter(\.object.isBid)
        let bids = signed.isEmpty ? all : signed
        var object: (number: Int, findings: [Finding])?
        for bid in bids {
            let start = batch.bytes.count
            var entry = VerdictBatch.Entry(input: input)
            do throws(InputFault) {
                switch bid.content {
                case .token(let token): try read(bidToken: token, &entry)
                case .noToken(let found):
                    throw found.map { .tokenNotString(.jwt, found: $0) } ?? .noSignature
                case .ad(let object): try readAd(object, &entry)
                case .offer: throw .bidOffer
                case .noObject(let finding): throw .rules(finding, others: [])
                }
            } catch {
                batch.bytes.truncate(to: start)
                entry.outcome = .malformed
                entry.fault = error
            }
            entry.path = bid.path
            if verifier.checksRules {
                // Several ads may be of one object.
                if object?.number != bid.number {
                    object = (bid.number, bid.findings.filter { $0.severity == .error })
                }
                entry.findings += object?.findings ?? []
            }
            batch.entries.append(entry)
        }
        return !bids.isEmpty
    }

    private mutating func read(
        bidToken token: [UInt8], _ entry: inout VerdictBatch.Entry
    ) throws(InputFault) {
        var fault: InputFault?
        unsafe token.withUnsafeBytes { bytes in
            let reading = unsafe reader.read(token: bytes, payloadTo: &batch.bytes)
            do throws(InputFault) {
                try read(reading, isOfBid: true, &entry)
            } catch {
                fault = error
            }
        }
        if let fault { throw fault }
    }

    private mutating func readAd(_ object: JSONValue, _ entry: inout VerdictBatch.Entry) throws(InputFault) {
        var fault: InputFault?
        let isRead: Void? = object.withView { view in
            do throws(InputFault) {
                try readSKAdNetwork(view, .ad(.openRTB), &entry)
            } catch {
                fault = error
            }
        }
        if let fault { throw fault }
        if isRead == nil { throw .noSignature }
    }

    private mutating func read(
        _ text: UnsafeRawBufferPointer, _ entry: inout VerdictBatch.Entry
    ) throws(InputFault) {
        let reading = try unsafe reader.read(text, payloadTo: &batch.bytes)
        let bid = reading.input.form == .openRTB ? reading.input.object?.member("adattributionkit") : nil
        try read(reading, isOfBid: bid != nil, &entry)
        guard verifier.checksRules, let bid else { return }
        let document = JSONValue.object([.init("adattributionkit", JSONValue(bid))])
        entry.findings += BidInput.findings(ofPart: document).filter { $0.severity == .error }
    }

    /// - Parameter isOfBid: whether the token is a bid's, and so one of an impression.
    private mutating func read(
        _ reading: InputReader.Reading, isOfBid: Bool, _ entry: inout VerdictBatch.Entry
    ) throws(InputFault) {
        let input = reading.input
        if let fault = input.fault { throw fault }
        if case .skAdNetwork(let form) = input.form, let object = input.object {
            return try readSKAdNetwork(object, form, &entry)
        }
        guard let token = reading.token, let compact = unsafe input.token else { throw .noSignature }
        if token.hasHeader { entry.header = placeOfHeader() }
        if token.hasFaults, let fault = reader.tokens.faults.first { throw .token(fault) }
        guard let range = token.payload, let payload = reader.payload(of: token, in: batch.bytes), token.hasSignature,
            let header
        else { throw .unchecked }
        guard payload.kind == .object else { throw .payloadNotObject(payload.kind) }
        if isOfBid, let finding = BidRules.foreignness(of: payload) { throw .rules(finding, others: []) }
        entry.payload = range
        let body = input.form == .postbackBody ? input.object : nil
        if verifier.checksRules {
            let keyID = reader.tokens.headerView?.member(HeaderField.keyID.name)
            entry.findings = examiner.findings(of: payload, keyID: keyID, body: body, now: nil).filter {
                $0.severity == .error
            }
        }
        describe(payload, &entry, isBody: body != nil)
        if let body {
            let start = batch.bytes.count
            body.appendMembers(without: InputFault.TokenMember.jwsString.name, to: &batch.bytes)
            entry.unsigned = start..<batch.bytes.count
        }
        if let absence = header.absence {
            entry.outcome = .unknownKey
            entry.fault = .unknownKey(absence, keyID: header.keyID)
        } else {
            entry.proof = unsafe signatures.append(
                reader.tokens.signature.bytes, of: compact.part(token.signed), by: header.places)
        }
    }

    /// Reads a postback or an ad of SKAdNetwork, whose signed values are its payload.
    private mutating func readSKAdNetwork(
        _ object: JSONView, _ form: SignedForm, _ entry: inout VerdictBatch.Entry
    ) throws(InputFault) {
        entry.kind = form == .postback ? .skadnetworkPostback : .skadnetworkAd
        guard let facts = skAdNetwork.read(object, form) else { throw skAdNetwork.fault(of: object, form) }
        entry.skAdNetwork = facts
        if verifier.checksRules {
            entry.findings = skAdNetwork.findings(of: object, form, now: nil).filter { $0.severity == .error }
        }
        let start = batch.bytes.count
        let places = skAdNetwork.appendSigned(object, form, to: &batch.bytes)
        entry.payload = start..<batch.bytes.count
        entry.identifier = places.identifier
        entry.index = places.index
        let end = batch.bytes.count
        if skAdNetwork.appendUnsigned(object, form, to: &batch.bytes) { entry.unsigned = end..<batch.bytes.count }
        if let text = skAdNetwork.identity(facts.isAd) {
            let start = batch.bytes.count
            batch.bytes.append(text: text)
            entry.identity = start..<batch.bytes.count
        }
        if let absence = skAdNetwork.absence(of: facts) {
            if case .skAdNetworkKey = absence { entry.outcome = .unknownKey }
            entry.fault = absence
        } else if !facts.holdsOnP192 {
            entry.proof = unsafe signatures.append(
                skAdNetwork.rawSignature, of: skAdNetwork.signedText, by: facts.places)
        }
    }

    /// The place of the reader's header in the batch; nil for one without a `kid`.
    private mutating func placeOfHeader() -> Int? {
        if headerNumber != reader.tokens.headerNumber {
            headerNumber = reader.tokens.headerNumber
            header = currentHeader
            headerPlace = nil
        }
        if headerPlace == nil, let header {
            batch.headers.append(header)
            headerPlace = batch.headers.count - 1
        }
        return headerPlace
    }

    private var currentHeader: VerdictBatch.Header? {
        guard let value = reader.tokens.headerView?.member(HeaderField.keyID.name), value.kind == .string
        else { return nil }
        let keyID = value.string
        let places = verifier.keys.places(for: keyID)
        return VerdictBatch.Header(
            keyID: keyID, keyIDText: Array(JSONValue.string(keyID).text.utf8), places: places,
            absence: places.isEmpty ? verifier.keys.absence(of: keyID) : nil)
    }

    /// Notes what the payload is and where its identifier lies. The payload's view is not valid any more afterwards.
    private mutating func describe(_ payload: JSONView, _ entry: inout VerdictBatch.Entry, isBody: Bool) {
        // A body around it makes no postback of an impression.
        let kind = InputKind.ofPayload(payload)
        entry.kind = isBody && kind != .impression ? .postback : kind ?? .token
        guard let identifier = payload.member(entry.kind.identifier.name), identifier.kind == .string else { return }
        let start = entry.payload.lowerBound
        entry.identifier = start + identifier.start..<start + identifier.end
        guard identifier.hasEscapes else { return }
        let text = identifier.string
        let end = batch.bytes.count
        batch.bytes.append(text: text)
        entry.identity = end..<batch.bytes.count
    }

    // MARK: - Checking

    /// Checks the signatures. Only this makes an entry valid.
    package mutating func check() {
        signatures.check()
        for index in batch.entries.indices {
            if batch.entries[index].skAdNetwork?.holdsOnP192 == true {
                accept(index, .production)
                continue
            }
            guard let proof = batch.entries[index].proof else { continue }
            guard let signer = signatures.signer(of: proof) else {
                if let facts = batch.entries[index].skAdNetwork {
                    batch.refuse(index, .invalid, .skAdNetworkSignature(isAd: facts.isAd))
                }
                if let header = batch.entries[index].header.map({ batch.headers[$0] }) {
                    batch.refuse(index, .invalid, .signature(keyID: header.keyID, keyCount: header.places.count))
                }
                continue
            }
            accept(index, environments[signer])
        }
    }

    /// Makes an entry valid whose signature held, unless it is not accepted or breaks a rule that was asked for.
    private mutating func accept(_ index: Int, _ environment: Environment) {
        batch.entries[index].environment = environment
        let kind = AcceptedInputs(batch.entries[index].kind, isBody: batch.entries[index].unsigned != nil)
        guard accepted.contains(kind) else {
            return batch.refuse(index, .notOurs, .kindNotAccepted(kind, wanted: accepted))
        }
        let findings = batch.entries[index].findings
        if let first = findings.first {
            batch.refuse(index, .againstRules, .rules(first, others: Array(findings.dropFirst())))
        } else {
            batch.entries[index].outcome = .valid
            batch.entries[index].fault = nil
        }
    }
}
