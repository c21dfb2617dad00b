import AdAttribution

// Conversion windows: when they begin and end, what locks and removes them, and what they yield.

extension DeviceSimulator {
    static let windowLengths: [Int64] = ConversionWindow.allCases.map { length(of: $0, .regular) }
    static let shortLengths: [Int64] = ConversionWindow.allCases.map { length(of: $0, .developer) }
    static let timerLength = TimeSpan.day
    /// With Apple's profile for tests [Testing ad attributions with a downloaded profile].
    static let shortTimerLength = 5 * TimeSpan.minute

    private static func length(of window: ConversionWindow, _ mode: ConversionWindow.Mode) -> Int64 {
        let span = window.span(mode)
        return milliseconds(span.upperBound) - milliseconds(span.lowerBound)
    }

    static func milliseconds(_ duration: Duration) -> Int64 { duration.components.seconds * 1000 }

    private func taskOrder(_ place: Int, _ track: Int) -> UInt64 {
        UInt64(conversions[place].number) << 8 | UInt64(track)
    }

    /// Begins a track's windows.
    mutating func start(_ place: Int, _ track: Int) {
        guard case .waiting = conversions[place].tracks[track].state else { return }
        conversions[place].tracks[track].state = .running
        // A timer waits for the first update, whenever the windows of others begin.
        if !conversions[place].tracks[track].hasTimer { openWindow(place, track, 0) }
    }

    private mutating func openWindow(_ place: Int, _ track: Int, _ window: Int) {
        let isShort = modeOn && conversions[place].isDevelopment
        let length = isShort ? Self.shortLengths[window] : Self.windowLengths[window]
        conversions[place].tracks[track].current = window
        conversions[place].tracks[track][window].state = .open
        conversions[place].tracks[track][window].isShort = isShort
        let end = saturated(now, length)
        tellWindow(place, track, window, .opened, until: end)
        agenda.add(
            .init(
                at: end, .spans, order: taskOrder(place, track),
                .windowEnd(conversion: place, track: track, window: window)))
    }

    private mutating func tellWindow(
        _ place: Int, _ track: Int, _ window: Int, _ state: WindowFact.State, _ code: Code? = nil, until: Int64? = nil
    ) {
        tell(
            .window(
                WindowFact(
                    conversion: conversions[place].number, index: window, state: state,
                    framework: conversions[place].tracks[track].framework, code: code, until: until)))
    }

    private mutating func tellNoPostback(_ place: Int, _ track: Int, _ window: Int?, _ code: Code) {
        tell(
            .noPostback(
                NoPostbackFact(
                    conversion: conversions[place].number, index: window,
                    framework: conversions[place].tracks[track].framework, code: code)))
    }

    mutating func windowEnded(_ place: Int, _ track: Int, _ window: Int) {
        let course = conversions[place].tracks[track]
        guard case .running = course.state, course.current == window else { return }
        if case .open = course[window].state {
            conversions[place].tracks[track][window].state = .closed
            tellWindow(place, track, window, .closed)
            yield(place, track, window)
        }
        guard window + 1 < course.windowCount else {
            conversions[place].tracks[track].state = .over
            if !course.isRegistered { tellNoPostback(place, track, nil, .neverUpdated) }
            return
        }
        openWindow(place, track, window + 1)
    }

    mutating func updateDeadlineLapsed(_ place: Int, _ track: Int) {
        let course = conversions[place].tracks[track]
        guard !course.isRegistered, !course.isFinished else { return }
        conversions[place].tracks[track].state = .late
        tellNoPostback(place, track, nil, .neverUpdated)
    }

    func locked(_ place: Int, _ track: Int, _ window: Int) -> Bool {
        if case .locked = conversions[place].tracks[track][window].state { return true }
        return false
    }

    mutating func lock(_ place: Int, _ track: Int, _ window: Int, _ code: Code) {
        conversions[place].tracks[track][window].state = .locked
        tellWindow(place, track, window, .locked, code)
        yield(place, track, window)
    }

    // MARK: - Timers of SKAdNetwork before version 4

    /// Starts the timer, or starts it again.
    mutating func startTimer(_ place: Int, _ track: Int, _ value: FineConversionValue) {
        let isFirst = conversions[place].tracks[track].timerEnd == nil
        let isShort = modeOn && conversions[place].isDevelopment
        let end = saturated(now, isShort ? Self.shortTimerLength : Self.timerLength)
        conversions[place].tracks[track].timerValue = value
        conversions[place].tracks[track].timerEnd = end
        conversions[place].tracks[track][0].state = .open
        conversions[place].tracks[track][0].isUpdated = true
        conversions[place].tracks[track][0].fine = value
        if isFirst { tellWindow(place, track, 0, .opened, until: end) }
        agenda.add(
            .init(
                at: end, .spans, order: taskOrder(place, track),
                .timerEnd(conversion: place, track: track, end: end)))
    }

    mutating func timerEnded(_ place: Int, _ track: Int, _ end: Int64) {
        let course = conversions[place].tracks[track]
        guard case .running = course.state, course.timerEnd == end, !course.isTimerOver else { return }
        conversions[place].tracks[track].isTimerOver = true
        conversions[place].tracks[track].state = .over
        conversions[place].tracks[track][0].state = .closed
        tellWindow(place, track, 0, .closed)
        yield(place, track, 0)
    }

    // MARK: - What a window yields

    /// Prepares the postbacks of a window that closed or was locked, or says why there is none.
    private mutating func yield(_ place: Int, _ track: Int, _ window: Int) {
        let course = conversions[place].tracks[track]
        let record = course[window]
        if window == 0, course.isRegistered { prepareNonwinning(place, track) }
        guard course.hasWinner, let winner = conversions[place].parties.first else { return }
        guard record.isUpdated else { return tellNoPostback(place, track, window, .noUpdate) }
        if window > 0, !hasLaterPostbacks(winner) { return tellNoPostback(place, track, window, .tierZero) }
        prepare(place, 0, window, record, isTimer: course.hasTimer)
    }

    private func hasLaterPostbacks(_ winner: Party) -> Bool {
        Disclosure(winner.impression.disclosure, tier: winner.assigned.tier, window: .second).isPostback
    }

    /// Nonwinning postbacks are made with the first window of their framework.
    mutating func prepareNonwinning(_ place: Int, _ track: Int) {
        guard !conversions[place].tracks[track].areNonwinningPrepared else { return }
        conversions[place].tracks[track].areNonwinningPrepared = true
        let framework = conversions[place].tracks[track].framework
        for party in conversions[place].parties.indices.dropFirst()
        where conversions[place].parties[party].impression.framework == framework {
            let terms = conversions[place].parties[party].impression.skAdNetwork
            prepare(place, party, 0, WindowRecord(), isTimer: !(terms?.hasWindows ?? true))
        }
    }

    // MARK: - The app's next conversion

    /// Locks the open windows of the app's conversions that have an update, and removes those without.
    mutating func supersede(_ app: UInt64, by type: ConversionType) {
        if type == .reEngagement, world.app(app).overlaps { return }
        let places = apps[app]?.conversions ?? []
        for place in places where !conversions[place].isFinished && !conversions[place].isOfSettings {
            for track in conversions[place].tracks.indices { supersede(place, track) }
        }
        apps[app]?.conversions = places.filter { !conversions[$0].isFinished }
    }

    private mutating func supersede(_ place: Int, _ track: Int) {
        let course = conversions[place].tracks[track]
        guard !course.isFinished else { return }
        guard course.isRegistered else {
            conversions[place].tracks[track].state = .superseded
            if case .running = course.state {
                for window in course.current..<course.windowCount { tellWindow(place, track, window, .removed) }
            }
            return tellNoPostback(place, track, nil, .superseded)
        }
        let window = course.current
        var removed = window
        if case .open = course[window].state {
            if course[window].isUpdated {
                lock(place, track, window, .byConversion)
                removed += 1
            }
        } else {
            removed += 1
        }
        // Nonwinning ones of a framework that was updated are no longer open to anything.
        prepareNonwinning(place, track)
        for window in removed..<max(removed, course.windowCount) {
            conversions[place].tracks[track][window].state = .removed
            tellWindow(place, track, window, .removed)
            if course.hasWinner { tellNoPostback(place, track, window, .superseded) }
        }
        conversions[place].tracks[track].state = .superseded
    }
}

extension AdImpression {
    /// Which column of the table of disclosure applies.
    var disclosure: Disclosure.Framework {
        guard let skAdNetwork else { return .adAttributionKit }
        return skAdNetwork.hasWindows ? .skAdNetwork : .skAdNetworkBefore4
    }
}
