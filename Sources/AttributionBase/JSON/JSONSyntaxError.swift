/// Why a text is not JSON, and the offset of the fault.
package struct JSONSyntaxError: Error, Equatable, Sendable {
    package let offset: Int
    package let kind: Kind
    /// The character to which an unexpected byte belongs, if that is not ASCII.
    private var character: Unicode.Scalar?

    package enum Kind: Equatable, Sendable {
        case empty
        case unexpectedEnd(wanted: Wanted)
        case unexpectedByte(UInt8, wanted: Wanted)
        /// A byte below 0x20 inside a string (RFC 8259 §7).
        case controlCharacter(UInt8)
        case invalidEscape
        /// A `\u` escape of one half of a surrogate pair without the other half, which is not a character.
        case unpairedSurrogate
        case invalidUTF8
        case invalidNumber
        /// A name that an object has twice (RFC 7515 §4 requires unique names).
        case duplicateName(String)
        case tooDeep(limit: Int)
        case tooLarge(limit: Int)
    }

    /// What the grammar allows where the fault is.
    package enum Wanted: String, Equatable, Sendable {
        case value = "a value"
        case name = "a member name in double quotes"
        case colon = "\":\""
        case commaOrBrace = "\",\" or \"}\""
        case commaOrBracket = "\",\" or \"]\""
        case endOfString = "the closing quote of a string"
        case endOfText = "the end of the text"
    }

    package init(_ kind: Kind, at offset: Int) {
        self.kind = kind
        self.offset = offset
    }

    /// Returns the error with the character at the fault, so that the message can name it.
    package func naming(in text: ByteView) -> JSONSyntaxError {
        guard case .unexpectedByte(0x80..., _) = kind, offset < text.count else { return self }
        var error = self
        let bytes = [UInt8](text.part(offset..<min(offset + 4, text.count)))
        error.character =
            (1...bytes.count).lazy.compactMap { String(validating: bytes.prefix($0), as: UTF8.self) }
            .first?.unicodeScalars.first
        return error
    }
}

extension JSONSyntaxError {
    /// Whether a complete value is followed by another object or array.
    package var isOfSeveralValues: Bool {
        kind == .unexpectedByte(ASCII.openBrace, wanted: .endOfText)
            || kind == .unexpectedByte(ASCII.openBracket, wanted: .endOfText)
    }

    /// A hint if the fault is a feature of JavaScript that JSON lacks; nil for any other fault.
    package var hint: String? {
        if let character, let plain = Unicode.Scalar(character.value &- 0xfee0),
            (0xff01...0xff5e).contains(character.value)
        {
            return
                "\"\(character)\" is the fullwidth form of \"\(plain)\", as text in Chinese or Japanese has it; JSON has only \"\(plain)\""
        }
        return switch kind {
        case .unexpectedByte(ASCII.closeBrace, .name), .unexpectedByte(ASCII.closeBracket, .value):
            "JSON allows no comma after the last member"
        case .unexpectedByte(UInt8(ascii: "/"), _), .unexpectedByte(UInt8(ascii: "#"), _): "JSON has no comments"
        default: nil
        }
    }

    package var wanted: String {
        switch kind {
        case .empty: "a value"
        case .unexpectedEnd(let wanted), .unexpectedByte(_, let wanted): wanted.rawValue
        case .controlCharacter: "an escaped character"
        case .invalidEscape: Self.escapes
        case .unpairedSurrogate: "both halves of a surrogate pair"
        case .invalidUTF8: "UTF-8 text"
        case .invalidNumber: "a number such as 0, -1.5 or 2e9"
        case .duplicateName: "a name that is not repeated"
        case .tooDeep(let limit): "at most \(limit) levels"
        case .tooLarge(let limit): "at most \(limit) bytes"
        }
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    /// The fault and its position. Bytes are counted from 1.
    package var description: String { words { character.map(codePoint) ?? Self.name(of: $0) } }

    /// The same without the invalid byte, which may be part of a secret.
    package var discreetDescription: String { words(nil) }

    private func words(_ name: ((UInt8) -> String)?) -> String {
        let place = "byte \(offset + 1)"
        return switch kind {
        case .empty: "it is empty"
        case .unexpectedEnd(let wanted): "expected \(wanted.rawValue) at \(place), where the text ends"
        case .unexpectedByte(let byte, .endOfText):
            "unexpected \(name?(byte) ?? "text") at \(place), after the first value"
        case .unexpectedByte(let byte, let wanted):
            "expected \(wanted.rawValue) at \(place), found \(name?(byte) ?? "another character")"
        case .controlCharacter(let byte): "a string has \(name?(byte) ?? "a control character") at \(place), unescaped"
        case .invalidEscape: "the escape at \(place) is unknown; it must be \(wanted)"
        case .unpairedSurrogate: "the escape at \(place) is only half a surrogate pair"
        case .invalidUTF8: "\(place) is not UTF-8"
        case .invalidNumber: "invalid number at \(place); it must be like 0, -1.5 or 2e9"
        case .duplicateName(let member): "the name \"\(member)\" is repeated at \(place)"
        case .tooDeep(let limit): "\(place) opens nesting level \(limit + 1); at most \(limit) levels are allowed"
        case .tooLarge(let limit): "it is longer than \(limit) bytes"
        }
    }

    private static let escapes = "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX"

    private static func name(of byte: UInt8) -> String {
        byte == ASCII.quote ? "a double quote" : ASCII.words(for: byte)
    }
}
