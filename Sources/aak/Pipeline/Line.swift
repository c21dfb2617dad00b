import AttributionBase
import AttributionCrypto
import AttributionInspection
import AttributionModel

/// A line of a batch without leading and trailing white space. Valid while the batch is processed.
@safe
struct Line {
    var bytes: ByteView
    /// The original line with white space, which is kept for `--rejects`. If the line has several inputs, it is the text of this input.
    var original: ByteView
    /// The offset of the original line in the batch's bytes.
    var offset = 0
    /// The kept members of the line, as JSON text.
    var log: ByteView?
    /// The number of the line in the file, or of the argument, counted from 1.
    let number: Int
    /// The position of the input among those of its line, such as `[0]`.
    var path: String?
    /// The index of the path of `--at` at which the input was found.
    var member: UInt8?
    /// Whether this is one of several inputs. A remedy for the whole line is then unknown.
    var isPart = false
    /// Whether the line is inside a JSON value over several lines that is broken, about which there is one message.
    var isInside = false
    /// The document that the line begins, or the line that the input begins, if a remedy may mend it.
    var document: ByteView?

    /// The range of ``original`` in the batch's bytes.
    var range: Range<Int> { offset..<offset + original.count }

    /// Whether the input is the line itself rather than a member of it.
    var isWhole: Bool { bytes.count == original.count || bytes.count == original.trimmed.count }

    /// The text for which remedies are searched: the line as a command reads it, or one of several inputs in it.
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
            value = try unsafe index.read(bytes)
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
        // An input inside a member is kept with the whole line, and a decoded one is not a part of the line.
        if isWhole, let start = original.offset(of: text) {
            line.original = text
            line.offset = offset + start
        }
        line.bytes = text
        return line
    }
}

extension Line {
    init(original: ByteView, offset: Int = 0, number: Int) {
        self.init(bytes: original.trimmed, original: original, offset: offset, number: number)
    }

    /// - Parameter bytes: the text that is inspected.
    init(original: ByteView, bytes: ByteView, offset: Int, number: Int) {
        self.init(bytes: bytes, original: original, offset: offset, number: number)
    }
}
