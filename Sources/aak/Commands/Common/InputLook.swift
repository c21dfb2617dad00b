import AdAttribution
import AttributionBytes
import AttributionInspection
import AttributionJOSE
import AttributionRules

/// What the lines of this program's inputs look like, good and bad: all that those must know of it who fetch lines and hand
/// them out.
enum InputLook {
    /// The longest line that is worked on, in bytes without its end.
    static let longestLine = InputFault.longestInput

    /// Of so many bytes a foreign format is known.
    static let prefixLength = ForeignFormat.prefixLength

    /// What is wrong with an input that begins so; nil for nothing.
    static func fault(ofBeginning text: UnsafeRawBufferPointer) -> Diagnostic? {
        unsafe ForeignFormat(text).map { Diagnostic(.foreign($0)) }
    }

    /// Whether a text begins like XML; nil where it has too few bytes to tell.
    static func beginsLikeXML(_ text: UnsafeRawBufferPointer) -> Bool? {
        unsafe AttributionInspection.beginsLikeXML(text)
    }

    /// What is wrong with XML where none is read.
    static let xml = Diagnostic(.foreign(.xml))

    static let foldedHint = "a token stands on one line; one that was folded is joined by tr -d '[:space:]' <FILE"

    // MARK: - What a bad line may have been meant to be

    /// The rules that tokens of other purposes break.
    private static let foreignRules: Set<Rule> = [
        TokenRules.components, TokenRules.algorithm, TokenRules.keyID, TokenRules.critical, TokenRules.signatureLength,
        RunRules.unknownKey,
    ]

    /// The hint for a token of another purpose; nil for any other line.
    static func hint(forToken line: Line, breaking rule: Rule) -> String? {
        guard foreignRules.contains(rule), unsafe line.bytes.beginsLikeToken else { return nil }
        return unsafe ForeignToken(line.bytes.trimmed)?.hint
    }

    /// What a bad line looks like that would be read as an argument. Of what is no text at all that is known better.
    static func hint(for line: Line, _ problem: Diagnostic) -> String? {
        problem.rule == InputRules.encoding ? nil : look(of: line, problem.foreignByte)
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

    private static let logHint =
        "this looks like nginx's default escape; log_format NAME escape=json '…' writes lines that are JSON"

    private static let tableHint =
        "this looks like CSV; a line is a token or a JSON object, such as a column cut out of it"

    /// Whether a line is cells parted by commas, semicolons or tabs.
    private static func isTable(_ line: UnsafeRawBufferPointer) -> Bool {
        guard let first = unsafe line.first, ASCII.isPrintable(first), !"{[<}".utf8.contains(first) else {
            return false
        }
        return [ASCII.comma, ASCII.tab, UInt8(ascii: ";")].contains { unsafe line.occurrences(of: $0) > 0 }
    }

    /// What a bad line looks like that would be read as an argument.
    ///
    /// - Parameter foreignByte: the first byte that stands in the way, where it is known.
    private static func look(of line: Line, _ foreignByte: UInt8?) -> String? {
        let bytes = unsafe line.bytes.trimmed
        guard bytes.count <= 1 << 14, let last = unsafe bytes.last else { return nil }
        if unsafe bytes.holdsEscapedQuote { return logHint }
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

extension UnsafeRawBufferPointer {
    /// Whether a quotation mark is written `\x22` here, as no format of ours does.
    fileprivate var holdsEscapedQuote: Bool {
        var at = 0
        while let escape = unsafe firstOffset(of: ASCII.backslash, from: at) {
            if unsafe part(escape..<count).starts(with: "\\x22".utf8) { return true }
            at = escape + 1
        }
        return false
    }
}

extension Diagnostic {
    static func lineTooLong(_ length: Int) -> Diagnostic { Diagnostic(InputFault.tooLong(length)) }

    static func moreFindings(_ count: Int) -> Diagnostic {
        Diagnostic(severity: .note, rule: RunRules.more, message: "and \(counted(count, "more finding"))")
    }
}

/// Where inside its line each input lies, and what of the line is kept.
struct InnerInputs: Sendable {
    /// Of those that a line has, the first counts; without any, lines are inputs themselves.
    var paths: [String] = []
    /// The members of the line that come out with the input.
    var kept: [String] = []
    /// Whether lines without an input are passed over.
    var skipsEmpty = false
}

/// Takes inputs from inside their lines, where `--at` asks for that. One a thread.
struct InputExtractor: ~Copyable {
    private var members: MemberExtractor

    init(_ inputs: InnerInputs) {
        members = MemberExtractor(inputs.paths, keeping: inputs.kept, skipsEmpty: inputs.skipsEmpty)
    }

    var isActive: Bool { members.isActive }

    /// What is kept of the line asked about last, as JSON text. Valid until the next call of ``extract(_:)``.
    var log: UnsafeRawBufferPointer? { unsafe members.log }

    /// What is to be told of the input taken last, once a run.
    mutating func takeNote() -> Diagnostic? {
        members.takeEncodedPath().map { path in
            Diagnostic(
                severity: .note, rule: RunRules.encodedMember, field: path,
                message: "\(quoted(path)) is base64, and is read as the text that it encodes")
        }
    }

    /// The input inside a line; nil for a line that is passed over. Valid until the next call.
    mutating func extract(_ line: UnsafeRawBufferPointer) throws(Rejection) -> UnsafeRawBufferPointer? {
        do throws(MemberFault) {
            return try unsafe members.extract(line)
        } catch {
            throw Rejection(Diagnostic(rule: error.rule, field: error.field, message: "\(error)", hint: error.hint))
        }
    }
}
