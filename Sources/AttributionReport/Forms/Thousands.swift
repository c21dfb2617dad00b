import AttributionBase

/// Formats numbers for people, with commas between groups of three digits.
enum Thousands {
    /// Returns a number with separators; any other text unchanged.
    static func separated(_ text: String) -> String {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first, parts.count <= 2, whole.utf8.count > 3,
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(ASCII.isDigit) })
        else { return text }
        var result = ""
        for (place, digit) in whole.enumerated() {
            if place > 0, (whole.utf8.count - place).isMultiple(of: 3) { result += "," }
            result.append(digit)
        }
        return result + text.dropFirst(whole.count)
    }

    /// Returns a sentence with separators in each of its numbers.
    static func separated(words text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            word.last == "," ? separated(String(word.dropLast())) + "," : separated(String(word))
        }.joined(separator: " ")
    }

    /// Returns two amounts with separators, or one if they are equal or there is no upper bound.
    static func range(_ least: String, _ most: String?) -> String {
        let least = separated(least)
        guard let most = most.map({ separated($0) }) else { return "at least \(least)" }
        return least == most ? least : "\(least) to \(most)"
    }
}
