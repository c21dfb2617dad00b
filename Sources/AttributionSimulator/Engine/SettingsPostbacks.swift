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
        handMade.conversions.append(conversions.count)
        add(conversion)
    }

    /// Immediately sends the postbacks whose window is over or locked, instead of after their delay.
    mutating func transmitPostbacks() {
        record(.setting(.transmitPostbacks, isOn: nil))
        for place in handMade.untransmitted where postbacks[place].leavesAt > now {
            postbacks[place].leavesAt = now
            scheduleFirst(place)
        }
        handMade.untransmitted.removeAll()
    }

    /// Deletes all that waits: conversions whose windows go on, postbacks, and retries.
    mutating func clearPostbacks() {
        record(.setting(.clearPostbacks, isOn: nil))
        let waiting = Set(handMade.postbacks.filter { postbacks[$0].recipients > 0 }.map { postbacks[$0].conversion })
        for place in handMade.postbacks { postbacks[place].recipients = 0 }
        for place in handMade.conversions where waiting.contains(place) || canYield(place) {
            if !conversions[place].isFinished {
                for track in conversions[place].tracks.indices { conversions[place].tracks[track].end = .cleared }
            }
            recordNoPostback(place, .adAttributionKit, nil, .cleared)
        }
        handMade = HandMade()
    }

    /// Returns whether a later update can cause a postback of a conversion.
    private func canYield(_ place: Int) -> Bool {
        let conversion = conversions[place]
        guard !conversion.isFinished, let windows = conversion.tracks.first?.windows else { return false }
        // Later windows have no postback in tier 0.
        let last = conversion.parties.first?.assigned.tier == .zero ? 0 : windows.count - 1
        if windows.current == last, case .locked = windows[last].state { return false }
        return windows.current <= last
    }
}
