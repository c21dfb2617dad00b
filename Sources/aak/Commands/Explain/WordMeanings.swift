import AttributionFixtures
import AttributionInspection
import AttributionModel
import AttributionReport
import AttributionSimulator

// The meanings of the words in outputs, as sentences.
extension OutputWords {
    static func meaning(_ outcome: Verdict.Outcome) -> String {
        switch outcome {
        case .valid: "A trusted key signed the input. Rules are checked only with --validate."
        case .invalid:
            "The signature does not match the key and the content: the key is wrong, or the content was changed. "
                + "aak verify --explain searches for the cause."
        case .unknownKey: "No trusted key has this kid. --key FILE adds keys; Apple's are built in."
        case .malformed: "There is no signature that could be checked. The reason names the part at fault."
        case .againstRules:
            "The input was signed by a trusted key, but it breaks a rule. This verdict is given only with --validate."
        case .notOurs:
            "The input was signed by a trusted key, but its network, app, kind or environment is not one that "
                + "you asked for (--network, --app, --accept, --production)."
        case .repeated:
            "The input was signed by a trusted key, but its identifier was seen before (--unique, --seen). "
                + "\"same\" is true for a retry, and false if the content is different."
        }
    }

    static func meaning(_ kind: InputKind) -> String {
        switch kind {
        case .token:
            "A compact JWS whose payload is neither an impression nor a postback, or a postback's jws-string without its body."
        case .impression: "An AdAttributionKit impression: a compact JWS that an ad network signs, or its payload."
        case .postback:
            "An AdAttributionKit postback: the body that a device sends, its token, or the payload of the token."
        case .configuration: "The attribution keys of an app's Info.plist."
        case .schema: "A conversion schema, which maps the events of an app to conversion values."
        case .document: "A scenario, world, campaign or list of campaigns for aak simulate or aak report."
        case .skAdNetworkPostback: "A SKAdNetwork postback, recognised by its attribution-signature or ad-network-id."
        case .skAdNetworkAd:
            "A signed SKAdNetwork ad: as JSON, with StoreKit's keys, as properties of SKAdImpression, or as a web ad."
        case .webAdRequest:
            "The request that a device sends after a tap on a web ad's link. It is unsigned; aak skan sign writes the signed answer."
        case .bidOffer: "The skadn or adattributionkit object of a bid request, which says what bidders may use."
        case .unrecognised: "A JSON object of none of the other kinds; the message says what it resembles."
        case .unreadable: "A line that is neither JSON nor a compact JWS."
        }
    }

    static func meaning(_ environment: SigningEnvironment) -> String {
        switch environment.known {
        case .production: "Apple's production key. It signs the postbacks of real conversions; count only these."
        case .development:
            "Apple's development key. It signs the postbacks of devices in Developer Mode, and those created in the developer settings."
        case .local: "A key that is not Apple's, such as an ad network's own or a test's."
        }
    }

    static func meaning(_ severity: Rule.Severity) -> String {
        switch severity {
        case .note: "For information only. The exit status stays 0."
        case .warning: "Allowed, but probably a mistake. It counts as an error only with --strict."
        case .error: "The platform rejects such an input, or never creates one. The exit status is 1."
        }
    }

    /// Says what postbacks of the tier disclose, according to the disclosure table.
    static func meaning(_ tier: DataTier) -> String {
        func list(_ window: ConversionWindow) -> String {
            let disclosure = Disclosure(of: .adAttributionKit, tier: tier, window: window, didWin: true)
            let digits = disclosure.sourceDigits
            let count = digits.count > 1 ? "\(digits.lowerBound) to \(digits.upperBound)" : "\(digits.lowerBound)"
            let fields = disclosure.fields.filter { disclosure.absence(of: $0) == nil }.map(\.name)
            let parts = ["a source identifier (\(count) digits)"] + fields
            return parts.dropLast().joined(separator: ", ") + (parts.count > 1 ? " and " : "") + parts[parts.count - 1]
        }
        let later = Disclosure(of: .adAttributionKit, tier: tier, window: .second, didWin: true)
        return "A first postback has \(list(.first)). "
            + (later.isPostback
                ? "A second or third postback has \(list(.second))." : "There is no second or third postback.")
            + " A field that has no value is left out"
            + (tier == .three ? "; a country-code also requires that the crowd of its country is in tier 3." : ".")
    }

    static func meaning(_ stage: BrokenInput.Stage) -> String {
        switch stage {
        case .input: "The input cannot be read, because it is not JSON or has no token."
        case .components: "The token does not have three parts."
        case .header: "The header of the token lacks the algorithm ES256 or a kid."
        case .payload: "The payload of the token is not a JSON object."
        case .signature: "The signature does not match, or has the wrong form."
        case .rules: "The input can be read and its signature checked, but it breaks a rule."
        }
    }

    static func meaning(_ reason: SkippedReason) -> String {
        switch reason {
        case .impressions: "These are verdicts on impressions, and on tokens that are not postbacks."
        case .events: "These are lines of a timeline that are not postbacks."
        case .copies: "These are postbacks to the developer, in a timeline."
        case .undelivered: "In a timeline, these are postbacks to which the server did not respond with status 200."
        case .rejected: "These are lines that could not be read."
        }
    }

    static func meaning(_ framework: Framework) -> String {
        switch framework {
        case .adAttributionKit: "Apple's AdAttributionKit, from iOS 17.4 on."
        case .skAdNetwork: "Apple's SKAdNetwork, versions 1 to 4."
        }
    }

    static func meaning(_ type: ConversionType) -> String {
        switch type.known {
        case .download: "The account's first installation of the app."
        case .redownload: "The account had the app before."
        case .reEngagement: "The app was already installed, and an ad opened it."
        }
    }

    static func meaning(_ type: InteractionType) -> String {
        switch type {
        case .click: "The ad was tapped."
        case .view: "The ad was seen for at least two seconds."
        }
    }

    static func meaning(_ outcome: AttributionEvent.Outcome) -> String {
        switch outcome {
        case .recorded: "The event counts."
        case .refused: "The event does not count, and the caller gets an error."
        case .ignored: "The event does not count, and no error is reported."
        case .won: "The conversion is attributed to this ad."
        case .lost: "The conversion is attributed to another ad."
        case .notQualified: "The ad does not qualify, regardless of other ads."
        case .noConversion: "There is no conversion."
        case .noPostback: "No postback is sent."
        case .delivered: "The server responded with status 200."
        case .retry: "The postback is sent again a day later, at most nine times."
        case .givenUp: "The postback is not sent again."
        }
    }

    static func meaning(_ state: WindowFact.State) -> String {
        switch state {
        case .opened: "The window accepts updates from now on."
        case .locked: "The window accepts no more updates, and its postback is sent earlier."
        case .closed: "The window has ended."
        case .removed:
            "A newer conversion replaced the one that this window belonged to; no postback is sent for the window."
        }
    }

    static func meaning(_ recipient: SimulatedPostback.Recipient) -> String {
        switch recipient {
        case .adNetwork: "The ad network's server."
        case .developer: "The server of the advertised app's developer, which gets a copy of a winning postback."
        }
    }

    static func meaning(_ state: SlotFact.State) -> String {
        switch state {
        case .loaded: "An ad was loaded into the slot."
        case .failed: "No ad could be loaded."
        case .shown: "The slot came into view."
        case .hidden: "The slot went out of view."
        case .resized: "The slot changed its size."
        case .removed: "The app removed the slot."
        case .unloaded: "The ad was removed from the slot."
        case .refused: "The app's call was rejected, for the reason given."
        case .ignored: "The app's call had no effect, because there was nothing to act on."
        }
    }

    static func meaning(_ state: ActionFact.State) -> String {
        switch state {
        case .began: "The action of a tapped ad began."
        case .refused: "The app did not allow the action."
        case .finished: "The person came back from the ad."
        case .cancelled: "The app or the system ended the action."
        case .ignored: "The call had no effect, because there was no action."
        }
    }

    static func meaning(_ event: HostEventName) -> String {
        switch event {
        case .openScreen: "A screen of the app opened."
        case .closeScreen: "The screen closed."
        case .rotate: "The device was rotated."
        case .network: "The network went down or came back."
        case .background: "The app went to the background."
        case .foreground: "The app came back to the foreground."
        case .hideSlot: "A slot was moved off the screen."
        case .showSlot: "A slot was moved back onto the screen."
        case .removeSlot: "The app removed a slot, which then gets no more ads."
        case .scrollSlot: "A slot scrolled, which changed how much of it is visible."
        case .clearSlots: "The slots of the open screen were emptied."
        case .setSize: "The app changed the size of a slot."
        case .presentSlot: "A full-screen ad was presented."
        case .dismissSlot: "A full-screen ad was dismissed."
        case .tapSlot: "The ad in a slot was tapped."
        case .tapStore: "The open overlay or product page was tapped."
        case .finishAction: "The person ended the ad's action."
        case .cancelAction: "The app ended the ad's action."
        case .refuseActions: "The app forbids actions, or allows them again."
        }
    }
}
