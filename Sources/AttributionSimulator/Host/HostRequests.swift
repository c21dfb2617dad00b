import AdAttribution
import AttributionBytes

// How a slot comes to its ad.

extension HostSimulator {
    /// Asks for an ad now, or once the slots' clock goes on.
    mutating func ask(_ slot: Int) {
        guard slots[slot].isInWindow, !slots[slot].isOver else { return }
        if isClockStanding { slots[slot].requestAt = clock } else { request(slot) }
    }

    mutating func request(_ slot: Int) {
        slots[slot].requestAt = nil
        slots[slot].requests += 1
        ledger.countRequest(at: now)
        slots[slot].answerAt = saturated(now, host.loadDelay)
        if host.loadDelay == 0 { answer(slot) }
    }

    mutating func answer(_ slot: Int) {
        slots[slot].answerAt = nil
        let chance = chance.of(named: host.slots[slot].name.utf8, slots[slot].requests)
        endShow(slot)
        slots[slot].load = nil
        guard let reason = reasonToFail(slot, chance) else {
            take(choose(candidates[slot], chance), slot, chance)
            // A full-screen slot has one ad.
            if host.slots[slot].isBanner { slots[slot].requestAt = saturated(clock, host.refresh) }
            return
        }
        tell(slot, .failed, reason)
        slots[slot].requestAt = saturated(clock, host.refresh)
    }

    /// The network first, then who asks, then what there is.
    private func reasonToFail(_ slot: Int, _ chance: Chance) -> HostReason? {
        if !isNetworkUp { return .network }
        if !host.isEligible { return .configuration }
        if host.device == .phoneOnPad { return .noInventory }
        if chance.of("fill").number(below: 100) >= UInt64(max(0, host.fillRate)) { return .noInventory }
        return candidates[slot].isEmpty ? .noInventory : nil
    }

    /// One of the items, by their weights.
    private func choose(_ items: [Int], _ chance: Chance) -> Int {
        let total = items.reduce(0) { $0 + host.inventory[$1].weight }
        var drawn = Int(chance.of("item").number(below: UInt64(max(0, total))))
        for item in items {
            drawn -= host.inventory[item].weight
            if drawn < 0 { return item }
        }
        return items.first ?? 0
    }

    private mutating func take(_ place: Int, _ slot: Int, _ chance: Chance) {
        let item = host.inventory[place]
        let impression =
            item.isToken
            ? item.impression : item.impression.renewed(chance.of("impression").uuid.text, at: now)
        slots[slot].load = SlotState.Load(item: place, impression: impression)
        ledger.countFill(at: now)
        tell(slot, .loaded)
        if item.isToken, !usedTokens.insert(place).inserted {
            tell(.warning(.impressionReused, .impression(impression)))
        }
        // From here on a tap on a custom ad can be handled for a while.
        if item.presentation == .custom { tell(.load(shown(impression, .custom))) }
    }

    /// An ad as this app shows it.
    func shown(_ impression: AdImpression, _ presentation: Presentation, url: String? = nil) -> ShownAd {
        ShownAd(impression, presentation: presentation, publisher: host.app, reEngagementURL: url)
    }
}

extension AdImpression {
    /// The same ad, for another time that it is shown.
    fileprivate func renewed(_ identifier: String, at time: Int64) -> AdImpression {
        AdImpression(
            identifier: identifier, network: network, advertised: advertised, publisher: publisher, source: source,
            timestamp: time, isEligibleForReEngagement: isEligibleForReEngagement, skAdNetwork: skAdNetwork,
            trust: trust)
    }
}
