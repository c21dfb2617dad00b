/// Returns a number with the noun it counts, in the plural if needed: `1 line`, `2 lines`.
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// Returns a number of 0 or more with commas between groups of three digits: `1,190`.
package func inGroups(_ count: Int) -> String {
    let digits = Array(String(count))
    return digits.indices.reduce(into: "") { text, index in
        if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
        text.append(digits[index])
    }
}

/// Returns a list of alternatives: `a`, `a or b`, `a, b or c`.
package func alternatives(_ words: [String]) -> String {
    guard let last = words.last else { return "" }
    return words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " or " + last
}

/// Returns a list of alternatives for a message; of many, only the first ones.
package func someAlternatives(_ words: [String]) -> String {
    words.count > 7 ? "one of " + words.prefix(5).joined(separator: ", ") + ", …" : alternatives(words)
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

/// Returns a character as its code, such as `U+200B`.
package func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

/// Returns a member's name as a part of a path. It is cut, since each thing inside repeats it in its own path.
package func pathPart(_ name: String) -> String { excerpt(name, limit: 64) }

/// Returns an external text in quotes, cut to a length that suits a message, with possible secrets concealed.
package func quoted(_ text: String) -> String { "\"" + excerpt(text.concealed) + "\"" }

/// How a message goes on after what was found.
@usableFromInline package enum Demand: Hashable, Sendable {
    /// With what must be in its place: `is 7; it must be 0 or 1`.
    case be
    /// With what the thing must have: `has 1 part; it must have 3`.
    case have
    /// With a clause of its own, which may be empty: `is 0, which makes this a development impression`.
    case then(String)
    /// Not at all: a sentence of its own replaces the whole message.
    case sentence(String)
}

/// Returns the end of a message: what is wanted instead of what was found, as in `; it must be 0 or 1`.
///
/// - Parameters:
///   - wanted: Nil if it goes without saying.
///   - isStrict: False for what is allowed, though probably a mistake.
package func demand(_ wanted: String?, _ form: Demand = .be, isStrict: Bool = true) -> String {
    let modal = isStrict ? "must" : "should"
    return switch form {
    case .be: wanted.map { "; it \(modal) be \($0)" } ?? ""
    case .have: wanted.map { "; it \(modal) have \($0)" } ?? ""
    case .then(let clause): clause
    case .sentence: ""
    }
}

/// Returns the integers of a range in words: `0 or 1`, `an integer from 0 to 63`.
package func integers(_ range: ClosedRange<UInt64>) -> String {
    let (least, most) = (range.lowerBound, range.upperBound)
    if most == .max, least <= 1 { return least == 0 ? "an unsigned 64-bit integer" : "a positive 64-bit integer" }
    return most - least == 1 ? "\(least) or \(most)" : "an integer from \(least) to \(most)"
}
