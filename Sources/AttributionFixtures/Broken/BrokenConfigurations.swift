import AttributionBase
import AttributionModel

private typealias Rules = ConfigurationRules

/// Attribution settings of an Info.plist, each of which breaks a rule.
extension BrokenInputs {
    private func configuration(_ name: String, _ rule: Rule, _ text: String) -> BrokenInput {
        input(.configuration, "configuration: " + name, rule) {
            .init(broken: JSONValue(literal: text), sound: JSONValue(literal: Self.configuration))
        }
    }

    private func windows(_ name: String, _ rule: Rule, _ text: String) -> BrokenInput {
        configuration(name, rule, #"{"AdAttributionKitConfigurations":{"AttributionWindows":\#(text)}}"#)
    }

    /// An Info.plist with only a URL for copies.
    private func endpoint(_ name: String, _ rule: Rule, _ url: String) -> BrokenInput {
        configuration(name, rule, #"{"AttributionCopyEndpoint":"\#(url)"}"#)
    }

    /// An Info.plist with only a cooldown.
    private func cooldown(_ name: String, _ rule: Rule, _ key: String, _ hours: Int) -> BrokenInput {
        configuration(name, rule, #"{"AttributionCooldown":{"\#(key)":\#(hours)}}"#)
    }

    /// An Info.plist with one item in its list of SKAdNetwork networks.
    private func items(_ name: String, _ rule: Rule, _ item: String) -> BrokenInput {
        configuration(name, rule, #"{"AdNetworkIdentifiers":[],"SKAdNetworkItems":[\#(item)]}"#)
    }

    /// An Info.plist with every key that has rules.
    private static let configuration = #"""
        {"AdNetworkIdentifiers":["example.adattributionkit"],\#
        "SKAdNetworkItems":[{"SKAdNetworkIdentifier":"example.skadnetwork"}],"AttributionCopyEndpoint":"https://example.com",\#
        "EligibleForAdAttributionKitReengagementPostbackCopies":true,\#
        "AdAttributionKitConfigurations":{"AttributionWindows":{"global":{"install":{"click":30,"view":7}},\#
        "example.adattributionkit":{"install":{"click":1,"view":1,"ignoreInteractionType":"view"}}},\#
        "AttributionCooldown":{"install-cooldown-hours":720,"re-engagement-cooldown-hours":0}}}
        """#

    var configurations: [BrokenInput] {
        [
            configuration(
                "there are no keys of attribution", Rules.noKeys,
                #"{"CFBundleIdentifier":"com.example.app","SKAdNetworkItems":[]}"#),
            windows("a window is a string", Rules.jsonType, #"{"global":{"install":{"click":"30"}}}"#),
            configuration(
                "a Boolean is a number", Rules.jsonType,
                #"{"AttributionCopyEndpoint":"https://example.com","EligibleForAdAttributionKitReengagementPostbackCopies":1}"#
            ),
            windows("a key is unknown", Rules.unknownKey, #"{"global":{"install":{"tap":30}}}"#),
            cooldown("a cooldown is misspelt", Rules.unknownKey, "install-cooldown-days", 1),
            windows(
                "ignoreInteractionType is outside install", Rules.unknownKey,
                #"{"example.adattributionkit":{"ignoreInteractionType":"view"}}"#),
            configuration("the windows are a number", Rules.jsonType, #"{"AttributionWindows":1}"#),
            configuration(
                "a key next to the windows is unknown", Rules.unknownKey,
                #"{"AttributionWindows":{},"Windows":1}"#),
            windows("clicks count for 31 days", Rules.clickRange, #"{"global":{"install":{"click":31}}}"#),
            windows(
                "clicks count for 0 days", Rules.clickRange,
                #"{"example.adattributionkit":{"install":{"click":0}}}"#),
            windows("views count for 8 days", Rules.viewRange, #"{"global":{"install":{"view":8}}}"#),
            windows("views count for 0 days", Rules.viewRange, #"{"global":{"install":{"view":0}}}"#),
            cooldown("an install cooldown has 721 hours", Rules.installCooldownRange, "install-cooldown-hours", 721),
            cooldown(
                "a re-engagement cooldown is negative", Rules.reEngagementCooldownRange,
                "re-engagement-cooldown-hours", -1),
            cooldown(
                "the cooldown of re-engagements lacks a hyphen", Rules.cooldownKey,
                "reengagement-cooldown-hours", 1),
            cooldown(
                "a cooldown without its hyphen has 721 hours", Rules.reEngagementCooldownRange,
                "reengagement-cooldown-hours", 721),
            windows(
                "ignoreInteractionType is under global", Rules.ignoreGlobal,
                #"{"global":{"install":{"ignoreInteractionType":"view"}}}"#),
            windows(
                "ignoreInteractionType is tap", Rules.ignoreValue,
                #"{"example.adattributionkit":{"install":{"ignoreInteractionType":"tap"}}}"#),
            windows(
                "windows are given for something other than an ad network", Rules.networkIdentifier,
                #"{"example.com":{"install":{"click":3}}}"#),
            windows(
                "an ad network's ID has capitals", Rules.networkIdentifierLowercase,
                #"{"Example.adattributionkit":{"install":{"click":3}}}"#),
            configuration(
                "windows are outside the configurations", Rules.unknownKey,
                #"{"AdAttributionKitConfigurations":{},"AttributionWindows":{"global":{"install":{"click":3}}}}"#),
            configuration(
                "an entry of the list is not an ad network", Rules.adNetworkIdentifiers,
                #"{"AdNetworkIdentifiers":["example.adattributionkit","example.com"]}"#),
            configuration(
                "an entry of the list has capitals", Rules.adNetworkIdentifiersLowercase,
                #"{"AdNetworkIdentifiers":["example.skadnetwork","Example.skadnetwork"]}"#),
            configuration(
                "an entry of the list has a blank behind it", Rules.adNetworkIdentifiers,
                #"{"AdNetworkIdentifiers":["example.adattributionkit "]}"#),
            configuration(
                "an entry of the list is there twice", Rules.adNetworkIdentifiersRepeated,
                #"{"AdNetworkIdentifiers":["example.adattributionkit","example.adattributionkit"]}"#),
            items("an item is a string", Rules.skAdNetworkItems, #""example.skadnetwork""#),
            items("an item is empty", Rules.skAdNetworkItems, "{}"),
            items("an item has the ID as its key", Rules.skAdNetworkItems, #"{"example.skadnetwork":""}"#),
            items(
                "an item has an ID with capitals", Rules.adNetworkIdentifiersLowercase,
                #"{"SKAdNetworkIdentifier":"Example.skadnetwork"}"#),
            items(
                "an item has an ID without its ending", Rules.adNetworkIdentifiers,
                #"{"SKAdNetworkIdentifier":"example"}"#),
            items(
                "an item has a build setting in place of an ID", Rules.buildSetting,
                #"{"SKAdNetworkIdentifier":"$(NETWORK).skadnetwork"}"#),
            windows(
                "windows are given for a build setting", Rules.buildSetting,
                #"{"$(NETWORK)":{"install":{"click":3}}}"#),
            endpoint("copies go to a build setting", Rules.buildSetting, "https://$(DOMAIN)"),
            configuration(
                "an item is among the URL schemes", Rules.misplacedItem,
                #"{"AdNetworkIdentifiers":[],"CFBundleURLTypes":[{"a":{"SKAdNetworkIdentifier":"example.skadnetwork"}}]}"#
            ),
            configuration(
                "the list of items is misspelt", Rules.unknownKey,
                #"{"CFBundleIdentifier":"a","SkAdNetworkItem":[]}"#),
            configuration(
                "only SKAdNetwork's networks are listed", Rules.skAdNetworkItemsAlone,
                #"{"SKAdNetworkItems":[{"SKAdNetworkIdentifier":"example.skadnetwork"}]}"#),
            endpoint("copies go to a public suffix", Rules.copyEndpoint, "https://co.uk"),
            endpoint("copies go to a provider's shared domain", Rules.copyEndpointSuffix, "https://example.github.io"),
            endpoint("copies go to something that is not a URL", Rules.copyEndpoint, "example"),
            endpoint("copies go over http", Rules.copyEndpoint, "http://example.com"),
            configuration(
                "SKAdNetwork copies go to something that is not a URL", Rules.copyEndpoint,
                #"{"AttributionCopyEndpoint":"https://example.com","NSAdvertisingAttributionReportEndpoint":"example"}"#
            ),
            endpoint("copies go to an IP address", Rules.copyEndpoint, "https://192.0.2.1"),
            endpoint(
                "the URL for copies has a path", Rules.copyEndpointParts,
                "https://example.com/.well-known/adattributionkit/report/"),
            endpoint("the URL for copies has a subdomain", Rules.copyEndpointParts, "https://postbacks.example.co.uk"),
            endpoint("the URL for copies has a port", Rules.copyEndpointParts, "https://example.com:8443"),
            configuration(
                "the key for copies is PostbackCopyURL", Rules.copyEndpointName,
                #"{"CFBundleIdentifier":"a","PostbackCopyURL":"https://example.com"}"#),
            configuration(
                "the key for copies is AdAttributionKitPostbackCopyURL", Rules.copyEndpointName,
                #"{"AdAttributionKitPostbackCopyURL":"https://example.com"}"#),
            configuration(
                "the key for copies is SKAdNetwork's, inside AdAttributionKit's", Rules.copyEndpointName,
                #"{"AdAttributionKitConfigurations":{"NSAdvertisingAttributionReportEndpoint":"https://example.com"}}"#),
            configuration(
                "only SKAdNetwork copies are asked for", Rules.skAdNetworkCopies,
                #"{"NSAdvertisingAttributionReportEndpoint":"https://example.com"}"#),
            configuration(
                "copies of re-engagements are asked for without an endpoint", Rules.reEngagementCopies,
                #"{"AdNetworkIdentifiers":[],"EligibleForAdAttributionKitReengagementPostbackCopies":true}"#),
            configuration(
                "a copy key is inside AdAttributionKit's settings", Rules.nestedCopyKey,
                #"{"AdAttributionKitConfigurations":{"AttributionCopyEndpoint":"https://example.com"}}"#),
            configuration(
                "a copy key is nested", Rules.nestedCopyKey,
                #"{"AdAttributionKit":{"AttributionCopyEndpoint":"https://example.com"}}"#),
            configuration(
                "the key for copies is a string named AdAttributionKit", Rules.nestedCopyKey,
                #"{"AdAttributionKit":"https://example.com"}"#),
            configuration(
                "the key for copies has the name that Xcode displays", Rules.copyEndpointName,
                #"{"AdAttributionKit - Postback Copy URL":"https://example.com"}"#),
        ]
    }
}
