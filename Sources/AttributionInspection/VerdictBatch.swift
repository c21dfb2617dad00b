import AdAttribution
import Bytes
import Rules
import SKAdNetwork
import StrictJSON

/// What came of inputs that were verified together, in a form that costs no allocation an input.
///
/// A payload is kept here until its signature held; nothing is copied out before.
package struct VerdictBatch: ~Copyable {
    /// What is said of one input, or of one of the objects in it. It is refused until its signature held.
    package struct Entry {
        /// Which of the inputs, as the caller counts them.
        package let input: Int
        package var path: String?
        package internal(set) var outcome = Verdict.Outcome.invalid
        /// Why it is not valid; nil once it is.
        package internal(set) var fault: InputFault? = .unchecked
        /// The header, by its place among those of the batch.
        var header: Int?
        /// What the batch of signatures calls its signature.
        var proof: Int?
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
        /// The rules that it breaks, if anybody asked.
        var findings: [Finding] = []

        init(input: Int) { self.input = input }
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
    var headers: [Header] = []
    var bytes = ByteBuffer()
    /// Memory beyond this is given back after an unusually large input.
    private static let keptMemory = 1 << 21

    package init() {}

    package mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        headers.removeAll(keepingCapacity: true)
        bytes.removeAll()
        bytes.shrink(to: Self.keptMemory)
    }

    // MARK: - Repeats

    /// Refuses what is valid but for its identifier, which came before or is not there. Call it batch after batch, in the
    /// order of the inputs.
    package mutating func refuseRepeat(_ index: Int, _ seen: SeenIdentifiers) {
        let entry = entries[index]
        guard entry.outcome == .valid else { return }
        guard let place = identity(of: entry) else {
            return refuse(index, .invalid, .missingIdentifier(entry.kind.identifier))
        }
        let key = repeatKey(of: entry, place)
        if seen.insert(key) { return }
        unsafe refuse(index, .invalid, .repeatedIdentifier(key.field, bytes.bytes(in: place).text))
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

    mutating func refuse(_ index: Int, _ outcome: Verdict.Outcome, _ fault: InputFault) {
        entries[index].outcome = outcome
        entries[index].fault = fault
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
