import AdAttribution

/// A row of a table of conversions, the same for both frameworks.
func row(_ postback: ReceivedPostback) -> [String] {
    [
        postback.framework.rawValue, postback.environment.rawValue, postback.adNetworkIdentifier.description,
        postback.identifier.description, postback.advertisedItemIdentifier.description, postback.campaign.description,
        postback.window?.known.map { "\($0.rawValue)" } ?? "", postback.didWin.description,
        postback.conversionType?.known?.rawValue ?? "", postback.unsigned.interaction?.known?.rawValue ?? "",
        postback.unsigned.conversionValue?.description ?? "", postback.publisher?.description ?? "",
        postback.unsigned.country?.description ?? "",
    ]
}
