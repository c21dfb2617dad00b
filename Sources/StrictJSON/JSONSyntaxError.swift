/// Why a text is not JSON, and at which byte of it.
public struct JSONSyntaxError: Error, Equatable, Sendable {
    /// Bytes before the fault, counted from the start of the text.
    public let offset: Int
    public let problem: Problem

    public enum Problem: Equatable, Sendable {
        /// Nothing but white space.
        case empty
        /// The text ended where something was still wanted.
        case unexpectedEnd(wanted: Wanted)
        case unexpectedByte(UInt8, wanted: Wanted)
        /// A byte below 0x20 inside a string (RFC 8259 §7).
        case controlCharacter(UInt8)
        case invalidEscape
        /// A `\u` escape of half a surrogate pair: no character corresponds to it.
        case unpairedSurrogate
        case invalidUTF8
        case invalidNumber
        /// Two members of one object have this name (RFC 7515 §4 demands unique names).
        case duplicateName(String)
        case tooDeep(limit: Int)
        case tooLarge(limit: Int)
    }

    public enum Wanted: String, Equatable, Sendable {
        case value = "a value"
        case name = "a member name in double quotes"
        case colon = "\":\""
        case commaOrBrace = "\",\" or \"}\""
        case commaOrBracket = "\",\" or \"]\""
        case endOfString = "the closing quote of a string"
        case endOfText = "the end of the text"
    }

    package init(_ problem: Problem, at offset: Int) {
        self.problem = problem
        self.offset = offset
    }
}

extension JSONSyntaxError {
    /// Whether the text would be JSON but for a repeated member name.
    public var isDuplicate: Bool { if case .duplicateName = problem { true } else { false } }
}

extension JSONSyntaxError: CustomStringConvertible {
    public var description: String {
        switch problem {
        case .empty: "it is empty"
        case .unexpectedEnd(let wanted): "it ends at byte \(offset), want \(wanted.rawValue)"
        case .unexpectedByte(let byte, let wanted):
            "byte \(offset) is \(Self.name(of: byte)), want \(wanted.rawValue)"
        case .controlCharacter(let byte):
            "byte \(offset) is \(Self.name(of: byte)) inside a string, want it escaped"
        case .invalidEscape:
            "byte \(offset) starts an unknown escape, want one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX"
        case .unpairedSurrogate: "byte \(offset) starts half a surrogate pair, want both halves"
        case .invalidUTF8: "byte \(offset) is not UTF-8"
        case .invalidNumber: "byte \(offset) starts a number that JSON does not allow"
        case .duplicateName(let name): "byte \(offset) repeats the member name \"\(name)\""
        case .tooDeep(let limit): "byte \(offset) nests deeper than \(limit) levels"
        case .tooLarge(let limit): "it is larger than \(limit) bytes"
        }
    }

    private static func name(of byte: UInt8) -> String {
        switch byte {
        case 0x21...0x7e where byte != UInt8(ascii: "\""): "\"\(Character(Unicode.Scalar(byte)))\""
        case UInt8(ascii: "\""): "a double quote"
        case UInt8(ascii: " "): "a space"
        default: "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}
