public import AttributionInspection
public import Foundation

// Without these conformances, `localizedDescription` would only name the type of the error and a number.

/// Returns a message of the library as a sentence, with a capital letter and a period.
///
/// Messages are clauses, because the command line puts the name of an input before them.
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

extension CryptoFailure: LocalizedError {
    public var errorDescription: String? { asSentence(description) }
    public var recoverySuggestion: String? { hint.map(asSentence) }
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
