/// What a JSON value is.
public enum JSONKind: UInt8, Sendable {
    /// Members in braces.
    case object
    /// Values in brackets.
    case array
    /// A text in quotes.
    case string
    /// A number, as it is written.
    case number
    /// The word.
    case `true`
    /// The word.
    case `false`
    /// The word.
    case null

    /// The kind with its article, for messages.
    public var article: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .number: "a number"
        case .true: "true"
        case .false: "false"
        case .null: "null"
        }
    }
}

/// One value or member name of a scanned text, in the order of the text.
///
/// An object's node is followed by its members, each a name (a string) and a value; an array's by its elements.
package struct JSONNode {
    package var kind: JSONKind
    /// A string with escapes, or a number that is an integer.
    package var flag: Bool
    /// Where the value's text starts and ends, quotes included.
    package var start: UInt32
    package var end: UInt32
    /// The index of the first node after this value and all it holds.
    package var next: UInt32
}

extension JSONNode {
    @inline(__always)
    init(kind: JSONKind, flag: Bool, start: Int, end: Int, next: Int) {
        self.init(
            kind: kind, flag: flag, start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
            next: UInt32(truncatingIfNeeded: next))
    }
}
