import AttributionModel

extension Subject {
    /// The subject of rules about an app that shows ads, as a scenario describes it.
    package static let host = Subject(
        "host", "an app that shows ads, as the host of a scenario",
        consequence: "the system raises an exception, or gives the app no ad")
}

extension Article {
    static let bannerView = Article("ADBannerView", note: note)
    static let interstitial = Article("ADInterstitialAd", note: note)
    static let practices = Article("iAd Implementation Best Practices", note: note)
    static let interface = Article("iOS Human Interface Guidelines (2014)", note: note)
    static let session10 = Article("WWDC10 112", note: note)
    static let programmingGuide = Article("iAd Programming Guide", note: note)
    static let adViewer = Article("Ad Viewer (a blog of 2010)", note: note)

    private static let note = "about iAd (2010 to 2016), on which this model is based"
}

extension RuleCatalogue {
    package static let host = RuleCatalogue(HostRules.all)
}

/// The guidelines for apps that show ads. Some violations are more or less severe than their rule, which its summary says.
package enum HostRules {
    private static func rule(
        _ id: String, severity: Rule.Severity = .warning, field: String = "*", _ summary: String,
        wanted: String, ending: MessageEnding? = nil, hint: String? = nil, effect: String? = nil, _ article: Article
    ) -> Rule {
        Rule(
            id, severity, .host, field: field, summary, wanted: wanted, ending: ending, hint: hint, effect: effect,
            article: article)
    }

    // MARK: - Rules for descriptions

    package static let notAtBottom = rule(
        "host-not-at-bottom", field: "position",
        "a standard banner should be at the bottom edge or directly above a toolbar or tab bar; a banner at the top gets only a note",
        wanted: "bottom", .interface)
    package static let scrolls = rule(
        "host-scrolls", field: "scrolls",
        "an ad should not scroll; a scrolling ad is seen only briefly and tapped by mistake",
        wanted: "false", .session10)
    package static let underThirtySeconds = rule(
        "host-under-30-seconds", field: "refresh",
        "each ad should be shown for at least 30 s before the next is requested",
        wanted: "30s or more", .practices)
    package static let oneOrientation = rule(
        "host-one-orientation", field: "sizes", "a slot should have a size for each orientation",
        wanted: "sizes for portrait and landscape", hint: "without \"sizes\", a slot gets the two sizes of the device",
        .interface)
    package static let severalBanners = rule(
        "host-several-banners", field: "slots",
        "a screen should have only one banner; the app may be rejected for more",
        wanted: "one banner", ending: .then("; a screen should have only one"), .practices)
    package static let onlyAds = rule(
        "host-only-ads", field: "screens",
        "an app should have content besides the ads",
        wanted: "a screen with content", effect: "the App Store rejects the app", .adViewer)
    package static let immersive = rule(
        "host-immersive", field: "slots", "no banner should be shown during gameplay", wanted: "without banners",
        hint: "show a full-screen ad at a break instead", .interface)
    package static let formatDevice = rule(
        "host-format-device", severity: .error, field: "format",
        "medium rectangles are for iPads only; a full-screen ad on a phone, which Apple now allows, gets a note",
        wanted: "a format that the device supports", .interstitial)
    package static let mediaContinues = rule(
        "host-media-continues", field: "media-continues", "sound and video should stop while an action covers the app",
        wanted: "false", .session10)
    package static let noAdLeft = rule(
        "host-no-ad-left", field: "exclusions",
        "the app's exclusions and audience should leave at least one ad for each slot",
        wanted: "an ad that is not excluded", hint: "exclude less: each exclusion costs fill rate", .session10)

    // MARK: - Rules for events

    package static let briefScreen = rule(
        "host-brief-screen", "a screen with an ad should stay for at least 2 seconds", wanted: "2s or more",
        hint: "show no ad on a screen that people pass through", .interface)
    package static let sizeNotRequired = rule(
        "host-size-not-required", severity: .error, field: "size",
        "a banner's current size must be one of its required sizes",
        wanted: "one of the required sizes", .bannerView)
    package static let noBreak = rule(
        "host-no-break", field: "at-break", "a full-screen ad should come at a natural break", wanted: "true",
        .interface)
    package static let actionRefused = rule(
        "host-action-refused", "the app should let an ad's action begin; an app that refuses gets fewer ads",
        wanted: "an action that begins", .bannerView)
    package static let actionCancelled = rule(
        "host-action-cancelled", "an ad's action should be cancelled only if the app needs the person's attention",
        wanted: "an action that finishes", .bannerView)
    package static let emptyBanner = rule(
        "host-empty-banner", field: "hide-when-empty", "a banner without an ad should be hidden", wanted: "true",
        .practices)
    package static let removedCycles = rule(
        "host-removed-cycles", "a banner that will be shown again should be hidden, not removed",
        wanted: "hide-slot", hint: "hide-slot moves it off screen, where it keeps loading ads", .session10)

    /// All rules. Those that can be checked without events come first.
    package static let all: [Rule] = [
        notAtBottom, scrolls, underThirtySeconds, oneOrientation, severalBanners, onlyAds, immersive, formatDevice,
        mediaContinues, noAdLeft, briefScreen, sizeNotRequired, noBreak, actionRefused, actionCancelled, emptyBanner,
        removedCycles,
    ]
}

extension AdHost {
    /// A guideline that the description of the host violates, with the path of the wrong member, such as
    /// `host.screens[0].slots[1].position`.
    package typealias Guideline = (fact: GuidelineFact, place: String)

    /// The violations that are apparent without events, ordered by rule, then by screen and slot.
    package var brokenGuidelines: [Guideline] {
        var broken: [Guideline] = []
        func add(
            _ rule: Rule, as severity: Rule.Severity? = nil, screen: Int? = nil, slot: Int? = nil, _ member: String,
            _ found: String
        ) {
            let fact = violation(of: rule, as: severity, screen: screen, slot: slot, found)
            var place = "host"
            if let slot {
                place = self.place(ofSlot: slot)
            } else if let screen {
                place += ".screens[\(screen)]"
            }
            broken.append((fact, place + "." + member))
        }
        for (place, slot) in slots.enumerated() where slot.format == .banner && slot.position != .bottom {
            let severity: Rule.Severity = slot.position == .top ? .note : .warning
            add(HostRules.notAtBottom, as: severity, slot: place, "position", slot.position.rawValue)
        }
        for (place, slot) in slots.enumerated() where slot.scrolls {
            add(HostRules.scrolls, slot: place, "scrolls", "true")
        }
        if refresh < Self.leastRefresh { add(HostRules.underThirtySeconds, "refresh", TimeSpan.text(refresh)) }
        for (place, slot) in slots.enumerated() {
            guard let missing = slot.missing else { continue }
            add(HostRules.oneOrientation, slot: place, "sizes", "without a size for \(missing.rawValue)")
        }
        for (place, screen) in screens.enumerated() {
            let count = screen.slots.count { slots[$0].isBanner }
            if count > 1 { add(HostRules.severalBanners, screen: place, "slots", "a list with \(count) banners") }
        }
        if !screens.contains(where: \.hasContent) { add(HostRules.onlyAds, "screens", "without content") }
        for (place, screen) in screens.enumerated()
        where screen.isImmersive && screen.slots.contains(where: { slots[$0].isBanner }) {
            add(HostRules.immersive, screen: place, "slots", "a banner in play")
        }
        for (place, slot) in slots.enumerated() where device.isPhone {
            switch slot.format {
            case .banner: break
            case .mediumRectangle: add(HostRules.formatDevice, slot: place, "format", "medium-rectangle on a phone")
            case .fullScreen: add(HostRules.formatDevice, as: .note, slot: place, "format", "full-screen on a phone")
            }
        }
        for (place, screen) in screens.enumerated() where screen.mediaContinues && !screen.slots.isEmpty {
            add(HostRules.mediaContinues, screen: place, "media-continues", "true")
        }
        for (place, candidates) in candidates.enumerated() where candidates.isEmpty {
            let count = inventory.count { $0.fits(slots[place]) }
            guard count > 0 else { continue }
            let found = count == 1 ? "the one ad left out" : "all \(count) ads left out"
            let fact = violation(of: HostRules.noAdLeft, slot: place, found)
            broken.append((fact, "host.exclusions"))
        }
        return broken
    }

    /// Returns the violation of a guideline by a screen or a slot, or by the app.
    func violation(
        of rule: Rule, as severity: Rule.Severity? = nil, screen: Int? = nil, slot: Int? = nil, _ found: String
    ) -> GuidelineFact {
        GuidelineFact(
            rule: rule, severity: severity ?? rule.severity, screen: screen.map { screens[$0].name },
            slot: slot.map { slots[$0].name }, found: found)
    }

    /// The shortest time for which iAd showed an ad.
    static let leastRefresh = 30 * TimeSpan.second

    private func place(ofSlot slot: Int) -> String {
        let screen = slots[slot].screen
        // Slots are in the order of their screens.
        let offset = slots[..<slot].count { $0.screen == screen }
        return "host.screens[\(screen)].slots[\(offset)]"
    }
}
