import AttributionBase
import AttributionCrypto

/// Other notations of values, as people and the libraries of several languages write them.
enum OtherForms {
    /// Words for true and false.
    static let booleans = [
        ("1", "0"), ("True", "False"), ("TRUE", "FALSE"), ("1", ""), ("yes", "no"), ("YES", "NO"), ("Y", "N"),
        ("y", "n"), ("t", "f"), ("T", "F"), ("on", "off"), ("1.0", "0.0"), ("-1", "0"), ("\"true\"", "\"false\""),
        ("\"1\"", "\"0\""),
    ]

    static func letterCases(of text: String) -> [(words: String, text: String)] {
        [
            ("in uppercase", text.uppercased()), ("in lowercase", text.lowercased()),
            ("with a capital", text.prefix(1).uppercased() + text.dropFirst()),
        ]
    }

    /// Returns an ad network's ID in other cases. Its name and its ending may differ in case.
    static func networks(of text: String) -> [(words: String, text: String)] {
        guard let dot = text.lastIndex(of: ".") else { return letterCases(of: text) }
        let (name, ending) = (text[..<dot].lowercased(), text[dot...].lowercased())
        let capitals = [".skadnetwork": ".SKAdNetwork", ".adattributionkit": ".AdAttributionKit"][ending] ?? ending
        return letterCases(of: text) + [
            ("with its name in uppercase", name.uppercased() + ending),
            ("with capitals in its ending", name + capitals),
            ("with capitals", name.uppercased() + capitals),
        ]
    }

    /// Returns a UUID in other cases, without hyphens, in braces, and in base64.
    static func identifiers(of text: String) -> [(words: String, text: String)] {
        func dashless(_ text: String) -> String { text.filter { $0 != "-" } }
        let (upper, lower) = (text.uppercased(), text.lowercased())
        let bytes = Layer.hexadecimal.bytes(in: dashless(text).utf8)
        return [
            ("in uppercase", upper), ("in lowercase", lower), ("without dashes", dashless(text)),
            ("without dashes", dashless(upper)), ("without dashes", dashless(lower)), ("in braces", "{\(text)}"),
            ("in braces", "{\(upper)}"), ("in braces", "{\(lower)}"),
            ("in the byte order of a GUID", UUIDText.inOtherByteOrder(lower) ?? lower),
        ] + (bytes.map(base64) ?? []).map { ("in \($0.words)", $0.text.text) }
    }

    static let cut = "cut to 32 bits"

    /// Other notations of a whole number.
    static let numbers: [(words: String, write: @Sendable (String) -> String)] = [
        ("with a fraction", { $0 + ".0" }), ("with a fraction", { $0 + ".00" }),
        ("with an exponent", { scientific($0, mark: "E", width: 1) }),
        ("with an exponent", { scientific($0, mark: "e+", width: 2) }),
        ("with an exponent", { scientific($0, mark: "e", width: 1) }),
        ("with an exponent", { scientific($0, mark: "E+", width: 2) }),
        ("with an exponent", { scientific($0, mark: "E+", width: 3) }),
        // As Go and Java write large numbers alone.
        ("with an exponent", { $0.utf8.count > 6 ? scientific($0, mark: "e+", width: 2) : $0 }),
        ("as Java writes doubles", { $0.utf8.count > 7 ? scientific($0, mark: "E", width: 1) : $0 + ".0" }),
        ("through a double", { text in whole(text).map { String(UInt64(exactly: Double($0)) ?? $0) } ?? text }),
        ("through a double", { text in whole(text).map { String(UInt64(exactly: Float($0)) ?? 0) } ?? text }),
        (cut, { UInt64($0).map { String(UInt32(truncatingIfNeeded: $0)) } ?? $0 }),
        (cut, { UInt64($0).map { String(Int32(truncatingIfNeeded: $0)) } ?? $0 }),
        ("with groups of three", { grouped($0, ",") }), ("with groups of three", { grouped($0, ".") }),
        ("with groups of three", { grouped($0, "\u{a0}") }), ("with groups of three", { grouped($0, "\u{202f}") }),
        ("in quotes", { "\"\($0)\"" }), ("with a plus sign", { "+" + $0 }),
        ("in hexadecimal digits", { UInt64($0).map { String($0, radix: 16) } ?? $0 }),
    ]

    /// Returns the number that a text of digits stands for; nil for any other text, such as one with a leading zero.
    private static func whole(_ text: String) -> UInt64? {
        UInt64(text).flatMap { String($0) == text ? $0 : nil }
    }

    /// Returns a number in a notation such as 5.25463029E8. As in Java, a single digit is followed by ".0".
    private static func scientific(_ digits: String, mark: String, width: Int) -> String {
        let significant = digits.reversed().drop { $0 == "0" }.reversed()
        guard let first = digits.first, digits.count > 1 else { return digits }
        let exponent = String(digits.count - 1)
        let fraction = String(significant.dropFirst())
        let point = fraction.isEmpty ? (mark == "E" ? ".0" : "") : "." + fraction
        return String(first) + point + mark + String(repeating: "0", count: max(0, width - exponent.count))
            + exponent
    }

    private static func grouped(_ digits: String, _ mark: String) -> String {
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { result += mark }
            result.append(digit)
        }
        return result
    }

    // MARK: - Numbers that are similar

    /// Returns the numbers that differ by a typing error, most similar first.
    static func neighbours(of digits: [UInt8]) -> [[UInt8]] {
        guard !digits.isEmpty, digits.count <= 20, digits.allSatisfy(ASCII.isDigit) else { return [] }
        let places = digits.indices
        let replaced: [[UInt8]] = places.reversed().flatMap { at in
            Self.digits.map { digits[..<at] + [$0] + digits[(at + 1)...] }
        }
        let swapped: [[UInt8]] = places.dropLast().map { at in
            var other = digits
            other.swapAt(at, at + 1)
            return other
        }
        let removed = places.map { Array(digits[..<$0] + digits[($0 + 1)...]) }
        let inserted: [[UInt8]] = (0...digits.count).reversed().flatMap { at in
            Self.digits.map { digits[..<at] + [$0] + digits[at...] }
        }
        // Adding or subtracting one may change several digits.
        let number = UInt64(String(decoding: digits, as: UTF8.self))
        let carried = number.map { [$0 &+ 1, $0 &- 1].map { Array(String($0).utf8) } } ?? []
        // Numbers have no leading zeros.
        let others: [[UInt8]] = [replaced, swapped, removed, inserted, carried].flatMap(\.self)
        return others.filter {
            $0 != digits && ($0.count == 1 || $0.first != ASCII.zero) && !$0.isEmpty
        }
    }

    /// Returns what a source identifier may have been: with more or fewer leading digits, or with a typing error.
    static func sources(of digits: [UInt8], isText: Bool) -> [[UInt8]] {
        guard (2...4).contains(digits.count), digits.allSatisfy(ASCII.isDigit) else { return [] }
        let pairs: [[UInt8]] = Self.digits.flatMap { first in Self.digits.map { [first, $0] } }
        let fronts = (Self.digits.map { [$0] } + pairs).filter { $0.count + digits.count <= 4 }
        let longer: [[UInt8]] = fronts.map { $0 + digits }
        let shorter: [[UInt8]] = (2..<digits.count).reversed().map { Array(digits.suffix($0)) }
        let mistyped = neighbours(of: digits).filter { (2...4).contains($0.count) }
        let halves: [[UInt8]] = digits.count < 4 ? [] : pairs.flatMap { [$0 + digits[2...], digits[..<2] + $0] }
        return (longer + shorter + mistyped + halves).filter { $0 != digits && (isText || $0.first != ASCII.zero) }
    }

    private static let digits = Array("0123456789".utf8)

    // MARK: - Encodings of bytes

    /// A way to wrap base64 into lines. The last line may also have a line ending.
    typealias Wrapping = (width: Int, lineEnd: [UInt8], isEnded: Bool)

    /// The lines of Ruby, PEM, MIME and the `base64` command.
    static let wrappings: [Wrapping] = [60, 64, 76].flatMap { width in
        [[0x0a], [0x0d, 0x0a]].flatMap { lineEnd in
            [true, false].map { isEnded in (width, lineEnd, isEnded) }
        }
    }

    static func words(_ wrapping: Wrapping) -> String {
        "with a line break after each \(wrapping.width) characters"
            + (wrapping.isEnded ? " and at the end" : "")
    }

    /// Returns bytes in base64 with either alphabet, with and without padding.
    static func base64(of bytes: [UInt8]) -> [(words: String, text: [UInt8])] {
        let url = Base64URL.encode(bytes)
        let standard = Base64URL.inStandardAlphabet(url)
        let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - url.count % 4) % 4)
        return [
            ("base64url", url), ("padded base64url", url + padding), ("base64", standard + padding),
            ("base64 without padding", standard),
        ]
    }

    static func wrapped(_ text: [UInt8], _ wrapping: Wrapping) -> [UInt8] {
        var lines: [UInt8] = []
        for start in stride(from: 0, to: text.count, by: wrapping.width) {
            if start > 0 { lines += wrapping.lineEnd }
            lines += text[start..<min(start + wrapping.width, text.count)]
        }
        return lines + (wrapping.isEnded ? wrapping.lineEnd : [])
    }
}

extension [UInt8] {
    var text: String { String(decoding: self, as: UTF8.self) }
}
