import AdAttribution
import AttributionSchema

// Updates of the conversion value that an app's schema makes of its events.

extension DeviceSimulator {
    mutating func play(_ event: AppEvent, in app: UInt64) {
        var fact = AppFact()
        fact.event = event
        if !world.schemas.isEmpty { fact.campaign = campaign(of: app) }
        record(.app(.appEvent, app, fact))
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
        guard !world.schemas.isEmpty,
            let schema = world.schemas.schema(
                of: ItemIdentifier(rawValue: app), at: Timestamp(milliseconds: now)),
            let place = openConversion(of: app), let window = windowForEvents(place)
        else { return }
        var progress = conversions[place].progress ?? SchemaProgress(window: window)
        // Otherwise, counting would copy the events.
        conversions[place].progress = nil
        if progress.window != window { progress = SchemaProgress(window: window) }
        if progress.from != schema.from {
            progress.reached = nil
            progress.from = schema.from
        }
        progress.events.count(name, revenue: revenue)
        let before = progress.reached
        progress.reached = schema[window]?.value(after: progress.events, since: before)
        let reached = progress.reached
        conversions[place].progress = progress
        guard let reached, reached != before, let entry = schema[window]?.entries[reached.rank] else { return }
        // Every update has a fine value; in later windows, it is not part of the postback.
        var update = ValueUpdate(fine: reached.fine ?? 0, coarse: entry.coarse, locks: entry.locks)
        // SKAdNetwork's method reaches the postbacks of both frameworks.
        if conversions[place].tracks.contains(where: { $0.framework == .skAdNetwork }) {
            update.framework = .skAdNetwork
        }
        self.update(app, update, because: entry.label)
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

extension ConversionSchema.Entry {
    /// The reason for an update: the name of the entry, or else the event that it waits for.
    fileprivate var label: String { name ?? event ?? "first event" }
}
