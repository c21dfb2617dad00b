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
/// An object's node is followed by its members, each a name (a string) and a value; an array's node by its elements. A node is
/// two words, because one is written for each name and value of each line.
struct JSONNode {
    /// The offset of the first byte in the lower half, that of the end in the upper one.
    private let span: UInt64
    /// ``next`` in the lower half, then the kind, then the flag.
    private let about: UInt64

    @inline(__always)
    init(_ kind: JSONKind, flag: Bool = false, from start: Int, to end: Int, next: Int) {
        span = UInt64(truncatingIfNeeded: start) | UInt64(truncatingIfNeeded: end) << 32
        about = UInt64(truncatingIfNeeded: next) | UInt64(kind.rawValue) << 32 | (flag ? 1 << 40 : 0)
    }

    /// The offset of the value's first byte. A string includes its quotes.
    @inline(__always) var start: Int { Int(truncatingIfNeeded: span & 0xffff_ffff) }
    /// The offset after its last byte.
    @inline(__always) var end: Int { Int(truncatingIfNeeded: span >> 32) }
    /// The index of the first node after this value and everything in it; of a member's name, its hash.
    @inline(__always) var next: Int { Int(truncatingIfNeeded: about & 0xffff_ffff) }
    @inline(__always) var kind: JSONKind { JSONKind(rawValue: UInt8(truncatingIfNeeded: about >> 32)) ?? .null }
    /// Whether this is a string with escapes or an integer.
    @inline(__always) var flag: Bool { about >> 40 != 0 }
}
