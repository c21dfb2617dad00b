import AttributionModel

// Conversion windows: how they begin and end, how they are locked or removed, and which postbacks they cause.

extension DeviceSimulator {
    static let windowLengths: [Int64] = ConversionWindow.allCases.map { length(of: $0, .regular) }
    static let shortLengths: [Int64] = ConversionWindow.allCases.map { length(of: $0, .developer) }
    static let timerLength = TimeSpan.day
    /// The length of the timer in Developer Mode, of which Apple says nothing: that of the earlier profile for tests
    /// [Testing ad attributions with a downloaded profile].
    static let shortTimerLength = 5 * TimeSpan.minute

    private static func length(of window: ConversionWindow, _ mode: ConversionWindow.Mode) -> Int64 {
        let span = window.span(mode)
        return (span.upperBound - span.lowerBound).milliseconds
    }

    func taskOrder(_ index: Int, _ track: Int) -> UInt64 {
        UInt64(conversions[index].number) << 8 | UInt64(track)
    }

    // MARK: - Windows

    /// Begins a track's windows, if it has any. A timer always waits for the first update.
    mutating func startWindows(_ index: Int, _ track: Int) {
        guard conversions[index].tracks[track].end == nil, conversions[index].tracks[track].windows?.state == .waiting
        else { return }
        conversions[index].tracks[track].windows?.state = .running
        openWindow(index, track, 0)
    }

    private mutating func openWindow(_ index: Int, _ track: Int, _ window: Int) {
        let isShort = modeOn && conversions[index].isDevelopment
        let end = TimeSpan.saturated(now, isShort ? Self.shortLengths[window] : Self.windowLengths[window])
        conversions[index].tracks[track].windows?.current = window
        conversions[index].tracks[track].windows?[window].state = .opened
        record(index, track, .windows, window, .opened, until: end)
        let task = Agenda.Action.windowEnd(conversion: index, track: track, window: window)
        agenda.add(task, at: end, .spans, order: taskOrder(index, track))
    }

    /// Reports the new state of a window, if the timeline shows this part of the track.
    private mutating func record(
        _ index: Int, _ track: Int, _ part: Track.Part, _ window: Int, _ state: WindowFact.State,
        _ code: OutcomeReason? = nil,
        until: Int64? = nil
    ) {
        let course = conversions[index].tracks[track]
        guard course.shown == part else { return }
        record(
            .window(
                WindowFact(
                    conversion: conversions[index].number, index: window, state: state, framework: course.framework,
                    isTimer: part == .timer, code: code, until: until)))
    }

    private mutating func recordNoPostback(_ index: Int, _ track: Int, _ window: Int?, _ code: OutcomeReason) {
        recordNoPostback(index, conversions[index].tracks[track].framework, window, code)
    }

    mutating func recordNoPostback(_ index: Int, _ framework: Framework, _ window: Int?, _ code: OutcomeReason) {
        record(.noPostback((conversions[index].number, window, framework, code)))
    }

    mutating func windowEnded(_ index: Int, _ track: Int, _ window: Int) {
        guard conversions[index].tracks[track].end == nil, let windows = conversions[index].tracks[track].windows,
            windows.state == .running, windows.current == window
        else { return }
        if case .opened = windows[window].state {
            conversions[index].tracks[track].windows?[window].state = .closed
            record(index, track, .windows, window, .closed)
            yield(index, track, window)
        }
        guard window + 1 == windows.count else { return openWindow(index, track, window + 1) }
        conversions[index].tracks[track].windows?.state = .over
        let course = conversions[index].tracks[track]
        if course.isFinished, !course.isRegistered { recordNoPostback(index, track, nil, .neverUpdated) }
    }

    mutating func updateDeadlineLapsed(_ index: Int, _ track: Int) {
        let course = conversions[index].tracks[track]
        guard !course.isRegistered, !course.isFinished else { return }
        conversions[index].tracks[track].end = .firstUpdateLate
        recordNoPostback(index, track, nil, .neverUpdated)
    }

    mutating func lock(_ index: Int, _ track: Int, _ window: Int, _ code: OutcomeReason) {
        conversions[index].tracks[track].windows?[window].state = .locked
        record(index, track, .windows, window, .locked, code)
        yield(index, track, window)
    }

    /// Prepares the postbacks of a window that was closed or locked, or reports why there are none.
    private mutating func yield(_ index: Int, _ track: Int, _ window: Int) {
        let course = conversions[index].tracks[track]
        if window == 0, course.isRegistered { prepareNonwinning(index, track) }
        guard let windows = course.windows, windows.hasWinner, let winner = conversions[index].parties.first else {
            return
        }
        guard windows[window].isUpdated else { return recordNoPostback(index, track, window, .noUpdate) }
        if window > 0, !hasLaterPostbacks(winner) { return recordNoPostback(index, track, window, .tierZero) }
        prepare(index, 0, window, windows[window])
    }

    private func hasLaterPostbacks(_ winner: Participant) -> Bool {
        Disclosure(of: winner.impression.disclosure, tier: winner.assigned.tier, window: .second, didWin: true)
            .isPostback
    }

    /// Prepares the nonwinning postbacks, which belong to the first window of their framework.
    mutating func prepareNonwinning(_ index: Int, _ track: Int) {
        guard let windows = conversions[index].tracks[track].windows, !windows.areNonwinningPrepared else { return }
        conversions[index].tracks[track].windows?.areNonwinningPrepared = true
        prepareNonwinning(index, conversions[index].tracks[track].framework, haveTimers: false)
    }

    private mutating func prepareNonwinning(_ index: Int, _ framework: Framework, haveTimers: Bool) {
        for party in conversions[index].parties.indices.dropFirst()
        where conversions[index].parties[party].impression.framework == framework
            && conversions[index].parties[party].hasTimer == haveTimers
        {
            prepare(index, party, 0, WindowRecord())
        }
    }

    // MARK: - Timers of SKAdNetwork before version 4

    mutating func startTimer(_ index: Int, _ track: Int, _ value: FineConversionValue) {
        let isFirst = conversions[index].tracks[track].timer?.end == nil
        let isShort = modeOn && conversions[index].isDevelopment
        let end = TimeSpan.saturated(now, isShort ? Self.shortTimerLength : Self.timerLength)
        conversions[index].tracks[track].timer?.value = value
        conversions[index].tracks[track].timer?.end = end
        if isFirst { record(index, track, .timer, 0, .opened, until: end) }
        let task = Agenda.Action.timerEnd(conversion: index, track: track, end: end)
        agenda.add(task, at: end, .spans, order: taskOrder(index, track))
    }

    mutating func timerEnded(_ index: Int, _ track: Int, _ end: Int64) {
        guard conversions[index].tracks[track].end == nil, let timer = conversions[index].tracks[track].timer,
            timer.end == end, !timer.isOver
        else { return }
        record(index, track, .timer, 0, .closed)
        endTimer(index, track)
    }

    /// Prepares the only postback of each party with a timer.
    private mutating func endTimer(_ index: Int, _ track: Int) {
        conversions[index].tracks[track].timer?.isOver = true
        let course = conversions[index].tracks[track]
        prepareNonwinning(index, course.framework, haveTimers: true)
        guard let timer = course.timer, timer.hasWinner else { return }
        var record = WindowRecord()
        record.fine = timer.value
        prepare(index, 0, 0, record)
    }

    // MARK: - The app's next conversion

    /// Locks the app's open windows that had an update, and removes the others.
    mutating func supersede(_ app: UInt64, by type: ConversionType) {
        if type == .reEngagement, world.app(app).overlaps { return }
        for index in apps.states[remember(app)].conversions.takeAttributed() where !conversions[index].isFinished {
            for track in conversions[index].tracks.indices { supersede(index, track) }
        }
    }

    private mutating func supersede(_ index: Int, _ track: Int) {
        let course = conversions[index].tracks[track]
        guard !course.isFinished else { return }
        if let timer = course.timer, timer.value != nil, !timer.isOver {
            record(index, track, .timer, 0, .locked, .byConversion)
            endTimer(index, track)
        }
        if let windows = course.windows, windows.state == .running { supersede(windows, index, track) }
        conversions[index].tracks[track].end = .noPendingConversion
        if !course.isRegistered { recordNoPostback(index, track, nil, .superseded) }
    }

    private mutating func supersede(_ windows: WindowProgress, _ index: Int, _ track: Int) {
        var removed = windows.current
        if case .opened = windows[removed].state {
            if windows[removed].isUpdated {
                lock(index, track, removed, .byConversion)
                removed += 1
            }
        } else {
            removed += 1
        }
        let isRegistered = conversions[index].tracks[track].isRegistered
        // After an update, nonwinning postbacks do not change any more, so they can be prepared.
        if isRegistered { prepareNonwinning(index, track) }
        for window in removed..<max(removed, windows.count) {
            // A window that has not opened is not reported as removed, but it has no postback either.
            if case .opened = windows[window].state { record(index, track, .windows, window, .removed) }
            conversions[index].tracks[track].windows?[window].state = .removed
            if isRegistered, windows.hasWinner { recordNoPostback(index, track, window, .superseded) }
        }
    }
}

extension AdImpression {
    /// The column of the disclosure table that applies.
    var disclosure: Disclosure.Framework { skAdNetwork?.version.traits.disclosure ?? .adAttributionKit }
}
