public import AttributionInspection
public import Foundation

// Without this, `localizedDescription` of a failure is the name of its type and a number.

/// A message of the library as a sentence: it begins with a capital letter and ends with a period.
///
/// Messages are clauses, since the command line puts the name of an input before them.
private func asSentence(_ clause: String) -> String {
    let lines = clause.split(separator: "\n").map { line in
        let whole = line.prefix(1).uppercased() + line.dropFirst()
        return [".", "!", "?"].contains(whole.last) ? whole : whole + "."
    }
    return lines.joined(separator: "\n")
}

extension WrongSignatureError: LocalizedError {
    public var errorDescription: String? { asSentence(description) }
}

extension JSONSyntaxError: LocalizedError {
    package var errorDescription: String? { asSentence(description) }
}

extension Findings: LocalizedError {
    public var errorDescription: String? { asSentence(description) }
    public var recoverySuggestion: String? { first { $0.severity == .error }?.hint.map(asSentence) }
}

extension RefusedInput: LocalizedError {
    public var errorDescription: String? { asSentence(description) }
    public var recoverySuggestion: String? { hint.map(asSentence) }
}

extension Problem: LocalizedError {
    public var errorDescription: String? { asSentence(description) }
    public var recoverySuggestion: String? { hint.map(asSentence) }
}

extension Problems: LocalizedError {
    public var errorDescription: String? { asSentence(description) }
    public var recoverySuggestion: String? { list.lazy.compactMap(\.hint).first.map(asSentence) }
}
