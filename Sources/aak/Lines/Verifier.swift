import AdAttribution
import Bytes
import ECDSA
import JOSE
import StrictJSON

/// Decodes the tokens of a batch, then checks their signatures together.
struct Verifier: LineProcessor, ~Copyable {
    let context: LineContext
    private let job: VerificationJob
    private var recogniser = LineRecogniser()
    private var reader = JWSReader()
    private var checks: SignatureChecks
    private var work: VerificationWork
    /// Whose world each key belongs to.
    private let environments: [Environment]
    private var current = VerificationWork.Header(keyID: [], places: [])
    /// Why no signature under the current header could be valid.
    private var currentFault: JWSError?
    /// Why no key answers to the current header's `kid`.
    private var currentAbsence: Diagnostic?
    /// Whether `current` is among the headers of the batch.
    private var isListed = false

    init(_ context: LineContext, _ job: VerificationJob) {
        self.context = context
        self.job = job
        checks = SignatureChecks(job.sharedKeys)
        work = VerificationWork(context, job)
        environments = job.keys.all.map(\.environment)
    }

    mutating func begin(_ result: inout BatchResult) {
        work.prepare()
        checks.removeAll()
        isListed = false
    }

    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection) {
        let start = work.bytes.count
        let offset = line.offset
        var entry = unsafe VerificationWork.Entry(
            original: offset..<offset + line.original.count, number: line.number)
        do throws(Rejection) {
            try decode(line, &entry)
        } catch {
            work.bytes.truncate(to: start)
            entry.verdict = .malformed
            entry.problem = error.problem
        }
        work.entries.append(entry)
    }

    mutating func finish(_ text: UnsafeRawBufferPointer, _ result: inout BatchResult) {
        check()
        guard job.isUnique else {
            unsafe work.emit(text, seen: nil, &result)
            return
        }
        // Which line comes first is known only when the batches are in order.
        let waiting = result.work as? WaitingWork ?? WaitingWork(context, job)
        swap(&work, &waiting.work)
        result.work = waiting
    }

    mutating func rejectUnread(_ line: Line, _ rejection: Rejection, _ result: inout BatchResult) {
        let range = unsafe line.offset..<line.offset + line.original.count
        var entry = VerificationWork.Entry(original: range, number: line.number)
        entry.verdict = .malformed
        entry.problem = rejection.problem
        work.entries.append(entry)
    }

    func appendResult(ofUnread problem: Diagnostic, to output: inout ResultLines) {
        if job.pass == nil { VerificationWork.appendInvalid(.malformed, problem, to: &output) }
    }

    // MARK: - Decoding

    private mutating func decode(_ line: Line, _ entry: inout VerificationWork.Entry) throws(Rejection) {
        let content = try recogniser.recognise(line)
        guard let token = try unsafe content.readableToken() else {
            let isSKAdNetwork = content.kind == .skadnetworkPostback
            throw Rejection(
                Diagnostic(
                    rule: "jws-missing",
                    message: isSKAdNetwork
                        ? "this is a SKAdNetwork postback, want an AdAttributionKit postback or token"
                        : "this has no signature, want a compact JWS or a body with jws-string"))
        }
        do throws(JWSError) {
            let parts = try unsafe JWSParts(token)
            if try unsafe reader.readHeader(token.part(parts.header)) { readHeader() }
            if let currentFault { throw currentFault }
            let start = work.bytes.count
            try unsafe reader.appendPayload(token.part(parts.payload), to: &work.bytes)
            entry.payload = start..<work.bytes.count
            // Last, so that no signature of a token is checked that cannot be valid.
            entry.proof = try unsafe checks.append(token, parts, &reader, places: current.places)
        } catch {
            throw Rejection(Diagnostic(error))
        }
        try describe(&entry)
        if content.kind == .postbackBody, let object = content.object {
            let start = work.bytes.count
            appendMembers(of: object, without: "jws-string", to: &work.bytes)
            entry.unsigned = start..<work.bytes.count
        }
        if !isListed {
            work.headers.append(current)
            isListed = true
        }
        entry.header = work.headers.count - 1
        if let currentAbsence {
            entry.verdict = .unknownKey
            entry.problem = currentAbsence
        }
    }

    /// Works out what the header just read means.
    private mutating func readHeader() {
        isListed = false
        currentFault = nil
        currentAbsence = nil
        guard let view = reader.headerView else { return }
        do throws(JWSError) {
            try JWSHeader.check(view)
        } catch {
            currentFault = error
            return
        }
        guard let keyID = view.member("kid") else { return }
        let name = keyID.string
        unsafe current = VerificationWork.Header(keyID: [UInt8](keyID.raw), places: job.keys.places(for: name))
        if current.places.isEmpty { currentAbsence = absence(of: name, as: keyID.excerpt) }
    }

    private func absence(of keyID: String, as written: String) -> Diagnostic {
        let (found, hint): (String, String?) =
            switch job.keys.absence(of: keyID) {
            case .developmentRefused:
                (
                    "a development key, want Apple's production key",
                    "development postbacks never count; leave out --production to look at them"
                )
            case .unknownApple:
                ("which is none of the keys that Apple published", nil)
            case .unknown:
                (
                    "want the kid of a trusted key",
                    keyID == ExampleKey.keyID
                        ? "the example key is trusted only when asked for: --example-key"
                        : "pass --key FILE with the signer's public key"
                )
            }
        return Diagnostic(
            rule: "unknown-key", field: "kid", message: "\"kid\" is \(written), \(found)", hint: hint)
    }

    /// Notes what the payload is and where its identifier lies.
    ///
    /// - Throws: for a payload that is no object, which neither impressions nor postbacks are.
    private mutating func describe(_ entry: inout VerificationWork.Entry) throws(Rejection) {
        let start = entry.payload.lowerBound
        guard let payload = reader.payloadView(in: work.bytes, from: start) else { return }
        guard payload.kind == .object else {
            throw Rejection(
                Diagnostic(
                    rule: "jws-payload-object", field: "payload",
                    message: "\"payload\" is \(payload.kind.article), want an object"))
        }
        let identifier: JSONView
        if let found = payload.member("postback-identifier") {
            entry.kind = .postback
            identifier = found
        } else if let found = payload.member("impression-identifier") {
            entry.kind = .impression
            identifier = found
        } else {
            return
        }
        guard identifier.kind == .string else { return }
        entry.identifier = start + identifier.start..<start + identifier.end
        if job.isUnique, identifier.hasEscapes {
            let text = identifier.string
            let start = work.bytes.count
            work.bytes.append(text: text)
            entry.identity = start..<work.bytes.count
        }
    }

    // MARK: - Checking

    private mutating func check() {
        checks.run()
        for index in work.entries.indices where work.entries[index].verdict == .unverified {
            if let place = checks.signer(of: work.entries[index].proof) {
                work.entries[index].verdict = .valid
                work.entries[index].environment = environments[place]
            } else {
                refuse(index)
            }
        }
    }

    private mutating func refuse(_ index: Int) {
        let header = work.headers[work.entries[index].header]
        let count = header.places.count
        work.entries[index].verdict = .invalid
        work.entries[index].problem = Diagnostic(
            rule: "jws-signature", field: "signature",
            message: "the signature does not match \(count == 1 ? "the key" : "any of the \(count) keys") of kid "
                + String(decoding: header.keyID, as: UTF8.self))
    }
}
