import AttributionBase
import AttributionModel

// The explanations of `--explain`. They are made from typed reasons.

extension OutcomeReason {
    /// The reason with its source, or with a note that it is a decision of aak.
    package var explanation: String { article?.cited(after: reason) ?? reason + " [aak's choice]" }
}

extension TimelineEntry {
    /// The explanation of the entry; nil if it needs none.
    package var why: String? {
        switch fact {
        case .ad(let name, let impression, let outcome, let code):
            code?.explanation ?? (outcome == .recorded ? Self.why(name, impression) : nil)
        case .sheetView: Article.presentingAds.cited(after: "it was open for two seconds")
        case .app(let name, _, let fact): fact.code?.explanation ?? Self.why(name, fact)
        case .setting(.developerMode, let isOn):
            isOn == true
                ? Article.developerMode.cited(
                    after: "windows and delays of development postbacks are short for 14 days")
                : "windows that open from now on have their full length [aak's choice]"
        case .setting(.transmitPostbacks, _): "postbacks whose windows are over or locked are sent now"
        case .setting: nil
        case .warning(let code, .configuration(_, _, true)):
            code.reason + ", so the window of all networks (global) applies [aak's choice]"
        case .warning(let code, .configuration(_, _, false)):
            code.reason + ", so the default applies [aak's choice]"
        case .warning(let code, _): code.explanation
        case .evicted:
            Article.receivingPostbacks.cited(after: "a publisher app keeps 15 views; the oldest is dropped")
        case .openURL(_, let url): Self.why(url: url)
        case .openApp(_, let code):
            code?.explanation ?? Article.presentingAds.cited(after: "a tap opens the app where it is installed")
        case .openMarketplace:
            Article.presentingAds.cited(after: "a tap opens the product page where the app is not installed")
        case .conversion(let fact): fact.why
        case .noConversion(_, let code, let considered):
            ([code.explanation] + considered.map(\.why)).joined(separator: "; ")
        case .window(let fact): fact.why(at: at)
        case .postback(let fact): fact.why
        case .noPostback(let fact): fact.code.explanation
        case .host(let fact): fact.why
        }
    }

    private static func why(_ name: EventName, _ impression: AdImpression) -> String? {
        switch name {
        case .load: return Article.handleTap.cited(after: "a tap on it can be handled for 15 minutes from here")
        case .beginView:
            return Article.appImpression.cited(
                after: "a view is recorded when it ends, if it lasted at least two seconds")
        case .endView: return "it lasted two seconds or more; it counts from now on [aak's choice of the two moments]"
        case .view: return "a view in one call; Apple does not state whether the two seconds apply to it"
        case .tap: return "the click counts by the device's time, never by the payload's timestamp [aak's choice]"
        case .openOverlay, .openProductPage:
            guard let terms = impression.skAdNetwork else {
                return Article.presentingAds.cited(after: "it counts as a view once it has been open for two seconds")
            }
            return terms.isWeb
                ? "a web ad counts as a click once it is tapped [inferred from fidelity-type 1]"
                : "a rendered SKAdNetwork ad counts as a click [inferred from fidelity-type 1]"
        default: return nil
        }
    }

    private static func why(_ name: EventName, _ fact: AppFact) -> String? {
        switch (name, fact.type) {
        case (.install, .redownload?): "the app was there before [inferred from redownload]"
        case (.install, _):
            Article.identifyingPostbackParameters.cited(after: "this is the account's first installation")
        case (.update, _) where fact.update?.tag != nil:
            Article.conversionTags.cited(after: "it goes to the conversion of its tag; the last value counts")
        case (.update, _) where fact.because != nil:
            "the app's schema derives the update from the event; it goes to the newest conversion that still takes updates [aak's choice]"
        case (.update, _):
            "it goes to the newest conversion that still takes updates; the last value counts [aak's choice]"
        case (.delete, _): "windows continue; a reinstalled app reaches only its own conversions [aak's choice]"
        default: nil
        }
    }

    private static func why(url: String) -> String {
        let name = DeviceSimulator.parameter
        return url.includes(name + "=")
            ? "the value of \(name) is the conversion tag, the number of the app's re-engagement [aak's choice of the value]"
            : "\(name) is present without a value: there is no conversion, or the app has not opted in to overlap [aak's choice]"
    }
}

extension ConsideredImpression {
    /// A clause such as "the click on an ad of NETWORK won".
    fileprivate var why: String {
        let ad = "the \(interaction.rawValue) on an ad of \(impression.network)"
        switch outcome {
        case .won: return ad + " won"
        case .lost: return ad + " lost: " + (code?.explanation ?? "")
        default: return ad + " did not qualify: " + (code?.explanation ?? "")
        }
    }
}

extension ConversionFact {
    fileprivate var why: String {
        guard type.isInstall else { return "the impression that was tapped counts; views never re-engage" }
        let networks = counted(Set(considered.map(\.impression.network)).count, "network")
        let count = "considered \(counted(considered.count, "impression")) of \(networks)"
        return ([count] + considered.map(\.why)).joined(separator: "; ")
    }
}

extension WindowFact {
    fileprivate func why(at time: Int64) -> String {
        switch state {
        case .opened where isTimer && until == TimeSpan.saturated(time, DeviceSimulator.shortTimerLength):
            "in Developer Mode, a timer is taken to run for 5 minutes, and again from each greater value [aak's choice]"
        case .opened where isTimer:
            Article.receivingInStoreKit.cited(
                after: "before version 4 a timer runs for 24 hours, and again from each greater value")
        case .opened: "window \(index + 1) takes updates until just before its end"
        case .locked: code?.explanation ?? "locked"
        case .closed: isTimer ? "the timer ran out" : "window \(index + 1) is over"
        case .removed: OutcomeReason.superseded.explanation
        }
    }
}

extension PostbackFact {
    fileprivate var why: String {
        var parts: [String] = []
        switch outcome {
        case .delivered: parts.append("the server responded with 200")
        case .retry:
            parts.append(
                Article.verifyingAPostback.cited(
                    after: "the server responded with \(status): sent again in a day, at most nine times"))
        default: parts.append(Article.verifyingAPostback.cited(after: "the server responded with \(status): given up"))
        }
        parts.append(
            body.impression.skAdNetwork?.campaign == nil
                ? "tier \(body.tier.rawValue) leaves \(body.source.digitCount) digits of the source identifier"
                : "before version 4 the whole campaign ID is sent, in every tier")
        if let crowds = body.crowds, crowds != ConversionTiers(country: crowds.country) {
            let tiers = [crowds.two, crowds.three, crowds.four].prefix(body.impression.source.digitCount - 1).map(
                \.rawValue)
            let list = zip(["two", "three", "four"], tiers).map { "\($0) digits tier \($1)" }.joined(separator: ", ")
            parts.append("the crowds of its last digits: \(list)")
        }
        let disclosed = body.disclosed.map { "\(body.name(of: $0))" }
        if !disclosed.isEmpty { parts.append("it contains \(disclosed.joined(separator: ", "))") }
        for entry in body.withheld { parts.append("\(body.name(of: entry.field)) is left out: \(entry.reason.words)") }
        if to == .developer { parts.append("a copy for the app's developer") }
        return parts.joined(separator: "; ")
    }
}

extension Disclosure.Reason {
    package var words: String {
        switch self {
        case .tier: Article.multipleConversionWindows.cited(after: "the tier withholds it")
        case .window: Article.multipleConversionWindows.cited(after: "later postbacks do not contain it")
        case .nonwinning: Article.receivingInStoreKit.cited(after: "a nonwinning postback lacks it")
        case .countryTier: Article.session25.cited(after: "the country's own crowd is below tier 3")
        case .noCountry: Article.session25.cited(after: "no country is known")
        case .notSet: "it was not set"
        case .fineInstead: "the fine value was sent instead"
        }
    }
}

extension PostbackDescription {
    /// The optional fields that the postback contains.
    fileprivate var disclosed: [Disclosure.Field] {
        Disclosure.Field.allCases.filter { field in
            switch field {
            case .publisher: publisher != nil || sourceDomain != nil
            case .marketplaceIdentifier: marketplace != nil
            case .fine: fine != nil
            case .coarse: coarse != nil
            case .country: country != nil
            }
        }
    }
}
