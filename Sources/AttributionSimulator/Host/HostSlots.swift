import AttributionBase
import AttributionModel

// Requests for ads, and their answers.

extension HostSimulator {
    /// Requests an ad, or, while the slots' clock is stopped, as soon as it runs again.
    mutating func ask(_ slot: Int) {
        guard states[slot].isInWindow, !states[slot].isOver else { return }
        if isPaused { planRequest(of: slot, at: clock) } else { request(slot) }
    }

    mutating func request(_ slot: Int) {
        states[slot].requestAt = nil
        states[slot].requests += 1
        earnings.countRequest(at: now)
        guard host.loadDelay > 0 else { return answer(slot) }
        expectAnswer(of: slot, at: TimeSpan.saturated(now, host.loadDelay))
    }

    mutating func answer(_ slot: Int) {
        states[slot].answerAt = nil
        let chance = chance.of(named: host.slots[slot].name.utf8, states[slot].requests)
        endShow(slot)
        states[slot].load = nil
        guard let reason = reasonToFail(slot, chance) else {
            if let item = candidates[slot].draw(chance.of("item")) { take(item, slot, chance) }
            // A full-screen slot receives only one ad.
            if host.slots[slot].isBanner { planRequest(of: slot, at: TimeSpan.saturated(clock, host.refresh)) }
            return
        }
        record(slot, .failed, reason)
        planRequest(of: slot, at: TimeSpan.saturated(clock, host.refresh))
    }

    /// Returns why a request fails; nil if it succeeds. The network is checked first, then the app, then the inventory.
    private func reasonToFail(_ slot: Int, _ chance: SeededRandom) -> HostReason? {
        if !isNetworkUp { return .network }
        if !host.isEligible { return .configuration }
        if host.device == .phoneOnPad { return .noInventory }
        if chance.of("fill").number(below: 100) >= UInt64(max(0, host.fillRate)) { return .noInventory }
        return candidates[slot].isEmpty ? .noInventory : nil
    }

    private mutating func take(_ index: Int, _ slot: Int, _ chance: SeededRandom) {
        let item = host.inventory[index]
        let ad =
            item.isToken ? item.impression : item.impression.shownAnew(chance.of("impression").uuid.text, at: now)
        states[slot].load = SlotState.Load(item: item, ad: ad)
        earnings.countFill(at: now)
        record(slot, .loaded)
        // A token should be shown only once.
        if item.isToken, !usedTokens.insert(index).inserted { record(.warning(.impressionReused, .impression(ad))) }
        // From now on, the device accepts a tap on a custom ad for 15 minutes.
        if item.presentation == .custom { record(.load, ad, .custom) }
    }
}

// The visibility of ads, and the resulting views.

extension HostSimulator {
    /// Returns whether the place of a slot is visible, whether or not the slot has an ad.
    private func isInSight(_ slot: Int) -> Bool {
        let state = states[slot]
        guard state.isInWindow, !state.isHidden, !state.isScrolledOff, isInFront else { return false }
        if host.slots[slot].isModal { return presented == slot }
        guard presented == nil else { return false }
        if host.slots[slot].isPage { return page == slot }
        // An advertising page with an ad covers the other slots.
        return page.map { states[$0].load == nil } ?? true
    }

    /// Ends and begins views after a change of visibility.
    ///
    /// - Parameter changed: The slots that may have changed; nil for all.
    mutating func settle(_ changed: ClosedRange<Int>? = nil) {
        let slots = changed.map { Range($0) } ?? states.indices
        for slot in slots where states[slot].isShown && !isInSight(slot) { endShow(slot) }
        for slot in slots where !states[slot].isShown && states[slot].load != nil && isInSight(slot) {
            beginShow(slot)
        }
        guard !host.hidesWhenEmpty else { return }
        for slot in slots where host.slots[slot].isBanner {
            let isEmpty = states[slot].load == nil && isInSight(slot)
            defer { states[slot].isEmptyAndVisible = isEmpty }
            guard isEmpty, !states[slot].isEmptyAndVisible else { continue }
            record(slot, .failed, .emptyBanner)
            warn(HostRules.emptyBanner, slot: slot, "false")
        }
    }

    private mutating func beginShow(_ slot: Int) {
        guard var load = states[slot].load else { return }
        states[slot].isShown = true
        record(slot, .shown)
        if !load.wasShown {
            load.wasShown = true
            earnings.countImpression(of: load.item, at: now)
        }
        if load.item.countsViews, !load.isViewRecorded {
            load.viewBegunAt = now
            record(.beginView, load.ad, .viewThrough)
        }
        states[slot].load = load
    }

    mutating func endShow(_ slot: Int) {
        guard states[slot].isShown, var load = states[slot].load else { return }
        states[slot].isShown = false
        if let begun = load.viewBegunAt {
            load.viewBegunAt = nil
            load.isViewRecorded = now - begun >= DeviceSimulator.viewLength
            record(.endView, load.ad, .viewThrough)
        }
        states[slot].load = load
        record(slot, .hidden)
    }
}
