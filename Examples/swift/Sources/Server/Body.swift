import AdAttribution

/// Describes one body, without a server.
func describe(_ request: [UInt8], trusting keys: TrustedKeys) -> String {
    do throws(Problem) {
        let postback = try UnverifiedPostback(parsing: request).verified(by: keys, in: [.production, .local])
        // Apple may sign a postback that breaks one of today's rules: the findings say which.
        guard !postback.findings.hasErrors else { return "\(postback.findings)" }
        guard postback.signed.didWin == true, case .known(let source) = postback.signed.sourceIdentifier else {
            return "another network won"
        }
        return "\(source): \(postback.unsigned.conversionValue?.description ?? "no value")"
    } catch {
        return "refused: \(error)"
    }
}
