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
///
/// - Parameter limit: the greatest number of Unicode scalars; a character may have any number of those.
package func excerpt(_ text: String, limit: Int = 80) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
        end < scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "…"
}

/// Returns a member's name as a part of a path. It is cut, since each thing inside repeats it in its own path.
package func pathPart(_ name: String) -> String { excerpt(name, limit: 64) }

/// Returns an external text in quotes, cut to a length that suits a message, with possible secrets concealed.
package func quoted(_ text: String) -> String { "\"" + excerpt(text.concealed) + "\"" }

/// Returns the end of a message about a value: what must be in its place, as in `is 7; it must be 0 to 3`.
///
/// - Parameter verb: What comes before the value that was found.
package func demand(_ wanted: String, insteadOf found: String = "", after verb: String = "is") -> String {
    // What a text that is not JSON lacks is a part of it.
    verb == "has" || found.hasPrefix("not JSON") ? "; it must have \(wanted)" : "; it must be \(wanted)"
}
