import AttributionBase
import AttributionModel

/// Plays an app that shows ads. The input is events and a seed; the output is impressions, views, taps and earnings.
///
/// It does not simulate the device, which decides what AdAttributionKit and SKAdNetwork do with views and taps, and it
/// does not know who advertises what: an ad is an item of the app's inventory.
///
/// Events must be in time order. Within one instant, answers and requests that are due come first, so that their
/// results are available to the events. Events with equal times keep their order.
package struct HostSimulator {
    /// A result of an event.
    package enum Output: Sendable {
        /// A use of an ad, which the device plays. The URL is the one that a tap opens in the advertised app if that is
        /// installed.
        case use(AdUse, HostedAd, Presentation, reEngagementURL: String?)
        /// A signed token was received again, although a token is for one impression.
        case reuse(HostedAd)
        /// An entry of the timeline.
        case fact(HostFact)
    }

    package let host: AdHost
    /// The results since they were last removed.
    package var outputs: [(at: Int64, output: Output)] = []

    /// How long an ad has to be in view to count as a view, in milliseconds.
    let viewLength: Int64
    var now: Int64
    let chance: SeededRandom
    var states: [SlotState]
    /// The items that each slot may receive.
    let candidates: [WeightedChoices<Int>]
    var ledger: HostLedger
    var orientation: AdSize.Orientation
    var screen: Int?
    var screenOpenedAt: Int64 = 0
    var isNetworkUp = true
    var isInBackground = false
    var refusesActions = false
    /// The action that covers the app.
    var action: (slot: Int, kind: AdHost.Item.Action, ad: HostedAd)?
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

    /// - Parameters:
    ///   - start: the start of the scenario, in milliseconds since 1970.
    ///   - viewLength: how long an ad has to be in view to count as a view, in milliseconds.
    package init(_ host: AdHost, seed: UInt64, start: Int64, viewLength: Int64) {
        self.host = host
        self.viewLength = viewLength
        now = start
        chance = SeededRandom(seed: seed).of("host")
        orientation = host.orientation
        states = host.slots.map { SlotState(size: $0.size(host.orientation)) }
        candidates = host.candidates
        ledger = HostLedger(host)
        for guideline in host.brokenGuidelines { record(.guideline(guideline.fact)) }
    }

    /// The earnings so far, by day.
    package var earnings: [DayEarnings] { ledger.earnings }

    // MARK: - Time

    /// Performs everything that is due until a time, inclusive.
    package mutating func advance(through time: Int64) {
        while let (due, isAnswer) = takeDue(through: time) {
            now = max(now, due.at)
            if isAnswer { answer(due.slot) } else { request(due.slot) }
            // An advertising page covers the other slots, unless it has no ad.
            if page == due.slot { settle() } else { settle(due.slot...due.slot) }
        }
    }

    /// Plays an event, after everything that is due until then.
    package mutating func play(_ event: HostEvent, at time: Int64) {
        advance(through: time)
        now = max(now, time)
        perform(event)
        settle()
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

    mutating func record(_ fact: HostFact) { outputs.append((now, .fact(fact))) }

    mutating func record(_ use: AdUse, _ ad: HostedAd, _ presentation: Presentation, url: String? = nil) {
        outputs.append((now, .use(use, ad, presentation, reEngagementURL: url)))
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
