import AdAttribution

/// Everything that is wrong with an input of any kind: an impression, a postback, an ad, a bid or an Info.plist.
func faults(of input: [UInt8], trusting keys: TrustedKeys, now: Timestamp = .now) -> [String] {
    let report = InputValidator(keys: keys).report(on: input, now: now)
    if let problem = report.problem { return ["\(report.kind.rawValue): \(problem)"] }
    return report.findings.map { finding in
        let hint = finding.hint.map { ": \($0)" } ?? ""
        return "\(finding.severity.rawValue) \(finding.rule.id): \(finding.message)\(hint)"
    }
}
