import AttributionBase

/// Mistakes in single values, and in their order.
enum ValueMistakes {
    // MARK: - Letters

    static func identifiers(_ message: SignedMessage) -> [TextVariant] {
        forms(message, .identifier, ValueForms.identifiers)
    }

    static func nonces(_ message: SignedMessage) -> [TextVariant] { forms(message, .nonce, ValueForms.identifiers) }

    static func networks(_ message: SignedMessage) -> [TextVariant] { forms(message, .network, ValueForms.letterCases) }

    private static func forms(
        _ message: SignedMessage, _ role: SignedValue.Role, _ forms: (String) -> [(words: String, text: String)]
    ) -> [TextVariant] {
        message.places { $0.role == role }.flatMap { place in
            let value = message.values[place]
            // The right letters of an identifier are those of the token.
            let right = role == .identifier ? value.text : value.text.lowercased()
            return forms(value.text).map { words, other in
                let signed = "signed \(words), as \(other)"
                let difference =
                    if message.isOfDevice {
                        "is \(value.text) here, but was \(signed): it was changed after signing"
                    } else if value.text == right {
                        "was \(signed); it must be \(right)"
                    } else {
                        "is \(value.text) here, but was \(signed); it must be \(right) in both"
                    }
                return TextVariant(
                    "\"\(value.name)\" \(difference)",
                    message.text([place: message.written(other, isString: value.isString)]))
            }
        }
    }

    // MARK: - Booleans, numbers and strings

    static func literals(_ message: SignedMessage) -> [TextVariant] {
        booleans(message) + sources(message) + numbers(message) + quotes(message)
    }

    private static func booleans(_ message: SignedMessage) -> [TextVariant] {
        let places = message.places { message.isPlain($0) && $0.isBoolean }
        return ValueForms.booleans.flatMap { yes, no in
            subsets(places).map { chosen in
                variant(
                    message, chosen,
                    "\(names(message, chosen)) was signed as \(yes) or \(no.isEmpty ? "nothing" : no); it must be true or false"
                ) { $0 == "true" ? yes : no }
            }
        }
    }

    /// Returns variants of the source identifier with leading zeros that a number cannot have, or without those that
    /// its text has.
    private static func sources(_ message: SignedMessage) -> [TextVariant] {
        message.places { $0.role == .source && $0.text.utf8.count <= 4 && $0.isDigits }.flatMap { place in
            let value = message.values[place]
            let digits = value.text.drop { $0 == "0" }
            return (digits.count...4).map { count in
                let other = String(repeating: "0", count: count - digits.count) + digits
                return TextVariant(
                    "\"\(value.name)\" was signed as the text \(other); it must be \(value.text)",
                    message.text([place: message.written(other, isString: value.isString)]))
            }
        }
    }

    private static func numbers(_ message: SignedMessage) -> [TextVariant] {
        let places = message.places { message.isPlain($0) && $0.isDigits && $0.text.utf8.count <= 19 }
        return ValueForms.numbers.flatMap { words, write in
            // A cut timestamp is another kind of mistake.
            let fields = words == ValueForms.cut ? places.filter { message.values[$0].role != .timestamp } : places
            return subsets(fields).map { chosen in
                let names = chosen.count == 1 ? names(message, chosen) + " was" : "integers were"
                return variant(message, chosen, "\(names) signed \(words); it must be plain decimal digits", write)
            }
        }
    }

    private static func quotes(_ message: SignedMessage) -> [TextVariant] {
        let (all, strings) = (message.places { _ in true }, message.places(\.isString))
        func quoted(_ text: String) -> String { "\"\(text)\"" }
        guard !message.isJSON else {
            return strings.filter { message.values[$0].isDigits || message.values[$0].isBoolean }.map { place in
                let text = message.values[place].text
                return variant(
                    message, [place], "\(names(message, [place])) was signed as \(text); it must be \"\(text)\""
                ) {
                    $0
                }
            }
        }
        return [
            variant(
                message, strings, "strings were signed with their quotes; they must be signed without them", quoted),
            variant(message, all, "all values were signed in quotes; they must be signed without them", quoted),
            variant(message, all, "values were signed with spaces around them; they must be signed without them") {
                " \($0) "
            },
        ]
    }

    private static func subsets(_ places: [Int]) -> [[Int]] {
        [places] + (places.count > 1 ? places.map { [$0] } : [])
    }

    private static func names(_ message: SignedMessage, _ places: [Int]) -> String {
        places.map { "\"\(message.values[$0].name)\"" }.joined(separator: ", ")
    }

    private static func variant(
        _ message: SignedMessage, _ places: [Int], _ words: @autoclosure @escaping () -> String,
        _ write: @escaping (String) -> String
    ) -> TextVariant {
        TextVariant(
            words(),
            message.text(Dictionary(uniqueKeysWithValues: places.map { ($0, write(message.values[$0].text)) })))
    }

    // MARK: - Timestamps

    /// Returns variants with the same moment in another unit, or cut.
    static func units(_ message: SignedMessage) -> [TextVariant] { timestamps(message, \.otherUnits) }

    /// Returns variants with another moment.
    static func readings(_ message: SignedMessage) -> [TextVariant] { timestamps(message, \.otherReadings) }

    private static func timestamps(
        _ message: SignedMessage, _ mistakes: KeyPath<TimestampMistakes, [TimestampMistakes.Mistake]>
    ) -> [TextVariant] {
        message.places { $0.role == .timestamp }.flatMap { place in
            let value = message.values[place]
            return TimestampMistakes(value.text)[keyPath: mistakes].map { mistake in
                let isDate = !mistake.text.utf8.allSatisfy { ASCII.isDigit($0) || $0 == ASCII.dot || $0 == ASCII.minus }
                return TextVariant(
                    "\"\(value.name)\" was signed \(mistake.words)",
                    message.text([place: message.written(mistake.text, isString: value.isString || isDate)]))
            }
        }
    }

    // MARK: - Changed values

    /// Returns variants with the values that the request or the bid around the message has.
    static func stated(_ message: SignedMessage) -> [TextVariant] {
        message.stated.flatMap { name, text in
            message.places { $0.name == name }.compactMap { place in text.map { changed(message, [(place, $0)]) } }
        }
    }

    /// Returns variants with other values. If one was signed, a value was changed after signing; it is not a mistake of
    /// form.
    static func changes(_ message: SignedMessage) -> [TextVariant] {
        let choices = message.values.enumerated().reduce(into: [[]]) { (sets: inout [[(Int, String)]], entry) in
            guard case .choice(let texts) = entry.element.role else { return }
            let others = texts.filter { $0 != entry.element.text }
            sets += sets.flatMap { set in others.map { set + [(entry.offset, $0)] } }
        }
        let items = message.places { $0.role == .item && message.isPlain($0) }
        return choices.dropFirst().inOrder { $0.count < $1.count }.map { changed(message, $0) }
            + message.places { $0.role == .campaign }.flatMap { place in
                (1...100).map { changed(message, [(place, "\($0)")]) }
            }
            + message.places { $0.role == .source }.flatMap { place in
                let value = message.values[place]
                return NumberMistakes.sources(of: Array(value.text.utf8), isText: value.isString).map {
                    changed(message, [(place, $0.text)])
                }
            }
            + items.flatMap { place in
                (items.map { message.values[$0].text } + ["0"]
                    + NumberMistakes.neighbours(of: Array(message.values[place].text.utf8)).map(\.text)).map {
                        changed(message, [(place, $0)])
                    }
            }
    }

    private static func changed(_ message: SignedMessage, _ changes: [(place: Int, text: String)]) -> TextVariant {
        let written = changes.map { place, text in
            (place, message.written(text, isString: message.values[place].isString))
        }
        return TextVariant(
            written.map { place, text in
                let value = message.values[place]
                return
                    "\"\(value.name)\" was signed as \(text) and is \(message.written(value.text, isString: value.isString)) here"
            }.joined(separator: ", and ") + ": it was changed after signing",
            message.text(Dictionary(uniqueKeysWithValues: written)))
    }

    // MARK: - Order

    /// Returns variants with the values in another order.
    static func rearrangements(_ message: SignedMessage) -> [TextVariant] {
        let names = message.values.map(\.name)
        let places = Array(names.indices)
        let named =
            message.orders + [
                ("in the alphabetical order of their names", places.inOrder { names[$0] < names[$1] }),
                ("in reverse order", places.reversed()),
            ]
        var variants = named.map { words, order in reordered(message, order, "the values are \(words)") }
        for from in places {
            for to in places where to != from {
                if to > from {
                    var order = places
                    order.swapAt(from, to)
                    variants.append(reordered(message, order, "\"\(names[from])\" and \"\(names[to])\" changed places"))
                }
                var order = places
                order.insert(order.remove(at: from), at: to)
                variants.append(reordered(message, order, "\"\(names[from])\" is value \(to + 1)"))
            }
        }
        return variants
    }

    /// Returns variants with few values in every order, as dictionaries have that do not keep one.
    static func permutations(_ message: SignedMessage) -> [TextVariant] {
        guard message.values.count <= message.mostPermuted else { return [] }
        return permutations(of: message.values.count).map { order in
            reordered(message, order, "the values are in the order \(names(message, order))")
        }
    }

    static func permutations(of count: Int) -> [[Int]] {
        (0..<count).reduce([[]]) { orders, place in
            orders.flatMap { order in (0...place).map { Array(order[..<$0] + [place] + order[$0...]) } }
        }
    }

    private static func reordered(
        _ message: SignedMessage, _ order: [Int], _ words: @autoclosure @escaping () -> String
    ) -> TextVariant {
        TextVariant("\(words()); they must be in the order of \(message.wantedOrder)", message.reordered(order))
    }
}

extension SignedMessage {
    fileprivate func places(_ isWanted: (SignedValue) -> Bool) -> [Int] {
        values.indices.filter { isWanted(values[$0]) }
    }

    /// Whether the text has a value without quotes.
    fileprivate func isPlain(_ value: SignedValue) -> Bool { !isJSON || !value.isString }

    /// Returns a value as the text has it.
    fileprivate func written(_ text: String, isString: Bool) -> String {
        isJSON && isString ? JSONValue.string(text).text : text
    }
}

extension SignedValue {
    fileprivate var isBoolean: Bool { text == "true" || text == "false" }
    fileprivate var isDigits: Bool { !text.isEmpty && text.utf8.allSatisfy(ASCII.isDigit) }
}

/// Other forms of a value, as libraries of several languages write it.
enum ValueForms {
    /// Words for true and false.
    static let booleans = [
        ("1", "0"), ("True", "False"), ("TRUE", "FALSE"), ("1", ""), ("yes", "no"), ("YES", "NO"), ("Y", "N"),
        ("y", "n"), ("t", "f"), ("T", "F"), ("on", "off"), ("1.0", "0.0"), ("-1", "0"), ("\"true\"", "\"false\""),
        ("\"1\"", "\"0\""),
    ]

    /// Returns a text of letters in other cases.
    static func letterCases(of text: String) -> [(words: String, text: String)] {
        [
            ("in uppercase", text.uppercased()), ("in lowercase", text.lowercased()),
            ("with a capital", text.prefix(1).uppercased() + text.dropFirst()),
        ]
    }

    /// Returns a UUID in other letter cases, without dashes, in braces, and its bytes in base64.
    static func identifiers(of text: String) -> [(words: String, text: String)] {
        func dashless(_ text: String) -> String { text.filter { $0 != "-" } }
        let (upper, lower) = (text.uppercased(), text.lowercased())
        let bytes = ASCII.bytes(ofHexDigits: Array(dashless(text).utf8))
        return [
            ("in uppercase", upper), ("in lowercase", lower), ("without dashes", dashless(text)),
            ("without dashes", dashless(upper)), ("without dashes", dashless(lower)), ("in braces", "{\(text)}"),
            ("in braces", "{\(upper)}"), ("in braces", "{\(lower)}"),
        ] + (bytes.map(TextForms.base64) ?? []).map { ("in \($0.words)", $0.text.text) }
    }

    static let cut = "cut to 32 bits"

    /// Notations of a whole number.
    static let numbers: [(words: String, write: @Sendable (String) -> String)] = [
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
}

extension [UInt8] {
    var text: String { String(decoding: self, as: UTF8.self) }
}
