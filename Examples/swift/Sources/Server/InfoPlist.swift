import AdAttribution

/// What is wrong with the attribution settings in an app's Info.plist, and how long a click on one of a network's ads counts.
func settings(
    in propertyList: [UInt8], for network: AdNetworkIdentifier
) throws -> (findings: Findings, click: Duration?) {
    let settings = try AttributionConfiguration(parsing: propertyList)
    return (settings.findings, settings.window(for: .click, of: network))
}
