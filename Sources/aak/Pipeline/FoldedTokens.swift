import AttributionBytes
import AttributionJOSE

/// Notices tokens that somebody folded over lines, so that the bad lines behind the first are not all told.
struct FoldedTokens {
    /// What a bad line is to a folded token.
    enum Role {
        case first, continuation
        /// What it is depends on how the batch before ended.
        case undecided
        case none
    }

    /// The last line of a token so far, and whether it was the batch before that began it.
    private var last: Int?
    private var isInherited = false
    private var endsInDot = false

    /// A beginning of a token that is shorter is just a bad line.
    private static let shortest = 20

    /// Takes the next bad line.
    ///
    /// - Parameters:
    ///   - hasAllParts: whether it is known to be a token with all its parts, one of which is broken.
    ///   - firstLine: the number of the batch's first line.
    mutating func role(of line: Line, hasAllParts: Bool, firstLine: Int) -> Role {
        // Indentation is no part of it.
        let text = unsafe line.bytes.trimmed
        let beginsToken = unsafe text.beginsLikeToken
        let follows = last.map { $0 + 1 == line.number } ?? false
        let continues = follows && (!beginsToken || endsInDot)
        let mayBePart: Bool =
            if continues {
                true
            } else if beginsToken {
                unsafe !hasAllParts && text.count >= Self.shortest && text.occurrences(of: ASCII.dot) < 2
            } else {
                line.number == firstLine
            }
        // All bytes are looked at last, since most bad lines are told apart without.
        guard mayBePart, unsafe text.areTokenCharacters else {
            last = nil
            return .none
        }
        note(line)
        if continues { return isInherited ? .undecided : .continuation }
        isInherited = !beginsToken
        return beginsToken ? .first : .undecided
    }

    private mutating func note(_ line: Line) {
        last = line.number
        endsInDot = unsafe line.bytes.trimmed.last == ASCII.dot
    }

    /// Whether a token is open behind the last line of the batch.
    ///
    /// - Parameter before: whether one was open behind the batch before.
    func isOpen(behind line: Int, before: Bool) -> Bool {
        last == line && (!isInherited || before)
    }
}
