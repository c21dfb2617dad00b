import AttributionBytes
import AttributionECDSA
import AttributionJSON

/// What an input says, in short, so that a repeat that says something else is noticed: the first 64 bits of the SHA-256 of its
/// signed and unsigned members, without the signature, which has many forms.
///
/// An identifier that comes again with the same mark is an honest retry, or the copy that an app's developer gets; with another,
/// somebody changed what is not signed.
///
/// The digest is of the JSON array of the signed and the unsigned members, each an object whose members stand in the order of
/// their names, byte by byte, without white space; the second is `{}` where there are none.
public struct RepeatMark: Hashable, Sendable {
    let bits: UInt64

    /// The least two numbers stand for what has no mark where marks are kept.
    init(bits: UInt64) { self.bits = max(bits, 2) }
}

extension RepeatMark: LosslessStringConvertible {
    /// The mark as 16 hexadecimal digits in lower case.
    public var description: String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// The mark of 16 hexadecimal digits in lower case; nil for any other text.
    public init?(_ text: String) {
        guard text.utf8.count == 16, let bits = UInt64(text, radix: 16), !text.utf8.contains(where: ASCII.isUppercase),
            text.utf8.allSatisfy({ ASCII.hexValue($0) != nil })
        else { return nil }
        self.init(bits: bits)
    }
}

/// Makes marks, reusing its memory. One a thread.
struct RepeatMarker: ~Copyable {
    private var index = JSONIndex()
    private var text = ByteBuffer()
    private let hasher = SHA256()

    /// The mark of the texts of two objects.
    mutating func mark(signed: UnsafeRawBufferPointer, unsigned: UnsafeRawBufferPointer?) -> RepeatMark {
        text.removeAll()
        text.append(ASCII.openBracket)
        unsafe append(signed)
        text.append(ASCII.comma)
        if let unsigned = unsafe unsigned { unsafe append(unsigned) } else { text.append("{}") }
        text.append(ASCII.closeBracket)
        let bits = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: SHA256.count) { digest in
            guard let base = digest.baseAddress else { return UInt64(0) }
            unsafe hasher.hash(text.bytes, to: base)
            return unsafe digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        }
        return RepeatMark(bits: bits)
    }

    private mutating func append(_ object: UnsafeRawBufferPointer) {
        // Both were read before; what is no JSON all the same is marked by its bytes.
        guard (try? unsafe index.scan(object)) != nil, let root = unsafe index.root(of: object) else {
            return unsafe text.append(object)
        }
        root.appendSorted(to: &text)
    }
}

extension JSONView {
    /// Appends the value with the members of its objects in the order of their names, and strings with as few escapes as can
    /// be.
    fileprivate func appendSorted(to output: inout ByteBuffer) {
        switch kind {
        case .object:
            var members = Array(members)
            members.sort { $0.name.isBefore($1.name) }
            output.append(ASCII.openBrace)
            for (place, member) in members.enumerated() {
                if place > 0 { output.append(ASCII.comma) }
                member.name.appendSorted(to: &output)
                output.append(ASCII.colon)
                member.value.appendSorted(to: &output)
            }
            output.append(ASCII.closeBrace)
        case .array:
            output.append(ASCII.openBracket)
            for (place, element) in elements.enumerated() {
                if place > 0 { output.append(ASCII.comma) }
                element.appendSorted(to: &output)
            }
            output.append(ASCII.closeBracket)
        case .string where hasEscapes: JSONText.appendString(string, to: &output)
        default: unsafe output.append(raw)
        }
    }

    private func isBefore(_ other: JSONView) -> Bool {
        unsafe unescapedOrContent { left in
            unsafe other.unescapedOrContent { right in unsafe left.lexicographicallyPrecedes(right) }
        }
    }
}
