import AdAttribution
import AttributionInspection
import Bytes
import JOSE
import Rules

/// What the handling of lines depends on besides the command.
struct LineContext: Sendable {
    /// What is told of a bad line.
    enum Telling: Sendable {
        case everything
        /// Where the result, on the same terminal, says what is wrong.
        case hints
        case nothing
    }

    var style = DiagnosticStyle()
    var isPretty = false
    /// Whether standard output is a terminal, which must not be driven by what the input says.
    var outputIsTerminal = false
    var outputIsColored = false
    var stopsAtFirst = false
    var keepsRejects = false
    var telling = Telling.everything
    /// What is said once a run, at the first line that has a result.
    var firstResultNote: Diagnostic?

    /// So many messages are told of one input.
    static let mostMessages = 100

    /// Counts a line as bad: its messages, and its bytes if they are kept.
    func reject(_ line: Line, _ rejection: Rejection, in result: inout BatchResult) {
        reject(line, rejection.problem, others: rejection.others, more: rejection.more, in: &result)
    }

    /// - Parameters:
    ///   - others: what else is wrong.
    ///   - more: how much more is wrong that nobody noted.
    ///   - isTold: whether there is a message, or it was given with a line before.
    func reject(
        _ line: Line, _ problem: Diagnostic, others: [Diagnostic] = [], more: Int = 0, isTold: Bool = true,
        in result: inout BatchResult
    ) {
        result.rejectedCount += 1
        result.messages.count(problem, others)
        if isTold, telling != .nothing { tell(problem, others, more, of: line, in: &result) }
        if keepsRejects {
            unsafe result.rejects.append(line.original)
            result.rejects.append(ASCII.newline)
        }
        if stopsAtFirst { result.endsRun = true }
    }

    private func tell(
        _ problem: Diagnostic, _ others: [Diagnostic], _ more: Int, of line: Line, in result: inout BatchResult
    ) {
        var hint: String?
        var mayContinue = false
        if result.isStream {
            // A part of a token has no parts of its own, and so one fault.
            let role =
                others.isEmpty
                ? result.folded.role(
                    of: line, hasAllParts: problem.foreignByte != nil, firstLine: result.numbers.lowerBound) : .none
            switch role {
            case .continuation: return
            case .undecided:
                mayContinue = true
                hint = self.hint(for: line, problem, result)
            case .first:
                // What is whole is no part of anything.
                hint =
                    self.hint(for: line, problem, result)
                    ?? "a token stands on one line; one that was folded is joined by tr -d '[:space:]' <FILE"
            case .none:
                hint = self.hint(for: line, problem, result)
            }
        }
        if let other = foreignToken(on: line, problem, result) { hint = other.hint }
        if let hint {
            append(problem.hinting(hint), line.number, mayContinue, in: &result)
        } else {
            append(problem, line.number, mayContinue, in: &result)
        }
        let more = more + max(0, others.count + 1 - Self.mostMessages)
        for other in others.prefix(Self.mostMessages - 1) { report(other, number: line.number, in: &result) }
        guard more > 0 else { return }
        report(
            Diagnostic(severity: .note, rule: RunRules.more, message: "and \(counted(more, "more finding"))"),
            number: line.number, in: &result)
    }

    /// Says what belongs to the first result of the run. The batch before may have had one: that is known when it is written.
    func noteFirstResult(in result: inout BatchResult) {
        result.isNoted = true
        guard telling != .nothing, let firstResultNote else { return }
        result.messages.appendOnce(firstResultNote, style)
    }

    /// Says what is told once a run, at the first line that gives cause.
    func reportOnce(_ note: Diagnostic, in result: inout BatchResult) {
        if telling != .nothing { result.messages.appendOnce(note, style) }
    }

    func report(_ problem: Diagnostic, number: Int, in result: inout BatchResult) {
        append(problem, number, false, in: &result)
    }

    private func append(_ problem: Diagnostic, _ number: Int, _ mayContinue: Bool, in result: inout BatchResult) {
        guard telling != .nothing else { return }
        result.messages.append(
            problem, style, line: number, isHintOnly: telling == .hints, mayContinue: mayContinue)
    }

    /// Whether a text may have come with what stood around it: no token and no object ends so.
    private static func endsLikePasted(_ last: UInt8) -> Bool {
        switch last {
        case ASCII.quote, UInt8(ascii: "'"), UInt8(ascii: "`"), ASCII.comma, UInt8(ascii: ";"), UInt8(ascii: ">"),
            UInt8(ascii: ")"), 0x80...:
            true
        default: false
        }
    }

    private static let tableHint =
        "this looks like CSV; a line is a token or a JSON object, such as a column cut out of it"

    /// Whether a line is cells parted by commas, semicolons or tabs.
    private static func isTable(_ line: UnsafeRawBufferPointer) -> Bool {
        guard let first = unsafe line.first, ASCII.isPrintable(first), !"{[<}".utf8.contains(first) else {
            return false
        }
        return [ASCII.comma, ASCII.tab, UInt8(ascii: ";")].contains { unsafe line.occurrences(of: $0) > 0 }
    }

    /// The rules that tokens of other purposes break.
    private static let foreignRules: Set<Rule> = [
        TokenRules.components, TokenRules.algorithm, TokenRules.keyID, TokenRules.critical, TokenRules.signatureLength,
        RunRules.unknownKey,
    ]

    /// The token of another purpose that a bad line is. Only the first line of a batch that breaks a rule is looked at.
    private func foreignToken(
        on line: Line, _ problem: Diagnostic, _ result: borrowing BatchResult
    ) -> ForeignToken? {
        guard let rule = problem.rule, result.messages.counts.count(of: rule) == 1, Self.foreignRules.contains(rule),
            unsafe line.bytes.beginsLikeToken
        else { return nil }
        return unsafe ForeignToken(line.bytes.trimmed)
    }

    /// What a bad line looks like, where the batch has no hint for its rule yet: only the first is told. Of what is no text
    /// at all that is known better.
    private func hint(for line: Line, _ problem: Diagnostic, _ result: borrowing BatchResult) -> String? {
        guard problem.rule != InputRules.encoding, !result.messages.hints(at: problem.rule) else { return nil }
        return Self.look(of: line, problem.foreignByte)
    }

    /// What a bad line looks like that would be read as an argument.
    ///
    /// - Parameter foreignByte: the first byte that stands in the way, where it is known.
    private static func look(of line: Line, _ foreignByte: UInt8?) -> String? {
        let bytes = unsafe line.bytes.trimmed
        guard bytes.count <= 1 << 14, let last = unsafe bytes.last else { return nil }
        if bytes.count == 1, last == ASCII.openBrace {
            return "a document over several lines has its members indented, and a line at its end that is } alone"
        }
        if unsafe bytes.first == UInt8(ascii: "<"), unsafe beginsLikeXML(bytes) == true {
            return ForeignFormat.xml.hint
        }
        // Most bad lines look like good ones. An object in base64 begins like a token, and has no parts.
        let isToken = unsafe bytes.beginsLikeToken && bytes.firstOffset(of: ASCII.dot) != nil
        let beginsWell = unsafe isToken || bytes.first == ASCII.openBrace
        let isEncoded =
            if let foreignByte {
                foreignByte == ASCII.percent || foreignByte == ASCII.comma
            } else {
                unsafe bytes.first != ASCII.openBrace
                    && (bytes.firstOffset(of: ASCII.percent) != nil || bytes.firstOffset(of: ASCII.comma) != nil)
            }
        guard !beginsWell || isEncoded || endsLikePasted(last) else { return nil }
        let text = unsafe PastedText([UInt8](bytes))
        guard text.isInput, let list = text.list else { return unsafe isTable(bytes) ? tableHint : nil }
        return "this looks like a pasted text with \(list); a line holds the text alone"
    }
}
