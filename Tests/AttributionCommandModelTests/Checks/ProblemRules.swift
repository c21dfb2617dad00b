@testable import AttributionCommandModel

/// Rules that several parts of a description share.

/// Returns the problems of a summary, which must be one line of lowercase prose without a final period.
func summaryProblems(_ summary: String) -> [String] {
    var problems: [String] = []
    if isBlank(summary) { return ["the summary is empty"] }
    if summary.last == "." { problems.append("the summary ends with a period") }
    if startsLikeSentence(summary) { problems.append("the summary starts with a capital") }
    if summary.contains(where: \.isNewline) { problems.append("the summary is more than one line") }
    return problems
}

/// Returns the problems of a placeholder for a value or operand, which must be one word, or several separated by `|`.
func placeholderProblems(_ placeholder: String) -> [String] {
    let isPlain = placeholder.split(separator: "|", omittingEmptySubsequences: false).allSatisfy { word in
        word.contains(where: \.isLetter)
            && word.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber || "-_:=".contains($0)) }
    }
    return isPlain ? [] : ["'\(placeholder)' is not one upper-case word"]
}

/// Whether the first word is a common word with a capital. "JWS token" and "iOS" are not, because they always have
/// their capitals.
private func startsLikeSentence(_ text: String) -> Bool {
    let word = text.prefix { $0.isLetter }
    guard let first = word.first, first.isUppercase else { return false }
    return word.dropFirst().allSatisfy(\.isLowercase)
}

/// Whether a name can be typed without quotes and is distinct from an option.
func isCommandName(_ name: String) -> Bool {
    let isPlain = name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
    return isPlain && name.first?.isLetter == true && name.last != "-"
}

/// Whether a word needs no quotes in any shell.
func isPlainWord(_ word: String) -> Bool {
    !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.+,:/%@".contains($0)) }
}

/// Whether a text contains only white space.
func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }

/// Returns the words that occur more than once, each once, in the order of their second occurrence.
func repeated(_ words: [String]) -> [String] {
    var seen: Set<String> = []
    var found: [String] = []
    for word in words where !seen.insert(word).inserted && !found.contains(word) { found.append(word) }
    return found
}
