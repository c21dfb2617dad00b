import AttributionModel
import AttributionSchema

// Updates of the conversion value: the conversion to which an update applies, and its effects.

extension DeviceSimulator {
    /// Plays an update that the app itself makes.
    mutating func update(_ app: UInt64, _ update: ValueUpdate) {
        guard let fine = FineConversionValue(rawValue: update.fine) else {
            return record(update, of: app, .refused, .fineOutOfRange, nil, because: nil)
        }
        switch target(app, update) {
        case .conversion(let index): take(update, fine, of: app, at: index, because: nil)
        case .refused(let code): record(update, of: app, .refused, code, nil, because: nil)
        case .ignored(let code, let number):
            record(update, of: app, .ignored, code, number, because: nil)
            launched(app: app)
        }
    }

    private mutating func record(
        _ update: ValueUpdate, of app: UInt64, _ outcome: Outcome, _ code: OutcomeReason?, _ conversion: Int?,
        _ index: Int? = nil, because reason: String?
    ) {
        let fact = AppFact(
            outcome: outcome, code: code, conversion: conversion, index: index, update: update, because: reason)
        record(.app(.update, app, fact))
    }

    /// Plays an update that applies to a conversion.
    ///
    /// - Parameter reason: Why the app's schema made the update, for the timeline. Nil if the app made it itself, and empty if entries are
    ///   only counted.
    mutating func take(
        _ update: ValueUpdate, _ fine: FineConversionValue, of app: UInt64, at found: Int, because reason: String?
    ) {
        let number = conversions[found].number
        let reached = parts(of: found, reachedBy: update)
        let faults = reached.map { fault(found, $0, fine, update) }
        // The reported outcome is that of the winner's postbacks.
        let winners = reached.firstIndex { isOfWinner(found, $0) }
        if let taking = winners.flatMap({ faults[$0] == nil ? $0 : nil }) ?? faults.firstIndex(where: { $0 == nil }) {
            record(update, of: app, .recorded, nil, number, window(found, reached[taking]), because: reason)
        } else {
            let code = reached.isEmpty ? .otherFramework : faults[winners ?? 0]
            record(update, of: app, .ignored, code, number, because: reason)
        }
        // The call implies that the app was launched, even if the update applies to no postback or conversion. Without this, the presence
        // of a nonwinning network would change the winner's windows.
        launched(app: app)
        for (part, fault) in zip(reached, faults) {
            if fault == nil {
                take(found, part, fine, update)
            } else if fault == .coarseMissing {
                // Nonwinning postbacks have no coarse value that could be missing.
                prepareNonwinning(found, part.track)
            }
        }
    }

    // MARK: - Reach

    /// The windows or the timer of one framework.
    private typealias Part = (track: Int, part: Track.Part)

    private func parts(of index: Int, reachedBy update: ValueUpdate) -> [Part] {
        var parts: [Part] = []
        for (index, track) in conversions[index].tracks.enumerated()
        where update.framework == .skAdNetwork || track.framework == .adAttributionKit {
            if track.windows != nil { parts.append((index, .windows)) }
            if track.timer != nil { parts.append((index, .timer)) }
        }
        return parts
    }

    private func isOfWinner(_ index: Int, _ part: Part) -> Bool {
        let track = conversions[index].tracks[part.track]
        return part.part == .windows ? track.windows?.hasWinner ?? false : track.timer?.hasWinner ?? false
    }

    /// Returns the index of the window to which an update applies; 0 for a timer.
    private func window(_ index: Int, _ part: Part) -> Int {
        part.part == .windows ? conversions[index].tracks[part.track].windows?.current ?? 0 : 0
    }

    // MARK: - Target

    private enum Target {
        case conversion(Int)
        case refused(OutcomeReason)
        /// Ignored, with the number of the newest conversion, if there is one.
        case ignored(OutcomeReason, Int?)
    }

    private mutating func target(_ app: UInt64, _ update: ValueUpdate) -> Target {
        if let tag = update.tag {
            guard world.app(app).overlaps else { return .refused(.conversionTagNotSupported) }
            return openConversion(of: app, .tag(tag)).map { .conversion($0) } ?? .refused(.invalidConversionTag)
        }
        let types = AppConversions.Target.types(installs: update.forInstalls, reEngagements: update.forReEngagements)
        if let open = openConversion(of: app, types) { return .conversion(open) }
        guard let newest = newestConversion(of: app) else { return .ignored(.noPendingConversion, nil) }
        let number = conversions[newest].number
        guard conversions[newest].type.isInstall ? update.forInstalls : update.forReEngagements else {
            return .ignored(.typeNotAddressed, number)
        }
        let tracks = conversions[newest].tracks
        let main = tracks.first(where: \.hasWinner) ?? tracks.first
        return .ignored(main?.fault ?? .noPendingConversion, number)
    }

    /// Returns the newest conversion of a target to which updates still apply. After a reinstallation, older conversions can no longer be
    /// reached.
    mutating func openConversion(of app: UInt64, _ target: AppConversions.Target) -> Int? {
        guard let at = apps.index(of: app) else { return nil }
        while let index = apps.states[at].conversions.last(target) {
            // If the newest open one belongs to an earlier installation, so do all others.
            guard conversions[index].isFinished else { return isOwn(index, at) ? index : nil }
            apps.states[at].conversions.removeLast(index, target)
        }
        return nil
    }

    /// Returns the newest conversion of an app's current installation, even if it is finished.
    func newestConversion(of app: UInt64) -> Int? {
        guard let at = apps.index(of: app), let newest = apps.states[at].conversions.newest else { return nil }
        return isOwn(newest, at) ? newest : nil
    }

    /// Returns whether a conversion belongs to the current installation of an app.
    func isOwn(_ index: Int, _ app: Int) -> Bool {
        conversions[index].installation == apps.states[app].installation
    }

    /// Returns why an update does not apply to windows or to a timer; nil if it does.
    private func fault(_ index: Int, _ part: Part, _ fine: FineConversionValue, _ update: ValueUpdate) -> OutcomeReason?
    {
        let track = conversions[index].tracks[part.track]
        if let code = track.fault { return code }
        switch part.part {
        case .timer:
            guard let timer = track.timer, !timer.isOver else { return .windowsOver }
            return timer.value.map { fine > $0 } ?? true ? nil : .valueNotGreater
        case .windows:
            guard let windows = track.windows, !windows.isFinished else { return .windowsOver }
            if windows.state == .running, case .locked = windows[windows.current].state { return .windowLocked }
            let isWithoutCoarse = update.framework == .skAdNetwork && update.coarse == nil
            return isWithoutCoarse && windows.current > 0 ? .coarseMissing : nil
        }
    }

    // MARK: - Effects

    private mutating func take(_ index: Int, _ part: Part, _ fine: FineConversionValue, _ update: ValueUpdate) {
        let track = part.track
        conversions[index].tracks[track].isRegistered = true
        guard part.part == .windows else { return startTimer(index, track, fine) }
        startWindows(index, track)
        let window = window(index, part)
        // If the window of nonwinning postbacks is already over, they are prepared now.
        let isOver = conversions[index].tracks[track].windows?.state == .over
        if window > 0 || isOver { prepareNonwinning(index, track) }
        guard !isOver else { return }
        conversions[index].tracks[track].windows?[window].isUpdated = true
        conversions[index].tracks[track].windows?[window].fine = fine
        if let coarse = update.coarse { conversions[index].tracks[track].windows?[window].coarse = coarse }
        if update.locks { lock(index, track, window, .byUpdate) }
    }
}

// Updates that an app's schema makes in response to events.

extension DeviceSimulator {
    mutating func play(_ event: AppEvent, in app: UInt64) {
        let schemas = schemas(of: app)
        let number = schemas?.number(of: event.name)
        let ad = winner(of: newestConversion(of: app))
        countPerson(with: event.name, in: app)
        if tally == nil {
            record(.app(.appEvent, app, AppFact(event: event, campaign: ad.map { CampaignKey($0) })))
        } else {
            tally?.add(event, in: app, isNamed: number != nil, at: now)
            if let ad, let revenue = event.revenue { tally?.add(revenue, from: ad) }
            if ad != nil, tally?.countsPeople == true { tally?.addPayment(event.revenue ?? .zero, for: event.name) }
        }
        guard let schemas, let index = openConversion(of: app, Self.anyType) else { return }
        count(number, revenue: event.revenue ?? .zero, in: app, at: index, by: schemas)
    }

    private static let anyType = AppConversions.Target.types(installs: true, reEngagements: true)

    /// Counts a launch, which schemas treat as an event.
    mutating func countLaunch(of app: UInt64) {
        countPerson(with: ConversionSchema.launch, in: app)
        guard let schemas = schemas(of: app), let index = openConversion(of: app, Self.anyType) else { return }
        count(schemas.number(of: ConversionSchema.launch), revenue: .zero, in: app, at: index, by: schemas)
    }

    /// An event that was counted for a conversion.
    struct MetEvent: Hashable {
        let conversion: Int
        let name: String
    }

    /// If the app's newest conversion has not had this event before, counts a conversion with the event.
    private mutating func countPerson(with event: String, in app: UInt64) {
        guard tally?.countsPeople == true, let index = newestConversion(of: app), winner(of: index) != nil,
            metEvents.insert(MetEvent(conversion: index, name: event)).inserted
        else { return }
        tally?.addPerson(with: event)
    }

    /// Returns the schemas of an app, which usually is the same as at the previous event.
    private mutating func schemas(of app: UInt64) -> AppSchemas? {
        if let last = lastSchemas, last.app == app { return last.schemas }
        let found = world.schemas[ItemIdentifier(rawValue: app)]
        lastSchemas = (app, found)
        return found
    }

    /// Returns the ad that won a conversion; nil if there are no schemas, or if it is not a production conversion.
    private func winner(of index: Int?) -> AdImpression? {
        guard !world.schemas.isEmpty, let index, !conversions[index].isDevelopment, !conversions[index].isOfSettings
        else { return nil }
        return conversions[index].parties.first?.impression
    }

    /// Returns the window in which events of a conversion count, which is that of the winner's framework. Nil if the windows are over, or
    /// if the current one is locked.
    private func windowForEvents(_ index: Int) -> ConversionWindow? {
        let tracks = conversions[index].tracks
        guard let track = tracks.first(where: \.hasWinner) ?? tracks.first, track.end == nil else { return nil }
        if track.shown == .timer { return track.timer?.isOver ?? true ? nil : .first }
        guard let windows = track.windows, windows.state != .over else { return nil }
        if case .locked = windows[windows.current].state { return nil }
        return ConversionWindow(rawValue: windows.current)
    }

    /// Counts an event of an app. If that reaches a new value of the app's schema, the app updates its conversion value.
    ///
    /// Events outside of windows do not count, and neither do those in a locked window.
    ///
    /// - Parameters:
    ///   - number: The number of the event; nil if no schema of the app names it.
    ///   - index: The conversion to which the app's next update applies.
    private mutating func count(_ number: Int?, revenue: Money, in app: UInt64, at index: Int, by schemas: AppSchemas) {
        guard let window = windowForEvents(index) else { return }
        while progresses.count <= index { progresses.append(SchemaProgress()) }
        let age = now - conversions[index].at
        guard progresses[index].count(number, revenue: revenue, in: window, at: now, age: age, by: schemas),
            let reached = progresses[index].reached,
            // Every update has a fine value. In later windows, postbacks do not contain it.
            let fine = FineConversionValue(rawValue: reached.fine ?? 0)
        else { return }
        var update = ValueUpdate(fine: fine.rawValue, coarse: reached.coarse, locks: reached.locks)
        // SKAdNetwork's method updates the postbacks of both frameworks.
        if conversions[index].tracks.contains(where: { $0.framework == .skAdNetwork }) {
            update.framework = .skAdNetwork
        }
        // The reason is needed only for entries, not for counting.
        take(update, fine, of: app, at: index, because: tally == nil ? progresses[index].reason : "")
    }
}
