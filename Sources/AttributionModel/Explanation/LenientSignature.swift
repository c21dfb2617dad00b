import AttributionBase
import AttributionCrypto

/// A signature in any encoding, with what is wrong about the encoding.
package struct LenientSignature: Sendable {
    /// The required form of a signature.
    package enum Form: Sendable {
        /// The form of SKAdNetwork: DER in padded base64.
        case der
        /// The form of a JWS: r and s, 32 bytes each, in base64url.
        case raw
        /// Any form in which another program may answer: DER, or r followed by s, in base64 or base64url.
        case answer

        package var words: String {
            switch self {
            case .der: "DER in padded base64"
            case .raw: "r then s, 32 bytes each, in base64url without padding"
            case .answer: "a signature in base64 (DER, or 64 bytes)"
            }
        }
    }

    /// One interpretation of the text as two numbers.
    package struct Interpretation: Equatable, Sendable {
        /// r and s, 32 bytes each.
        package let raw: [UInt8]
        /// What is wrong about the encoding, in words; nil if it is correct.
        package let fault: String?
        fileprivate let form: Form

        /// What is wrong about the encoding and what it must be; nil if it is correct.
        package var difference: String? { fault.map { "the signature is \($0); it must be \(form.words)" } }
    }

    /// The possible readings, most likely first. There is at least one.
    package private(set) var readings: [Interpretation] = []
    private let form: Form
    /// Descriptions of the encodings around the numbers, from the outside in.
    private var notes: [String]

    /// A longer text is not a signature in any encoding.
    private static let longestText = 1024
    /// The greatest number of nested encodings. At each level, there may be several readings.
    private static let mostLayers = 3

    /// Reads a signature. Returns nil if the text is not a signature in any known encoding.
    package init?(_ text: [UInt8], as form: Form) {
        guard text.count <= Self.longestText else { return nil }
        self.init(text[...], as: form, [])
        guard !readings.isEmpty else { return nil }
    }

    private init(_ text: ArraySlice<UInt8>, as form: Form, _ notes: [String]) {
        self.form = form
        self.notes = notes
        read(text)
    }

    private mutating func read(_ text: ArraySlice<UInt8>) {
        if text.first == ASCII.openBrace, let json = try? JSONValue(parsing: text) { return readMembers(json) }
        if text.contains(ASCII.space) {
            read(
                text.map { $0 == ASCII.space ? UInt8(ascii: "+") : $0 }[...],
                "in base64 with its plus signs turned into spaces by form decoding")
        }
        if let open = text.first, open == ASCII.quote || open == UInt8(ascii: "'"), text.last == open, text.count > 1 {
            return read(text.dropFirst().dropLast(), "in quotes")
        }
        if text.contains(ASCII.percent), let decoded = Layer.percents.bytes(in: text) {
            read(decoded[...], "percent-encoded")
        }
        var characters = Array(text)
        if text.count(where: { $0 == ASCII.colon }) > 8 {
            characters.removeAll { $0 == ASCII.colon }
        } else if let end = text.lastIndex(of: ASCII.colon)
            ?? text.indices.first(where: { text[$0...].starts(with: [UInt8(ascii: "="), ASCII.space]) })
        {
            read(text[(end + 1)...], "after \(quoted(String(decoding: text[...end], as: UTF8.self)))")
        }
        if characters.contains(ASCII.backslash) {
            characters.removeAll { $0 == ASCII.backslash }
            notes.append("in base64 that kept its escaped slashes, \\/")
        }
        if characters.contains(where: ASCII.isWhiteSpace) {
            let isWrapped = characters.contains { $0 == ASCII.newline || $0 == 0x0d }
            characters.removeAll(where: ASCII.isWhiteSpace)
            notes.append(isWrapped ? "broken by line breaks" : "with blanks inside")
        }
        if let bytes = decode(characters, depth: 0) { readNumbers(bytes) }
    }

    private mutating func read(_ text: ArraySlice<UInt8>, _ note: String) {
        guard notes.count < Self.mostLayers else { return }
        readings += Self(text, as: form, notes + [note]).readings
    }

    /// Reads the strings in the answer of a key service.
    private mutating func readMembers(_ value: JSONValue) {
        guard case .object(let members) = value else { return }
        for member in members {
            if case .string(let text) = member.value {
                read(Array(text.utf8)[...], "in the member \(quoted(member.name)) of a JSON object")
            } else {
                readMembers(member.value)
            }
        }
    }

    // MARK: - Text

    private mutating func decode(_ text: [UInt8], depth: Int) -> [UInt8]? {
        // Hexadecimal digits are valid base64 too, but would not decode to a signature.
        if let bytes = Self.hexadecimal(text) {
            notes.append("hexadecimal")
            return bytes
        }
        guard let bytes = decodeBase64(text) else { return nil }
        // If the decoded bytes are text, the signature was encoded twice.
        guard depth < 3, bytes.first != 0x30 || bytes.count > 72, bytes.count >= 10, bytes.allSatisfy(ASCII.isPrintable)
        else { return bytes }
        notes.append("encoded twice")
        return decode(bytes, depth: depth + 1)
    }

    private static func hexadecimal(_ text: [UInt8]) -> [UInt8]? {
        let digits = text.starts(with: Array("0x".utf8)) ? Array(text.dropFirst(2)) : text
        guard let bytes = Layer.hexadecimal.bytes(in: digits) else { return nil }
        let isRaw = (ECDSASignature.count - 2...ECDSASignature.count + 1).contains(bytes.count)
        return bytes.first == 0x30 || isRaw ? bytes : nil
    }

    private mutating func decodeBase64(_ text: [UInt8]) -> [UInt8]? {
        let pad = UInt8(ascii: "=")
        var plain = text
        let isURL = plain.contains { $0 == ASCII.minus || $0 == UInt8(ascii: "_") }
        if isURL {
            plain = Base64URL.inStandardAlphabet(plain)
            if form == .der { notes.append("base64url") }
        } else if form == .raw, plain.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) {
            notes.append("standard base64")
        }
        if plain.last == pad, form == .raw { notes.append("padded") }
        if !plain.count.isMultiple(of: 4) {
            if form == .der { notes.append("without its padding") }
        } else if plain.suffix(3).allSatisfy({ $0 == pad }) {
            return nil
        }
        return Layer.base64.bytes(in: plain)
    }

    // MARK: - Numbers

    private mutating func readNumbers(_ bytes: [UInt8]) {
        let half = ECDSASignature.count / 2
        if let raw = try? ECDSASignature.rawRepresentation(of: bytes) {
            add(raw, form == .raw ? "DER" : nil)
            return add(Array(raw[half...] + raw[..<half]), "DER, s before r")
        }
        // The bytes of r and s may happen to begin like DER.
        if let raw = Self.readLoosely(bytes) { add(raw, "not in canonical DER form") }
        if let raw = ECDSASignature.withoutSignBytes(bytes) {
            add(raw, "\(bytes.count) bytes, with a sign byte, which is zero, before r or s")
        }
        switch bytes.count {
        case ECDSASignature.count:
            let (first, last) = (Array(bytes[..<half]), Array(bytes[half...]))
            add(bytes, form == .der ? "raw, r then s" : nil)
            add(last + first, "raw, s before r")
            add(first.reversed() + last.reversed(), "raw, r and s with their bytes in reverse")
        case ECDSASignature.count + 1:
            // Libraries for cryptocurrencies add a recovery ID, from which the public key can be computed.
            add(Array(bytes.dropLast()), "65 bytes, with a recovery ID at the end")
            add(Array(bytes.dropFirst()), "65 bytes, with a recovery ID at the beginning")
        case half..<ECDSASignature.count:
            // It is unknown where r ends: usually at half of the bytes or slightly before, rarely much earlier.
            let shortest = bytes.count - half
            let likeliest = (shortest...half).inOrder { abs(2 * $0 - bytes.count) < abs(2 * $1 - bytes.count) }
            for count in likeliest.prefix(8) {
                add(
                    Self.padded(bytes[..<count]) + Self.padded(bytes[count...]),
                    "\(bytes.count) bytes, r and s without the zeros that fill each up to 32 bytes")
            }
        default: break
        }
    }

    private static func padded(_ number: ArraySlice<UInt8>) -> [UInt8] {
        [UInt8](repeating: 0, count: ECDSASignature.count / 2 - number.count) + number
    }

    private mutating func add(_ raw: [UInt8], _ note: String?) {
        guard ECDSASignature.isInRange(raw) else { return }
        let all = notes + (note.map { [$0] } ?? [])
        readings.append(.init(raw: raw, fault: all.isEmpty ? nil : all.joined(separator: ", "), form: form))
    }

    /// Reads BER that is not valid DER: with superfluous or missing zeros, or trailing bytes.
    private static func readLoosely(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count > 2, bytes[0] == 0x30 else { return nil }
        var at = bytes[1] == 0x81 ? 3 : 2
        var raw: [UInt8] = []
        for _ in 0..<2 {
            guard at + 2 <= bytes.count, bytes[at] == 0x02 else { return nil }
            let end = at + 2 + Int(bytes[at + 1])
            guard end <= bytes.count else { return nil }
            let digits = bytes[(at + 2)..<end].drop { $0 == 0 }
            guard digits.count <= ECDSASignature.count / 2 else { return nil }
            raw += padded(digits)
            at = end
        }
        return ECDSASignature.isInRange(raw) ? raw : nil
    }
}
