import AttributionBase
import AttributionModel
import AttributionSchema

/// Plays Apple's published rules on one device after another. The input is events and a seed; the output is entries.
///
/// It uses no keys, no files, and no clock other than the times of the events, which must be in order. The memory of one device is reused
/// for the next. It cannot be copied, because a copy, even one that only looks at the state, costs more than most events.
package struct DeviceSimulator: ~Copyable {
    package let world: World
    /// The entries since they were last removed.
    package var entries: [TimelineEntry] = []
    /// The tally to which entries are added instead of being kept; nil to keep them.
    package var tally: Tally?
    /// Answers an attempt to deliver a postback at a time with an HTTP status; 0 for no answer. By default, the servers of the world do.
    var respond: (Attempt) -> Int

    /// An attempt to deliver a postback, before it is answered.
    struct Attempt {
        let at: Int64
        let recipient: PostbackFact.Recipient
        let body: PostbackDescription
        let number: Int
        let preparedAt: Int64

        /// The fact of the attempt and its answer.
        func fact(_ status: Int, _ outcome: Outcome) -> PostbackFact {
            PostbackFact(
                to: recipient, body: body, attempt: number, status: status, outcome: outcome, preparedAt: preparedAt)
        }
    }

    var now: Int64 = 0
    var chance: SeededRandom
    var agenda = Agenda()
    var modeOn = false
    var modeTurns = 0
    var order = 0
    var apps = AppTable()
    var ads: [AdRecord] = []
    var adPlaces: [AdKey: Int] = [:]
    /// The views that are on screen. The publisher is 0 if it is unknown.
    var openViews: [Int: (begunAt: Int64, slot: ViewSlot, publisher: UInt64)] = [:]
    var openSlots: [ViewSlot: Int] = [:]
    /// The reasons for which views and sheets were refused when they began. Their ends are refused for the same reasons.
    var refusals: [RefusalKey: ArraySlice<(trust: AdImpression.Trust, code: OutcomeReason)>] = [:]
    var overwrittenViews: [Int: Int] = [:]
    /// The recorded views of each group. A view counts as long as it is the last one of its ad.
    var liveViews: [ViewGroup: [(index: Int, moment: Moment)]] = [:]
    /// The open sheets of each ad and presentation, oldest first.
    var sheets: [SheetKey: ArraySlice<Sheet>] = [:]
    /// The networks that any publisher app lists.
    let listedNetworks: Set<String>
    /// The country of the device's App Store, which postbacks of installations from there may disclose.
    package var storefront: CountryCode?
    var conversions: [ConversionRecord] = []
    /// For each conversion up to the last one with an event, its progress by the schemas of the app.
    var progresses: [SchemaProgress] = []
    /// The events that were counted for a conversion. Used only if conversions are counted by event.
    var metEvents: Set<MetEvent> = []
    /// The schemas of the app that the last event was about, on any device.
    var lastSchemas: (app: UInt64, schemas: AppSchemas?)?
    var postbacks: [PendingPostback] = []
    /// What was created in developer settings since it was last cleared there, and those of its postbacks that were not transmitted yet.
    var handMade: (conversions: [Int], postbacks: [Int], untransmitted: [Int]) = ([], [], [])
    var deviceReEngagements: ArraySlice<Int64> = []

    package init(_ world: World, device: String = "") {
        self.world = world
        respond = { world.status(for: $0) }
        listedNetworks = (world.publisherApps ?? [:]).values.reduce(into: []) { $0.formUnion($1) }
        chance = SeededRandom(seed: world.seed)
        reset(device: device.utf8)
    }

    /// Discards the state of the current device and begins the next one.
    package mutating func reset(device: some Collection<UInt8>) {
        entries.removeAll(keepingCapacity: true)
        now = world.start
        storefront = world.country
        modeOn = world.developerMode
        modeTurns = 0
        order = 0
        chance = SeededRandom(seed: world.seed).of(named: device)
        agenda.removeAll()
        apps.removeAll()
        ads.removeAll(keepingCapacity: true)
        adPlaces.removeAll(keepingCapacity: true)
        openViews.removeAll(keepingCapacity: true)
        openSlots.removeAll(keepingCapacity: true)
        refusals.removeAll(keepingCapacity: true)
        overwrittenViews.removeAll(keepingCapacity: true)
        liveViews.removeAll(keepingCapacity: true)
        sheets.removeAll(keepingCapacity: true)
        conversions.removeAll(keepingCapacity: true)
        progresses.removeAll(keepingCapacity: true)
        metEvents.removeAll(keepingCapacity: true)
        postbacks.removeAll(keepingCapacity: true)
        handMade = ([], [], [])
        deviceReEngagements.removeAll(keepingCapacity: true)
        if modeOn { scheduleModeEnd() }
    }

    /// Plays an event, after all tasks that are due before it.
    package mutating func play(_ timed: TimedEvent) {
        catchUp(to: timed.at)
        play(timed.event)
    }

    /// Performs the tasks that are due before a time, and ends the spans that end at that time.
    private mutating func catchUp(to time: Int64) {
        while let task = agenda.next(before: time, atIt: { $0 == .spans }) { perform(task) }
        now = max(now, time)
    }

    /// After the last event, performs the remaining tasks up to the last postback.
    package mutating func finish() {
        while let task = agenda.next(before: now, atIt: { $0 != .postbacks }) { perform(task) }
        recordViewsNotEnded()
        while let task = agenda.next() { perform(task) }
    }

    private mutating func perform(_ task: Agenda.Task) {
        now = max(now, task.at)
        switch task.action {
        case .modeEnd(let turn): if modeOn, turn == modeTurns { modeEnded() }
        case .windowEnd(let conversion, let track, let window): windowEnded(conversion, track, window)
        case .timerEnd(let conversion, let track, let end): timerEnded(conversion, track, end)
        case .sheetView(let sheet, let opening): sheetViewed(sheet, opening)
        case .updateDeadline(let conversion, let track): updateDeadlineLapsed(conversion, track)
        case .send(let postback, let recipient, let attempt): send(postback, recipient, attempt)
        }
    }

    // MARK: - Reporting

    mutating func record(_ fact: TimelineEntry.Fact) {
        let entry = TimelineEntry(at: now, fact: fact)
        if tally == nil { entries.append(entry) } else { tally?.add(entry) }
    }

    /// Returns the current time with a number that orders events of the same time.
    mutating func moment() -> Moment {
        order += 1
        return Moment(at: now, order: order)
    }

    /// Inserts an entry made by another part of the simulation, in time order.
    mutating func insert(_ fact: TimelineEntry.Fact, at time: Int64) {
        catchUp(to: time)
        record(fact)
    }

    // MARK: - Developer Mode

    static let modeLength = 14 * TimeSpan.day

    private mutating func scheduleModeEnd() {
        modeTurns += 1
        agenda.add(.modeEnd(modeTurns), at: TimeSpan.saturated(now, Self.modeLength), .spans, order: 0)
    }

    mutating func setDeveloperMode(_ on: Bool) {
        modeOn = on
        if on { scheduleModeEnd() } else { modeTurns += 1 }
        record(.setting(.developerMode, isOn: on))
    }

    private mutating func modeEnded() {
        modeOn = false
        record(.setting(.developerMode, isOn: false))
    }
}
