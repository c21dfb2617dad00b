import AttributionBase

/// Finds the end of a document over several lines whose syntax is broken, some of which may not have arrived yet.
///
/// Outside of strings and comments, it only follows the brackets. The document ends with the line that closes it, or else before a line
/// that begins a value and is indented no deeper than the document. Whether it can be mended is not known before a remedy is tried.
package struct DocumentExtent {
    package enum Progress {
        /// The document ends immediately before this offset, at the end of a line.
        case ended(at: Int)
        case open
        /// No remedy mends the text.
        case hopeless
    }

    /// The most lines of a document. If it cannot be mended, each of them is an input.
    private static let mostLines = 1 << 15

    /// The number of blanks before the document.
    package let margin: Int
    /// The number of bytes read so far, in whole lines.
    package private(set) var reached = 0
    private var lines = 0
    /// The end of the last line that is not blank.
    private var lastEnd = 0
    /// The bytes that close the open brackets.
    private var closings: [UInt8] = []
    private var hasBegun = false
    private var isInComment = false
    /// Whether a colon comes last, so that a value follows.
    private var isAfterColon = false
    /// Whether the members or elements are indented no deeper than the document; nil if none has come yet.
    private var isFlush: Bool?

    package init(at margin: Int) { self.margin = margin }

    /// - Parameters:
    ///   - text: The text from its beginning, of which more has arrived since the last call.
    ///   - isWhole: Whether the text is complete.
    package mutating func advance(over text: ByteView, isWhole: Bool) -> Progress {
        while reached < text.count {
            let newline = text.firstOffset(of: ASCII.newline, from: reached)
            let end = newline ?? text.count
            guard end <= InputFault.longestInput, lines < Self.mostLines else { return .hopeless }
            guard newline != nil || isWhole else { return .open }
            let line = text.part(reached..<end)
            if let first = line.first(where: { !ASCII.isWhiteSpace($0) }) {
                if endsDocument(line, first) { return .ended(at: lastEnd) }
                guard read(line) else { return .hopeless }
                lastEnd = end
                if hasBegun, closings.isEmpty { return .ended(at: end) }
            }
            lines += 1
            reached = end + 1
        }
        guard isWhole else { return .open }
        return hasBegun ? .ended(at: lastEnd) : .hopeless
    }

    /// Whether a line is the first one of the next document.
    private mutating func endsDocument(_ line: ByteView, _ first: UInt8) -> Bool {
        guard hasBegun, !isInComment else { return false }
        let isShallow = line.indentation <= margin
        let isObject = first == ASCII.openBrace || first == ASCII.openBracket
        if isFlush == nil, !"}])/#".utf8.contains(first) { isFlush = isShallow }
        // Only an object, an array or a token begins a document. Other text may be a part of this document whose layout
        // was lost.
        guard isShallow, isObject || line.trimmed.starts(with: "eyJ".utf8) else { return false }
        // An array has objects, and no arrays.
        let isElement = closings.last == ASCII.closeBracket && first == ASCII.openBrace
        return isFlush != true || !isElement && !(isObject && isAfterColon)
    }

    /// Returns false if no remedy mends the line.
    private mutating func read(_ line: ByteView) -> Bool {
        var at = 0
        var isBlank = true
        while let byte = line.byte(at: at) {
            let rest = line.part(at..<line.count)
            if isInComment {
                isInComment = !rest.starts(with: "*/".utf8)
                at += isInComment ? 1 : 2
                continue
            }
            if ASCII.isWhiteSpace(byte) {
                at += 1
                continue
            }
            if byte == UInt8(ascii: "#") || rest.starts(with: "//".utf8) { return true }
            if rest.starts(with: "/*".utf8) {
                isInComment = true
                at += 2
                continue
            }
            (isBlank, isAfterColon) = (false, byte == ASCII.colon)
            switch byte {
            case ASCII.openBrace, ASCII.openBracket, UInt8(ascii: "("):
                guard closings.count < JSONIndex.depthLimit else { return false }
                let isCall = byte == UInt8(ascii: "(")
                if !isCall { hasBegun = true }
                closings.append(isCall ? byte + 1 : byte + 2)
            case ASCII.closeBrace, ASCII.closeBracket, UInt8(ascii: ")"):
                guard closings.popLast() == byte else { return false }
                // What follows on the line is for a remedy.
                if closings.isEmpty { return hasBegun }
            default:
                if let (opening, closing) = SyntaxRepair.quotes(at: rest) {
                    guard hasBegun, let length = Self.length(of: rest, opening, closing) else { return false }
                    at += length
                    continue
                }
                // Before the document there may be the name of a function.
                guard hasBegun || ASCII.isWordPart(byte) || byte == ASCII.dot else { return false }
            }
            at += 1
        }
        return hasBegun || !closings.isEmpty || isBlank
    }

    /// Returns the length of the string with which a text begins; nil if it does not end in the text.
    private static func length(of text: ByteView, _ opening: String, _ closing: [String]) -> Int? {
        var at = opening.utf8.count
        while let byte = text.byte(at: at) {
            let rest = text.part(at..<text.count)
            if let end = closing.first(where: { rest.starts(with: $0.utf8) }) { return at + end.utf8.count }
            at += byte == ASCII.backslash ? 2 : 1
        }
        return nil
    }
}

extension ByteView {
    /// The number of blanks with which a line begins.
    package var indentation: Int { prefix { $0 == ASCII.space || $0 == ASCII.tab }.count }
}
