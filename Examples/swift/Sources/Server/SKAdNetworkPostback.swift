import AdAttribution

/// Describes one SKAdNetwork postback, without a server.
func describeSKAdNetwork(_ request: [UInt8], to network: AdNetworkIdentifier) -> String {
    do throws(Problem) {
        let postback = try UnverifiedSKAdNetworkPostback(parsing: request)
            .verified(by: TrustedKeys(.production), in: [.production])
        guard !postback.findings.hasErrors else { return "\(postback.findings)" }
        guard postback.signed.adNetworkIdentifier == network else { return "not ours" }
        // Versions before 3.0 inform only winners, and have no such field.
        guard postback.signed.didWin ?? .known(true) == true else { return "another network won" }
        let campaign: String
        switch postback.signed.campaign {
        case .known(.source(let digits)): campaign = "source \(digits)"
        case .known(.campaign(let number)): campaign = "campaign \(number)"
        default: campaign = "\(postback.signed.campaign)"
        }
        return "\(campaign): \(postback.unsigned.conversionValue?.description ?? "no value")"
    } catch {
        return "refused: \(error)"
    }
}
