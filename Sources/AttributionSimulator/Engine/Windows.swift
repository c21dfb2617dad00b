import AttributionModel

// Conversion windows: how they begin and end, how they are locked and removed, and which postbacks they cause.

extension DeviceSimulator {
    static let windowLengths: [Int64] = ConversionWindow.allCases.map { length(of: $0, .regular) }
    static let shortLengths: [Int64] = ConversionWindow.allCases.map { length(of: $0, .developer) }
    static let timerLength = TimeSpan.day
    /// The length under Apple's profile for tests [Testing ad attributions with a downloaded profile].
    static let shortTimerLength = 5 * TimeSpan.minute

    private static func length(of window: ConversionWindow, _ mode: ConversionWindow.Mode) -> Int64 {
        let span = window.span(mode)
        return (span.upperBound - span.lowerBound).milliseconds
    }

    func taskOrder(_ place: Int, _ track: Int) -> UInt64 {
        UInt64(conversions[place].number) << 8 | UInt64(track)
    }

    // MARK: - Windows

    /// Begins a track's windows, if it has any. A timer always waits for the first update.
    mutating func startWindows(_ place: Int, _ track: Int) {
        guard conversions[place].tracks[track].end == nil, conversions[place].tracks[track].windows?.state == .waiting
        else { return }
        conversions[place].tracks[track].windows?.state = .running
        openWindow(place, track, 0)
    }

    private mutating func openWindow(_ place: Int, _ track: Int, _ window: Int) {
        let isShort = modeOn && conversions[place].isDevelopment
        let end = TimeSpan.saturated(now, isShort ? Self.shortLengths[window] : Self.windowLengths[window])
        conversions[place].tracks[track].windows?.current = window
        conversions[place].tracks[track].windows?[window].state = .opened
        record(place, track, .windows, window, .opened, until: end)
        let task = Agenda.Action.windowEnd(conversion: place, track: track, window: window)
        agenda.add(task, at: end, .spans, order: taskOrder(place, track))
    }

    /// Reports the new state of a window, if a timeline shows it.
    private mutating func record(
        _ place: Int, _ track: Int, _ part: Track.Part, _ window: Int, _ state: WindowFact.State, _ code: Code? = nil,
        until: Int64? = nil
    ) {
        let course = conversions[place].tracks[track]
        guard course.shown == part else { return }
        record(
            .window(
                WindowFact(
                    conversion: conversions[place].number, index: window, state: state, framework: course.framework,
                    isTimer: part == .timer, code: code, until: until)))
    }

    private mutating func recordNoPostback(_ place: Int, _ track: Int, _ window: Int?, _ code: Code) {
        recordNoPostback(place, conversions[place].tracks[track].framework, window, code)
    }

    mutating func recordNoPostback(_ place: Int, _ framework: Framework, _ window: Int?, _ code: Code) {
        record(.noPostback((conversions[place].number, window, framework, code)))
    }

    mutating func windowEnded(_ place: Int, _ track: Int, _ window: Int) {
        guard conversions[place].tracks[track].end == nil, let windows = conversions[place].tracks[track].windows,
            windows.state == .running, windows.current == window
        else { return }
        if case .opened = windows[window].state {
            conversions[place].tracks[track].windows?[window].state = .closed
            record(place, track, .windows, window, .closed)
            yield(place, track, window)
        }
        guard window + 1 == windows.count else { return openWindow(place, track, window + 1) }
        conversions[place].tracks[track].windows?.state = .over
        let course = conversions[place].tracks[track]
        if course.isFinished, !course.isRegistered { recordNoPostback(place, track, nil, .neverUpdated) }
    }

    mutating func updateDeadlineLapsed(_ place: Int, _ track: Int) {
        let course = conversions[place].tracks[track]
        guard !course.isRegistered, !course.isFinished else { return }
        conversions[place].tracks[track].end = .firstUpdateLate
        recordNoPostback(place, track, nil, .neverUpdated)
    }

    mutating func lock(_ place: Int, _ track: Int, _ window: Int, _ code: Code) {
        conversions[place].tracks[track].windows?[window].state = .locked
        record(place, track, .windows, window, .locked, code)
        yield(place, track, window)
    }

    /// Prepares the postbacks of a window that was closed or locked, or reports why there is none.
    private mutating func yield(_ place: Int, _ track: Int, _ window: Int) {
        let course = conversions[place].tracks[track]
        if window == 0, course.isRegistered { prepareNonwinning(place, track) }
        guard let windows = course.windows, windows.hasWinner, let winner = conversions[place].parties.first else {
            return
        }
        guard windows[window].isUpdated else { return recordNoPostback(place, track, window, .noUpdate) }
        if window > 0, !hasLaterPostbacks(winner) { return recordNoPostback(place, track, window, .tierZero) }
        prepare(place, 0, window, windows[window])
    }

    private func hasLaterPostbacks(_ winner: Participant) -> Bool {
        Disclosure(of: winner.impression.disclosure, tier: winner.assigned.tier, window: .second, didWin: true)
            .isPostback
    }

    /// Prepares the nonwinning postbacks, together with the first window of their framework.
    mutating func prepareNonwinning(_ place: Int, _ track: Int) {
        guard let windows = conversions[place].tracks[track].windows, !windows.areNonwinningPrepared else { return }
        conversions[place].tracks[track].windows?.areNonwinningPrepared = true
        prepareNonwinning(place, conversions[place].tracks[track].framework, haveTimers: false)
    }

    private mutating func prepareNonwinning(_ place: Int, _ framework: Framework, haveTimers: Bool) {
        for party in conversions[place].parties.indices.dropFirst()
        where conversions[place].parties[party].impression.framework == framework
            && conversions[place].parties[party].hasTimer == haveTimers
        {
            prepare(place, party, 0, WindowRecord())
        }
    }

    // MARK: - Timers of SKAdNetwork before version 4

    /// Starts or restarts the timer.
    mutating func startTimer(_ place: Int, _ track: Int, _ value: FineConversionValue) {
        let isFirst = conversions[place].tracks[track].timer?.end == nil
        let isShort = modeOn && conversions[place].isDevelopment
        let end = TimeSpan.saturated(now, isShort ? Self.shortTimerLength : Self.timerLength)
        conversions[place].tracks[track].timer?.value = value
        conversions[place].tracks[track].timer?.end = end
        if isFirst { record(place, track, .timer, 0, .opened, until: end) }
        let task = Agenda.Action.timerEnd(conversion: place, track: track, end: end)
        agenda.add(task, at: end, .spans, order: taskOrder(place, track))
    }

    mutating func timerEnded(_ place: Int, _ track: Int, _ end: Int64) {
        guard conversions[place].tracks[track].end == nil, let timer = conversions[place].tracks[track].timer,
            timer.end == end, !timer.isOver
        else { return }
        record(place, track, .timer, 0, .closed)
        endTimer(place, track)
    }

    /// Prepares the only postback of each party with a timer.
    private mutating func endTimer(_ place: Int, _ track: Int) {
        conversions[place].tracks[track].timer?.isOver = true
        let course = conversions[place].tracks[track]
        prepareNonwinning(place, course.framework, haveTimers: true)
        guard let timer = course.timer, timer.hasWinner else { return }
        var record = WindowRecord()
        record.fine = timer.value
        prepare(place, 0, 0, record)
    }

    // MARK: - The app's next conversion

    /// Locks the app's open windows that have an update, and removes those without one.
    mutating func supersede(_ app: UInt64, by type: ConversionType) {
        if type == .reEngagement, world.app(app).overlaps { return }
        for place in apps[app]?.conversions.takeAttributed() ?? [] where !conversions[place].isFinished {
            for track in conversions[place].tracks.indices { supersede(place, track) }
        }
    }

    private mutating func supersede(_ place: Int, _ track: Int) {
        let course = conversions[place].tracks[track]
        guard !course.isFinished else { return }
        if let timer = course.timer, timer.value != nil, !timer.isOver {
            record(place, track, .timer, 0, .locked, .byConversion)
            endTimer(place, track)
        }
        if let windows = course.windows, windows.state == .running { supersede(windows, place, track) }
        conversions[place].tracks[track].end = .noPendingConversion
        if !course.isRegistered { recordNoPostback(place, track, nil, .superseded) }
    }

    private mutating func supersede(_ windows: WindowProgress, _ place: Int, _ track: Int) {
        var removed = windows.current
        if case .opened = windows[removed].state {
            if windows[removed].isUpdated {
                lock(place, track, removed, .byConversion)
                removed += 1
            }
        } else {
            removed += 1
        }
        let isRegistered = conversions[place].tracks[track].isRegistered
        // Nonwinning postbacks of a framework with an update cannot change any more.
        if isRegistered { prepareNonwinning(place, track) }
        for window in removed..<max(removed, windows.count) {
            // A window that has not opened is not removed, but its postback is not sent either.
            if case .opened = windows[window].state { record(place, track, .windows, window, .removed) }
            conversions[place].tracks[track].windows?[window].state = .removed
            if isRegistered, windows.hasWinner { recordNoPostback(place, track, window, .superseded) }
        }
    }
}

extension AdImpression {
    /// The framework whose column of the disclosure table applies.
    var disclosure: Disclosure.Framework { skAdNetwork?.version.traits.disclosure ?? .adAttributionKit }
}
