import AttributionBase
import AttributionCrypto
import AttributionInspection
import AttributionModel

/// A line of a batch without leading and trailing white space. Valid while the batch is processed.
@safe
struct Line {
    var bytes: ByteView
    /// The original line with white space, as it is kept for `--rejects`; of one input among several, only its own text.
    var original: ByteView
    /// The offset of the original line in the batch's bytes.
    var offset = 0
    /// The kept members of the line, as JSON text.
    var log: ByteView?
    /// The number of the line in the file, or of the argument, counted from 1.
    let number: Int
    /// The place of the input among the others of its line, such as `[0]`.
    var path: String?
    /// The path of `--at` that the input was taken from, by its index.
    var member: UInt8?
    /// Whether it is one of several inputs, so that what helps the line as a whole is not known.
    var isPart = false

    init(original: ByteView, offset: Int = 0, number: Int) {
        (self.original, self.offset, self.number) = (original, offset, number)
        bytes = original.trimmed
    }

    /// The range of ``original`` in the batch's bytes.
    var range: Range<Int> { offset..<offset + original.count }

    /// Whether the input is the line itself, and not a member of it.
    var isWhole: Bool { bytes.count == original.count || bytes.count == original.trimmed.count }

    /// What remedies are looked for in: the line as a command reads it, or one of several inputs in it.
    var forRemedies: Line {
        guard !isWhole, !isPart else { return self }
        var line = self
        line.bytes = original.trimmed
        return line
    }

    /// Reads the line as a JSON object.
    ///
    /// - Parameters:
    ///   - wanted: what the object should be, such as `an ad's values`.
    ///   - tokenHint: what to do with a token instead.
    func object(_ wanted: String, tokenHint: String? = nil, in index: inout JSONIndex) throws(Diagnostic) -> JSONView {
        var value: JSONView?
        do throws(JSONSyntaxError) {
            value = try index.read(bytes)
        } catch {
            let fault = InputFault(error, of: bytes)
            if fault.isForeign || error.isOfSeveralValues || [ASCII.openBrace, ASCII.openBracket].contains(bytes.first)
            {
                throw Diagnostic(fault)
            }
        }
        switch value?.kind {
        case .array: throw Diagnostic(InputFault.array)
        case .object:
            guard let value, !value.isPrivateKey else { throw Diagnostic(InputFault.privateKey) }
            return value
        default: break
        }
        let rule = value == nil ? InputRules.jsonSyntax : InputRules.jsonObject
        let problem = Problem.whole(
            found: "not a JSON object", wanted: wanted, hint: bytes.beginsLikeToken ? tokenHint : nil)
        throw Diagnostic(problem.breaking(rule))
    }

    /// Returns one of several inputs in the line.
    ///
    /// - Parameter text: a part of ``bytes``.
    func part(_ text: ByteView, at index: Int) -> Line {
        var line = self
        line.path = (path ?? "") + "[\(index)]"
        line.isPart = true
        // What lies in a member is kept with the whole line, and what was decoded is no part of it.
        if isWhole, let start = original.offset(of: text) {
            line.original = text
            line.offset = offset + start
        }
        line.bytes = text
        return line
    }
}
