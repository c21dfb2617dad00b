import AdAttribution

// Updates of the conversion value: to which conversion they go, and what they change.

extension DeviceSimulator {
    mutating func update(_ app: UInt64, _ update: ValueUpdate) {
        func tell(_ outcome: Outcome, _ code: Code?, _ conversion: Int?, _ index: Int? = nil) {
            let fact = AppFact(outcome: outcome, code: code, conversion: conversion, index: index, update: update)
            self.tell(.app(.update, app, fact))
        }
        guard let fine = FineConversionValue(rawValue: update.fine) else {
            return tell(.refused, .fineOutOfRange, nil)
        }
        let found: Int
        switch target(app, update) {
        case .conversion(let place): found = place
        case .refused(let code): return tell(.refused, code, nil)
        case .ignored(let code, let number): return tell(.ignored, code, number)
        }
        let reached = conversions[found].tracks.indices.filter { track in
            update.framework == .skAdNetwork || conversions[found].tracks[track].framework == .adAttributionKit
        }
        let number = conversions[found].number
        guard !reached.isEmpty else {
            return tell(.ignored, .otherFramework, number)
        }
        let faults = reached.map { fault(found, $0, fine, update) }
        guard let taking = faults.firstIndex(where: { $0 == nil }) else {
            // What becomes of the winner's postbacks says most.
            let main = reached.firstIndex { conversions[found].tracks[$0].hasWinner } ?? 0
            return tell(.ignored, faults[main], number)
        }
        let index = conversions[found].tracks[reached[taking]].current
        tell(.recorded, nil, number, index)
        for (track, fault) in zip(reached, faults) where fault == nil { take(found, track, fine, update) }
    }

    // MARK: - Where it goes

    private enum Target {
        case conversion(Int)
        case refused(Code)
        /// With the newest conversion, if there is one.
        case ignored(Code, Int?)
    }

    private func target(_ app: UInt64, _ update: ValueUpdate) -> Target {
        let state = apps[app] ?? AppState()
        // A reinstalled app reaches its own conversions only.
        func isOwn(_ place: Int) -> Bool { conversions[place].installation == state.installation }
        func isAddressed(_ place: Int) -> Bool {
            conversions[place].type.isInstall ? update.forInstalls : update.forReEngagements
        }
        if let tag = update.tag {
            guard world.app(app).overlaps else { return .refused(.conversionTagNotSupported) }
            let tagged = state.conversions.last { place in
                isOwn(place) && conversions[place].tag == tag && !conversions[place].isFinished
            }
            return tagged.map { .conversion($0) } ?? .refused(.invalidConversionTag)
        }
        let open = state.conversions.last { isOwn($0) && isAddressed($0) && !conversions[$0].isFinished }
        if let open { return .conversion(open) }
        guard let newest = state.conversions.last(where: isOwn) else { return .ignored(.noPendingConversion, nil) }
        let number = conversions[newest].number
        guard isAddressed(newest) else { return .ignored(.typeNotAddressed, number) }
        let code = conversions[newest].tracks.first.map(\.state).flatMap(code)
        return .ignored(code ?? .noPendingConversion, number)
    }

    /// Why a course takes no more updates; nil while it does.
    private func code(_ state: Track.State) -> Code? {
        switch state {
        case .waiting, .running: nil
        case .over: .windowsOver
        case .late: .firstUpdateLate
        case .superseded, .cleared: .noPendingConversion
        }
    }

    /// Why a course does not take an update; nil if it does.
    private func fault(_ place: Int, _ track: Int, _ fine: FineConversionValue, _ update: ValueUpdate) -> Code? {
        let course = conversions[place].tracks[track]
        if let code = code(course.state) { return code }
        if course.hasTimer {
            guard let value = course.timerValue else { return nil }
            return fine > value ? nil : .valueNotGreater
        }
        if case .locked = course[course.current].state { return .windowLocked }
        let isWithoutCoarse = update.framework == .skAdNetwork && update.coarse == nil
        return isWithoutCoarse && course.current > 0 ? .coarseMissing : nil
    }

    // MARK: - What it changes

    private mutating func take(_ place: Int, _ track: Int, _ fine: FineConversionValue, _ update: ValueUpdate) {
        // Where the windows begin with the launch and none was seen, the update is the launch for the framework that it
        // reaches; for the other it was no valid update, so that who else lost does not move the winner's windows.
        start(place, track)
        let isFirst = !conversions[place].tracks[track].isRegistered
        conversions[place].tracks[track].isRegistered = true
        if conversions[place].tracks[track].hasTimer {
            return startTimer(place, track, fine)
        }
        let window = conversions[place].tracks[track].current
        // Nonwinning ones whose window is over already leave at once.
        if isFirst, window > 0 { prepareNonwinning(place, track) }
        conversions[place].tracks[track][window].isUpdated = true
        conversions[place].tracks[track][window].fine = fine
        if let coarse = update.coarse { conversions[place].tracks[track][window].coarse = coarse }
        if update.locks { lock(place, track, window, .byUpdate) }
    }
}
