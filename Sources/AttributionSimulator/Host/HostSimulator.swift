import AttributionBase
import AttributionModel

/// Plays an app that shows ads. The input is events and a seed; the output is impressions, views, taps and earnings.
///
/// It does not simulate the device, which decides what AdAttributionKit and SKAdNetwork do with views and taps: what the app
/// does with ads becomes events of the device, and its own facts become entries of the timeline.
///
/// Events must be in time order. Within one instant, answers and requests that are due come first, so that their
/// results are available to the events. Events with equal times keep their order.
struct HostSimulator {
    /// A result of an event.
    private enum Output {
        case event(DeviceEvent)
        case fact(TimelineEntry.Fact)
    }

    let host: AdHost
    /// The results that the device has not been given.
    private var outputs: [(at: Int64, output: Output)] = []
    var now: Int64
    let chance: SeededRandom
    var states: [SlotState]
    /// The items that each slot may receive.
    let candidates: [WeightedChoices<Int>]
    var earnings: HostEarnings
    var orientation: AdSize.Orientation
    var screen: Int?
    var screenOpenedAt: Int64 = 0
    var isNetworkUp = true
    var isInBackground = false
    var refusesActions = false
    /// The action that covers the app.
    var action: (slot: Int, kind: AdHost.Item.Action, ad: AdImpression)?
    /// The slot of the modal ad that covers the app.
    var presented: Int?
    /// The full-screen slot that is shown as a page.
    var page: Int?
    /// The items with a token that a slot has already received.
    var usedTokens: Set<Int> = []
    /// The total length of the slots' clock's earlier stops, in milliseconds.
    private var stoppedTime: Int64 = 0
    /// The time at which the app was paused, and with it the slots' clock; nil while they run.
    private var pausedAt: Int64?

    init(_ host: AdHost, in world: World) {
        self.host = host
        now = world.start
        chance = SeededRandom(seed: world.seed).of("host")
        orientation = host.orientation
        states = host.slots.map { SlotState(size: $0.size(host.orientation)) }
        candidates = host.candidates
        earnings = HostEarnings(host)
        for guideline in host.brokenGuidelines { record(.guideline(guideline.fact)) }
    }

    // MARK: - Time

    /// Plays an event, before which everything was performed that is due until then.
    mutating func play(_ event: HostEvent, at time: Int64, on device: inout DeviceSimulator) {
        now = max(now, time)
        perform(event)
        settle()
        handOver(to: &device)
    }

    private mutating func handOver(to device: inout DeviceSimulator) {
        for (at, output) in outputs {
            switch output {
            case .event(let event): device.play(TimedEvent(at: at, event))
            case .fact(let fact): device.insert(fact, at: at)
            }
        }
        outputs.removeAll(keepingCapacity: true)
    }

    /// Performs everything that is due until a time, inclusive.
    mutating func advance(through time: Int64, on device: inout DeviceSimulator) {
        while let (due, isAnswer) = takeDue(through: time) {
            now = max(now, due.at)
            if isAnswer { answer(due.slot) } else { request(due.slot) }
            // An advertising page covers the other slots, unless it has no ad.
            if page == due.slot { settle() } else { settle(due.slot...due.slot) }
        }
        handOver(to: &device)
    }

    /// A time at which a slot's request or the answer to it is due. Ties go to the first slot.
    private struct Due: Comparable {
        var at: Int64
        var slot: Int

        static func < (left: Due, right: Due) -> Bool { (left.at, left.slot) < (right.at, right.slot) }
    }

    /// What slots wait for, or have waited for: a slot's state has the time that counts.
    private var answers = Heap<Due>()
    /// The same for requests, by the clock that stops while the app is paused.
    private var requests = Heap<Due>()

    /// Sets when the answer to a slot's request is due.
    mutating func expectAnswer(of slot: Int, at time: Int64) {
        states[slot].answerAt = time
        answers.insert(Due(at: time, slot: slot))
    }

    /// Sets when a slot's next request is due, by the clock that stops while the app is paused.
    mutating func planRequest(of slot: Int, at time: Int64) {
        states[slot].requestAt = time
        requests.insert(Due(at: time, slot: slot))
    }

    /// Removes and returns the earliest answer or request that is due until a time. Only slots that wait are looked at.
    private mutating func takeDue(through time: Int64) -> (Due, isAnswer: Bool)? {
        while let first = answers.first, states[first.slot].answerAt != first.at { answers.popFirst() }
        while let first = requests.first, states[first.slot].requestAt != first.at { requests.popFirst() }
        let answer = answers.first
        var request = isPaused ? nil : requests.first
        if let at = request?.at { request?.at = TimeSpan.saturated(at, stoppedTime) }
        let isAnswer = answer.map { answer in request.map { answer <= $0 } ?? true } ?? false
        guard let due = isAnswer ? answer : request, due.at <= time, due.at < .max else { return nil }
        if isAnswer { answers.popFirst() } else { requests.popFirst() }
        return (due, isAnswer)
    }

    /// The time of the slots' clock, which does not run while the app is paused.
    var clock: Int64 { (pausedAt ?? now) - stoppedTime }

    var isPaused: Bool { pausedAt != nil }

    // MARK: - Reporting

    mutating func record(_ fact: TimelineEntry.Fact) { outputs.append((now, .fact(fact))) }

    mutating func record(_ fact: HostFact) { record(.host(fact)) }

    /// - Parameter url: the URL that a tap opens in the advertised app if that is installed.
    mutating func record(_ use: AdUse, _ ad: AdImpression, _ presentation: Presentation, url: String? = nil) {
        let shown = ShownAd(ad, presentation: presentation, publisher: host.app, reEngagementURL: url)
        outputs.append((now, .event(.ad(use, shown))))
    }

    mutating func record(_ slot: Int, _ state: SlotFact.State, _ reason: HostReason? = nil, size: AdSize? = nil) {
        record(
            .slot(
                SlotFact(
                    slot: host.slots[slot].name, state: state, reason: reason,
                    impression: states[slot].load?.ad.identifier, size: size ?? states[slot].size)))
    }

    // MARK: - Visibility of the app

    /// Whether the app is in the foreground and no action covers it.
    var isInFront: Bool { !isInBackground && action == nil }

    /// Pauses or resumes the app and the slots' clock.
    mutating func pauseOrResume() {
        guard isPaused == isInFront else { return }
        if let pausedAt { stoppedTime += now - pausedAt }
        pausedAt = isPaused ? nil : now
        record(isPaused ? .pause : .resume)
    }

    mutating func setBackground(_ isInBackground: Bool) {
        record(.event(isInBackground ? .background : .foreground, .none))
        self.isInBackground = isInBackground
        if isInBackground { settle() }
        pauseOrResume()
    }
}
