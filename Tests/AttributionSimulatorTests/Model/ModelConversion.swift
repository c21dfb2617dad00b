import AttributionModel
import AttributionSimulator

/// An install or a re-engagement that is attributed.
struct ModelConversion {
    let number: Int
    let app: UInt64
    let type: ConversionType
    let at: Int64
    /// The number of the installation that the conversion belongs to.
    let installation: Int
    let isDevelopment: Bool
    /// Whether it was made in developer settings.
    let isOfSettings: Bool
    let marketplace: String
    let country: CountryCode?
    /// The tag that addresses this conversion; for a re-engagement, its number among those of the app.
    let tag: String?
    var courses: [ModelCourse]
    /// Whether clearing the developer settings ended it, though nothing of it waited.
    var wasEmptyWhenCleared = false
    /// The events of the app in each window, for its conversion schema.
    var events: [Int: [ModelEvent]] = [:]

    /// The last instant for the first update.
    var deadline: Int64 { at + (type == .reEngagement ? 48 * TimeSpan.hour : 60 * TimeSpan.day) }

    /// Returns the courses of one framework, which are registered, late and superseded together.
    func courses(of framework: Framework) -> [Int] {
        courses.indices.filter { courses[$0].framework == framework }
    }

    /// Returns whether no update can have an effect any more.
    func isOver(_ framework: Framework) -> Bool { courses(of: framework).allSatisfy { courses[$0].isOver } }
    var isOver: Bool { courses.allSatisfy(\.isOver) }

    func isAwaitingFirstUpdate(_ framework: Framework) -> Bool {
        !isOver(framework) && courses(of: framework).allSatisfy { !courses[$0].isRegistered }
    }
}

/// A network's part in a conversion.
struct ModelParty {
    let impression: AdImpression
    let interaction: InteractionType
    let didWin: Bool
    /// The tier and the digits, fixed at the conversion.
    let tier: Int
    let digits: Int
    let countryTier: Int

    /// Whether the party has a timer instead of windows, as in SKAdNetwork before version 4.
    var hasTimer: Bool { impression.skAdNetwork.map { $0.number < 40 } ?? false }
}

/// The windows or the timer of one framework's postbacks: three windows for the winner, one for networks that lost,
/// or a timer.
struct ModelCourse {
    let framework: Framework
    let isTimer: Bool
    /// Whether the timeline shows the windows. Of SKAdNetwork's windows and timer, it shows only one.
    let isTold: Bool
    let winner: ModelParty?
    let losers: [ModelParty]

    /// The number of windows. A timer counts as one.
    var windowCount: Int
    /// The windows that have opened.
    var windows: [ModelWindow] = []
    /// Whether an update has reached the course.
    var isRegistered = false
    /// Whether the app's next conversion came, or the deadline of the first update passed.
    var isSuperseded = false
    var isLate = false
    /// Whether the nonwinning postbacks have been prepared.
    var areLosersPrepared = false

    var current: ModelWindow? { windows.last.flatMap { $0.isOver ? nil : $0 } }
    var areWindowsOver: Bool { windows.count == windowCount && current == nil }

    /// Whether no update can have an effect any more. Networks that lost can be registered after their window.
    var isOver: Bool { isSuperseded || isLate || areWindowsOver && (winner != nil || areLosersPrepared) }
}

struct ModelWindow {
    let index: Int
    var until: Int64
    var hasUpdate = false
    var isLocked = false
    var isOver = false
    var fine: Int?
    var coarse: CoarseConversionValue?
}

extension DeviceModel {
    // MARK: - Conversions

    typealias Won = (impression: AdImpression, type: InteractionType, isDevelopment: Bool)

    mutating func convert(
        _ app: UInt64, _ type: ConversionType, considered: [ModelConsidered], winner: Won,
        losers: [(impression: AdImpression, type: InteractionType)]
    ) {
        supersede(app, by: type)
        let installation = installations[app]
        let marketplace = installation?.marketplace ?? AdvertisedApp.appStore
        let country = installation?.country
        func party(_ impression: AdImpression, _ interaction: InteractionType, didWin: Bool) -> ModelParty {
            let crowd = tiers(of: impression, isDevelopment: winner.isDevelopment, country: country)
            return ModelParty(
                impression: impression, interaction: interaction, didWin: didWin, tier: crowd.tier,
                digits: crowd.digits, countryTier: crowd.country)
        }
        var parties = [party(winner.impression, winner.type, didWin: true)]
        parties += losers.map { party($0.impression, $0.type, didWin: false) }
        let tags = conversions.count { $0.app == app && $0.type == .reEngagement && !$0.isOfSettings }
        let conversion = ModelConversion(
            number: conversions.count + 1, app: app, type: type, at: now, installation: installation?.number ?? 0,
            isDevelopment: winner.isDevelopment, isOfSettings: false, marketplace: marketplace, country: country,
            tag: type == .reEngagement ? String(tags + 1) : nil, courses: courses(of: parties))
        conversions.append(conversion)
        tell(
            ModelLine.conversion(
                conversion.number, app, type, winner: winner.impression, runnersUp: losers.map(\.impression),
                considered,
                isDevelopment: winner.isDevelopment, country: country))
        if type == .reEngagement, world.windowStart == .firstLaunch { start(conversions.count - 1) }
    }

    private func courses(of parties: [ModelParty]) -> [ModelCourse] {
        var courses: [ModelCourse] = []
        for framework in Framework.allCases {
            let own = parties.filter { $0.impression.framework == framework }
            let tellsTimer = (own.first { $0.didWin } ?? own.first { !$0.hasTimer } ?? own.first)?.hasTimer ?? false
            for isTimer in [false, true] {
                let these = own.filter { $0.hasTimer == isTimer }
                if these.isEmpty { continue }
                let winner = these.first { $0.didWin }
                courses.append(
                    ModelCourse(
                        framework: framework, isTimer: isTimer, isTold: isTimer == tellsTimer,
                        winner: winner, losers: these.filter { !$0.didWin },
                        windowCount: winner == nil || isTimer ? 1 : 3))
            }
        }
        return courses
    }

    /// Returns the highest tier, and among equal tiers the most digits. Development conversions have the maximum.
    private func tiers(
        of impression: AdImpression, isDevelopment: Bool, country: CountryCode?
    ) -> (tier: Int, digits: Int, country: Int) {
        let length = impression.source.digitCount
        if isDevelopment { return (3, length, 3) }
        let row = world.tiers.bySource[impression.source.number] ?? world.tiers.common
        // A campaign is not a source identifier; its tier is that of the fewest digits.
        if impression.skAdNetwork.map({ $0.number < 40 }) == true {
            return (row.two.rawValue, length, row.country.rawValue)
        }
        var best = (tier: row.two.rawValue, digits: 2)
        for (digits, tier) in [(3, row.three.rawValue), (4, row.four.rawValue)]
        where digits <= length && tier >= best.tier {
            best = (tier, digits)
        }
        return (best.tier, best.digits, row.country.rawValue)
    }

    // MARK: - Superseding

    /// Locks windows with an update, and removes those without. With overlap, a re-engagement does not affect others.
    private mutating func supersede(_ app: UInt64, by type: ConversionType) {
        if type == .reEngagement, world.app(app).overlaps { return }
        for index in conversions.indices where conversions[index].app == app && !conversions[index].isOfSettings {
            for framework in Framework.allCases where !conversions[index].isOver(framework) {
                let isAwaiting = conversions[index].isAwaitingFirstUpdate(framework)
                for number in conversions[index].courses(of: framework) {
                    supersede(index, number)
                    if isAwaiting { tell(noPostback: .superseded, index: nil, of: index, number) }
                }
            }
        }
    }

    private mutating func supersede(_ place: Int, _ number: Int) {
        let course = conversions[place].courses[number]
        let isWinnersRegistered = course.isRegistered && course.winner != nil
        if let window = course.current, !window.isLocked {
            if window.hasUpdate {
                lock(place, number, .byConversion)
            } else {
                tell(.removed, of: place, number)
                if isWinnersRegistered { tell(noPostback: .superseded, index: window.index, of: place, number) }
            }
        }
        let isRunning = course.current != nil
        endCurrent(place, number)
        conversions[place].courses[number].isSuperseded = true
        // Windows that have not opened are not removed, but cause no postback either.
        guard isRunning, isWinnersRegistered else { return }
        for index in course.windows.count..<course.windowCount {
            tell(noPostback: .superseded, index: index, of: place, number)
        }
    }

    mutating func endCurrent(_ index: Int, _ number: Int) {
        guard conversions[index].courses[number].current != nil else { return }
        let last = conversions[index].courses[number].windows.count - 1
        conversions[index].courses[number].windows[last].isOver = true
    }

    // MARK: - Windows

    /// Opens the windows that wait for a launch, or for a tap that opens the app.
    mutating func launched(_ app: UInt64) {
        guard let installation = installations[app], installation.isPresent else { return }
        installations[app]?.wasLaunched = true
        guard world.windowStart == .firstLaunch else { return }
        for index in conversions.indices
        where conversions[index].app == app && conversions[index].installation == installation.number
            && !conversions[index].isOfSettings
        {
            start(index)
        }
    }

    /// Opens the first windows of a conversion if none have opened. A timer waits for its update.
    private mutating func start(_ index: Int) {
        for number in conversions[index].courses.indices {
            let course = conversions[index].courses[number]
            if !course.isTimer, course.windows.isEmpty, !course.isSuperseded, !course.isLate { openNext(index, number) }
        }
    }

    /// Opens the next window, or starts the timer.
    mutating func openNext(_ place: Int, _ number: Int) {
        let course = conversions[place].courses[number]
        let index = course.windows.count
        let lengths = isShort(place) ? [3, 3, 3].map { $0 * Self.minute } : [2, 5, 28].map { $0 * Self.day }
        let until = now + (course.isTimer ? timerLength(place) : lengths[index])
        conversions[place].courses[number].windows.append(ModelWindow(index: index, until: until))
        tell(.opened, of: place, number)
    }

    /// Returns whether Developer Mode shortens all times.
    private func isShort(_ index: Int) -> Bool { conversions[index].isDevelopment && isInDeveloperMode }

    /// Returns the length of the timer. The short one is that of Apple's profile for tests.
    func timerLength(_ index: Int) -> Int64 { isShort(index) ? 5 * Self.minute : 24 * Self.hour }

    mutating func endWindows() {
        for index in conversions.indices {
            for number in conversions[index].courses.indices
            where conversions[index].courses[number].current?.until == now {
                endWindow(index, number)
            }
        }
    }

    private mutating func endWindow(_ index: Int, _ number: Int) {
        guard let window = conversions[index].courses[number].current else { return }
        if !window.isLocked { tell(.closed, of: index, number) }
        endCurrent(index, number)
        let course = conversions[index].courses[number]
        if course.winner != nil, !window.isLocked {
            if window.hasUpdate {
                prepareWinner(index, number, window)
            } else {
                tell(noPostback: .noUpdate, index: window.index, of: index, number)
            }
        }
        if window.index == 0, course.isRegistered { prepareLosers(index, number) }
        if course.windows.count < course.windowCount {
            openNext(index, number)
        } else if !course.isRegistered, conversions[index].isOver(course.framework) {
            tell(noPostback: .neverUpdated, index: nil, of: index, number)
        }
    }

    mutating func lock(_ index: Int, _ number: Int, _ code: OutcomeReason) {
        let last = conversions[index].courses[number].windows.count - 1
        conversions[index].courses[number].windows[last].isLocked = true
        tell(.locked, code, of: index, number)
        let course = conversions[index].courses[number]
        prepareWinner(index, number, course.windows[last])
        if last == 0 { prepareLosers(index, number) }
    }

    // MARK: - Deadlines

    /// Without a first update in time, there is no postback.
    mutating func lapse() {
        for index in conversions.indices where conversions[index].deadline == now {
            for framework in Framework.allCases where conversions[index].isAwaitingFirstUpdate(framework) {
                for number in conversions[index].courses(of: framework) {
                    conversions[index].courses[number].isLate = true
                    endCurrent(index, number)
                    tell(noPostback: .neverUpdated, index: nil, of: index, number)
                }
            }
        }
    }

    // MARK: - Lines

    private mutating func tell(_ state: WindowFact.State, _ code: OutcomeReason? = nil, of index: Int, _ number: Int) {
        let conversion = conversions[index]
        let course = conversion.courses[number]
        guard course.isTold, let window = course.windows.last, state != .removed || !window.isOver else { return }
        tell(
            ModelLine.window(
                conversion.number, window.index, state, course.framework, isTimer: course.isTimer, code,
                until: state == .opened ? window.until : nil))
    }

    mutating func tell(noPostback code: OutcomeReason, index: Int?, of place: Int, _ number: Int) {
        let course = conversions[place].courses[number]
        guard course.isTold else { return }
        tell(ModelLine.noPostback(conversions[place].number, index, course.framework, code))
    }
}
