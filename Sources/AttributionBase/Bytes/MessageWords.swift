/// Returns a number with the noun it counts, in the plural if needed: `1 line`, `2 lines`.
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// Returns a number of 0 or more with commas between groups of three digits: `1,190`.
package func inGroups(_ count: Int) -> String {
    let digits = Array(String(count))
    return digits.indices.reduce(into: "") { text, place in
        if place > 0, (digits.count - place) % 3 == 0 { text.append(",") }
        text.append(digits[place])
    }
}

/// Returns a list of alternatives: `a`, `a or b`, `a, b or c`.
package func alternatives(_ words: [String]) -> String {
    guard let last = words.last else { return "" }
    return words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " or " + last
}

/// Returns a text, cut to a length that suits a message.
package func excerpt(_ text: String, limit: Int = 80) -> String { text.count > limit ? text.prefix(limit) + "…" : text }

/// Returns an external text in quotes, cut to a length that suits a message, with possible secrets concealed.
package func quoted(_ text: String) -> String { "\"" + excerpt(text.concealed) + "\"" }
