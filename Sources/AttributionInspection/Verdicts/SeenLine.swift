import AttributionBase
import AttributionModel

/// A line in a file of identifiers from earlier runs, which `aak verify --remember` writes: the text of a ``RepeatKey/Identity``, a tab,
/// and the mark.
///
/// Other programs create and sort such files too. Therefore letter case and a carriage return at the end are ignored, and a UUID needs no
/// mark, except in a last line without a newline. Any other identifier needs a mark. Otherwise, a part of a line, or a line of another kind
/// of file, could be mistaken for an identifier, and the conversion that the line stands for would be counted again.
struct SeenLine {
    enum Identifier {
        /// - Parameter window: The index of the window, as in ``RepeatKey/Window``.
        case uuid(high: UInt64, low: UInt64, window: Int)
        case other(RepeatKey.Identity)
    }

    let identifier: Identifier
    let mark: RepeatMark?

    /// Reads a line without its newline. Returns nil for a blank line.
    @inline(__always)
    init?(_ text: ByteView) throws(Problem) {
        let end = text.count - (text.last == ASCII.carriageReturn ? 1 : 0)
        let tab = text.firstOffset(of: ASCII.tab).flatMap { $0 < end ? $0 : nil }
        let word = text.part(0..<(tab ?? end))
        var mark: RepeatMark?
        if let tab, tab + 1 < end {
            let digits = text.part(tab + 1..<end)
            mark = RepeatMark(digits: digits)
            if mark == nil { throw .noMark(digits.text) }
        }
        self.mark = mark
        if let (high, low, window) = Self.uuid(word) {
            identifier = .uuid(high: high, low: low, window: window)
            return
        }
        if mark == nil, text.allSatisfy(ASCII.isWhiteSpace) { return nil }
        guard mark != nil, let identity = RepeatKey.Identity(word: word) else {
            throw .noIdentifier(word.text)
        }
        identifier = .other(identity)
    }

    /// Returns the UUID and the window in a word; nil for any other word.
    @inline(__always)
    private static func uuid(_ word: ByteView) -> (high: UInt64, low: UInt64, window: Int)? {
        let length = UUIDText.length
        if word.count == length { return UUIDText.bits(word).map { ($0.high, $0.low, 0) } }
        guard word.count == length + 2, word[length] == UInt8(ascii: "/") else { return nil }
        let window = word[length + 1] &- ASCII.zero
        guard window < 3 else { return nil }
        return UUIDText.bits(word.part(0..<length)).map { ($0.high, $0.low, Int(window) + 1) }
    }
}

extension Problem {
    fileprivate static func noIdentifier(_ text: String) -> Problem {
        .value(
            found: quoted(text),
            wanted: "a UUID, or any text followed by a tab and \(RepeatMark.length) hexadecimal digits",
            hint: hintOfFiles
        )
        .at("identifier")
    }

    fileprivate static func noMark(_ text: String) -> Problem {
        .value(found: quoted(text), wanted: "\(RepeatMark.length) hexadecimal digits", hint: hintOfFiles).at("mark")
    }

    /// The problem of a last line that has neither a mark nor a newline.
    static let cutMark = Problem.value(
        found: "missing, and the last line has no line feed", wanted: "present, or the line must end with a line feed",
        .then(""),
        hint: "the file looks cut off; if it is complete, end it with a line feed"
    ).at("mark")

    /// The problem of a line that is longer than any identifier with its mark.
    package static func longIdentifier(limit: Int) -> Problem {
        .whole(
            "the line", found: "longer than \(limit) bytes", wanted: "an identifier",
            .then(", so it is not an identifier"),
            hint: hintOfFiles
        )
        .at("identifier")
    }

    private static let hintOfFiles = "files for --seen are written by --remember FILE"
}
