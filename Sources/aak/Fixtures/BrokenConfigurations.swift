import StrictJSON

extension BrokenInputs {
    private func configuration(_ name: String, _ rule: String, _ text: String) -> BrokenInput {
        let value = (try? JSONValue(parsing: Array(text.utf8))) ?? .null
        return BrokenInput(name: name, input: value, stage: "rules", rule: "configuration-" + rule)
    }

    private func windows(_ name: String, _ rule: String, _ text: String) -> BrokenInput {
        configuration(name, rule, #"{"AdAttributionKitConfigurations":{"AttributionWindows":\#(text)}}"#)
    }

    var configurations: [BrokenInput] {
        [
            windows("a window is a string", "json-type", #"{"global":{"install":{"click":"30"}}}"#),
            configuration(
                "a Boolean is a number", "json-type",
                #"{"AttributionCopyEndpoint":"https://example.com","EligibleForAdAttributionKitReengagementPostbackCopies":1}"#
            ),
            windows("a key is unknown", "unknown-key", #"{"global":{"install":{"tap":30}}}"#),
            configuration(
                "a cooldown is misspelt", "unknown-key", #"{"AttributionCooldown":{"install-cooldown-days":1}}"#),
            windows(
                "ignoreInteractionType stands outside install", "unknown-key",
                #"{"example.adattributionkit":{"ignoreInteractionType":"view"}}"#),
            windows("clicks count for 31 days", "click-range", #"{"global":{"install":{"click":31}}}"#),
            windows("clicks count for 0 days", "click-range", #"{"example.adattributionkit":{"install":{"click":0}}}"#),
            windows("views count for 8 days", "view-range", #"{"global":{"install":{"view":8}}}"#),
            configuration(
                "an install cooldown has 721 hours", "install-cooldown-range",
                #"{"AttributionCooldown":{"install-cooldown-hours":721}}"#),
            configuration(
                "a re-engagement cooldown is negative", "re-engagement-cooldown-range",
                #"{"AttributionCooldown":{"re-engagement-cooldown-hours":-1}}"#),
            windows(
                "ignoreInteractionType stands under global", "ignore-global",
                #"{"global":{"install":{"ignoreInteractionType":"view"}}}"#),
            windows(
                "ignoreInteractionType is tap", "ignore-value",
                #"{"example.adattributionkit":{"install":{"ignoreInteractionType":"tap"}}}"#),
            windows(
                "windows are given for no ad network", "network-identifier",
                #"{"example.com":{"install":{"click":3}}}"#),
            windows(
                "an ad network's ID has capitals", "network-identifier",
                #"{"Example.adattributionkit":{"install":{"click":3}}}"#),
            configuration(
                "windows stand beside the configurations", "unknown-key",
                #"{"AdAttributionKitConfigurations":{},"AttributionWindows":{"global":{"install":{"click":3}}}}"#),
            configuration(
                "an entry of the list is no ad network", "ad-network-identifiers",
                #"{"AdNetworkIdentifiers":["example.adattributionkit","example.com"]}"#),
            configuration(
                "an entry of the list has capitals", "ad-network-identifiers",
                #"{"AdNetworkIdentifiers":["Example.skadnetwork"]}"#),
            configuration("copies go to no URL", "copy-endpoint", #"{"AttributionCopyEndpoint":"example"}"#),
            configuration("copies go over http", "copy-endpoint", #"{"AttributionCopyEndpoint":"http://example.com"}"#),
            configuration(
                "a copy key is nested", "nested-copy-key",
                #"{"AdAttributionKit":{"AttributionCopyEndpoint":"https://example.com"}}"#),
        ]
    }
}
