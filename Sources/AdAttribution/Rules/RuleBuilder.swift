import Bytes
import StrictJSON

/// Makes the rules of one subject: the kinds of check that many fields share are written once, here.
struct RuleBuilder: Sendable {
    let subject: Rule.Subject
    let article: Article
    /// What a device throws for a violation of severity error.
    var appleError: Rule.AppleError?
    /// Whether the fields are members of the body and not of the signed payload.
    var isInBody = false

    private func value(_ field: Field, _ examination: Examination) -> JSONView? {
        isInBody ? examination.body[field] : examination.payload[field]
    }

    /// A rule about one field, or about what fields mean together. The latter explains itself: its hint is what it says.
    func callAsFunction(
        _ id: String, _ field: Field?, _ summary: String, severity: Rule.Severity = .error, wanted: String,
        hint: String? = nil, article: Article? = nil, isAboutOneValue: Bool = true, quick: QuickTest = .none,
        check: @escaping @Sendable (Examination) -> Violation?
    ) -> Rule {
        make(
            id, field, summary, severity, wanted, hint ?? (isAboutOneValue ? nil : summary), article, isAboutOneValue,
            quick, check)
    }

    private func make(
        _ id: String, _ field: Field?, _ summary: String, _ severity: Rule.Severity, _ wanted: String,
        _ hint: String?, _ article: Article?, _ isAboutOneValue: Bool, _ quick: QuickTest,
        _ check: @escaping @Sendable (Examination) -> Violation?
    ) -> Rule {
        // Names of fields that begin with the subject do not name it twice.
        let prefix = subject.rawValue + "-"
        return Rule(
            id: id.hasPrefix(prefix) ? id : prefix + id, severity: severity, subject: subject,
            field: field.map { "\($0.name)" } ?? "*", summary: summary, wanted: wanted, hint: hint,
            article: article ?? self.article, appleError: severity == .error ? appleError : nil,
            isAboutOneValue: isAboutOneValue, check: .once(check), quickTest: quick)
    }

    /// A rule that one input can break several times.
    func many(
        _ id: String, _ summary: String, severity: Rule.Severity = .error, wanted: String, hint: String? = nil,
        quick: QuickTest = .none, check: @escaping @Sendable (Examination) -> [Violation]
    ) -> Rule {
        Rule(
            id: subject.rawValue + "-" + id, severity: severity, subject: subject, field: "*", summary: summary,
            wanted: wanted, hint: hint, article: article, appleError: severity == .error ? appleError : nil,
            isAboutOneValue: false, check: .many(check), quickTest: quick)
    }

    /// A rule about the value of one field, where it has the right JSON type.
    func value(
        _ id: String, _ field: Field, _ kind: JSONKind, _ summary: String, severity: Rule.Severity = .error,
        wanted: String, hint: String? = nil, article: Article? = nil, quick: QuickTest = .none,
        violates: @escaping @Sendable (JSONView) -> Violation?
    ) -> Rule {
        self(id, field, summary, severity: severity, wanted: wanted, hint: hint, article: article, quick: quick) {
            examination in
            guard let value = value(field, examination), value.kind == kind else { return nil }
            return violates(value)
        }
    }

    // MARK: - Presence

    func missing(_ field: Field) -> Rule {
        make(
            "\(field.name)-missing", field, "\(field.name) is present", .error, "a value", nil, nil, false,
            .isThere(field)
        ) { examination in
            value(field, examination) == nil ? Violation("missing") : nil
        }
    }

    /// - Parameter belongsElsewhere: a hint for a name that is known, but not here.
    func unknownField(
        besides known: FieldSet, _ belongsElsewhere: @escaping @Sendable (String) -> String? = { _ in nil }
    ) -> Rule {
        let names = Field.allCases.filter { known.contains($0) }.map { "\($0.name)" }
        return many(
            "unknown-field", "there are no fields but those of the article", severity: .warning,
            wanted: "no such field",
            quick: .hasNoUnknownFields
        ) { examination in
            (isInBody ? examination.body : examination.payload).unknown.map { name in
                let hint =
                    belongsElsewhere(name.string)
                    ?? Spelling.nearest(to: name.string, among: names).map { "did you mean \"\($0)\"?" }
                return Violation("unknown", hint: hint, field: name.string)
            }
        }
    }

    // MARK: - JSON types

    func string(_ field: Field) -> Rule {
        self(
            "\(field.name)-json-type", field, "\(field.name) is a string", wanted: "a string",
            quick: .isOf(field, .string)
        ) { examination in
            guard let value = value(field, examination), value.kind != .string else { return nil }
            let isUnquoted = value.kind == .number && field != .jwsString
            return Violation(value.excerpt, hint: isUnquoted ? "write the number in quotes" : nil)
        }
    }

    func integer(_ field: Field) -> Rule {
        self(
            "\(field.name)-json-type", field, "\(field.name) is a JSON integer, neither a string nor 1.0",
            wanted: "an integer", quick: .isInteger(field)
        ) { examination in
            guard let value = value(field, examination), !value.isInteger else { return nil }
            let isQuotedNumber = value.kind == .string && UInt64(value.string).map(String.init) == value.string
            let isWhole = unsafe value.raw.suffix(2).elementsEqual(".0".utf8)
            return Violation(
                value.excerpt,
                hint: isQuotedNumber
                    ? "write the number without quotes" : isWhole ? "write the number without a fraction" : nil)
        }
    }

    func boolean(_ field: Field) -> Rule {
        self(
            "\(field.name)-json-type", field, "\(field.name) is true or false", wanted: "true or false",
            quick: .isBoolean(field)
        ) {
            examination in
            guard let value = value(field, examination), value.kind != .true, value.kind != .false else { return nil }
            let isQuoted = value.isString("true") || value.isString("false")
            return Violation(value.excerpt, hint: isQuoted ? "write the word without quotes" : nil)
        }
    }

    // MARK: - Values

    func range(_ field: Field, _ range: ClosedRange<Int>, _ summary: String) -> Rule {
        self.range(field, UInt64(range.lowerBound)...UInt64(range.upperBound), summary)
    }

    func range(_ field: Field, _ range: ClosedRange<UInt64>, _ summary: String) -> Rule {
        self(
            "\(field.name)-range", field, summary, wanted: "\(range.lowerBound) to \(range.upperBound)",
            quick: .isWithin(field, range.lowerBound, range.upperBound)
        ) {
            examination in
            guard let value = value(field, examination), value.isInteger else { return nil }
            if let number = value.unsignedInteger, range.contains(number) { return nil }
            return Violation(value.excerpt)
        }
    }

    /// - Parameter misspellings: what is often written for a word, in lower case without punctuation.
    func oneOf(_ field: Field, _ words: [StaticString], _ summary: String, misspellings: [String: String] = [:]) -> Rule
    {
        let quoted = words.map { "\"\($0)\"" }
        let wanted =
            quoted.dropLast().joined(separator: ", ") + (words.count > 1 ? " or " : "") + quoted[words.count - 1]
        let quick = words.count == 1 ? QuickTest.isWord(field, words[0]) : .none
        return value("\(field.name)-value", field, .string, summary, wanted: wanted, quick: quick) { value in
            if words.contains(where: { value.isString($0) }) { return nil }
            let plain = String(value.string.lowercased().filter(\.isLetter))
            let meant =
                words.map { "\($0)" }.first { $0.filter(\.isLetter) == plain } ?? misspellings[plain]
            return Violation(value.excerpt, hint: meant.map { "did you mean \"\($0)\"?" })
        }
    }

    func uuid(_ field: Field) -> Rule {
        value(
            "\(field.name)-uuid", field, .string, "\(field.name) is a UUID",
            wanted: "a UUID such as 7aa9f8cc-5689-4c02-b963-22ca22136015", quick: .isUUID(field)
        ) { $0.isUUID ? nil : Violation($0.excerpt) }
    }

    func lowercaseNetwork() -> Rule {
        value(
            "ad-network-identifier-lowercase", .adNetworkIdentifier, .string,
            "an ad network ID is lowercase, or the system does not recognise it", wanted: "lowercase letters",
            hint: "write the ID in lowercase", article: .registeringAnAdNetwork,
            quick: .isPlainNetwork(.adNetworkIdentifier)
        ) { $0.hasUppercaseLetter ? Violation($0.excerpt) : nil }
    }

    func networkSuffix() -> Rule {
        value(
            "ad-network-identifier-suffix", .adNetworkIdentifier, .string,
            "an ad network ID ends in .adattributionkit or .skadnetwork",
            wanted: "an ID that ends in .adattributionkit or .skadnetwork", article: .registeringAnAdNetwork,
            quick: .isPlainNetwork(.adNetworkIdentifier)
        ) { $0.isAdNetworkIdentifier ? nil : Violation($0.excerpt) }
    }
}

extension JSONView {
    /// Whether a string is a UUID in either letter case: 8-4-4-4-12 hexadecimal digits (RFC 9562 §4).
    var isUUID: Bool {
        guard kind == .string else { return false }
        return unsafe unescapedOrContent { text in
            guard text.count == 36, unsafe text[8] == ASCII.minus, unsafe text[13] == ASCII.minus,
                unsafe text[18] == ASCII.minus, unsafe text[23] == ASCII.minus
            else { return false }
            func word(_ offset: Int) -> UInt64 { unsafe text.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
            func half(_ offset: Int) -> UInt64 {
                unsafe UInt64(text.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            }
            return ASCII.areHexDigits(word(0)) && ASCII.areHexDigits(half(9) | half(14) << 32)
                && ASCII.areHexDigits(half(19) | half(24) << 32) && ASCII.areHexDigits(word(28))
        }
    }

    /// Whether a string is without a doubt the ID of an ad network: plain lowercase letters and the like, and an ending.
    var isPlainAdNetworkIdentifier: Bool {
        guard kind == .string, !hasEscapes else { return false }
        let text = unsafe content
        for offset in 0..<text.count {
            let byte = unsafe text[offset]
            if byte >= 0x80 || ASCII.isUppercase(byte) { return false }
        }
        return AdNetworkIdentifier.endings.contains { ending in
            let start = text.count - ending.utf8CodeUnitCount
            return unsafe start > 0 && text.part(start..<text.count).elementsEqual(ending)
        }
    }

    /// Whether a string has one of the endings of ad network IDs, in whatever case, and something before it.
    var isAdNetworkIdentifier: Bool {
        unsafe unescapedOrContent { text in
            for ending in AdNetworkIdentifier.endings {
                let start = text.count - ending.utf8CodeUnitCount
                guard start > 0 else { continue }
                let matches = (0..<ending.utf8CodeUnitCount).allSatisfy { offset in
                    let byte = unsafe text[start + offset]
                    return unsafe (ASCII.isUppercase(byte) ? byte | 0x20 : byte) == ending.utf8Start[offset]
                }
                if matches { return true }
            }
            return false
        }
    }

    var hasUppercaseLetter: Bool {
        unsafe unescapedOrContent { text in
            guard unsafe text.contains(where: { $0 >= 0x80 }) else {
                return unsafe text.contains(where: ASCII.isUppercase)
            }
            return unsafe text.text.unicodeScalars.contains { $0.properties.isUppercase }
        }
    }

    /// How many decimal digits a string is, or nil if there is anything else in it.
    var digitCount: Int? {
        guard kind == .string else { return nil }
        return unsafe unescapedOrContent { unsafe $0.allSatisfy(ASCII.isDigit) ? $0.count : nil }
    }
}
