@usableFromInline
package enum JSONKind: UInt8, Sendable {
    case object
    case array
    case string
    case number
    case `true`
    case `false`
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
/// An object's node is followed by its members, each a name (a string) and a value; an array's node by its elements. A node is only two
/// words, because one is written for each name and value of each line.
@usableFromInline
struct JSONNode {
    /// The offset of the first byte in the lower half, and the offset after the last one in the upper half.
    @usableFromInline let span: UInt64
    /// From the lowest bits on: ``next`` (32 bits), the kind (8), the flag (8) and the number (16).
    @usableFromInline let about: UInt64

    @inline(__always)
    init(_ kind: JSONKind, flag: Bool = false, from start: Int, to end: Int, next: Int) {
        span = UInt64(truncatingIfNeeded: start) | UInt64(truncatingIfNeeded: end) << 32
        about = UInt64(truncatingIfNeeded: next) | UInt64(kind.rawValue) << 32 | (flag ? 1 << 40 : 0)
    }

    /// A member's name without escapes. The number is 0 if the name is not in the table of known names.
    @inline(__always)
    init(nameFrom start: Int, to end: Int, hash: UInt32, number: UInt8) {
        span = UInt64(truncatingIfNeeded: start) | UInt64(truncatingIfNeeded: end) << 32
        about = UInt64(hash) | UInt64(JSONKind.string.rawValue) << 32 | UInt64(number) << 48
    }

    @inline(__always)
    init(from start: Int, to end: Int, about: UInt64) {
        span = UInt64(truncatingIfNeeded: start) | UInt64(truncatingIfNeeded: end) << 32
        self.about = about
    }

    /// The node before those of a text, which describes the whole text.
    init(series: UInt64, shape: UInt64) {
        span = series
        about = shape
    }

    /// In the node before those of a text: the series in which its names are numbered.
    @inlinable var series: UInt64 {
        @inline(__always)
        get { span }
    }
    /// In the node before those of a text: the shape by which it was read; 0 for none.
    @inlinable var shape: UInt64 {
        @inline(__always)
        get { about }
    }

    /// The offset of the value's first byte. A string includes its quotes.
    @inlinable var start: Int {
        @inline(__always)
        get { Int(truncatingIfNeeded: span & 0xffff_ffff) }
    }
    /// The offset after the value's last byte.
    @inlinable var end: Int {
        @inline(__always)
        get { Int(truncatingIfNeeded: span >> 32) }
    }
    /// The index of the first node after this value and its contents. For a member's name, this is its hash instead.
    @inlinable var next: Int {
        @inline(__always)
        get { Int(truncatingIfNeeded: about & 0xffff_ffff) }
    }
    /// For a member's name: its number, which is unique in the series; 0 if it has none.
    @inlinable var number: Int {
        @inline(__always)
        get { Int(truncatingIfNeeded: about >> 48) }
    }
    @inlinable var kind: JSONKind {
        @inline(__always)
        get {
            // Written out, because other modules cannot inline the initialiser that the compiler makes for raw values.
            switch UInt8(truncatingIfNeeded: about >> 32) {
            case 0: .object
            case 1: .array
            case 2: .string
            case 3: .number
            case 4: .true
            case 5: .false
            default: .null
            }
        }
    }
    /// Whether this is a string with escapes or an integer.
    @inlinable var flag: Bool {
        @inline(__always)
        get { about & 1 << 40 != 0 }
    }
}
