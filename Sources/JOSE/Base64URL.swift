import Bytes

/// Base64url without padding (RFC 7515 §2, RFC 4648 §5), in its one canonical form: what decodes, encodes back to the
/// same characters.
public enum Base64URL {
    /// Decodes the canonical form and no other.
    public static func decode(_ text: [UInt8]) throws(Base64URLError) -> [UInt8] {
        var output = ByteBuffer(capacity: text.count)
        let fault = unsafe text.withUnsafeBytes { unsafe decode($0, to: &output) }
        if let fault { throw fault }
        return output.array()
    }

    public static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var output = ByteBuffer(capacity: bytes.count * 4 / 3 + 4)
        unsafe bytes.withUnsafeBytes { unsafe encode($0, to: &output) }
        return output.array()
    }

    // MARK: - Into buffers

    /// Appends what `text` decodes to; appends nothing if it is not canonical, and says why.
    package static func decode(_ text: UnsafeRawBufferPointer, to output: inout ByteBuffer) -> Base64URLError? {
        guard let input = text.baseAddress, unsafe !text.isEmpty else { return nil }
        let tail = text.count & 3
        // One character more than whole groups of four holds less than a byte.
        guard tail != 1 else { return unsafe fault(in: text) ?? .length(text.count) }
        let groups = text.count >> 2
        // Groups are written with a few bytes more than they mean, which the next ones overwrite.
        output.reserve(groups * 3 + 8)
        let first = unsafe Self.first.pointer
        let second = unsafe Self.second.pointer
        let third = unsafe Self.third.pointer
        let fourth = unsafe Self.fourth.pointer
        var write = unsafe UnsafeMutableRawPointer(output.end)
        var read = unsafe input
        var seen: UInt32 = 0
        var rest = groups
        // Two groups a turn, read as one word and written as one.
        while rest >= 2 {
            let characters = UInt64(littleEndian: unsafe read.loadUnaligned(as: UInt64.self))
            let low =
                unsafe first[Int(characters & 0xff)] | second[Int(characters >> 8 & 0xff)]
                | third[Int(characters >> 16 & 0xff)] | fourth[Int(characters >> 24 & 0xff)]
            let high =
                unsafe first[Int(characters >> 32 & 0xff)] | second[Int(characters >> 40 & 0xff)]
                | third[Int(characters >> 48 & 0xff)] | fourth[Int(characters >> 56)]
            seen |= low | high
            let value = UInt64(low & 0xff_ffff) | UInt64(high) << 24
            unsafe write.storeBytes(of: value.littleEndian, as: UInt64.self)
            unsafe read += 8
            unsafe write += 6
            rest &-= 2
        }
        if rest > 0 {
            let characters = UInt32(littleEndian: unsafe read.loadUnaligned(as: UInt32.self))
            let value =
                unsafe first[Int(characters & 0xff)] | second[Int(characters >> 8 & 0xff)]
                | third[Int(characters >> 16 & 0xff)] | fourth[Int(characters >> 24)]
            seen |= value
            unsafe write.storeBytes(of: value.littleEndian, as: UInt32.self)
            unsafe read += 4
            unsafe write += 3
        }
        var count = groups * 3
        if tail > 0 {
            let one = unsafe first[Int(read.load(as: UInt8.self))]
            let two = unsafe second[Int(read.load(fromByteOffset: 1, as: UInt8.self))]
            let three = unsafe tail == 3 ? third[Int(read.load(fromByteOffset: 2, as: UInt8.self))] : 0
            let value = one | two | three
            seen |= value
            // Bits beyond the last whole byte must be zero, or several texts would mean the same bytes.
            let spare = tail == 2 ? value >> 8 : value >> 16
            if seen & invalid == 0, spare & 0xff != 0 { return .trailingBits(offset: text.count - 1) }
            unsafe write.storeBytes(of: UInt8(truncatingIfNeeded: value), as: UInt8.self)
            if tail == 3 {
                unsafe write.storeBytes(of: UInt8(truncatingIfNeeded: value >> 8), toByteOffset: 1, as: UInt8.self)
            }
            count += tail - 1
        }
        if seen & invalid != 0 { return unsafe fault(in: text) }
        output.advance(by: count)
        return nil
    }

    /// Appends the text of `bytes`.
    package static func encode(_ bytes: UnsafeRawBufferPointer, to output: inout ByteBuffer) {
        let groups = bytes.count / 3
        let tail = bytes.count - groups * 3
        output.reserve(groups * 4 + 4)
        guard let input = bytes.baseAddress else { return }
        let digits = unsafe Self.pairs.pointer
        var write = unsafe UnsafeMutableRawPointer(output.end)
        var read = unsafe input
        var rest = groups
        // Two groups a turn, read as one word, of which the last two bytes are the next turn's, and written as one.
        while rest > 2 {
            let value = UInt64(bigEndian: unsafe read.loadUnaligned(as: UInt64.self))
            let text =
                unsafe UInt64(digits[Int(value >> 52)])
                | UInt64(digits[Int(value >> 40 & 0xfff)]) << 16
                | UInt64(digits[Int(value >> 28 & 0xfff)]) << 32
                | UInt64(digits[Int(value >> 16 & 0xfff)]) << 48
            unsafe write.storeBytes(of: text.littleEndian, as: UInt64.self)
            unsafe read += 6
            unsafe write += 8
            rest &-= 2
        }
        while rest > 0 {
            let value =
                unsafe UInt32(read.load(as: UInt8.self)) << 16
                | UInt32(read.load(fromByteOffset: 1, as: UInt8.self)) << 8
                | UInt32(read.load(fromByteOffset: 2, as: UInt8.self))
            let text = unsafe UInt32(digits[Int(value >> 12)]) | UInt32(digits[Int(value & 0xfff)]) << 16
            unsafe write.storeBytes(of: text.littleEndian, as: UInt32.self)
            unsafe read += 3
            unsafe write += 4
            rest &-= 1
        }
        output.advance(by: groups * 4)
        guard tail > 0 else { return }
        let one = unsafe UInt32(read.load(as: UInt8.self))
        let two = unsafe tail == 2 ? UInt32(read.load(fromByteOffset: 1, as: UInt8.self)) : 0
        let value = one << 16 | two << 8
        output.append(character(value >> 18))
        output.append(character(value >> 12 & 63))
        if tail == 2 { output.append(character(value >> 6 & 63)) }
    }

    /// The first character that base64url does not have.
    private static func fault(in text: UnsafeRawBufferPointer) -> Base64URLError? {
        for offset in 0..<text.count {
            let byte = unsafe text[offset]
            if value(of: byte) == nil { return .character(byte, offset: offset) }
        }
        return nil
    }

    // MARK: - The alphabet

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }

    private static func character(_ value: UInt32) -> UInt8 {
        switch value {
        case 0..<26: UInt8(ascii: "A") + UInt8(value)
        case 26..<52: UInt8(ascii: "a") + UInt8(value - 26)
        case 52..<62: UInt8(ascii: "0") + UInt8(value - 52)
        case 62: UInt8(ascii: "-")
        default: UInt8(ascii: "_")
        }
    }

    /// Set in a table's entry for a character that base64url does not have.
    private static let invalid: UInt32 = 0x0100_0000

    // For each place in a group of four characters, the bits each character adds to the group's three bytes, the first
    // of them in the lowest eight bits.
    private static let first = Table(count: 256) { entry(UInt8($0)) { $0 << 2 } }
    private static let second = Table(count: 256) { entry(UInt8($0)) { $0 >> 4 | ($0 & 15) << 12 } }
    private static let third = Table(count: 256) { entry(UInt8($0)) { ($0 >> 2) << 8 | ($0 & 3) << 22 } }
    private static let fourth = Table(count: 256) { entry(UInt8($0)) { $0 << 16 } }

    private static func entry(_ byte: UInt8, _ place: (UInt32) -> UInt32) -> UInt32 {
        guard let value = value(of: byte) else { return invalid }
        return place(value)
    }

    /// The two characters of each twelve bits, the first of them in the lower eight.
    private static let pairs = Table(count: 4096) { bits in
        (UInt16(character(UInt32(bits) >> 6)) | UInt16(character(UInt32(bits) & 63)) << 8)
    }
}

/// Entries that are computed once and then read without checks.
@safe
private final class Table<Entry: BitwiseCopyable & Sendable>: @unchecked Sendable {
    let pointer: UnsafePointer<Entry>

    init(count: Int, _ entry: (Int) -> Entry) {
        let memory = UnsafeMutablePointer<Entry>.allocate(capacity: count)
        for index in 0..<count { unsafe (memory + index).initialize(to: entry(index)) }
        unsafe pointer = UnsafePointer(memory)
    }

    deinit { unsafe pointer.deallocate() }
}

/// Why a text is not base64url in its canonical form.
public enum Base64URLError: Error, Equatable, Sendable {
    case character(UInt8, offset: Int)
    /// A length that no number of bytes encodes to.
    case length(Int)
    /// Bits beyond the last byte are not zero.
    case trailingBits(offset: Int)
}

extension Base64URLError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .character(let byte, let offset): "character \(offset + 1) is \(Self.name(of: byte))"
        case .length(let count):
            "\(count) \(count == 1 ? "character" : "characters"), which no number of bytes encodes to"
        case .trailingBits: "the last character carries bits beyond the last byte"
        }
    }

    /// The likely cause.
    public var hint: String? {
        switch self {
        case .character(UInt8(ascii: "="), _): "a JWS has no padding: drop the \"=\" characters"
        case .character(UInt8(ascii: "+"), _), .character(UInt8(ascii: "/"), _):
            "this is standard base64, a JWS is base64url: \"+\" becomes \"-\" and \"/\" becomes \"_\""
        case .length: "the token was probably cut short"
        default: nil
        }
    }

    private static func name(of byte: UInt8) -> String {
        switch byte {
        case 0x21...0x7e: "\"\(Character(Unicode.Scalar(byte)))\""
        case 0x20: "a space"
        default: "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}
