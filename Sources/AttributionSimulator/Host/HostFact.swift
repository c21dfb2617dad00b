import AttributionBase
import AttributionInspection
import AttributionModel

/// A fact about an app that shows ads. It becomes an entry of the timeline.
package enum HostFact: Sendable {
    /// An event of the app, such as `open-screen`, `rotate` or `network`.
    case event(HostEventName, Detail)
    case slot(SlotFact)
    case action(ActionFact)
    /// The app is paused while an action covers it or it is in the background.
    case pause
    case resume
    case guideline(GuidelineFact)
    case earnings(DayEarnings)

    package enum Detail: Hashable, Sendable {
        case none
        case screen(String)
        case orientation(AdSize.Orientation)
        case isUp(Bool)
        case isOn(Bool)
    }
}

package struct SlotFact: Hashable, Sendable {
    package enum State: String, CaseIterable, Sendable {
        case loaded, failed, shown, hidden, resized, removed, unloaded
        /// The call of the app is rejected; or it has nothing to act on.
        case refused, ignored
    }

    package var slot: String
    package var state: State
    package var reason: HostReason?
    /// The identifier of the ad's impression, if the slot has an ad.
    package var impression: String?
    /// The size; nil for a full-screen slot.
    package var size: AdSize?
}

package struct ActionFact: Hashable, Sendable {
    package enum State: String, CaseIterable, Sendable {
        case began, refused, finished, cancelled, ignored
    }

    /// The slot of the action; nil if no action is running.
    package var slot: String?
    package var state: State
    package var reason: HostReason?
    package var leavesApplication: Bool?
    package var kind: AdHost.Item.Action?
}

package struct GuidelineFact: Sendable {
    package var rule: Rule
    package var severity: Rule.Severity
    package var screen: String?
    package var slot: String?
    /// The value that does not follow the guideline.
    package var found: String
}

extension GuidelineFact: CustomStringConvertible {
    /// The message, with the slot or screen, the value found, and the value wanted.
    package var description: String {
        let place = slot.map { "slot \(quoted($0)): " } ?? screen.map { "screen \(quoted($0)): " } ?? ""
        return "\(place)\"\(rule.field)\" is \(found)"
            + ending(wanting: rule.wanted, rule.ending ?? .be, isStrict: severity == .error)
    }
}

/// The reason for a fact about a host. The raw value is its name in timelines.
package enum HostReason: String, CaseIterable, Sendable {
    case network
    case noInventory = "no-inventory"
    case configuration
    case emptyBanner = "empty-banner"
    case sizeNotRequired = "size-not-required"
    case notLoaded = "not-loaded"
    case covered
    case notPresented = "not-presented"
    case nothingToTap = "nothing-to-tap"
    case noAction = "no-action"

    /// The reason in words, in lower case and without a final period.
    package var words: String { entry.words }

    /// The article that says so; nil if it is a decision of this simulator.
    package var article: Article? { entry.article }

    private var entry: (words: String, article: Article?) {
        switch self {
        case .network: ("the network is down when the response is due", .session10)
        case .noInventory: ("there is no ad for this request", .bannerView)
        case .configuration: ("the app was not made eligible for ads", .session10)
        case .emptyBanner: ("the slot is visible without an ad", .bannerView)
        case .sizeNotRequired: ("the size is not one of the slot's required sizes", .bannerView)
        case .notLoaded: ("no ad is loaded", .interstitial)
        case .covered: ("something covers the app, or the app is in the background", nil)
        case .notPresented: ("no ad is presented in the slot", nil)
        case .nothingToTap: ("there is nothing to tap", .programmingGuide)
        case .noAction: ("no action is running", nil)
        }
    }
}

extension HostFact {
    /// The name of the event in the timeline.
    package var name: String {
        switch self {
        case .event(let name, _): name.rawValue
        case .slot: "slot"
        case .action: "action"
        case .pause: "pause"
        case .resume: "resume"
        case .guideline(let fact): fact.severity.rawValue
        case .earnings: "earnings"
        }
    }

    /// The code of the reason, and its wording in the timeline.
    var cause: (code: String?, words: String?) {
        switch self {
        case .slot(let fact): (nil, fact.reason?.rawValue)
        case .action(let fact): (nil, fact.reason?.rawValue)
        case .guideline(let fact): (fact.rule.id, fact.rule.summary)
        default: (nil, nil)
        }
    }

    /// Appends the members that follow the event's name in the entry.
    func append(to output: inout ByteBuffer) {
        switch self {
        case .event(_, .none), .pause, .resume: break
        case .event(_, .screen(let name)): output.member(TimelineMember.screen.name, name)
        case .event(_, .orientation(let orientation)): output.member(TimelineMember.to.name, word: orientation)
        case .event(_, .isUp(let isUp)): output.member(TimelineMember.up.name, isUp)
        case .event(_, .isOn(let isOn)): output.member(TimelineMember.on.name, isOn)
        case .slot(let fact):
            output.member(TimelineMember.slot.name, fact.slot)
            output.member(TimelineMember.state.name, word: fact.state)
            output.member(TimelineMember.reason.name, ifAny: fact.reason?.rawValue)
            output.member(TimelineMember.impression.name, ifAny: fact.impression)
            output.member(TimelineMember.size.name, ifAny: fact.size?.rawValue)
        case .action(let fact):
            output.member(TimelineMember.slot.name, ifAny: fact.slot)
            output.member(TimelineMember.state.name, word: fact.state)
            output.member(TimelineMember.reason.name, ifAny: fact.reason?.rawValue)
            if let leaves = fact.leavesApplication { output.member(TimelineMember.leavesApplication.name, leaves) }
        case .guideline(let fact):
            output.member(TimelineMember.screen.name, ifAny: fact.screen)
            output.member(TimelineMember.slot.name, ifAny: fact.slot)
            output.member(TimelineMember.code.name, fact.rule.id)
            output.member(TimelineMember.reason.name, fact.rule.summary)
            output.member(TimelineMember.found.name, fact.found)
            output.member(TimelineMember.wanted.name, fact.rule.wanted)
        case .earnings(let day):
            output.member(TimelineMember.app.name, day.app)
            output.member(TimelineMember.day.name, day.date)
            output.member(TimelineMember.requests.name, day.requests)
            output.member(TimelineMember.impressions.name, day.impressions)
            output.member(TimelineMember.clicks.name, day.clicks)
            output.member(TimelineMember.revenue.name, day.revenue.description)
            output.member(TimelineMember.currency.name, day.currency)
            output.member(TimelineMember.ecpm.name, day.perThousand.map { .string($0.description) } ?? .null)
            output.member(TimelineMember.fills.name, day.fills)
            output.member(TimelineMember.testImpressions.name, day.testImpressions)
        }
    }
}

extension DayEarnings {
    /// The date in UTC, such as `2026-01-01`.
    package var date: String { String(TimeWriter.text(day * TimeSpan.day).prefix(10)) }
}

// The explanations of a host's entries, as shown by `--explain`.

extension HostReason {
    fileprivate var explanation: String { article?.cited(after: words) ?? words + " [aak's choice]" }
}

extension HostFact {
    /// The explanation of the entry; nil if it needs none.
    var why: String? {
        switch self {
        case .event(let name, let detail): Self.why(name, detail)
        case .slot(let fact): fact.reason?.explanation ?? Self.why(fact.state)
        case .action(let fact): fact.reason?.explanation ?? Self.why(fact)
        case .pause:
            "the app pauses, and its slots request nothing [iAd Programming Guide; the clock: aak's choice]"
        case .resume: Article.programmingGuide.cited(after: "the app resumes exactly where it was")
        case .guideline(let fact):
            fact.rule.article.cited(after: fact.rule.summary) + (fact.rule.hint.map { "; " + $0 } ?? "")
        case .earnings(let day): Self.why(day)
        }
    }

    private static func why(_ name: HostEventName, _ detail: Detail) -> String? {
        switch (name, detail) {
        case (.rotate, _): "first every slot gets its size, then they move; the ads stay [Ad Viewer]"
        case (.network, .isUp(true)): "slots without an ad ask at once [aak's choice]"
        case (.network, _): "a request whose answer is due later fails [aak's choice]"
        case (.refuseActions, .isOn(true)): Article.bannerView.cited(after: "the app lets no action begin")
        default: nil
        }
    }

    private static func why(_ state: SlotFact.State) -> String? {
        switch state {
        case .loaded:
            "drawn from seed, slot and request, by weight [aak's choice]; the first view of it is an impression [WWDC13 613]"
        case .shown:
            Article.programmingGuide.cited(after: "on an open screen, in its window, nothing over it, the app in front")
        case .hidden: "no longer all of these: a view that lasted two seconds is over for this load [aak's choice]"
        case .resized: Article.bannerView.cited(after: "its size is one of the required set; the ad has them all")
        case .removed: Article.session10.cited(after: "out of its window: no more ads, and a pending answer is dropped")
        case .unloaded: Article.interstitial.cited(after: "a full-screen slot has one ad, and a cleared one asks anew")
        case .failed, .refused, .ignored: nil
        }
    }

    private static func why(_ fact: ActionFact) -> String? {
        switch fact.state {
        case .began:
            switch fact.kind {
            case .custom?:
                "AdAttributionKit's tap leaves the application, so it does not finish [inferred from ADBannerView]"
            case .url?:
                "it leaves the application, which is not an AdAttributionKit click; it does not finish [inferred from ADBannerView]"
            case .modal?: Article.programmingGuide.cited(after: "it covers the app, and has no effect on attribution")
            case .overlay?, .productPage?:
                "it is open until it finishes; a tap in it is the click [Presenting ads in your app]"
            case nil: nil
            }
        case .refused: Article.bannerView.cited(after: "the app was asked and let nothing begin: no click is paid")
        case .finished: Article.programmingGuide.cited(after: "the person is back in the app")
        case .cancelled:
            "the app took the person back, and nothing finishes [ADInterstitialAd; for banners: aak's choice]"
        case .ignored: nil
        }
    }

    private static func why(_ day: DayEarnings) -> String {
        "\(day.requests) asked, \(day.fills) answered; \(day.impressions) loads seen, \(day.clicks) actions begun; "
            + "the revenue is exact, eCPM is cut off [aak's choice]"
    }
}
