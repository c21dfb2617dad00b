import AdAttribution

/// The rejected inputs among many of any kind, each with its line number.
func complaints(about lines: [[UInt8]], trusting keys: TrustedKeys) async throws -> [String] {
    let verifier = InputVerifier.inspector(keys: keys, checksRules: true)
    return try await verifier.verdicts(on: lines).compactMap { verdict in
        guard case .failure(let refusal) = verdict.result else { return nil }
        return "line \(verdict.inputIndex + 1): \(refusal) [\(refusal.rule?.id ?? "")]"
    }
}
