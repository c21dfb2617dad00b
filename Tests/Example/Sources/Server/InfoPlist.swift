import AdAttribution

/// What is wrong with the attribution settings in an app's Info.plist, and for how long a click on an ad of a network counts.
func settings(
    in propertyList: [UInt8], for network: AdNetworkIdentifier
) throws -> (findings: Findings, click: Duration?) {
    let settings = try AttributionConfiguration(parsing: propertyList)
    return (settings.findings, settings.window(for: .click, of: network))
}
