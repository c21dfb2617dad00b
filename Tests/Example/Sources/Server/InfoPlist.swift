import AdAttribution

/// What is wrong with the attribution rules in an app's Info.plist, and for how long a click on an ad of a network counts.
func rules(in propertyList: [UInt8], for network: AdNetworkIdentifier) throws -> (findings: Findings, click: Duration?)
{
    let rules = try AttributionConfiguration(parsing: propertyList)
    return (rules.findings, rules.window(for: .click, of: network))
}
