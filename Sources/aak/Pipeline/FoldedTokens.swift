import AttributionBase
import AttributionCrypto

/// Detects tokens that were wrapped over several lines, so that only the first of these bad lines is reported.
struct FoldedTokens {
    enum Role {
        case first, continuation
        /// The role depends on the end of the previous batch.
        case undecided
        case none
    }

    static let hint = "a token must be on one line; this one was cut short or continues on the next lines"

    /// The hint about a line that a mail program quoted.
    static let hintOnQuoted =
        "a token must be on one line; this one looks folded, with the quote prefix (>) of an e-mail before each line"

    /// The note after a line with such a hint, where lines follow that look like the rest of it.
    static let note = Diagnostic.note(
        nil,
        "the next lines look like the rest of a folded token; join each token's lines, or pass them as one argument")

    /// The last line of the current token, and whether the token began in the previous batch.
    private var last: Int?
    private var isInherited = false
    private var endsInDot = false

    /// The shortest first line of a wrapped token.
    private static let shortest = 20

    /// Returns the role of the next bad line.
    ///
    /// - Parameter hasAllParts: whether the line is known to be a token with all its parts, one of which is broken.
    mutating func role(of line: Line, hasAllParts: Bool, firstLine: Int) -> Role {
        // Indentation does not belong to the token.
        let text = line.bytes.withoutQuotePrefix
        let beginsToken = text.beginsLikeToken
        let follows = last.map { $0 + 1 == line.number } ?? false
        let continues = follows && (!beginsToken || endsInDot)
        let mayBePart: Bool =
            if continues {
                true
            } else if beginsToken {
                !hasAllParts && text.count >= Self.shortest && text.occurrences(of: ASCII.dot) < 2
            } else {
                line.number == firstLine
            }
        // This takes longest, and the other conditions exclude most bad lines.
        guard mayBePart, text.areTokenCharacters else {
            last = nil
            return .none
        }
        keep(line)
        if continues { return isInherited ? .undecided : .continuation }
        isInherited = !beginsToken
        return beginsToken ? .first : .undecided
    }

    private mutating func keep(_ line: Line) {
        last = line.number
        endsInDot = line.bytes.withoutQuotePrefix.last == ASCII.dot
    }

    /// Returns whether a token is incomplete after the last line of the batch.
    ///
    /// - Parameter before: whether one was incomplete after the previous batch.
    func isOpen(behind line: Int, before: Bool) -> Bool { last == line && (!isInherited || before) }
}

extension ByteView {
    /// The line without the marks that mail programs put before quoted lines, and without white space around it.
    var withoutQuotePrefix: ByteView {
        var text = trimmed
        while text.first == UInt8(ascii: ">") { text = text.part(1..<text.count).trimmed }
        return text
    }
}
