import AttributionModel
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
        for index in waiting.indices where isHeld(waiting[index]) { waiting[index].leaves = now }
    }

    /// Ends each conversion, and deletes what waits of it: windows that can still cause a postback, postbacks, and retries.
    mutating func clearPostbacks() {
        tell(ModelLine.setting(.clearPostbacks, isOn: nil))
        for index in conversions.indices where conversions[index].isOfSettings {
            let number = conversions[index].number
            let before = waiting.count
            waiting.removeAll { $0.name.conversion == number }
            let isEmpty = waiting.count == before && !canYield(conversions[index].courses[0])
            if !isEmpty { tell(ModelLine.noPostback(number, nil, .adAttributionKit, .cleared)) }
            if conversions[index].isOver { continue }
            conversions[index].wasEmptyWhenCleared = isEmpty
            endCurrent(index, 0)
            conversions[index].courses[0].isSuperseded = true
        }
    }

    private func canYield(_ course: ModelCourse) -> Bool {
        guard !course.isOver, let winner = course.winner else { return false }
        let indices = 0..<(winner.tier == 0 ? 1 : course.windowCount)
        return indices.contains { index in
            !course.windows.indices.contains(index) || !course.windows[index].isLocked && !course.windows[index].isOver
        }
    }
}
