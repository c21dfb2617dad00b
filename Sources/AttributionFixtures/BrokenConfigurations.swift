import AdAttribution
import StrictJSON

/// Attribution rules of an app that break one of the rules about them.
extension BrokenInputs {
    private func configuration(_ name: String, _ rule: String, _ text: String) -> BrokenInput {
        BrokenInput(
            "configuration: " + name, rule, JSONValue(literal: text), sound: JSONValue(literal: Self.configuration))
    }

    private func windows(_ name: String, _ rule: String, _ text: String) -> BrokenInput {
        configuration(name, rule, #"{"AdAttributionKitConfigurations":{"AttributionWindows":\#(text)}}"#)
    }

    /// An Info.plist with all that the rules are about.
    private static let configuration = #"""
        {"AdNetworkIdentifiers":["example.adattributionkit"],"AttributionCopyEndpoint":"https://example.com",\#
        "EligibleForAdAttributionKitReengagementPostbackCopies":true,\#
        "AdAttributionKitConfigurations":{"AttributionWindows":{"global":{"install":{"click":30,"view":7}},\#
        "example.adattributionkit":{"install":{"click":1,"view":1,"ignoreInteractionType":"view"}}},\#
        "AttributionCooldown":{"install-cooldown-hours":720,"re-engagement-cooldown-hours":0}}}
        """#

    var configurations: [BrokenInput] {
        [
            windows("a window is a string", "configuration-json-type", #"{"global":{"install":{"click":"30"}}}"#),
            configuration(
                "a Boolean is a number", "configuration-json-type",
                #"{"AttributionCopyEndpoint":"https://example.com","EligibleForAdAttributionKitReengagementPostbackCopies":1}"#
            ),
            windows("a key is unknown", "configuration-unknown-key", #"{"global":{"install":{"tap":30}}}"#),
            configuration(
                "a cooldown is misspelt", "configuration-unknown-key",
                #"{"AttributionCooldown":{"install-cooldown-days":1}}"#),
            windows(
                "ignoreInteractionType stands outside install", "configuration-unknown-key",
                #"{"example.adattributionkit":{"ignoreInteractionType":"view"}}"#),
            configuration("the windows are a number", "configuration-json-type", #"{"AttributionWindows":1}"#),
            configuration(
                "a key beside the windows is unknown", "configuration-unknown-key",
                #"{"AttributionWindows":{},"Windows":1}"#),
            windows("clicks count for 31 days", "configuration-click-range", #"{"global":{"install":{"click":31}}}"#),
            windows(
                "clicks count for 0 days", "configuration-click-range",
                #"{"example.adattributionkit":{"install":{"click":0}}}"#),
            windows("views count for 8 days", "configuration-view-range", #"{"global":{"install":{"view":8}}}"#),
            windows("views count for 0 days", "configuration-view-range", #"{"global":{"install":{"view":0}}}"#),
            configuration(
                "an install cooldown has 721 hours", "configuration-install-cooldown-range",
                #"{"AttributionCooldown":{"install-cooldown-hours":721}}"#),
            configuration(
                "a re-engagement cooldown is negative", "configuration-re-engagement-cooldown-range",
                #"{"AttributionCooldown":{"re-engagement-cooldown-hours":-1}}"#),
            configuration(
                "the cooldown of re-engagements lacks a hyphen", "configuration-cooldown-key",
                #"{"AttributionCooldown":{"reengagement-cooldown-hours":1}}"#),
            configuration(
                "a cooldown without its hyphen has 721 hours", "configuration-re-engagement-cooldown-range",
                #"{"AttributionCooldown":{"reengagement-cooldown-hours":721}}"#),
            windows(
                "ignoreInteractionType stands under global", "configuration-ignore-global",
                #"{"global":{"install":{"ignoreInteractionType":"view"}}}"#),
            windows(
                "ignoreInteractionType is tap", "configuration-ignore-value",
                #"{"example.adattributionkit":{"install":{"ignoreInteractionType":"tap"}}}"#),
            windows(
                "windows are given for no ad network", "configuration-network-identifier",
                #"{"example.com":{"install":{"click":3}}}"#),
            windows(
                "an ad network's ID has capitals", "configuration-network-identifier-lowercase",
                #"{"Example.adattributionkit":{"install":{"click":3}}}"#),
            configuration(
                "windows stand beside the configurations", "configuration-unknown-key",
                #"{"AdAttributionKitConfigurations":{},"AttributionWindows":{"global":{"install":{"click":3}}}}"#),
            configuration(
                "an entry of the list is no ad network", "configuration-ad-network-identifiers",
                #"{"AdNetworkIdentifiers":["example.adattributionkit","example.com"]}"#),
            configuration(
                "an entry of the list has capitals", "configuration-ad-network-identifiers-lowercase",
                #"{"AdNetworkIdentifiers":["example.skadnetwork","Example.skadnetwork"]}"#),
            configuration(
                "copies go to no URL", "configuration-copy-endpoint", #"{"AttributionCopyEndpoint":"example"}"#),
            configuration(
                "copies go over http", "configuration-copy-endpoint",
                #"{"AttributionCopyEndpoint":"http://example.com"}"#),
            configuration(
                "a copy key is nested", "configuration-nested-copy-key",
                #"{"AdAttributionKit":{"AttributionCopyEndpoint":"https://example.com"}}"#),
        ]
    }
}
