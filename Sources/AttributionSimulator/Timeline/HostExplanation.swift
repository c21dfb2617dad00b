import AdAttribution

// The explanations of a host's entries for `--explain`.

extension HostReason {
    fileprivate var explanation: String { words + (article.map { " [\($0)]" } ?? " [our choice]") }
}

extension HostFact {
    /// The explanation of the entry; nil if it needs none.
    var why: String? {
        switch self {
        case .event(let name, let detail): Self.why(name, detail)
        case .slot(let fact): fact.reason?.explanation ?? Self.why(fact.state)
        case .action(let fact): fact.reason?.explanation ?? Self.why(fact)
        case .pause:
            "the app pauses, and its slots request nothing [iAd Programming Guide; the clock: our choice]"
        case .resume: "the app resumes exactly where it was [iAd Programming Guide]"
        case .guideline(let fact):
            fact.rule.summary + " [\(fact.rule.article.title)]" + (fact.rule.hint.map { "; " + $0 } ?? "")
        case .earnings(let day): Self.why(day)
        }
    }

    private static func why(_ name: HostEventName, _ detail: Detail) -> String? {
        switch (name, detail) {
        case (.rotate, _): "first every slot gets its size, then they move; the ads stay [Ad Viewer]"
        case (.network, .isUp(true)): "slots without an ad ask at once [our choice]"
        case (.network, _): "a request whose answer is due later fails [our choice]"
        case (.refuseActions, .isOn(true)): "the app lets no action begin [ADBannerView]"
        default: nil
        }
    }

    private static func why(_ state: SlotFact.State) -> String? {
        switch state {
        case .loaded:
            "drawn from seed, slot and request, by weight [our choice]; the first view of it is an impression [WWDC13 613]"
        case .shown: "on an open screen, in its window, nothing over it, the app in front [iAd Programming Guide]"
        case .hidden: "no longer all of these: a view that lasted two seconds is over for this load [our choice]"
        case .resized: "its size is one of the required set; the ad has them all [ADBannerView]"
        case .removed: "out of its window: no more ads, and a pending answer is dropped [WWDC10 112]"
        case .unloaded: "a full-screen slot has one ad, and a cleared one asks anew [ADInterstitialAd]"
        case .failed, .refused, .ignored: nil
        }
    }

    private static func why(_ fact: ActionFact) -> String? {
        switch fact.state {
        case .began:
            switch fact.kind {
            case .custom?:
                "AdAttributionKit's tap leaves the application, so it does not finish [our reading of ADBannerView]"
            case .url?:
                "it leaves the application, which is not a click of AdAttributionKit; it does not finish [our reading of ADBannerView]"
            case .modal?: "it covers the app, and has no effect on attribution [iAd Programming Guide]"
            case .overlay?, .productPage?:
                "it is open until it finishes; a tap in it is the click [Presenting ads in your app]"
            case nil: nil
            }
        case .refused: "the app was asked and let nothing begin: no click is paid [ADBannerView]"
        case .finished: "the person is back in the app [iAd Programming Guide]"
        case .cancelled:
            "the app took the person back, and nothing finishes [ADInterstitialAd; for banners: our choice]"
        case .ignored: nil
        }
    }

    private static func why(_ day: DayEarnings) -> String {
        "\(day.requests) asked, \(day.fills) answered; \(day.impressions) loads seen, \(day.clicks) actions begun; "
            + "the revenue is exact, eCPM is cut off [our choice]"
    }
}
