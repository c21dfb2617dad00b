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

/// Returns a list of alternatives for a message. Only the first ones are listed if there are many.
package func someAlternatives(_ words: [String]) -> String {
    words.count > 7 ? "one of " + words.prefix(5).joined(separator: ", ") + ", …" : alternatives(words)
}

/// Returns a text, cut to a length that suits a message.
///
/// - Parameter limit: The greatest number of Unicode scalars. Characters are not counted, because one may consist of any number of scalars.
package func excerpt(_ text: String, limit: Int = 80) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
        end < scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "…"
}

/// Returns the code point of a character, such as `U+200B`.
package func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

/// Returns a member's name for use in paths. It is cut, because the paths of all values inside the member repeat it.
package func pathPart(_ name: String) -> String { excerpt(name, limit: 64) }

/// Returns an external text in quotes, cut to a length that suits a message, with possible secrets concealed.
package func quoted(_ text: String) -> String { "\"" + excerpt(text.concealed) + "\"" }

/// How a message continues after it has said what was found.
@usableFromInline package enum MessageEnding: Hashable, Sendable {
    /// With what the value must be: `is 7; it must be 0 or 1`.
    case be
    /// With what must be there: `has 1 part; it must have 3`.
    case have
    /// With the given clause, which may be empty: `is 0, which makes this a development impression`.
    case then(String)
    /// The given sentence replaces the whole message.
    case sentence(String)
}

/// Returns the end of a message, which says what is wanted, such as `; it must be 0 or 1`.
///
/// - Parameters:
///   - wanted: What is wanted; nil if that is obvious.
///   - isStrict: False if what was found is allowed, but probably a mistake.
package func ending(wanting wanted: String?, _ form: MessageEnding = .be, isStrict: Bool = true) -> String {
    let modal = isStrict ? "must" : "should"
    return switch form {
    case .be: wanted.map { "; it \(modal) be \($0)" } ?? ""
    case .have: wanted.map { "; it \(modal) have \($0)" } ?? ""
    case .then(let clause): clause
    case .sentence: ""
    }
}

/// Describes the integers of a range: `0 or 1`, `an integer from 0 to 63`.
package func integers(_ range: ClosedRange<UInt64>) -> String {
    let (least, most) = (range.lowerBound, range.upperBound)
    if most == .max, least <= 1 { return least == 0 ? "an unsigned 64-bit integer" : "a positive 64-bit integer" }
    return most - least == 1 ? "\(least) or \(most)" : "an integer from \(least) to \(most)"
}
