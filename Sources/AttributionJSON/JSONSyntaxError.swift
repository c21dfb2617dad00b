/// Why a text is not JSON, and at which byte of it.
public struct JSONSyntaxError: Error, Equatable, Sendable {
    /// Bytes before the fault, counted from the start of the text.
    public let offset: Int
    /// What is wrong.
    public let problem: Problem

    /// What can be wrong with a text.
    public enum Problem: Equatable, Sendable {
        /// Nothing but white space.
        case empty
        /// The text ended where something was still wanted.
        case unexpectedEnd(wanted: Wanted)
        /// A byte that cannot stand there.
        case unexpectedByte(UInt8, wanted: Wanted)
        /// A byte below 0x20 inside a string (RFC 8259 §7).
        case controlCharacter(UInt8)
        /// A backslash with what is no escape behind it.
        case invalidEscape
        /// A `\u` escape of half a surrogate pair: no character corresponds to it.
        case unpairedSurrogate
        /// Bytes that are no UTF-8.
        case invalidUTF8
        /// A number in no form of JSON, such as `01` or `1.`.
        case invalidNumber
        /// Two members of one object have this name (RFC 7515 §4 demands unique names).
        case duplicateName(String)
        /// More levels of nesting than are read.
        case tooDeep(limit: Int)
        /// More bytes than are read.
        case tooLarge(limit: Int)
    }

    /// What could stand at the place instead.
    public enum Wanted: String, Equatable, Sendable {
        /// A value.
        case value = "a value"
        /// The name of a member.
        case name = "a member name in double quotes"
        /// The colon behind a name.
        case colon = "\":\""
        /// What goes on with an object, or ends it.
        case commaOrBrace = "\",\" or \"}\""
        /// What goes on with an array, or ends it.
        case commaOrBracket = "\",\" or \"]\""
        /// The quote that ends a string.
        case endOfString = "the closing quote of a string"
        /// Nothing more.
        case endOfText = "the end of the text"
    }

    package init(_ problem: Problem, at offset: Int) {
        self.problem = problem
        self.offset = offset
    }
}

extension JSONSyntaxError {
    /// What is there instead of what is wanted.
    public var found: String {
        switch problem {
        case .empty: "it is empty"
        case .unexpectedEnd: "it ends at byte \(offset)"
        case .unexpectedByte(let byte, _): "byte \(offset) is \(Self.name(of: byte))"
        case .controlCharacter(let byte): "byte \(offset) is \(Self.name(of: byte)) inside a string"
        case .invalidEscape: "byte \(offset) starts an unknown escape"
        case .unpairedSurrogate: "byte \(offset) starts half a surrogate pair"
        case .invalidUTF8: "byte \(offset) is not UTF-8"
        case .invalidNumber: "byte \(offset) starts a number that JSON does not allow"
        case .duplicateName(let name): "byte \(offset) repeats the member name \"\(name)\""
        case .tooDeep(let limit): "byte \(offset) opens level \(limit + 1)"
        case .tooLarge: "it is too large"
        }
    }

    /// What is wanted instead, in words.
    public var wanted: String {
        switch problem {
        case .empty: Wanted.value.rawValue
        case .unexpectedEnd(let wanted), .unexpectedByte(_, let wanted): wanted.rawValue
        case .controlCharacter: "it escaped"
        case .invalidEscape: "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX"
        case .unpairedSurrogate: "both halves"
        case .invalidUTF8: "UTF-8 text"
        case .invalidNumber: "one such as 0, -1.5 or 2e9"
        case .duplicateName: "each name once"
        case .tooDeep(let limit): "at most \(limit) levels"
        case .tooLarge(let limit): "at most \(limit) bytes"
        }
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    /// What was found and what is wanted.
    public var description: String { "\(found), want \(wanted)" }

    private static func name(of byte: UInt8) -> String {
        switch byte {
        case 0x21...0x7e where byte != UInt8(ascii: "\""): "\"\(Character(Unicode.Scalar(byte)))\""
        case UInt8(ascii: "\""): "a double quote"
        case UInt8(ascii: " "): "a space"
        default: "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}
