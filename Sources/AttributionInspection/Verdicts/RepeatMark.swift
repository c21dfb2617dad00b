import AttributionBase
import AttributionCrypto
import AttributionModel

/// A digest of an input's contents, which shows whether a repeat has the same contents. It is the first 64 bits of the
/// SHA-256 of the signed and unsigned members, without the signature, which can have different encodings.
///
/// A repeated identifier with the same mark is an honest retry, or the copy that the app's developer receives. If the
/// marks differ, someone changed the unsigned members of one of the inputs.
///
/// The digest is of a JSON array with the signed and the unsigned members. Each is an object without white space,
/// whose members are sorted by their names, byte by byte. The second is `{}` if there are no unsigned members.
public struct RepeatMark: Hashable, Sendable {
    let bits: UInt64

    /// The values 0 and 1 are reserved for tables in which keys may lack a mark.
    init(bits: UInt64) { self.bits = max(bits, 2) }
}

extension RepeatMark: LosslessStringConvertible {
    /// The mark as 16 lowercase hexadecimal digits.
    public var description: String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// Creates a mark from 16 lowercase hexadecimal digits; nil for any other string.
    public init?(_ text: String) {
        guard text.utf8.count == 16, let bits = UInt64(text, radix: 16), !text.utf8.contains(where: ASCII.isUppercase),
            text.utf8.allSatisfy({ ASCII.hexValue($0) != nil })
        else { return nil }
        self.init(bits: bits)
        // This value was never written as a mark.
        guard self.bits == bits else { return nil }
    }
}

extension RepeatMark: Codable {
    /// Reads the ``description``.
    public init(from decoder: any Decoder) throws { self = try decoder.text { RepeatMark($0) } }

    /// Writes the ``description``.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension RepeatMark {
    static let length = 16

    /// Creates a mark from 16 hexadecimal digits in either case, as files have them. Returns nil for any other text.
    init?(digits text: ByteView) {
        guard text.count == Self.length, let high = text.word(at: 0, as: UInt64.self),
            let low = text.word(at: 8, as: UInt64.self), ASCII.areHexDigits(high), ASCII.areHexDigits(low)
        else { return nil }
        let bits = ASCII.bits(ofHexDigits: high) << 32 | ASCII.bits(ofHexDigits: low)
        // Such a value was never written as a mark.
        guard bits > 1 else { return nil }
        self.init(bits: bits)
    }

    func append(to output: inout ByteBuffer) {
        for index in 0..<Self.length {
            output.append(ASCII.lowercaseHexDigits[Int(bits >> UInt64(60 - 4 * index) & 15)])
        }
    }
}

/// Computes marks, and reuses its memory. Each thread needs its own.
struct RepeatMarker: ~Copyable {
    private var index = JSONIndex()
    private var text = ByteBuffer()
    private let hasher = SHA256()

    /// Returns the mark for the JSON texts of two objects.
    mutating func mark(signed: ByteView, unsigned: ByteView?) -> RepeatMark {
        text.removeAll()
        text.append(ASCII.openBracket)
        append(signed)
        text.append(ASCII.comma)
        if let unsigned { append(unsigned) } else { text.append("{}") }
        text.append(ASCII.closeBracket)
        let bits = unsafe hasher.hash(text.bytes).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return RepeatMark(bits: bits)
    }

    private mutating func append(_ object: ByteView) {
        // Both texts were parsed before. If one cannot be parsed here nevertheless, its bytes are used.
        guard let root = try? unsafe index.read(object) else {
            return text.append(object)
        }
        root.appendSorted(to: &text)
    }
}

extension JSONView {
    /// Appends the value with the members of all objects sorted by name, and with as few escapes in strings as possible.
    fileprivate func appendSorted(to output: inout ByteBuffer) {
        switch kind {
        case .object:
            var members = Array(members)
            members.sort { $0.name.isBefore($1.name) }
            output.append(ASCII.openBrace)
            for (index, member) in members.enumerated() {
                if index > 0 { output.append(ASCII.comma) }
                member.name.appendSorted(to: &output)
                output.append(ASCII.colon)
                member.value.appendSorted(to: &output)
            }
            output.append(ASCII.closeBrace)
        case .array:
            output.append(ASCII.openBracket)
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(ASCII.comma) }
                element.appendSorted(to: &output)
            }
            output.append(ASCII.closeBracket)
        case .string where hasEscapes: JSONText.appendString(string, to: &output)
        default: output.append(raw)
        }
    }

    private func isBefore(_ other: JSONView) -> Bool {
        unescapedOrContent { left in
            other.unescapedOrContent { right in left.lexicographicallyPrecedes(right) }
        }
    }
}
