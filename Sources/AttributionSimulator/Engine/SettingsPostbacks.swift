import AdAttribution

// Postbacks that a developer creates in a device's developer settings [Creating postbacks in developer settings].

extension DeviceSimulator {
    /// Apple's example, since scenarios do not have this setting.
    private static let source = SourceIdentifier(clamping: 5239)

    mutating func createPostbacks(_ app: UInt64, _ made: SettingsPostbacks) {
        remember(app)
        guard let state = apps[app] else { return }
        let number = conversions.count + 1
        let impression = AdImpression(
            identifier: "developer-settings-\(number)", network: AdNetworkIdentifier.development.description,
            advertised: app, publisher: 0, source: Self.source)
        let told = Disclosure(of: .adAttributionKit, tier: made.tier, window: .first, didWin: true).digits(
            of: Self.source, count: 4)
        let assigned = AssignedTier(tier: made.tier, digits: told.digitCount, country: made.tier)
        let party = Participant(impression: impression, interaction: made.interaction, didWin: true, assigned: assigned)
        var track = Track(.adAttributionKit, of: [party])
        if !made.hasAllWindows { track?.windows?.count = 1 }
        var conversion = ConversionRecord(
            number: number, app: app, type: made.type, at: now, installation: state.installation, parties: [party],
            marketplace: state.marketplace, country: state.country, isDevelopment: true,
            tracks: track.map { [$0] } ?? [])
        conversion.tag = made.tag
        conversion.isOfSettings = true
        record(.app(.createPostbacks, app, AppFact(type: made.type, conversion: number)))
        add(conversion)
    }

    /// Immediately sends the postbacks whose window is over or locked, instead of after their delay.
    mutating func transmitPostbacks() {
        record(.setting(.transmitPostbacks, isOn: nil))
        for place in postbacks.indices where isOfSettings(place) && !postbacks[place].isLeft {
            var postback = postbacks[place]
            postbacks[place].isGone = true
            postback.leavesAt = now
            enqueue(postback)
        }
    }

    mutating func clearPostbacks() {
        record(.setting(.clearPostbacks, isOn: nil))
        let unsent = postbacks.indices.filter { isOfSettings($0) && !postbacks[$0].isLeft }
        let byConversion = Dictionary(grouping: unsent) { postbacks[$0].conversion }
        for place in conversions.indices where conversions[place].isOfSettings {
            for waiting in byConversion[place] ?? [] {
                postbacks[waiting].isGone = true
                recordNoPostback(place, .adAttributionKit, postbacks[waiting].index, .cleared)
            }
            guard !conversions[place].isFinished else { continue }
            for track in conversions[place].tracks.indices { conversions[place].tracks[track].end = .cleared }
            recordNoPostback(place, .adAttributionKit, nil, .cleared)
        }
    }

    private func isOfSettings(_ place: Int) -> Bool {
        conversions[postbacks[place].conversion].isOfSettings && !postbacks[place].isGone
    }
}
