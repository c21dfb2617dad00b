import AttributionBase
import AttributionModel

/// Plays an app that shows ads. The input is events and a seed; the output is impressions, views, taps and earnings.
///
/// It does not simulate the device, which decides what AdAttributionKit and SKAdNetwork make of views and taps. What the app does with ads
/// becomes events for the device, and facts about the app itself become entries of the timeline.
///
/// Events must be in time order. At the same time, answers and requests that are due come first, so that events see the results. Events of
/// the same time keep their order.
struct HostSimulator: ~Copyable {
    /// A result of an event.
    private enum Output {
        case event(DeviceEvent)
        case fact(TimelineEntry.Fact)
    }

    let host: AdHost
    /// The results that were not yet passed to the device.
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
    /// How long the slots' clock was stopped in total, before the current pause, in milliseconds.
    private var stoppedTime: Int64 = 0
    /// The time at which the app was paused, which also stops the slots' clock; nil if it is not paused.
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

    /// Plays an event. Everything that is due by then must already have been performed.
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

    /// Performs everything that is due up to and including a time.
    mutating func advance(through time: Int64, on device: inout DeviceSimulator) {
        while let (due, isAnswer) = takeDue(through: time) {
            now = max(now, due.at)
            if isAnswer { answer(due.slot) } else { request(due.slot) }
            // An advertising page covers the other slots, unless it has no ad.
            if page == due.slot { settle() } else { settle(due.slot...due.slot) }
        }
        handOver(to: &device)
    }

    /// The time at which a slot's request, or the answer to it, is due. If several are due at once, the first slot comes first.
    private struct Due: Comparable {
        var at: Int64
        var slot: Int

        static func < (left: Due, right: Due) -> Bool { (left.at, left.slot) < (right.at, right.slot) }
    }

    /// When answers are due. An entry whose time differs from that in the slot's state is obsolete.
    private var answers = Heap<Due>()
    /// When requests are due, by the slots' clock. Its entries become obsolete in the same way.
    private var requests = Heap<Due>()

    /// Schedules the answer to a slot's request.
    mutating func expectAnswer(of slot: Int, at time: Int64) {
        states[slot].answerAt = time
        answers.insert(Due(at: time, slot: slot))
    }

    /// Schedules a slot's next request, by the slots' clock.
    mutating func planRequest(of slot: Int, at time: Int64) {
        states[slot].requestAt = time
        requests.insert(Due(at: time, slot: slot))
    }

    /// Removes and returns the earliest answer or request that is due by a time. Slots that wait for nothing are not visited.
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

    /// The slots' clock, which stops while the app is paused.
    var clock: Int64 { (pausedAt ?? now) - stoppedTime }

    var isPaused: Bool { pausedAt != nil }

    // MARK: - Reporting

    mutating func record(_ fact: TimelineEntry.Fact) { outputs.append((now, .fact(fact))) }

    mutating func record(_ fact: HostFact) { record(.host(fact)) }

    /// - Parameter url: The URL that a tap opens in the advertised app, if that is installed.
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
