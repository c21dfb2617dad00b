import AdAttribution
import AttributionSchema

// Updates of the conversion value that an app's schema makes of its events.

extension DeviceSimulator {
    mutating func play(_ event: AppEvent, in app: UInt64) {
        let schemas = schemas(of: app)
        let number = schemas?.number(of: event.name)
        let ad = winner(of: newestConversion(of: app))
        if tally == nil {
            record(.app(.appEvent, app, AppFact(event: event, campaign: ad.map { CampaignKey($0) })))
        } else {
            tally?.add(event, in: app, isNamed: number != nil, at: now)
            if let ad, let revenue = event.revenue { tally?.add(revenue, from: ad) }
        }
        guard let schemas, let place = openConversion(of: app, Self.anyType) else { return }
        count(number, revenue: event.revenue ?? .zero, in: app, at: place, by: schemas)
    }

    private static let anyType = AppConversions.Target.types(installs: true, reEngagements: true)

    /// Counts a launch, which is an event of schemas too.
    mutating func countLaunch(of app: UInt64) {
        guard let schemas = schemas(of: app), let place = openConversion(of: app, Self.anyType) else { return }
        count(schemas.number(of: ConversionSchema.launch), revenue: .zero, in: app, at: place, by: schemas)
    }

    /// Returns the schemas of an app, which mostly is that of the event before.
    private mutating func schemas(of app: UInt64) -> AppSchemas? {
        if let last = lastSchemas, last.app == app { return last.schemas }
        let found = world.schemas[ItemIdentifier(rawValue: app)]
        lastSchemas = (app, found)
        return found
    }

    // The next two change nothing. They are mutating because the device's state would be copied for each call otherwise,
    // which takes longer than they do.

    /// Returns the ad that won a conversion; nil without schemas, or if the conversion does not count as one of production.
    private mutating func winner(of place: Int?) -> AdImpression? {
        guard !world.schemas.isEmpty, let place, !conversions[place].isDevelopment, !conversions[place].isOfSettings
        else { return nil }
        return conversions[place].parties.first?.impression
    }

    /// Returns the window of a conversion in which events count: that of the winner's framework. Nil if the windows are
    /// over or the current one is locked.
    private mutating func windowForEvents(_ place: Int) -> ConversionWindow? {
        let tracks = conversions[place].tracks
        guard let track = tracks.first(where: \.hasWinner) ?? tracks.first, track.end == nil else { return nil }
        if track.shown == .timer { return track.timer?.isOver ?? true ? nil : .first }
        guard let windows = track.windows, windows.state != .over else { return nil }
        if case .locked = windows[windows.current].state { return nil }
        return ConversionWindow(rawValue: windows.current)
    }

    /// Counts an event of an app. If it reaches another value of the app's schema, the app updates its conversion value.
    ///
    /// Events outside of windows, and those of a window that is locked, do not count.
    ///
    /// - Parameters:
    ///   - number: The number of the event; nil if no schema of the app names it.
    ///   - place: The conversion that the app's next update reaches.
    private mutating func count(_ number: Int?, revenue: Money, in app: UInt64, at place: Int, by schemas: AppSchemas) {
        guard let window = windowForEvents(place) else { return }
        while progresses.count <= place { progresses.append(SchemaProgress()) }
        guard progresses[place].count(number, revenue: revenue, in: window, at: now, by: schemas),
            let reached = progresses[place].reached,
            // Every update has a fine value; in later windows, it is not part of the postback.
            let fine = FineConversionValue(rawValue: reached.fine ?? 0)
        else { return }
        var update = ValueUpdate(fine: fine.rawValue, coarse: reached.coarse, locks: reached.locks)
        // SKAdNetwork's method reaches the postbacks of both frameworks.
        if conversions[place].tracks.contains(where: { $0.framework == .skAdNetwork }) {
            update.framework = .skAdNetwork
        }
        // What is only counted needs no reason.
        take(update, fine, of: app, at: place, because: tally == nil ? progresses[place].reason : nil)
    }
}
