import AttributionBase
import AttributionCrypto

/// Variants in which a value is formatted differently.
enum ValueVariants {
    static func nonceVariants(_ document: ExplainedDocument) -> [TextVariant] {
        [SignedField.nonce, .transactionID].flatMap { field -> [TextVariant] in
            guard let text = document.draft[field] else { return [] }
            func dashless(_ text: [UInt8]) -> [UInt8] { text.filter { $0 != ASCII.minus } }
            var others = [
                ("in uppercase", text.uppercased), ("in lowercase", text.lowercased),
                ("without dashes", dashless(text)), ("without dashes", dashless(text.uppercased)),
                ("without dashes", dashless(text.lowercased)),
                ("in braces", [0x7b] + text + [0x7d]), ("in braces", [0x7b] + text.uppercased + [0x7d]),
            ]
            if let bytes = ASCII.bytes(ofHexDigits: dashless(text)) {
                let encoded = Base64URL.encode(bytes)
                let standard = Base64URL.inStandardAlphabet(encoded)
                let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - encoded.count % 4) % 4)
                others += [("in base64url", encoded), ("in base64", standard + padding), ("in base64", standard)]
            }
            return others.map { variant(document, field, "\($0), as \($1.text)", $1) }
        }
    }

    static func networkVariants(_ document: ExplainedDocument) -> [TextVariant] {
        guard let text = document.draft[.adNetworkID] else { return [] }
        var first = text
        if let byte = first.first { first[0] = [byte].uppercased[0] }
        return [("in uppercase", text.uppercased), ("in lowercase", text.lowercased), ("with a capital", first)].map {
            variant(document, .adNetworkID, $0, $1)
        }
    }

    /// Returns the variant in which a value was signed with other letters. The right ones are lowercase in an ad; those of
    /// a postback are what was signed.
    private static func variant(
        _ document: ExplainedDocument, _ field: SignedField, _ words: String, _ other: [UInt8]
    ) -> TextVariant {
        let text = document.draft[field] ?? []
        let difference =
            if document.form == .postback {
                "is \(text.text) here, but was signed \(words): it was changed after signing"
            } else if text == text.lowercased {
                "was signed \(words), want \(text.text)"
            } else {
                "is \(text.text) here, but was signed \(words), want \(text.lowercased.text) in both"
            }
        return TextVariant("\"\(field.name)\" \(difference)", document.draft.with(field, other))
    }

    // MARK: - Booleans, numbers and strings

    static func literalVariants(_ document: ExplainedDocument) -> [TextVariant] {
        booleans(document.draft) + sources(document) + integers(document.draft) + quotes(document)
    }

    /// Returns variants of the source identifier with leading zeros that a number cannot have, or without those that
    /// its text has.
    private static func sources(_ document: ExplainedDocument) -> [TextVariant] {
        let right = document.draft
        guard let source = right[.sourceIdentifier], source.count <= 4, source.allSatisfy(ASCII.isDigit) else {
            return []
        }
        let digits = Array(source.drop { $0 == ASCII.zero })
        let filled = (digits.count...4).map { [UInt8](repeating: ASCII.zero, count: $0 - digits.count) + digits }
        return filled.filter { $0 != source }.map {
            .init(
                "\"\(SignedField.sourceIdentifier.name)\" was signed as the text \($0.text), want \(source.text)",
                right.with(.sourceIdentifier, $0))
        }
    }

    private static let booleanWords = [
        ("1", "0"), ("True", "False"), ("TRUE", "FALSE"), ("1", ""), ("yes", "no"), ("YES", "NO"), ("Y", "N"),
        ("y", "n"),
        ("t", "f"), ("T", "F"), ("on", "off"), ("1.0", "0.0"), ("-1", "0"), ("\"true\"", "\"false\""),
    ]

    private static func booleans(_ right: DraftText) -> [TextVariant] {
        func value(_ text: [UInt8]) -> Bool? { text.text == "true" ? true : text.text == "false" ? false : nil }
        let fields = right.values.filter { value($0.text) != nil }.map(\.field)
        return booleanWords.flatMap { yes, no in
            ([fields] + (fields.count > 1 ? fields.map { [$0] } : [])).map { chosen in
                let names = chosen.map { "\"\($0.name)\"" }.joined(separator: ", ")
                return .init(
                    "\(names) was signed as \(yes) or \(no.isEmpty ? "nothing" : no), want true or false",
                    right.mapped { entry in
                        guard chosen.contains(entry.field), let value = value(entry.text) else { return entry.text }
                        return Array((value ? yes : no).utf8)
                    })
            }
        }
    }

    private static func integers(_ right: DraftText) -> [TextVariant] {
        func isNumber(_ value: DraftText.Value) -> Bool {
            !value.text.isEmpty && value.text.count <= 19 && value.text.allSatisfy(ASCII.isDigit)
        }
        let numbers = right.values.filter(isNumber).map(\.field)
        return numberForms.flatMap { words, write -> [TextVariant] in
            // A cut timestamp is another kind of mistake.
            let fields = words == cut ? numbers.filter { $0 != .timestamp } : numbers
            return ([fields] + fields.map { [$0] }).map { chosen in
                let names = chosen.count == 1 ? "\"\(chosen[0].name)\" was" : "integers were"
                return .init(
                    "\(names) signed \(words), want plain decimal digits",
                    right.mapped { chosen.contains($0.field) ? Array(write($0.text.text).utf8) : $0.text })
            }
        }
    }

    private static let cut = "cut to 32 bits"

    private static let numberForms: [(words: String, write: @Sendable (String) -> String)] = [
        ("with a fraction", { $0 + ".0" }), ("with a fraction", { $0 + ".00" }),
        ("with an exponent", { scientific($0, mark: "E", width: 1) }),
        ("with an exponent", { scientific($0, mark: "e+", width: 2) }),
        ("with an exponent", { scientific($0, mark: "e", width: 1) }),
        ("with an exponent", { scientific($0, mark: "E+", width: 2) }),
        ("with an exponent", { scientific($0, mark: "E+", width: 3) }),
        ("through a double", { UInt64($0).map { String(UInt64(exactly: Double($0)) ?? $0) } ?? $0 }),
        ("through a double", { Float($0).map { String(UInt64(exactly: $0) ?? 0) } ?? $0 }),
        (cut, { UInt64($0).map { String(UInt32(truncatingIfNeeded: $0)) } ?? $0 }),
        (cut, { UInt64($0).map { String(Int32(truncatingIfNeeded: $0)) } ?? $0 }),
        ("with groups of three", { grouped($0, ",") }), ("with groups of three", { grouped($0, ".") }),
        ("with groups of three", { grouped($0, "\u{a0}") }), ("with groups of three", { grouped($0, "\u{202f}") }),
        ("in quotes", { "\"\($0)\"" }), ("with a plus sign", { "+" + $0 }),
        ("in hexadecimal digits", { UInt64($0).map { String($0, radix: 16) } ?? $0 }),
    ]

    /// Returns a number such as 5.25463029E8; a single digit is followed by ".0", as in Java.
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
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place).isMultiple(of: 3) { result += mark }
            result.append(digit)
        }
        return result
    }

    private static func quotes(_ document: ExplainedDocument) -> [TextVariant] {
        let right = document.draft
        let quote = [ASCII.quote]
        let strings = document.members.filter { $0.kind == .string }.compactMap(\.field)
        return [
            .init(
                "strings were signed with their quotes, want them without",
                right.mapped { strings.contains($0.field) ? quote + $0.text + quote : $0.text }),
            .init("all values were signed in quotes, want them without", right.mapped { quote + $0.text + quote }),
            .init(
                "values were signed with spaces around them, want them without",
                right.mapped { [ASCII.space] + $0.text + [ASCII.space] }),
        ]
    }
}

/// Variants with another timestamp.
enum TimestampVariants {
    /// Returns variants with the same moment in another unit, or cut.
    static func unitVariants(_ document: ExplainedDocument) -> [TextVariant] { variants(document, \.otherUnits) }

    /// Returns variants with another moment.
    static func clockVariants(_ document: ExplainedDocument) -> [TextVariant] { variants(document, \.otherReadings) }

    private static func variants(
        _ document: ExplainedDocument, _ mistakes: KeyPath<TimestampMistakes, [TimestampMistakes.Mistake]>
    ) -> [TextVariant] {
        let right = document.draft
        guard let text = right[.timestamp]?.text else { return [] }
        return TimestampMistakes(text)[keyPath: mistakes].map { mistake in
            TextVariant(mistake.words("\"timestamp\""), right.with(.timestamp, mistake.text))
        }
    }
}
