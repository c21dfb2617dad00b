public import AdAttribution
public import AttributionInspection
public import Foundation

// Without this, `localizedDescription` of a failure is the name of its type and a number.

/// A message of the library as a sentence: it begins with a capital letter and ends with a period.
///
/// Messages are clauses, since the command line puts the name of an input before them.
private func sentence(_ clause: String) -> String {
    let lines = clause.split(separator: "\n").map { line in
        let whole = line.prefix(1).uppercased() + line.dropFirst()
        return [".", "!", "?"].contains(whole.last) ? whole : whole + "."
    }
    return lines.joined(separator: "\n")
}

extension UnverifiedPostback.Failure: LocalizedError {
    public var errorDescription: String? { sentence(description) }
}

extension Impression.Failure: LocalizedError {
    public var errorDescription: String? { sentence(description) }
    public var recoverySuggestion: String? {
        guard case .rules(let findings) = self else { return nil }
        return findings.first { $0.severity == .error }?.hint.map(sentence)
    }
}

extension WrongSignatureError: LocalizedError {
    public var errorDescription: String? { sentence(description) }
}

extension TrustedKeys.AdditionError: LocalizedError {
    public var errorDescription: String? { sentence(description) }
}

extension PropertyList.SyntaxError: LocalizedError {
    public var errorDescription: String? { sentence(description) }
}

extension KeyError: LocalizedError {
    public var errorDescription: String? { sentence(description) }
    public var recoverySuggestion: String? { hint.map(sentence) }
}

extension ECDSASignatureError: LocalizedError {
    public var errorDescription: String? { sentence(description) }
}

extension JWSError: LocalizedError {
    public var errorDescription: String? { sentence(description) }
    public var recoverySuggestion: String? { hint.map(sentence) }
}

extension Base64URLError: LocalizedError {
    public var errorDescription: String? { sentence(description) }
    public var recoverySuggestion: String? { hint.map(sentence) }
}

extension JSONSyntaxError: LocalizedError {
    public var errorDescription: String? { sentence(description) }
}

extension UnverifiedSKAdNetworkPostback.Failure: LocalizedError {
    public var errorDescription: String? { sentence(description) }
}

extension SKAdNetworkImpression.Refusal: LocalizedError {
    public var errorDescription: String? { sentence(description) }
}

extension SKAdNetworkFault: LocalizedError {
    public var errorDescription: String? { sentence(description) }
    public var recoverySuggestion: String? { hint.map(sentence) }
}

extension Finding: LocalizedError {
    public var errorDescription: String? { sentence(message) }
    public var recoverySuggestion: String? { hint.map(sentence) }
}

extension SKAdNetworkBid.Refusal: LocalizedError {
    public var errorDescription: String? { sentence(description) }
}

extension BidResponseFault: LocalizedError {
    public var errorDescription: String? { sentence(description) }
}

extension NetworkList.Fault: LocalizedError {
    public var errorDescription: String? { sentence(description) }
}

extension RefusedInput: LocalizedError {
    public var errorDescription: String? { sentence(description) }
    public var recoverySuggestion: String? { fault.hint.map(sentence) }
}

extension InputFault: LocalizedError {
    public var errorDescription: String? { sentence(description) }
    public var recoverySuggestion: String? { hint.map(sentence) }
}

extension Problem: LocalizedError {
    public var errorDescription: String? { sentence(description) }
    public var recoverySuggestion: String? { hint.map(sentence) }
}

extension Problems: LocalizedError {
    public var errorDescription: String? { sentence(description) }
    public var recoverySuggestion: String? { list.lazy.compactMap(\.hint).first.map(sentence) }
}
