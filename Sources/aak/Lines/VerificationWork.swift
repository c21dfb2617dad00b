import AdAttribution
import Bytes
import ECDSA
import JOSE
import StrictJSON

/// What a verification run needs to know, worked out once.
struct VerificationJob: Sendable {
    enum Pass: String, Sendable {
        case valid, invalid
    }

    let keys: TrustedKeys
    /// Which original lines are written, instead of verdicts.
    let pass: Pass?
    let isUnique: Bool
    /// The keys as all threads share them, in the order of ``keys``.
    let sharedKeys: [SharedKey]

    init(keys: TrustedKeys, pass: Pass?, isUnique: Bool) {
        self.keys = keys
        self.pass = pass
        self.isUnique = isUnique
        sharedKeys = keys.all.map { SharedKey($0.publicKey) }
    }
}

/// The lines of a batch on their way from being decoded to being written.
///
/// A payload is kept here until its signature held; nothing is copied out before.
struct VerificationWork: ~Copyable {
    enum Verdict: String {
        /// What every line is until its signature held or something is found wrong with it.
        case unverified
        case valid, invalid, malformed
        case unknownKey = "unknown-key"
    }

    struct Entry {
        /// The line as it came, in the batch's bytes.
        var original: Range<Int>
        var number: Int
        var verdict = Verdict.unverified
        /// Why the line is not valid.
        var problem: Diagnostic?
        /// The header, by its place among those of the batch.
        var header = 0
        /// What ``SignatureChecks`` calls its signature.
        var proof = 0
        var payload = 0..<0
        var unsigned: Range<Int>?
        /// The identifier's JSON text, inside the payload.
        var identifier: Range<Int>?
        /// What the identifier means, where it is written with escapes.
        var identity: Range<Int>?
        var kind = Kind.other
        var environment = Environment.local
    }

    enum Kind {
        case impression, postback, other

        var name: StaticString {
            switch self {
            case .impression: "impression"
            case .postback: "postback"
            case .other: "token"
            }
        }
    }

    /// What one header means for verification: its `kid` as written, and the keys that answer to it.
    struct Header {
        let keyID: [UInt8]
        let places: [Int]
    }

    let context: LineContext
    let job: VerificationJob
    var entries: [Entry] = []
    var headers: [Header] = []
    var bytes = ByteBuffer()

    init(_ context: LineContext, _ job: VerificationJob) {
        self.context = context
        self.job = job
    }

    mutating func prepare() {
        entries.removeAll(keepingCapacity: true)
        headers.removeAll(keepingCapacity: true)
        bytes.removeAll()
        bytes.shrink(to: 1 << 21)
    }

    // MARK: - Writing

    /// Writes what came of the lines, in order.
    ///
    /// - Parameter seen: the identifiers of the lines before, where each may come once.
    mutating func emit(_ text: UnsafeRawBufferPointer, seen: SeenIdentifiers?, _ result: inout BatchResult) {
        for index in entries.indices {
            guard !result.endsRun else {
                // The lines after the one that ended the run count as not read.
                result.lineCount = index
                return
            }
            if entries[index].verdict == .valid, let seen { checkIdentifier(index, seen) }
            unsafe emit(entries[index], text, &result)
        }
    }

    private func emit(_ entry: Entry, _ text: UnsafeRawBufferPointer, _ result: inout BatchResult) {
        let original = unsafe text.part(entry.original)
        if let pass = job.pass {
            if entry.verdict.rawValue == pass.rawValue {
                unsafe result.output.bytes.append(original)
                result.output.endLine(as: .text)
            }
        } else if entry.verdict == .valid {
            appendValid(entry, to: &result.output.bytes)
            result.output.endLine(as: .json)
        } else {
            Self.appendInvalid(entry.verdict, entry.problem, to: &result.output)
        }
        // Whatever is not valid is bad, even if nobody said why.
        if let problem = entry.problem ?? (entry.verdict == .valid ? nil : .notVerified) {
            let line = unsafe Line(bytes: original, original: original, number: entry.number)
            context.reject(line, Rejection(problem), in: &result)
        }
    }

    private func appendValid(_ entry: Entry, to output: inout ByteBuffer) {
        output.append("{\"verdict\":\"valid\",\"kind\":\"")
        output.append(entry.kind.name)
        output.append("\",\"kid\":")
        output.append(headers[entry.header].keyID)
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
        output.append(ASCII.closeBrace)
    }

    static func appendInvalid(_ verdict: Verdict, _ problem: Diagnostic?, to lines: inout ResultLines) {
        append(verdict, problem, to: &lines.bytes)
        lines.endLine(as: .json)
    }

    private static func append(_ verdict: Verdict, _ problem: Diagnostic?, to output: inout ByteBuffer) {
        output.append("{\"verdict\":\"")
        output.append(text: verdict.rawValue)
        output.append("\",\"reason\":")
        JSONText.appendString(problem?.message ?? "", to: &output)
        output.append(ASCII.closeBrace)
    }

    private mutating func checkIdentifier(_ index: Int, _ seen: SeenIdentifiers) {
        let entry = entries[index]
        let field = entry.kind == .impression ? "impression-identifier" : "postback-identifier"
        guard let range = entry.identity ?? entry.identifier.map({ $0.lowerBound + 1..<$0.upperBound - 1 }) else {
            entries[index].verdict = .invalid
            entries[index].problem = Diagnostic(
                rule: "missing-identifier", field: field,
                message: "\"\(field)\" is missing or no string, want one that tells repeats from others")
            return
        }
        let identifier = unsafe bytes.bytes(in: range)
        guard unsafe !seen.insert(identifier, isImpression: entry.kind == .impression) else { return }
        entries[index].verdict = .invalid
        entries[index].problem = unsafe Diagnostic(
            rule: "repeated-identifier", field: field,
            message: "\"\(field)\" is \"\(identifier.text)\" again, want each identifier once")
    }
}

extension Diagnostic {
    fileprivate static let notVerified = Diagnostic(
        rule: "jws-signature", field: "signature", message: "the signature was not verified")
}

/// Work that waits for its batch's turn to be written.
final class WaitingWork: BatchWork {
    var work: VerificationWork

    init(_ context: LineContext, _ job: VerificationJob) { work = VerificationWork(context, job) }

    func removeAll() { work.prepare() }
}
