import AdAttribution

/// What an input contains, to show to somebody. Nobody verified it, so count nothing of it.
func contents(of input: [UInt8]) -> String {
    let decoded = DecodedInput(unverified: input)
    let parts = [decoded.header, decoded.payload, decoded.unsigned].compactMap { $0?.text }
    return "\(decoded.kind.rawValue): " + (parts + decoded.problems.map { "\($0)" }).joined(separator: "; ")
}
