/// Digits of some bits each, which make bytes together.
package struct Digits {
    private let width: UInt32
    private var bits: UInt32 = 0
    /// The number of bits that no byte has yet.
    private var spare: UInt32 = 0

    package init(bits width: UInt32) { self.width = width }

    /// Adds a digit, and returns the byte that is then complete, if one is.
    @inline(__always)
    package mutating func add(_ digit: UInt8) -> UInt8? {
        bits = bits << width | UInt32(digit)
        spare += width
        guard spare >= 8 else { return nil }
        spare -= 8
        return UInt8(truncatingIfNeeded: bits >> spare)
    }

    /// Whether the bits beyond the last byte are zero, and fewer than a digit has.
    package var areWhole: Bool { spare < width && bits & (1 << spare - 1) == 0 }
}

/// Base64 with padding (RFC 4648 §4) in its canonical form: decoded bytes always encode back to the same characters.
package enum Base64 {
    /// Appends the bytes that `text` encodes. If it is not canonical, appends nothing and returns the fault.
    package static func decode(_ text: ByteView, to output: inout ByteBuffer) -> Base64Error? {
        let start = output.count
        let padding = text.reversed().prefix(2).prefix { $0 == pad }.count
        let end = text.count - padding
        output.reserve(text.count / 4 * 3 + 3)
        var digits = Digits(bits: 6)
        var fault: Base64Error?
        for offset in 0..<end {
            let value = values[Int(text[offset])]
            guard value < 64 else {
                fault = .character(text[offset], offset: offset)
                break
            }
            if let byte = digits.add(value) { output.append(byte) }
        }
        if fault == nil, text.count & 3 != 0 { fault = .length(text.count) }
        // The unused bits of the last character must be zero. Otherwise several texts would decode to the same bytes.
        if fault == nil, !digits.areWhole { fault = .trailingBits(offset: end - 1) }
        if fault != nil { output.truncate(to: start) }
        return fault
    }

    /// Appends the bytes that `text` encodes in any common form: either alphabet, with or without padding and line
    /// breaks.
    ///
    /// - Returns: False, with nothing appended, for any other text.
    package static func decodeAnyForm(_ text: ByteView, to output: inout ByteBuffer) -> Bool {
        var characters = text.compactMap { byte -> UInt8? in
            switch byte {
            case ASCII.newline, ASCII.carriageReturn: nil
            case ASCII.minus: UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        if characters.last != pad {
            characters += [UInt8](repeating: pad, count: (4 - characters.count % 4) % 4)
        }
        return characters.withBytes { decode($0, to: &output) } == nil
    }

    package static func encode(_ bytes: ByteView, to output: inout ByteBuffer) {
        output.reserve((bytes.count + 2) / 3 * 4)
        encode(bytes) { output.append($0) }
    }

    @inline(__always)
    package static func encode(_ bytes: ByteView, _ put: (UInt8) -> Void) {
        var at = 0
        while at < bytes.count {
            let taken = min(3, bytes.count - at)
            var bits: UInt32 = 0
            for offset in 0..<3 { bits = bits << 8 | (offset < taken ? UInt32(bytes[at + offset]) : 0) }
            for index in 0..<4 {
                put(index <= taken ? alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)] : pad)
            }
            at += taken
        }
    }

    private static let pad = UInt8(ascii: "=")
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The value of each character; 64 for characters outside the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 64, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    package static func value(of character: UInt8) -> UInt8? {
        let value = values[Int(character)]
        return value < 64 ? value : nil
    }

    /// Returns the six bits that a character of either alphabet encodes; nil if it is in neither.
    package static func anyValue(of character: UInt8) -> UInt8? {
        let value = anyValues[Int(character)]
        return value < 64 ? value : nil
    }

    /// The value of each character of either alphabet; 64 for any other character.
    private static let anyValues: [UInt8] = {
        var values = Self.values
        values[Int(UInt8(ascii: "-"))] = 62
        values[Int(UInt8(ascii: "_"))] = 63
        return values
    }()
}
