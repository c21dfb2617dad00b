import AdAttribution
import AttributionBytes

/// Plays an app that shows ads: what happens to it and a seed in, impressions, views, taps and money out.
///
/// It knows no device: what AdAttributionKit and SKAdNetwork make of its views and taps is the ``DeviceSimulator``'s
/// business. Events must come in the order of their times. At one instant answers and requests that are due come
/// first, so that what they make is there for the events; then the events, in their order.
package struct HostSimulator {
    /// What comes of an event: something for the device to play, or a line of its own.
    package enum Output: Sendable {
        case event(DeviceEvent)
        case fact(TimelineEntry.Fact)
    }

    package let host: AdHost
    /// What came out since these were last taken.
    package var outputs: [(at: Int64, output: Output)] = []

    var now: Int64
    let chance: Chance
    var slots: [SlotState]
    /// The items that each slot can be given.
    let candidates: [[Int]]
    var ledger: HostLedger
    var orientation: AdSize.Orientation
    var screen: Int?
    var screenOpenedAt: Int64 = 0
    var isNetworkUp = true
    var isInBackground = false
    var refusesActions = false
    /// Whether the app has stopped what it does.
    var isPaused = false
    var action: RunningAction?
    /// The modal ad that covers the app.
    var presented: Int?
    /// The page of advertising that was turned to last, and not away from.
    var page: Int?
    /// The items whose one token was given to a slot before.
    var usedTokens: Set<Int> = []
    /// How long the slots' clock has stood, and since when it stands now.
    private var stood: Int64 = 0
    private var stoodSince: Int64?

    /// - Parameter start: when the scenario begins, in milliseconds since 1970.
    package init(_ host: AdHost, seed: UInt64, start: Int64) {
        self.host = host
        now = start
        chance = Chance(seed: seed).of("host")
        orientation = host.orientation
        slots = host.slots.map { SlotState(size: $0.size(host.orientation)) }
        candidates = host.slots.map { host.candidates(for: $0) }
        ledger = HostLedger(host)
        for guideline in host.brokenGuidelines { tell(.guideline(guideline.fact)) }
    }

    /// What was earned until now, by day.
    package var earnings: [DayEarnings] { ledger.earnings }

    // MARK: - Time

    /// Does what is due until a time, and at it.
    package mutating func advance(through time: Int64) {
        while let due = nextDue, due.at <= time {
            now = max(now, due.at)
            if due.isAnswer { answer(due.slot) } else { request(due.slot) }
            settle()
        }
    }

    /// Plays an event, after all that is due before it.
    package mutating func play(_ event: HostEvent, at time: Int64) {
        advance(through: time)
        now = max(now, time)
        perform(event)
        settle()
    }

    /// The earliest answer or request that is due; of equal ones that of the first slot.
    private var nextDue: (at: Int64, slot: Int, isAnswer: Bool)? {
        var next: (at: Int64, slot: Int, isAnswer: Bool)?
        for (place, slot) in slots.enumerated() {
            if let at = slot.answerAt, at < next?.at ?? .max { next = (at, place, true) }
            if stoodSince == nil, let request = slot.requestAt, saturated(request, stood) < next?.at ?? .max {
                next = (saturated(request, stood), place, false)
            }
        }
        return next
    }

    /// The slots' clock.
    var clock: Int64 { (stoodSince ?? now) - stood }

    var isClockStanding: Bool { stoodSince != nil }

    private mutating func stopClock() { if stoodSince == nil { stoodSince = now } }

    private mutating func startClock() {
        guard let since = stoodSince else { return }
        stood += now - since
        stoodSince = nil
    }

    // MARK: - Telling

    mutating func tell(_ fact: HostFact) { outputs.append((now, .fact(.host(fact)))) }

    mutating func tell(_ fact: TimelineEntry.Fact) { outputs.append((now, .fact(fact))) }

    mutating func tell(_ event: DeviceEvent) { outputs.append((now, .event(event))) }

    mutating func tell(_ slot: Int, _ state: SlotFact.State, _ reason: HostReason? = nil, size: AdSize? = nil) {
        tell(
            .slot(
                SlotFact(
                    slot: host.slots[slot].name, state: state, reason: reason,
                    impression: slots[slot].load?.impression.identifier, size: size ?? slots[slot].size)))
    }

    // MARK: - In front or not

    /// Whether the person sees the app, and no action over it.
    var isInFront: Bool { !isInBackground && action == nil }

    /// Has the app stop or go on, and the slots' clock with it.
    mutating func pauseOrResume() {
        guard isPaused == isInFront else { return }
        isPaused.toggle()
        if isPaused { stopClock() } else { startClock() }
        tell(isPaused ? .pause : .resume)
    }

    mutating func setBackground(_ isInBackground: Bool) {
        tell(.event(isInBackground ? .background : .foreground, .none))
        self.isInBackground = isInBackground
        if isInBackground { settle() }
        pauseOrResume()
    }
}

/// An action that covers the app.
struct RunningAction {
    var slot: Int
    var kind: AdHost.Item.Action
    var impression: AdImpression
}
