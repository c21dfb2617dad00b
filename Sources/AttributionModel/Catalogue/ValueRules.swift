import AttributionBase
import AttributionCrypto

/// Rules about values that many fields share.
extension RuleBuilder {
    package func range(_ id: String, _ field: Field, _ range: ClosedRange<Int>, _ summary: String) -> Rule {
        self.range(id, field, UInt64(range.lowerBound)...UInt64(range.upperBound), summary)
    }

    package func range(_ id: String, _ field: Field, _ range: ClosedRange<UInt64>, _ summary: String) -> Rule {
        value(
            id, field, summary, wanted: integers(range), quick: .isWithin(field, range),
            kind: .isWithin(field, range)
        ) { value in
            if let number = value.unsignedInteger, range.contains(number) { return nil }
            return Violation(value.excerpt)
        }
    }

    /// - Parameters:
    ///   - misspellings: Common misspellings of a word, in lowercase without punctuation, with the right word for
    ///     each.
    ///   - sources: Where certain wrong values come from, as a clause.
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
            return Violation(value.excerpt, hint: meant.map { "did you mean \"\($0)\"?" + source })
        }
    }

    package func uuid(_ id: String, _ field: Field) -> Rule {
        value(
            id, field, "\"\(field.name)\" must be a UUID",
            wanted: "a UUID", quick: .isUUID(field), kind: .isUUID(field)
        ) { $0.isUUID ? nil : Violation($0.excerpt, hint: $0.unescapedOrContent { UUIDText.look(of: $0) }) }
    }
}
