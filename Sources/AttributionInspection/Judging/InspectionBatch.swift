import AdAttribution
import Bytes
import Rules
import SKAdNetwork
import StrictJSON

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
        var payload = 0..<0
        var unsigned: Range<Int>?
        /// The identifier's JSON text, inside the payload.
        var identifier: Range<Int>?
        /// What the identifier means, where it is written with escapes.
        var identity: Range<Int>?
        /// The JSON text of a window's index, inside the payload: only where it is signed.
        var index: Range<Int>?
        var kind = InputKind.token
        var environment = Environment.local
        /// What is known of a postback or an ad of SKAdNetwork.
        var skAdNetwork: SKAdNetworkInspector.Facts?
        /// Why its signature does not hold, if anybody asked.
        package fileprivate(set) var mistake: SignatureMistake?

        init(input: Int, path: String?) {
            self.input = input
            self.path = path
        }

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
    mutating func accept(_ index: Int, _ environment: Environment, _ demand: InspectionDemand) {
        guard entries[index].outcome != .malformed else { return }
        entries[index].environment = environment
        let kind = AcceptedInputs(entries[index].kind, isBody: entries[index].unsigned != nil)
        guard demand.accepted.contains(kind) else {
            return entries[index].refuse(.notOurs, .kindNotAccepted(kind, wanted: demand.accepted))
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
        guard let place = identity(of: entry) else {
            return entries[index].refuse(.invalid, .missingIdentifier(entry.kind.identifier))
        }
        let key = repeatKey(of: entry, place)
        if seen.insert(key) { return }
        unsafe entries[index].refuse(.invalid, .repeatedIdentifier(key.field, bytes.bytes(in: place).text))
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
    /// - Parameter line: the number that the input has for whoever reads the line.
    package func append(_ index: Int, line: Int, to output: inout ByteBuffer) {
        let entry = entries[index]
        if entry.outcome == .valid {
            appendValid(entry, to: &output)
        } else {
            let fault = entry.fault ?? .unchecked
            output.append("{\"verdict\":\"")
            output.append(text: entry.outcome.rawValue)
            output.append("\",\"rule\":\"")
            output.append(text: fault.rule.id)
            output.append(ASCII.quote)
            if let header = entry.header {
                output.append(",\"kid\":")
                output.append(headers[header].keyIDText)
            }
            appendFramework(entry, to: &output)
            output.append(",\"reason\":")
            JSONText.appendString(fault.description, to: &output)
            entry.mistake?.append(to: &output)
        }
        if let path = entry.path {
            output.append(",\"path\":")
            JSONText.appendString(path, to: &output)
        }
        Self.appendEnd(line: line, to: &output)
    }

    private func appendValid(_ entry: Entry, to output: inout ByteBuffer) {
        output.append("{\"verdict\":\"valid\",\"kind\":\"")
        output.append(entry.kind.name)
        output.append(ASCII.quote)
        if let header = entry.header {
            output.append(",\"kid\":")
            output.append(headers[header].keyIDText)
        }
        appendFramework(entry, to: &output)
        output.append(",\"environment\":\"")
        output.append(text: entry.environment.rawValue)
        output.append(ASCII.quote)
        if let identifier = entry.identifier {
            output.append(",\"identifier\":")
            unsafe output.append(bytes.bytes(in: identifier))
        }
        output.append(",\"payload\":")
        unsafe output.append(bytes.bytes(in: entry.payload))
        if let unsigned = entry.unsigned {
            output.append(",\"unsigned\":")
            unsafe output.append(bytes.bytes(in: unsigned))
        }
    }

    /// Appends what stands for the `kid` of SKAdNetwork's inputs.
    private func appendFramework(_ entry: Entry, to output: inout ByteBuffer) {
        guard let facts = entry.skAdNetwork else { return }
        output.append(",\"framework\":\"skadnetwork\",\"version\":\"")
        output.append(text: facts.version.rawValue)
        if entry.outcome == .valid {
            output.append("\",\"key\":\"")
            output.append(text: facts.owner(entry.environment).rawValue)
        }
        output.append(ASCII.quote)
    }

    /// Appends the verdict on an input of which nothing was read.
    package static func appendMalformed(rule: Rule?, reason: String, line: Int, to output: inout ByteBuffer) {
        output.append("{\"verdict\":\"malformed\"")
        if let rule {
            output.append(",\"rule\":")
            JSONText.appendString(rule.id, to: &output)
        }
        output.append(",\"reason\":")
        JSONText.appendString(reason, to: &output)
        appendEnd(line: line, to: &output)
    }

    private static func appendEnd(line: Int, to output: inout ByteBuffer) {
        output.append(",\"line\":")
        output.append(decimal: line)
        output.append(ASCII.closeBrace)
    }

    /// An entry as a value of its own.
    package func verdict(_ index: Int) -> Verdict {
        let entry = entries[index]
        let keyID = entry.header.map { headers[$0].keyID } ?? entry.skAdNetwork?.owner(entry.environment).rawValue
        guard entry.outcome == .valid, let keyID else {
            let outcome = entry.outcome == .valid ? .invalid : entry.outcome
            let refusal = RefusedInput(outcome: outcome, fault: entry.fault ?? .unchecked, keyID: keyID)
            return Verdict(input: entry.input, path: entry.path, result: .failure(refusal))
        }
        let place = identity(of: entry)
        do throws(JSONSyntaxError) {
            let verified = try unsafe VerifiedInput(
                kind: entry.kind, keyID: keyID, environment: entry.environment,
                identifier: place.map { unsafe bytes.bytes(in: $0).text },
                repeatKey: place.map { repeatKey(of: entry, $0) },
                payloadText: [UInt8](bytes.bytes(in: entry.payload)),
                unsignedText: entry.unsigned.map { unsafe [UInt8](bytes.bytes(in: $0)) })
            return Verdict(input: entry.input, path: entry.path, result: .success(verified))
        } catch {
            let refusal = RefusedInput(outcome: .malformed, fault: .json(error), keyID: keyID)
            return Verdict(input: entry.input, path: entry.path, result: .failure(refusal))
        }
    }
}
