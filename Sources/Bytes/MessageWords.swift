/// A number and what it counts: `1 line`, `2 lines`.
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// A text from outside in quotes, cut to a length that suits a message, and without what may be a secret.
package func quoted(_ text: String) -> String {
    let limit = 80
    let text = text.concealed
    return "\"" + (text.count > limit ? text.prefix(limit) + "…" : text) + "\""
}
