import AttributionBase

// Mistakes in single values, and in the order of values.
extension SignedMessage {
    // MARK: - Letters

    var identifiers: [TextVariant] { forms(.identifier, OtherForms.identifiers) }

    var nonces: [TextVariant] { forms(.nonce, OtherForms.identifiers) }

    var networks: [TextVariant] { forms(.network, OtherForms.networks) }

    private func forms(
        _ role: SignedText.Role, _ forms: (String) -> [(words: String, text: String)]
    ) -> [TextVariant] {
        indices { $0.role == role }.flatMap { index in
            let value = values[index]
            // An identifier must be signed in the same case as in the token, all others in lowercase.
            let right = role == .identifier ? value.text : value.text.lowercased()
            return forms(value.text).map { words, other in
                let signed = "signed \(words), as \(other)"
                let difference =
                    if isOfDevice {
                        "is \(value.text) here, but was \(signed): it was changed after signing"
                    } else if value.text == right {
                        "was \(signed); it must be \(right)"
                    } else {
                        "is \(value.text) here, but was \(signed); it must be \(right) here and in the signed text"
                    }
                return TextVariant(
                    "\"\(value.name)\" \(difference)",
                    text.replacing([index: text.written(other, isString: value.isString)]))
            }
        }
    }

    // MARK: - Booleans, numbers and strings

    var literals: [TextVariant] { booleans + sources + numbers + quotes }

    private var booleans: [TextVariant] {
        let indices = indices { isPlain($0) && $0.isBoolean }
        return OtherForms.booleans.flatMap { yes, no in
            subsets(indices).map { chosen in
                variant(
                    chosen,
                    "\(names(chosen)) was signed as \(yes) or \(no.isEmpty ? "nothing" : no); it must be true or false"
                ) { $0 == "true" ? yes : no }
            }
        }
    }

    /// Returns variants of the source identifier: with leading zeros, which a number cannot have, or without the leading zeros of a string.
    private var sources: [TextVariant] {
        indices { $0.role == .source && $0.text.utf8.count <= 4 && $0.isDigits }.flatMap { index in
            let value = values[index]
            let digits = value.text.drop { $0 == "0" }
            return (digits.count...4).map { count in
                let other = String(repeating: "0", count: count - digits.count) + digits
                guard !isOfDevice else { return changed([(index, other)]) }
                return TextVariant(
                    "\"\(value.name)\" was signed as the text \(other); it must be \(value.text)",
                    text.replacing([index: text.written(other, isString: value.isString)]))
            }
        }
    }

    private var numbers: [TextVariant] {
        let indices = indices { isPlain($0) && $0.isDigits && $0.text.utf8.count <= 19 }
        return OtherForms.numbers.flatMap { words, write in
            // A truncated timestamp is tried as a mistake of its own.
            let fields = words == OtherForms.cut ? indices.filter { values[$0].role != .timestamp } : indices
            return subsets(fields).map { chosen in
                let names = chosen.count == 1 ? names(chosen) + " was" : "integers were"
                return variant(chosen, "\(names) signed \(words); it must be plain decimal digits", write)
            }
        }
    }

    private var quotes: [TextVariant] {
        let (all, strings) = (indices { _ in true }, indices(\.isString))
        func quoted(_ text: String) -> String { "\"\(text)\"" }
        guard text.layout == .separated else {
            return strings.filter { values[$0].isDigits || values[$0].isBoolean }.map { index in
                let text = values[index].text
                return variant([index], "\(names([index])) was signed as \(text); it must be \"\(text)\"") { $0 }
            }
        }
        return [
            variant(
                strings, "strings were signed with their quotes; they must be signed without them", quoted),
            variant(all, "all values were signed in quotes; they must be signed without them", quoted),
            variant(all, "values were signed with spaces around them; they must be signed without them") {
                " \($0) "
            },
        ]
    }

    /// Returns the sets of values that may have been changed together: all of them, all but those with only a few
    /// possible texts, and each value alone.
    private func subsets(_ indices: [Int]) -> [[Int]] {
        let most = indices.filter { if case .choice = values[$0].role { false } else { true } }
        return [indices] + (most.count < indices.count && !most.isEmpty ? [most] : [])
            + (indices.count > 1 ? indices.map { [$0] } : [])
    }

    private func names(_ indices: [Int]) -> String {
        indices.map { "\"\(values[$0].name)\"" }.joined(separator: ", ")
    }

    private func variant(
        _ indices: [Int], _ words: @autoclosure @escaping () -> String, _ write: @escaping (String) -> String
    ) -> TextVariant {
        TextVariant(
            words(),
            text.replacing(Dictionary(uniqueKeysWithValues: indices.map { ($0, write(values[$0].text)) })))
    }

    // MARK: - Timestamps

    /// Returns variants with the same time in another unit, or truncated.
    var units: [TextVariant] { timestamps(\.otherUnits) }

    var readings: [TextVariant] { timestamps(\.otherReadings) }

    private func timestamps(_ mistakes: KeyPath<TimestampMistakes, [TimestampMistakes.Mistake]>) -> [TextVariant] {
        indices { $0.role == .timestamp }.flatMap { index in
            let value = values[index]
            return TimestampMistakes(value.text)[keyPath: mistakes].map { mistake in
                let isDate = !mistake.text.utf8.allSatisfy { ASCII.isDigit($0) || $0 == ASCII.dot || $0 == ASCII.minus }
                return TextVariant(
                    "\"\(value.name)\" was signed \(mistake.words)",
                    text.replacing([index: text.written(mistake.text, isString: value.isString || isDate)]))
            }
        }
    }

    // MARK: - Changed values

    /// Returns variants with the values of the bid request or of the bid around the message.
    var stated: [TextVariant] {
        statedValues.flatMap { name, text in
            indices { $0.name == name }.compactMap { index in text.map { changed([(index, $0)]) } }
        }
    }

    /// Returns variants in which a source identifier has only its last digits.
    var shortened: [TextVariant] {
        indices { $0.role == .source && $0.isDigits && (3...4).contains($0.text.utf8.count) }.flatMap { index in
            (2..<values[index].text.utf8.count).map { changed([(index, String(values[index].text.suffix($0)))]) }
        }
    }

    /// Returns variants in which an item ID is what it was before it was cut to 32 bits.
    private var uncut: [TextVariant] {
        indices { $0.role == .item && isPlain($0) }.flatMap { index -> [TextVariant] in
            let value = values[index]
            guard let number = Int64(value.text), number.magnitude < 1 << 32 else { return [] }
            return (1...3).map { number + $0 << 32 }.filter { $0 > 0 }.map { whole in
                TextVariant(
                    "\"\(value.name)\" was signed as \(whole) and is \(value.text) here: it was cut to 32 bits after signing",
                    text.replacing([index: "\(whole)"]))
            }
        }
    }

    /// Returns variants with other values. If one of them was signed, the value was changed after signing.
    var changes: [TextVariant] {
        let choices = values.enumerated().reduce(into: [[]]) { (sets: inout [[(Int, String)]], entry) in
            guard case .choice(let texts) = entry.element.role else { return }
            let others = texts.filter { $0 != entry.element.text }
            sets += sets.flatMap { set in others.map { set + [(entry.offset, $0)] } }
        }
        let items = indices { $0.role == .item && isPlain($0) }
        return uncut + choices.dropFirst().inOrder { $0.count < $1.count }.map { changed($0) }
            + indices { $0.role == .campaign }.flatMap { index in
                (1...100).map { changed([(index, "\($0)")]) }
            }
            + indices { $0.role == .source }.flatMap { index in
                let value = values[index]
                return OtherForms.sources(of: Array(value.text.utf8), isText: value.isString).map {
                    changed([(index, $0.text)])
                }
            }
            + items.flatMap { index in
                (items.map { values[$0].text } + ["0"]
                    + OtherForms.neighbours(of: Array(values[index].text.utf8)).map(\.text)).map {
                        changed([(index, $0)])
                    }
            }
    }

    private func changed(_ changes: [(index: Int, text: String)]) -> TextVariant {
        let changes = changes.map { index, text in (index, self.text.written(text, isString: values[index].isString)) }
        return TextVariant(
            changes.map { index, text in
                let (name, own) = (values[index].name, values[index])
                let here = self.text.written(own.text, isString: own.isString)
                return "\"\(name)\" was signed as \(text) and is \(here) here"
            }.joined(separator: ", and ") + ": it was changed after signing",
            text.replacing(Dictionary(uniqueKeysWithValues: changes)))
    }

    // MARK: - Order

    /// Returns variants with the values in another order.
    var rearrangements: [TextVariant] {
        let names = values.map(\.name)
        let indices = Array(names.indices)
        let named =
            orders + [
                ("in the alphabetical order of their names", indices.inOrder { names[$0] < names[$1] }),
                ("in reverse order", indices.reversed()),
            ]
        var variants = named.map { words, order in moved(order, "the values are \(words)") }
        for from in indices {
            for to in indices where to != from {
                if to > from {
                    var order = indices
                    order.swapAt(from, to)
                    variants.append(moved(order, "\"\(names[from])\" and \"\(names[to])\" changed places"))
                }
                var order = indices
                order.insert(order.remove(at: from), at: to)
                variants.append(moved(order, "\"\(names[from])\" is value \(to + 1)"))
            }
        }
        return variants
    }

    /// Returns variants with the values in every order, as dictionaries without a fixed order produce. There are too many for eight values,
    /// so the first of them stays in place.
    var permutations: [TextVariant] {
        let most = 7
        guard values.count <= most + 1 else { return [] }
        let fixed = max(0, values.count - most)
        return Self.permutations(of: values.count - fixed).map { order in
            let order = Array(0..<fixed) + order.map { $0 + fixed }
            return moved(order, "the values are in the order \(names(order))")
        }
    }

    static func permutations(of count: Int) -> [[Int]] {
        (0..<count).reduce([[]]) { orders, index in
            orders.flatMap { order in (0...index).map { Array(order[..<$0] + [index] + order[$0...]) } }
        }
    }

    private func moved(_ order: [Int], _ words: @autoclosure @escaping () -> String) -> TextVariant {
        TextVariant("\(words()); they must be in the order of \(wantedOrder)", text.reordered(order))
    }
}

extension SignedMessage {
    /// The values of which other forms are tried.
    fileprivate var values: ArraySlice<SignedText.Value> { text.values.prefix(Self.mostValues) }

    fileprivate func indices(_ isWanted: (SignedText.Value) -> Bool) -> [Int] {
        values.indices.filter { isWanted(values[$0]) }
    }

    /// Whether the text has the value without quotation marks.
    fileprivate func isPlain(_ value: SignedText.Value) -> Bool { text.layout == .separated || !value.isString }
}

extension SignedText.Value {
    fileprivate var isBoolean: Bool { text == "true" || text == "false" }
    fileprivate var isDigits: Bool { !text.isEmpty && text.utf8.allSatisfy(ASCII.isDigit) }
}
