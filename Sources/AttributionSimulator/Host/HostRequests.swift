import AdAttribution
import AttributionBase

// Requests for ads, and their answers.

extension HostSimulator {
    /// Requests an ad now, or as soon as the slots' clock runs again.
    mutating func ask(_ slot: Int) {
        guard states[slot].isInWindow, !states[slot].isOver else { return }
        if isPaused { states[slot].requestAt = clock } else { request(slot) }
    }

    mutating func request(_ slot: Int) {
        states[slot].requestAt = nil
        states[slot].requests += 1
        ledger.countRequest(at: now)
        states[slot].answerAt = TimeSpan.saturated(now, host.loadDelay)
        if host.loadDelay == 0 { answer(slot) }
    }

    mutating func answer(_ slot: Int) {
        states[slot].answerAt = nil
        let chance = chance.of(named: host.slots[slot].name.utf8, states[slot].requests)
        endShow(slot)
        states[slot].load = nil
        guard let reason = reasonToFail(slot, chance) else {
            if let item = candidates[slot].draw(chance.of("item")) { take(item, slot, chance) }
            // A full-screen slot receives only one ad.
            if host.slots[slot].isBanner { states[slot].requestAt = TimeSpan.saturated(clock, host.refresh) }
            return
        }
        record(slot, .failed, reason)
        states[slot].requestAt = TimeSpan.saturated(clock, host.refresh)
    }

    /// Returns the reason why a request fails. The network is checked first, then the app, then the inventory.
    private func reasonToFail(_ slot: Int, _ chance: SeededRandom) -> HostReason? {
        if !isNetworkUp { return .network }
        if !host.isEligible { return .configuration }
        if host.device == .phoneOnPad { return .noInventory }
        if chance.of("fill").number(below: 100) >= UInt64(max(0, host.fillRate)) { return .noInventory }
        return candidates[slot].isEmpty ? .noInventory : nil
    }

    private mutating func take(_ place: Int, _ slot: Int, _ chance: SeededRandom) {
        let item = host.inventory[place]
        let ad = HostedAd(
            item: place, identifier: item.tokenIdentifier ?? chance.of("impression").uuid.text, receivedAt: now)
        states[slot].load = SlotState.Load(ad: ad)
        ledger.countFill(at: now)
        record(slot, .loaded)
        if item.tokenIdentifier != nil, !usedTokens.insert(place).inserted { outputs.append((now, .reuse(ad))) }
        // The device accepts a tap on a custom ad for 15 minutes from now.
        if item.presentation == .custom { record(.load, ad, .custom) }
    }
}
