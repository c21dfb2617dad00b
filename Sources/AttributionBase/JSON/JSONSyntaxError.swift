/// Why a text is not JSON, and the offset of the fault.
package struct JSONSyntaxError: Error, Equatable, Sendable {
    package let offset: Int
    package let kind: Kind

    package enum Kind: Equatable, Sendable {
        case empty
        case unexpectedEnd(wanted: Wanted)
        case unexpectedByte(UInt8, wanted: Wanted)
        /// A byte below 0x20 inside a string (RFC 8259 §7).
        case controlCharacter(UInt8)
        case invalidEscape
        /// A `\u` escape for half a surrogate pair, which represents no character.
        case unpairedSurrogate
        case invalidUTF8
        case invalidNumber
        /// A name that two members of one object have (RFC 7515 §4 requires unique names).
        case duplicateName(String)
        case tooDeep(limit: Int)
        case tooLarge(limit: Int)
    }

    /// What the grammar allows at the position of the fault.
    package enum Wanted: String, Equatable, Sendable {
        case value = "a value there"
        case name = "a member name in double quotes there"
        case colon = "\":\" there"
        case commaOrBrace = "\",\" or \"}\" there"
        case commaOrBracket = "\",\" or \"]\" there"
        case endOfString = "the closing quote of a string there"
        case endOfText = "nothing after the first value"
    }

    package init(_ kind: Kind, at offset: Int) {
        self.kind = kind
        self.offset = offset
    }
}

extension JSONSyntaxError {
    /// Whether an object or an array follows a whole value.
    package var isOfSeveralValues: Bool {
        kind == .unexpectedByte(ASCII.openBrace, wanted: .endOfText)
            || kind == .unexpectedByte(ASCII.openBracket, wanted: .endOfText)
    }

    /// What JSON lacks of JavaScript, if the fault is one that has it there; nil for any other fault.
    package var hint: String? {
        switch kind {
        case .unexpectedByte(ASCII.closeBrace, .name), .unexpectedByte(ASCII.closeBracket, .value):
            "JSON allows no comma after the last member"
        case .unexpectedByte(UInt8(ascii: "/"), _), .unexpectedByte(UInt8(ascii: "#"), _): "JSON has no comments"
        default: nil
        }
    }

    package var found: String {
        switch kind {
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

    package var wanted: String {
        switch kind {
        case .empty: "a value"
        case .unexpectedEnd(let wanted), .unexpectedByte(_, let wanted): wanted.rawValue
        case .controlCharacter: "the character escaped"
        case .invalidEscape: "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX"
        case .unpairedSurrogate: "both halves"
        case .invalidUTF8: "only UTF-8 text"
        case .invalidNumber: "one such as 0, -1.5 or 2e9"
        case .duplicateName: "each name once"
        case .tooDeep(let limit): "at most \(limit) levels"
        case .tooLarge(let limit): "at most \(limit) bytes"
        }
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    package var description: String { found + demand(wanted, after: "has") }

    private static func name(of byte: UInt8) -> String {
        byte == ASCII.quote ? "a double quote" : ASCII.words(for: byte)
    }
}
