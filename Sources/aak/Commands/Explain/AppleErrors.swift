import AttributionModel

/// What users search for because Apple's frameworks or an exchange report it.
extension OutputWords {
    /// The cases of StoreKit's `SKANError` by their codes.
    private static let storeKitErrors: [(name: String, meaning: String)] = [
        ("impressionMissingRequiredValue", "The SKAdImpression lacks a value that its version requires."),
        ("unsupported", "The device or the app's SDK does not support this call."),
        ("adNetworkIdMissing", "The ad network's ID is not in SKAdNetworkItems of the app's Info.plist."),
        ("mismatchedSourceAppId", "The source app's ID is not that of the app that shows the ad."),
        ("impressionNotFound", "There is no impression to end, or it was ended already."),
        ("invalidCampaignId", "The campaign ID is not from 1 to 100."),
        ("invalidConversionValue", "The fine conversion value is not from 0 to 63."),
        ("invalidSourceAppId", "The source app's ID is invalid."),
        ("invalidAdvertisedAppId", "The advertised app's ID is invalid."),
        ("invalidVersion", "The version is not one that supports this kind of ad."),
        ("unknown", "The system does not say what is wrong."),
        ("impressionTooShort", "The ad was seen for less than two seconds (three before iOS 15.4)."),
    ]

    // A code and its name stay on one line.
    private static let allStoreKitErrors =
        "The codes: " + storeKitErrors.enumerated().map { "\($0)\u{a0}\($1.name)" }.joined(separator: ", ")
        + ". There is none for a wrong signature: the ad is shown, and no postback comes."

    /// The errors that findings name, each with the rules that lead to it.
    private static let ofRules: [(word: String, meaning: String)] = {
        var rules: [String: [String]] = [:]
        for rule in RuleCatalogue.all.rules {
            if let error = rule.platformError { rules[error.name, default: []].append(rule.id) }
        }
        return rules.sorted { $0.key < $1.key }.flatMap { name, ids -> [(word: String, meaning: String)] in
            let meaning =
                "Apple does not document its cause. Judging by its name, it is thrown for an input that breaks one of these rules: "
                + ids.joined(separator: ", ") + "."
            let parts = name.split(separator: ".")
            return [(name, meaning)] + (parts.count > 1 ? [(String(parts[1]), meaning)] : [])
        }
    }()

    static let appleErrors: [Group] = [
        (
            "an error of StoreKit (SKANError)",
            [("SKANError", allStoreKitErrors), ("SKANErrorDomain", allStoreKitErrors)]
                + storeKitErrors.enumerated().flatMap { code, error -> [(word: String, meaning: String)] in
                    let words = [error.name, "SKANError.\(error.name)", "\(code)", "SKANError-\(code)"]
                    return words.map { ($0, "Code \(code), \(error.name). \(error.meaning)") }
                }
        ),
        ("an error of a device or of StoreKit Test", ofRules),
        (
            "a loss reason of OpenRTB",
            [
                ("3", "Invalid bid response: the response is unreadable, or its impid is unknown."),
                ("214", "Creative filtered, invalid SKAdNetwork: the skadn object of the bid has an error."),
                (
                    "216",
                    "Creative filtered, invalid AdAttributionKit: the adattributionkit object of the bid has an "
                        + "error. Only the draft of the extension has this reason."
                ),
            ]
        ),
        (
            "a parameter of updatePostbackConversionValue",
            [
                (
                    "lockWindow",
                    "If it is true, the conversion window ends with this update, and its postback is sent "
                        + "sooner. SKAdNetwork up to 3.0 ignores it."
                )
            ]
        ),
    ]
}
