import AdAttribution
import AttributionSchema

// Updates of the conversion value that an app's schema makes of its events.

extension DeviceSimulator {
    mutating func play(_ event: AppEvent, in app: UInt64) {
        let campaign = world.schemas.isEmpty ? nil : campaign(of: app)
        if tally == nil {
            record(.app(.appEvent, app, AppFact(event: event, campaign: campaign)))
        } else {
            tally?.add(event, in: app, from: campaign, at: now)
        }
        count(event.name, revenue: event.revenue ?? .zero, in: app)
    }

    /// Returns the campaign that won the newest production conversion of an app's installation.
    private func campaign(of app: UInt64) -> CampaignKey? {
        guard let state = apps[app],
            let newest = state.conversions.last(where: { conversions[$0].installation == state.installation }),
            !conversions[newest].isDevelopment, !conversions[newest].isOfSettings
        else { return nil }
        return conversions[newest].parties.first.map { CampaignKey($0.impression) }
    }

    /// Counts an event of an app. If it reaches another value of the app's schema, the app updates its conversion value.
    ///
    /// Events outside of windows, and those of a window that is locked, do not count.
    mutating func count(_ name: String, revenue: Money, in app: UInt64) {
        guard !world.schemas.isEmpty, let place = openConversion(of: app), let window = windowForEvents(place) else {
            return
        }
        while progresses.count <= place { progresses.append(SchemaProgress()) }
        let made = progresses[place].count(
            name, revenue: revenue, of: app, in: window, at: now, by: world.schemas)
        guard var update = made?.update, let reason = made?.reason else { return }
        // SKAdNetwork's method reaches the postbacks of both frameworks.
        if conversions[place].tracks.contains(where: { $0.framework == .skAdNetwork }) {
            update.framework = .skAdNetwork
        }
        self.update(app, update, because: reason)
    }

    /// Returns the conversion that the app's next update reaches.
    private func openConversion(of app: UInt64) -> Int? {
        guard let state = apps[app] else { return nil }
        return state.conversions.last {
            conversions[$0].installation == state.installation && !conversions[$0].isFinished
        }
    }

    /// Returns the window of a conversion in which events count: that of the winner's framework. Nil if the windows are
    /// over or the current one is locked.
    private func windowForEvents(_ place: Int) -> ConversionWindow? {
        let tracks = conversions[place].tracks
        guard let track = tracks.first(where: \.hasWinner) ?? tracks.first, track.end == nil else { return nil }
        if track.shown == .timer { return track.timer?.isOver ?? true ? nil : .first }
        guard let windows = track.windows, windows.state != .over else { return nil }
        if case .locked = windows[windows.current].state { return nil }
        return ConversionWindow(rawValue: windows.current)
    }
}
