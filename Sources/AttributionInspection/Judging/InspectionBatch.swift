import AdAttribution
import AttributionBytes
import AttributionJSON
import AttributionRules
import SKAdNetwork

/// What came of inputs that were looked at together, in a form in which a verdict costs no allocation.
///
/// A payload is kept here until its signature held; nothing is copied out before.
package struct InspectionBatch: ~Copyable {
    /// What is said of one input, or of one of the objects in it. It is refused until its signature held.
    package struct Entry {
        /// Which of the inputs, as the caller counts them.
        package let input: Int
        package let path: String?
        package internal(set) var outcome = Verdict.Outcome.invalid
        /// Why it is not valid; nil once it is.
        package internal(set) var fault: InputFault? = .unchecked
        /// The header, by its place among those of the batch.
        var header: Int?
        /// What the batch of signatures calls its signature.
        var proof: Int?
        /// Whether the signature was checked and does not hold.
        var isForged = false
        /// Whether the signature was checked and holds, so that what was signed may be given out.
        package fileprivate(set) var isSigned = false
        /// Whose it is instead of ours.
        var stranger: InputFault?
        /// What it says, in short, where somebody asked for repeats.
        var mark: RepeatMark?
        /// Of a repeat, whether it says what came before; nil where nobody knows.
        package fileprivate(set) var isSame: Bool?
        var payload = 0..<0
        var unsigned: Range<Int>?
        /// The identifier's JSON text, inside the payload.
        var identifier: Range<Int>?
        /// What the identifier means, where it is written with escapes.
        var identity: Range<Int>?
        /// The JSON text of a window's index, inside the payload: only where it is signed.
        var index: Range<Int>?
        var kind = InputKind.token
        var environment = SigningEnvironment.local
        /// What is known of a postback or an ad of SKAdNetwork.
        var skAdNetwork: SKAdNetworkInspector.Facts?
        /// Why its signature does not hold, if anybody asked.
        package fileprivate(set) var mistake: SignatureMistake?

        init(input: Int, path: String?) {
            self.input = input
            self.path = path
        }

        /// Whether what was signed is given out though it is refused: nothing is wrong with it, but it is not for us to count.
        fileprivate var isShown: Bool { isSigned && outcome.isAboutReceiver }

        mutating func refuse(_ outcome: Verdict.Outcome, _ fault: InputFault) {
            self.outcome = outcome
            self.fault = fault
        }
    }

    /// What one header means for verification.
    struct Header {
        let keyID: String
        /// The same as JSON text.
        let keyIDText: [UInt8]
        /// The keys that answer to it, by their places.
        let places: [Int]
        /// Why there are none.
        let absence: TrustedKeys.Absence?
    }

    package internal(set) var entries: [Entry] = []
    /// What the rules say of each entry, if anybody asked.
    package internal(set) var reports: [Report] = []
    var headers: [Header] = []
    var bytes = ByteBuffer()
    /// Memory beyond this is given back after an unusually large input.
    private static let keptMemory = 1 << 21

    package init() {}

    package mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        reports.removeAll(keepingCapacity: true)
        headers.removeAll(keepingCapacity: true)
        bytes.removeAll()
        bytes.shrink(to: Self.keptMemory)
    }

    // MARK: - Signatures

    /// Makes an entry valid whose signature held, unless it is not accepted or breaks a rule that was asked for.
    mutating func accept(_ index: Int, _ environment: SigningEnvironment, _ demand: InspectionDemand) {
        guard entries[index].outcome != .malformed else { return }
        entries[index].environment = environment
        entries[index].isSigned = true
        let kind = InputKinds(entries[index].kind, isBody: entries[index].unsigned != nil)
        guard demand.acceptance.kinds.contains(kind) else {
            return entries[index].refuse(.notOurs, .kindNotAccepted(kind, wanted: demand.acceptance.kinds))
        }
        if let stranger = entries[index].stranger { return entries[index].refuse(.notOurs, stranger) }
        guard demand.acceptance.environments.contains(environment) else {
            return entries[index].refuse(.notOurs, .environmentNotAccepted(environment))
        }
        if demand.wantsRules, reports[index].findings.isBad(from: .error) {
            let errors = reports[index].findings.filter { $0.severity == .error }
            let first = errors.first ?? Finding(RunRules.more, field: "*", found: "more than are told")
            return entries[index].refuse(.againstRules, .rules(first, others: Array(errors.dropFirst())))
        }
        entries[index].outcome = .valid
        entries[index].fault = nil
    }

    /// Refuses an entry whose signature does not hold.
    mutating func refuseSignature(_ index: Int) {
        entries[index].isForged = true
        guard entries[index].outcome != .malformed else { return }
        if let facts = entries[index].skAdNetwork {
            entries[index].refuse(.invalid, .skAdNetworkSignature(isAd: facts.isAd))
        } else if let header = entries[index].header.map({ headers[$0] }) {
            entries[index].refuse(.invalid, .signature(keyID: header.keyID, keyCount: header.places.count))
        }
    }

    /// Adds to the reports what is to be said of signatures.
    mutating func completeReports() {
        for index in reports.indices {
            if let fault = reports[index].unread, reports[index].isGood() { reports[index].fault = fault }
            let entry = entries[index]
            if entry.skAdNetwork != nil {
                if case .skAdNetworkSignature? = entry.fault { reports[index].refuseSignature(wanted: nil) }
            } else if entry.isForged, let header = entry.header {
                let keyID = unsafe headers[header].keyIDText.withUnsafeBytes { unsafe $0.text }
                reports[index].refuseSignature(wanted: "one by the key of kid \(keyID)")
            }
        }
    }

    // MARK: - Repeats

    /// Refuses what is valid but for its identifier, which came before or is not there. Call it batch after batch, in the
    /// order of the inputs.
    package mutating func refuseRepeat(_ index: Int, _ seen: SeenIdentifiers) {
        let entry = entries[index]
        guard entry.outcome == .valid else { return }
        guard let place = identity(of: entry), let mark = entry.mark else {
            return entries[index].refuse(.invalid, .missingIdentifier(entry.kind.identifier))
        }
        let key = repeatKey(of: entry, place)
        let insertion = seen.insert(key, mark: mark)
        guard insertion != .new else { return }
        let differs = insertion == .differs
        entries[index].isSame = insertion == .unmarked ? nil : !differs
        let identifier = unsafe bytes.bytes(in: place).text
        entries[index].refuse(.repeated, .repeatedIdentifier(key.field, identifier, differs: differs))
    }

    /// Notes what the valid entries say.
    mutating func mark(by marker: inout RepeatMarker) {
        for index in entries.indices where entries[index].outcome == .valid {
            let unsigned = unsafe entries[index].unsigned.map { unsafe bytes.bytes(in: $0) }
            entries[index].mark = unsafe marker.mark(
                signed: bytes.bytes(in: entries[index].payload), unsigned: unsigned)
        }
    }

    /// What tells a signed input from others, of which the identifier's characters lie at a place.
    private func repeatKey(of entry: Entry, _ place: Range<Int>) -> RepeatKey {
        unsafe RepeatKey(
            entry.kind.identifier, bytes.bytes(in: place), index: entry.index.map { unsafe bytes.bytes(in: $0) })
    }

    /// Where the characters of an identifier lie.
    private func identity(of entry: Entry) -> Range<Int>? {
        entry.identity ?? entry.identifier.map { $0.lowerBound + 1..<$0.upperBound - 1 }
    }

    // MARK: - Explaining

    /// Says of an entry whose signature does not hold why, as far as a known mistake explains it.
    ///
    /// - Parameters:
    ///   - text: the input that it is of.
    ///   - budget: how many texts may be tried for that input.
    package mutating func explain(
        _ index: Int, _ text: UnsafeRawBufferPointer, by explainer: SignatureExplainer,
        within budget: inout SearchBudget
    ) {
        guard let fault = entries[index].fault, fault.concernsSignature else { return }
        entries[index].mistake = unsafe explainer.mistake(in: text, at: entries[index].path, within: &budget)
    }

    // MARK: - Giving out

    /// Appends an entry as an object of JSON.
    ///
    /// - Parameters:
    ///   - file: the file that the input is in, where its line alone does not tell.
    ///   - line: the number that the input has for whoever reads the line.
    package func append(_ index: Int, file: String?, line: Int, to output: inout ByteBuffer) {
        let entry = entries[index]
        if entry.outcome == .valid {
            appendValid(entry, to: &output)
        } else {
            let fault = entry.fault ?? .unchecked
            output.openObject()
            output.member("verdict", word: entry.outcome)
            output.member("rule", fault.rule.id)
            if let isSame = entry.isSame { output.member("same", isSame) }
            // Of a broken rule, what was signed is not given out.
            if entry.isShown { appendKind(entry, to: &output) } else { appendKey(entry, to: &output) }
            output.member("reason", fault.description)
            entry.mistake?.append(to: &output)
            if entry.isShown { appendSigned(entry, to: &output) }
        }
        output.member("path", ifAny: entry.path)
        output.member("file", ifAny: file)
        output.member("line", line)
        output.closeObject()
    }

    private func appendValid(_ entry: Entry, to output: inout ByteBuffer) {
        output.openObject()
        output.member("verdict", word: entry.outcome)
        appendKind(entry, to: &output)
        appendSigned(entry, to: &output)
    }

    /// Appends what it is, and whose key signed it.
    private func appendKind(_ entry: Entry, to output: inout ByteBuffer) {
        output.member("kind", word: entry.kind.name)
        appendKey(entry, to: &output)
        output.member("environment", word: entry.environment)
    }

    /// Appends what was signed, and what stands beside it.
    private func appendSigned(_ entry: Entry, to output: inout ByteBuffer) {
        if let identifier = entry.identifier { unsafe output.member("identifier", json: bytes.bytes(in: identifier)) }
        unsafe output.member("payload", json: bytes.bytes(in: entry.payload))
        if let unsigned = entry.unsigned { unsafe output.member("unsigned", json: bytes.bytes(in: unsigned)) }
    }

    /// Appends the `kid`, or what stands for it in SKAdNetwork's inputs.
    private func appendKey(_ entry: Entry, to output: inout ByteBuffer) {
        if let header = entry.header {
            output.member("kid")
            output.append(headers[header].keyIDText)
        }
        guard let facts = entry.skAdNetwork else { return }
        output.member("framework", word: "skadnetwork")
        output.member("version", word: facts.version)
        if entry.outcome == .valid || entry.isShown { output.member("key", word: facts.owner(entry.environment)) }
    }

    /// Appends the verdict on an input of which nothing was read.
    package static func appendMalformed(
        rule: Rule?, reason: String, file: String?, line: Int, to output: inout ByteBuffer
    ) {
        output.openObject()
        output.member("verdict", word: Verdict.Outcome.malformed)
        output.member("rule", ifAny: rule?.id)
        output.member("reason", reason)
        output.member("file", ifAny: file)
        output.member("line", line)
        output.closeObject()
    }

    /// The verdict on an input that may hold several objects: that on the first which is not valid.
    ///
    /// - Parameters:
    ///   - place: the first entry of the input; behind its last one afterwards.
    ///   - number: which of the inputs, as the entries count them.
    ///   - text: the input.
    func verdict(from place: inout Int, ofInput number: Int, _ text: [UInt8]) -> Verdict {
        var worst: Int?
        while place < entries.count, entries[place].input == number {
            if worst.map({ entries[$0].outcome == .valid }) ?? true { worst = place }
            place += 1
        }
        guard let worst else {
            let refusal = RefusedInput(outcome: .malformed, fault: .unchecked, keyID: nil, isSame: nil, signed: nil)
            return Verdict(input: 0, path: nil, result: .failure(refusal))
        }
        return verdict(worst, on: text, as: 0)
    }

    /// An entry as a value of its own.
    ///
    /// - Parameters:
    ///   - input: the text that it is of.
    ///   - number: which of the caller's inputs that is.
    package func verdict(_ index: Int, on input: [UInt8], as number: Int) -> Verdict {
        verdict(entries[index], on: input, as: number)
    }

    /// The same without copying the entry.
    private func verdict(_ entry: Entry, on input: [UInt8], as number: Int) -> Verdict {
        let keyID = entry.header.map { headers[$0].keyID } ?? entry.skAdNetwork?.owner(entry.environment).rawValue
        let signed = entry.isSigned ? keyID.map { self.signed(entry, keyID: $0, input) } : nil
        if entry.outcome == .valid, let signed {
            return Verdict(input: number, path: entry.path, result: .success(signed))
        }
        let refusal = RefusedInput(
            outcome: entry.outcome == .valid ? .invalid : entry.outcome, fault: entry.fault ?? .unchecked,
            keyID: keyID, isSame: entry.isSame, signed: signed)
        return Verdict(input: number, path: entry.path, result: .failure(refusal))
    }

    /// What was signed, of an entry whose signature holds.
    private func signed(_ entry: Entry, keyID: String, _ input: [UInt8]) -> VerifiedInput {
        let place = identity(of: entry)
        return unsafe VerifiedInput(
            kind: entry.kind, keyID: keyID, environment: entry.environment,
            repeatKey: place.map { repeatKey(of: entry, $0) }, repeatMark: entry.mark,
            payload: bytes.bytes(in: entry.payload),
            unsigned: entry.unsigned.map { unsafe bytes.bytes(in: $0) },
            identifier: place.map { unsafe bytes.bytes(in: $0) },
            owner: entry.skAdNetwork.map { $0.owner(entry.environment) },
            skAdNetworkVersion: entry.skAdNetwork?.version, text: input)
    }
}
