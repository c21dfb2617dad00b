/// A worked example of a scenario, used as a lesson. The folder next to this file has the documents.
package struct ExampleScenario: Sendable {
    package let name: String
    /// The subject of the lesson: one line in lower case, without a final period.
    package let lesson: String
    private let document: @Sendable () -> [UInt8]

    package var text: String { String(decoding: document(), as: UTF8.self) }

    private init(_ name: String, _ lesson: String, _ document: @escaping @autoclosure @Sendable () -> [UInt8]) {
        (self.name, self.lesson, self.document) = (name, lesson, document)
    }

    package static func named(_ name: String) -> ExampleScenario? { all.first { $0.name == name } }

    /// All examples, in reading order.
    package static let all: [ExampleScenario] = [
        // Attribution of a conversion to an ad.
        .init(
            "view-against-click", "a click wins over a view, even if the view was much later",
            PackageResources.view_against_click_json),
        .init(
            "view-too-short", "a view must last at least two seconds, and counts from its end",
            PackageResources.view_too_short_json),
        .init(
            "late-tap", "a tap counts only within fifteen minutes after the impression was made",
            PackageResources.late_tap_json),
        .init(
            "six-considered",
            "seven networks, six of which count: one wins, five lose and get a postback, one is left out",
            PackageResources.six_considered_json),
        .init(
            "lost-attribution", "five runners-up learn that they did not win, and get no value",
            PackageResources.lost_attribution_json),
        .init(
            "sixteenth-view", "a publisher app keeps fifteen views: the sixteenth replaces the first",
            PackageResources.sixteenth_view_json),
        .init(
            "network-not-listed",
            "a publisher app shows only ads of the networks that it lists, and only impressions made for it",
            PackageResources.network_not_listed_json),
        .init(
            "own-windows",
            "an app counts clicks on one network's ads for five days, and views of all networks' ads for three",
            PackageResources.own_windows_json),
        .init(
            "skadnetwork-beside",
            "impressions of both frameworks compete, and the winner decides which postbacks are sent",
            PackageResources.skadnetwork_beside_json),
        .init(
            "redownload-elsewhere",
            "a second installation, from another marketplace; SKAdNetwork supports only the App Store",
            PackageResources.redownload_elsewhere_json),
        // Conversion values, their windows, and how much of them postbacks disclose.
        .init(
            "account-created",
            "an account, a first video, an upload: the last fine value counts, and a lock sends it early",
            PackageResources.account_created_json),
        .init(
            "never-updated", "without an update, neither the winner nor any other network gets a postback",
            PackageResources.never_updated_json),
        .init(
            "tiers", "four ads with crowds from large to none show what tiers 3, 2, 1 and 0 disclose",
            PackageResources.tiers_json),
        .init(
            "country", "the country has its own crowd, and is left out if that crowd is too small",
            PackageResources.country_json),
        .init(
            "wrong-updates",
            "common mistakes of apps, such as the value 64, a value without a conversion, and a value after the last window",
            PackageResources.wrong_updates_json),
        .init(
            "skadnetwork-timer", "before version 4, a one-day timer restarts with each greater value",
            PackageResources.skadnetwork_timer_json),
        // Ads for an app that is already installed.
        .init(
            "re-engagement",
            "if the app is installed, every tap on its ad opens it, but only a tap on an eligible ad is a conversion",
            PackageResources.re_engagement_json),
        .init(
            "later-conversion",
            "the app's next conversion locks the windows that are open, and removes conversions that were never updated",
            PackageResources.later_conversion_json),
        .init(
            "overlapping-windows", "if overlap is allowed, several conversions stay open, distinguished by their tags",
            PackageResources.overlapping_windows_json),
        .init(
            "cooldown", "for six hours after an install, a tap on an ad opens the app but is not a conversion",
            PackageResources.cooldown_json),
        .init(
            "limits", "with a limit of two re-engagements per month, a third does not count",
            PackageResources.limits_json),
        // Servers, developers and tests.
        .init(
            "receiver-fails-twice",
            "a server that responds with 500 twice gets the same postback again, a day later each time",
            PackageResources.receiver_fails_twice_json),
        .init(
            "developer-copies", "the developer gets an exact copy of each winning postback when the network does",
            PackageResources.developer_copies_json),
        .init(
            "developer-mode", "development impressions have windows of three minutes and delays of five to ten",
            PackageResources.developer_mode_json),
        .init(
            "developer-settings", "postbacks created by hand in the developer settings of a device",
            PackageResources.developer_settings_json),
        // An app that shows ads, and its earnings.
        .init(
            "feed", "a banner on a device that is rotated, then offline: three requests, two impressions, one click",
            PackageResources.feed_json),
        .init(
            "seven-banners",
            "seven banners load separately; ads of one network for the same app are viewed one at a time",
            PackageResources.seven_banners_json),
        .init(
            "magazine", "a full-screen ad between the pages of a magazine, and one that covers them at a break",
            PackageResources.magazine_json),
        .init(
            "refused-action",
            "an app that allows no actions is paid only for views; a cancelled action still counts as a click",
            PackageResources.refused_action_json),
        .init(
            "no-ad-left", "the audience and the exclusions leave no ad, so every request fails",
            PackageResources.no_ad_left_json),
    ]
}
