/// The kind of a JSON value.
public enum JSONKind: UInt8, Sendable {
    /// An object: members in braces.
    case object
    /// An array: values in brackets.
    case array
    /// A string: text in quotes.
    case string
    /// A number.
    case number
    /// The literal `true`.
    case `true`
    /// The literal `false`.
    case `false`
    /// The literal `null`.
    case null

    /// The kind with its article, for messages.
    package var article: String {
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

/// One value or member name of a scanned text. Nodes are in the order of the text.
///
/// An object's node is followed by its members, each a name (a string) and a value; an array's node by its elements.
package struct JSONNode {
    package var kind: JSONKind
    /// Whether this is a string with escapes or an integer.
    package var flag: Bool
    /// The offset of the value's first byte. A string includes its quotes.
    package var start: UInt32
    package var end: UInt32
    /// The index of the first node after this value and everything in it.
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
