import Bytes
import ECDSA

/// A signature however it is encoded, with what is wrong about the encoding.
struct LenientSignature {
    /// r then s, 32 bytes each.
    let raw: [UInt8]
    /// Nil for the one encoding that is right.
    let difference: String?

    /// Nil for what is no signature in any known encoding.
    init?(_ text: String) {
        var notes: [String] = []
        var characters = Array(text.utf8)
        guard characters.count <= 1024 else { return nil }
        if characters.contains(ASCII.backslash) {
            characters.removeAll { $0 == ASCII.backslash }
            notes.append("escaped slashes, \\/, kept in the text")
        }
        if characters.contains(where: ASCII.isWhiteSpace) {
            characters.removeAll(where: ASCII.isWhiteSpace)
            notes.append("white space in the text")
        }
        guard let bytes = Self.decode(characters, &notes), let raw = Self.read(bytes, &notes) else { return nil }
        self.raw = raw
        difference =
            notes.isEmpty
            ? nil : "the signature is \(notes.joined(separator: ", ")); want DER in padded base64"
    }

    private static func decode(_ text: [UInt8], _ notes: inout [String]) -> [UInt8]? {
        // Hexadecimal digits are base64 too, but no DER then.
        if text.count.isMultiple(of: 2), !text.isEmpty, text.allSatisfy({ ASCII.hexValue($0) != nil }) {
            let bytes = stride(from: 0, to: text.count, by: 2).map { place in
                (ASCII.hexValue(text[place]) ?? 0) << 4 | (ASCII.hexValue(text[place + 1]) ?? 0)
            }
            if bytes.first == 0x30 || bytes.count == RawSignature.count {
                notes.append("hexadecimal")
                return bytes
            }
        }
        guard let bytes = decodeBase64(text, &notes) else { return nil }
        // Encoded once more: what comes out is text again.
        guard bytes.first != 0x30 || bytes.count > 72, bytes.count >= 10, bytes.allSatisfy(ASCII.isPrintable) else {
            return bytes
        }
        notes.append("encoded twice")
        return decode(bytes, &notes)
    }

    private static func decodeBase64(_ text: [UInt8], _ notes: inout [String]) -> [UInt8]? {
        var plain = text
        if plain.contains(where: { $0 == ASCII.minus || $0 == UInt8(ascii: "_") }) {
            plain = plain.map {
                $0 == ASCII.minus ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0
            }
            notes.append("base64url")
        }
        if !plain.count.isMultiple(of: 4) {
            while plain.last == UInt8(ascii: "=") { plain.removeLast() }
            plain += [UInt8](repeating: UInt8(ascii: "="), count: (4 - plain.count % 4) % 4)
            notes.append("without its padding")
        }
        var output = ByteBuffer()
        let fault = unsafe plain.withUnsafeBytes { unsafe Base64.decode($0, to: &output) }
        return fault == nil ? output.array() : nil
    }

    private static func read(_ bytes: [UInt8], _ notes: inout [String]) -> [UInt8]? {
        if let raw = try? DERSignature.rawRepresentation(of: bytes) { return raw }
        if bytes.count == RawSignature.count {
            notes.append("raw, r then s")
            return bytes
        }
        guard let raw = readLoosely(bytes) else { return nil }
        notes.append("not the one DER form")
        return raw
    }

    /// Reads BER's other forms: needless zeros, missing ones, and bytes at the end.
    private static func readLoosely(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count > 2, bytes[0] == 0x30 else { return nil }
        var at = bytes[1] == 0x81 ? 3 : 2
        var raw: [UInt8] = []
        for _ in 0..<2 {
            guard at + 2 <= bytes.count, bytes[at] == 0x02 else { return nil }
            let end = at + 2 + Int(bytes[at + 1])
            guard end <= bytes.count else { return nil }
            let digits = bytes[(at + 2)..<end].drop { $0 == 0 }
            guard digits.count <= 32 else { return nil }
            raw += [UInt8](repeating: 0, count: 32 - digits.count) + digits
            at = end
        }
        return RawSignature.isInRange(raw) ? raw : nil
    }
}
