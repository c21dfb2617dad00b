/// A number and what it counts: `1 line`, `2 lines`.
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// Words of which one is meant: `a`, `a or b`, `a, b or c`.
package func alternatives(_ words: [String]) -> String {
    guard let last = words.last else { return "" }
    return words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " or " + last
}

/// A text cut to a length that suits a message.
package func excerpt(_ text: String, limit: Int = 80) -> String {
    text.count > limit ? text.prefix(limit) + "…" : text
}

/// A text from outside in quotes, cut to a length that suits a message, and without what may be a secret.
package func quoted(_ text: String) -> String { "\"" + excerpt(text.concealed) + "\"" }
