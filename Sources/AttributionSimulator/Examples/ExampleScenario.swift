/// A worked scenario, which serves as a lesson. The documents are in the folder beside this file.
package struct ExampleScenario: Sendable {
    package let name: String
    /// The subject of the lesson: one line, in lower case, without a final period.
    package let lesson: String
    private let document: @Sendable () -> [UInt8]

    /// The scenario as JSON text.
    package var text: String { String(decoding: document(), as: UTF8.self) }

    private init(_ name: String, _ lesson: String, _ document: @escaping @autoclosure @Sendable () -> [UInt8]) {
        (self.name, self.lesson, self.document) = (name, lesson, document)
    }

    package static func named(_ name: String) -> ExampleScenario? { all.first { $0.name == name } }

    /// All examples, in reading order.
    package static let all: [ExampleScenario] = [
        // Attribution of a conversion to an ad.
        .init(
            "view-against-click", "a click wins against a view, however much later the view was",
            PackageResources.view_against_click_json),
        .init(
            "view-too-short", "a view lasts two seconds at least, and counts from its end",
            PackageResources.view_too_short_json),
        .init(
            "late-tap", "a tap is handled for fifteen minutes after the impression was made",
            PackageResources.late_tap_json),
        .init(
            "six-considered", "seven networks, of which six count: one wins, five lose with a postback, one is beyond",
            PackageResources.six_considered_json),
        .init(
            "lost-attribution", "what five runners-up learn: that they did not win, and no value",
            PackageResources.lost_attribution_json),
        .init(
            "sixteenth-view", "a publisher app holds fifteen views: the sixteenth drops the first",
            PackageResources.sixteenth_view_json),
        .init(
            "network-not-listed", "a publisher app shows ads of the networks that it lists, and its own impressions",
            PackageResources.network_not_listed_json),
        .init(
            "own-windows", "an app shortens clicks of one network to five days, and views of all to three",
            PackageResources.own_windows_json),
        .init(
            "skadnetwork-beside",
            "impressions of both frameworks are sorted together, and the winner says what is sent",
            PackageResources.skadnetwork_beside_json),
        .init(
            "redownload-elsewhere", "a second installation, from another marketplace, which SKAdNetwork does not serve",
            PackageResources.redownload_elsewhere_json),
        // Conversion values, their windows, and how much of them postbacks disclose.
        .init(
            "account-created", "account, first video, upload: the last fine value counts, and a lock sends it early",
            PackageResources.account_created_json),
        .init(
            "never-updated", "without an update there is no postback, winning or not",
            PackageResources.never_updated_json),
        .init(
            "tiers", "four ads of crowds from large to none: what tiers 3, 2, 1 and 0 tell",
            PackageResources.tiers_json),
        .init(
            "country", "the country has a crowd of its own: it is left out where that is too small",
            PackageResources.country_json),
        .init(
            "wrong-updates", "what apps do wrong: 64, a value without a conversion, one after the windows",
            PackageResources.wrong_updates_json),
        .init(
            "skadnetwork-timer", "before version 4 a timer of a day starts again with each greater value",
            PackageResources.skadnetwork_timer_json),
        // Ads for an app that is already installed.
        .init(
            "re-engagement", "a tap on an eligible ad converts where the app is installed, any other opens it",
            PackageResources.re_engagement_json),
        .init(
            "later-conversion", "the app's next conversion locks what is open and removes what was never updated",
            PackageResources.later_conversion_json),
        .init(
            "overlapping-windows", "with overlap several conversions stay open, told apart by their tags",
            PackageResources.overlapping_windows_json),
        .init(
            "cooldown", "six hours after an install no conversion counts; the app opens all the same",
            PackageResources.cooldown_json),
        .init(
            "limits", "no more than two re-engagements a month, where such a limit holds",
            PackageResources.limits_json),
        // Servers, developers and tests.
        .init(
            "receiver-fails-twice", "a server that answers 500 twice gets the same postback a day later, and again",
            PackageResources.receiver_fails_twice_json),
        .init(
            "developer-copies", "the developer gets exact copies of winning postbacks at the same time",
            PackageResources.developer_copies_json),
        .init(
            "developer-mode", "windows of three minutes and delays of five to ten, for development impressions",
            PackageResources.developer_mode_json),
        .init(
            "developer-settings", "postbacks made by hand in the developer settings of a device",
            PackageResources.developer_settings_json),
        // An app that shows ads, and its earnings.
        .init(
            "feed", "a banner through a rotation and a tunnel: three requests, two impressions, one click",
            PackageResources.feed_json),
        .init(
            "seven-banners",
            "each of seven banners loads for itself; one network's ads for one app are viewed one by one",
            PackageResources.seven_banners_json),
        .init(
            "magazine", "a full-screen ad between the pages of a magazine, and one that covers them at a break",
            PackageResources.magazine_json),
        .init(
            "refused-action", "an app that lets no action begin is paid for views alone; a cancelled one was a click",
            PackageResources.refused_action_json),
        .init(
            "no-ad-left", "audience and exclusions leave no ad: every request is in vain",
            PackageResources.no_ad_left_json),
    ]
}
