import AdAttribution
import AttributionSimulator

// Postbacks that a developer creates in a device's developer settings. They are separate conversions: no other
// conversion locks or removes them, and they start no cooldown.
extension DeviceModel {
    mutating func createPostbacks(_ app: UInt64, _ made: SettingsPostbacks) {
        let number = conversions.count + 1
        let tier = made.tier.rawValue
        let impression = AdImpression(
            identifier: "settings", network: "development.adattributionkit", advertised: app, publisher: 0,
            source: SourceIdentifier(clamping: 5239))
        let party = ModelParty(
            impression: impression, interaction: made.interaction, didWin: true, tier: tier, digits: tier >= 2 ? 4 : 2,
            countryTier: tier)
        let installation = installations[app]
        let course = ModelCourse(
            framework: .adAttributionKit, isTimer: false, isTold: true, winner: party, losers: [],
            windowCount: made.hasAllWindows ? 3 : 1)
        conversions.append(
            ModelConversion(
                number: number, app: app, type: made.type, at: now, installation: installation?.number ?? 0,
                isDevelopment: true, isOfSettings: true,
                marketplace: installation?.marketplace ?? AdvertisedApp.appStore, country: installation?.country,
                tag: made.tag, courses: [course]))
        tell(ModelLine.app(.createPostbacks, app, .recorded, type: made.type, conversion: number))
    }

    /// Returns whether a postback comes from developer settings and has not been sent.
    private func isHeld(_ postback: WaitingPostback) -> Bool {
        conversions[postback.name.conversion - 1].isOfSettings && postback.attempt == 1
    }

    mutating func transmitPostbacks() {
        tell(ModelLine.setting(.transmitPostbacks, isOn: nil))
        for place in waiting.indices where isHeld(waiting[place]) { waiting[place].leaves = now }
    }

    mutating func clearPostbacks() {
        tell(ModelLine.setting(.clearPostbacks, isOn: nil))
        for postback in waiting where isHeld(postback) && postback.to == .adNetwork {
            tell(
                ModelLine.noPostback(postback.name.conversion, postback.name.index, .adAttributionKit, .cleared))
        }
        waiting = waiting.filter { !isHeld($0) }
        for place in conversions.indices where conversions[place].isOfSettings && !conversions[place].isOver {
            tell(noPostback: .cleared, index: nil, of: place, 0)
            endCurrent(place, 0)
            conversions[place].courses[0].isSuperseded = true
        }
    }
}
