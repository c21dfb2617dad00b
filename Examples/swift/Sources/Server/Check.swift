import AdAttribution

/// What is wrong with the bids for a request, with the loss reason that an exchange gives for each.
func faults(of response: [UInt8], answering request: BidRequest, trusting keys: TrustedKeys, now: Timestamp) throws
    -> [String]
{
    try BidCheck(request: request, keys: keys).reports(on: response, now: now).filter(\.hasErrors).map {
        "\($0.path), \($0.lossReason?.rawValue ?? 0): \($0.findings)"
    }
}
