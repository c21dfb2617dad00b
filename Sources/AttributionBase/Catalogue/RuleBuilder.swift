/// A builder for the rules of one subject. Checks that many fields share are written here once.
package struct RuleBuilder: Sendable {
    package let subject: Subject
    package let article: Article
    /// The platform's error for a violation with severity error.
    package let platformError: PlatformError?

    package init(subject: Subject, article: Article, platformError: PlatformError? = nil) {
        self.subject = subject
        self.article = article
        self.platformError = platformError
    }

    // MARK: - Custom checks

    /// Creates a rule about one or several fields. The hint of a rule about several fields is its summary by default.
    package func callAsFunction(
        _ id: String, _ field: Field?, _ summary: String, severity: Rule.Severity = .error, wanted: String,
        ending: MessageEnding? = nil, hint: String? = nil, article: Article? = nil, isAboutOneValue: Bool = true,
        quick: QuickTest = .none, kind: Rule.Kind? = nil, suspicion: Rule.Suspicion = [],
        check: @escaping @Sendable (Examination) -> Problem?
    ) -> Rule {
        Rule(
            id, severity, subject, field: field?.text ?? "*", summary, wanted: wanted, ending: ending,
            hint: hint ?? (isAboutOneValue ? nil : summary), article: article ?? self.article,
            platformError: severity == .error ? platformError : nil, isAboutOneValue: isAboutOneValue,
            quickTest: quick, kind: kind, suspicion: suspicion
        ) { examination, report in
            if let problem = check(examination) { report(problem) }
        }
    }

    /// Creates a rule that an input may break several times.
    package func many(
        _ id: String, _ summary: String, severity: Rule.Severity = .error, wanted: String,
        ending: MessageEnding? = nil, hint: String? = nil, quick: QuickTest = .none, check: @escaping Rule.Check
    ) -> Rule {
        Rule(
            id, severity, subject, summary, wanted: wanted, ending: ending, hint: hint, article: article,
            platformError: severity == .error ? platformError : nil, quickTest: quick, check: check)
    }

    /// Creates a rule about the value of one field, which is checked only if it has the field's type.
    package func value(
        _ id: String, _ field: Field, _ summary: String, severity: Rule.Severity = .error, wanted: String,
        ending: MessageEnding? = nil, hint: String? = nil, article: Article? = nil, quick: QuickTest = .none,
        kind: Rule.Kind? = nil,
        violates: @escaping @Sendable (JSONView) -> Problem?
    ) -> Rule {
        self(
            id, field, summary, severity: severity, wanted: wanted, ending: ending, hint: hint, article: article,
            quick: quick, kind: kind
        ) { examination in
            guard let value = examination[field], field.accepts(value) else { return nil }
            return violates(value)
        }
    }

    // MARK: - Presence

    /// Returns the ID of a rule that many fields have, such as `impression-timestamp-missing`. The first word of a field's name is
    /// left out if it is that of the subject.
    package func id(_ field: Field, _ ending: String) -> String {
        var name = field.text[...]
        for word in ["impression-", "postback-", "attribution-"] where name.hasPrefix(word) {
            if word == "attribution-" || (subject.name + "-").hasSuffix(word) { name = name.dropFirst(word.count) }
        }
        return "\(subject.name)-\(name)-\(ending)"
    }

    package func missing(_ field: Field) -> Rule {
        Rule(
            id(field, "missing"), .error, subject, field: field.text, "\"\(field.name)\" must be present",
            wanted: "present and not null", ending: .then(""), article: article, platformError: platformError,
            quickTest: .isPresent(field), kind: .isPresent(field), suspicion: .otherForm
        ) { examination, report in
            if examination[field] == nil { report(examination.absence(of: field)) }
        }
    }

    /// Creates a rule that an object has no members other than its fields.
    package func unknownField(
        _ id: String, of shape: ObjectShape,
        belongsElsewhere: @escaping @Sendable (String) -> String? = { _ in nil }
    ) -> Rule {
        let names = shape.fields.map(\.text)
        return many(
            id, "a field should be one that Apple documents", severity: .warning,
            wanted: "a field of \(subject.summary)", ending: .undocumented, quick: .hasNoUnknownFields
        ) { examination, report in
            for member in examination.unknownMembers(of: shape) {
                report(
                    Problem(
                        "unknown",
                        hint: belongsElsewhere(member.name.string)
                            ?? Spelling.nearest(to: member.name.string, among: names).map { "did you mean \"\($0)\"?" },
                        field: member.name.string))
            }
        }
    }

    // MARK: - JSON types

    /// Creates a rule that a field must have its type.
    ///
    /// - Parameter hints: Whether a value of another type is probably the right value in the wrong form.
    package func jsonType(
        _ field: Field, hints: Bool = true, suspicion: Rule.Suspicion = [],
        look: @escaping @Sendable (JSONView) -> String? = { _ in nil }
    ) -> Rule {
        self(
            id(field, "json-type"), field, "\"\(field.name)\" must be \(field.kind.summary)",
            wanted: field.kind.rawValue,
            quick: .isOfKind(field), kind: .isOfType(field), suspicion: suspicion
        ) { examination in
            guard let value = examination[field], !field.accepts(value) else { return nil }
            return Problem(
                value.excerpt, hint: hints ? field.kind.hint(for: value) ?? look(value) ?? field.lookOfItem(value) : nil
            )
        }
    }

    // MARK: - Values

    package func range(
        _ id: String, _ field: Field, _ range: ClosedRange<Int>, _ summary: String, hint: String? = nil
    ) -> Rule {
        self.range(id, field, UInt64(range.lowerBound)...UInt64(range.upperBound), summary, hint: hint)
    }

    package func range(
        _ id: String, _ field: Field, _ range: ClosedRange<UInt64>, _ summary: String, hint: String? = nil
    ) -> Rule {
        value(
            id, field, summary, wanted: integers(range), quick: .isWithin(field, range),
            kind: .isWithin(field, range)
        ) { value in
            if let number = value.unsignedInteger, range.contains(number) { return nil }
            // Far below zero, what is left of a larger number is in its low 32 bits.
            var cut: Int32?
            if range.upperBound > UInt64(UInt32.max) { cut = Int32(value.raw.text).flatMap { $0 < -0xffff ? $0 : nil } }
            return Problem(
                value.excerpt,
                hint: cut.map { "this is what is left of a number cut to 32 bits, such as \(Int64($0) + 1 << 32)" }
                    ?? hint)
        }
    }

    /// - Parameters:
    ///   - misspellings: Common misspellings of a word, in lowercase without punctuation, with the right word for each.
    ///   - sources: For certain wrong values, a clause that says where they come from.
    package func oneOf(
        _ id: String, _ field: Field, _ words: [StaticString], _ summary: String,
        misspellings: [String: String] = [:], sources: [String: String] = [:]
    ) -> Rule {
        let wanted = alternatives(words.map { "\"\($0)\"" })
        let quick = words.count == 1 ? QuickTest.isWord(field, words[0]) : .none
        return value(id, field, summary, wanted: wanted, quick: quick, kind: .isOneOf(field, words)) { value in
            if words.contains(where: { value.isString($0) }) { return nil }
            let plain = String(value.string.lowercased().filter(\.isLetter))
            let meant =
                words.map { "\($0)" }.first { $0.lowercased().filter(\.isLetter) == plain } ?? misspellings[plain]
            let source = sources[value.string].map { " " + $0 } ?? ""
            return Problem(value.excerpt, hint: meant.map { "did you mean \"\($0)\"?" + source })
        }
    }

    /// - Parameter look: Says what a text looks like that is no UUID.
    package func uuid(
        _ id: String, _ field: Field, look: @escaping @Sendable (ByteView) -> String? = { UUIDText.look(of: $0) }
    ) -> Rule {
        value(
            id, field, "\"\(field.name)\" must be a UUID",
            wanted: "a UUID", quick: .isUUID(field), kind: .isUUID(field)
        ) { $0.isUUID ? nil : Problem($0.excerpt, hint: $0.unescapedOrContent(look)) }
    }
}

extension MessageEnding {
    /// The end of a message that a field is unknown.
    package static let undocumented = MessageEnding.then(": Apple documents no such field here")

    /// The end of a message about one of two fields that exclude each other.
    package static func onlyOne(_ severity: Rule.Severity) -> MessageEnding {
        .then("; only one of them \(severity == .error ? "may" : "should") be present")
    }
}

extension Field {
    /// Says what a string looks like that should be the ID of an App Store item; nil if the field is none, or for any other value.
    fileprivate func lookOfItem(_ value: JSONView) -> String? {
        let isItem = ["-item-identifier", "-item-id", "-app-id"].contains { "-\(text)".hasSuffix($0) }
        return isItem && value.kind == .string ? ItemText.look(of: value.string) : nil
    }
}

extension Field.Kind {
    fileprivate var summary: String {
        switch self {
        case .string, .digits: "a JSON string"
        case .integer: "a JSON integer, neither a string nor a number such as 1.0"
        case .boolean: "a JSON boolean"
        case .object: "a JSON object"
        case .array: "a JSON array"
        case .flag, .strings, .integers, .objects: rawValue
        }
    }

    /// Returns how to write a value that has the right meaning but the wrong type; nil for any other value.
    package func hint(for value: JSONView) -> String? {
        switch (self, value.kind) {
        case (.string, .number), (.digits, .number): return "write the number in quotes"
        case (.integer, .string), (.integer, .number):
            let isQuoted = value.kind == .string
            let text = isQuoted ? value.string : value.raw.text
            guard let digits = JSONText.digits(ofWhole: text) else { return nil }
            guard digits != text else { return isQuoted ? "write the number without quotes" : nil }
            let hasExponent = text.contains { $0 == "e" || $0 == "E" }
            let form = hasExponent ? "an exponent" : "a fraction"
            let lost = JSONText.lostDigits(of: text, writtenAs: digits)
            // If an exponent stands for lost digits, a spreadsheet or a floating-point number may have rounded the value.
            let condition =
                !hasExponent || lost == 0
                ? "" : ", if its last \(lost == 1 ? "digit was" : "\(lost) digits were") zero before it was rounded"
            return "write the number without \(form)\(isQuoted ? " and quotes" : ""): \(digits)\(condition)"
        case (.boolean, .string):
            return value.isString("true") || value.isString("false") ? "write the word without quotes" : nil
        case (.flag, .true), (.flag, .false):
            let digit = value.kind == .true ? 1 : 0
            return "write \(digit): the extension's text requires an integer, although its protobuf says bool"
        case (.flag, _): return Self.integer.hint(for: value)
        default: return nil
        }
    }
}

extension Examination {
    package func absence(of field: Field, _ ending: MessageEnding? = nil) -> Problem {
        isNull(field) ? Problem("null", ending ?? .then(", which counts as missing")) : Problem("missing", ending)
    }
}
