// The visibility of ads, and the resulting views.

extension HostSimulator {
    /// Returns whether the place of a slot is visible, with or without an ad.
    private func isInSight(_ slot: Int) -> Bool {
        let state = states[slot]
        guard state.isInWindow, !state.isHidden, !state.isScrolledOff, isInFront else { return false }
        if host.slots[slot].isModal { return presented == slot }
        guard presented == nil else { return false }
        if host.slots[slot].isPage { return page == slot }
        // An advertising page with an ad replaces the other slots.
        return page.map { states[$0].load == nil } ?? true
    }

    /// Ends and begins views after a change of visibility.
    mutating func settle() {
        for slot in states.indices where states[slot].isShown && !isInSight(slot) { endShow(slot) }
        for slot in states.indices where !states[slot].isShown && states[slot].load != nil && isInSight(slot) {
            beginShow(slot)
        }
        guard !host.hidesWhenEmpty else { return }
        for slot in states.indices where host.slots[slot].isBanner {
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
        let item = host.inventory[load.ad.item]
        if !load.wasShown {
            load.wasShown = true
            ledger.countImpression(of: item, at: now)
        }
        if item.presentation == .viewThrough, item.countsViews, !load.isViewRecorded {
            load.viewBegunAt = now
            record(.beginView, load.ad, .viewThrough)
        }
        states[slot].load = load
    }

    /// Ends the view of a slot that is shown.
    mutating func endShow(_ slot: Int) {
        guard states[slot].isShown, var load = states[slot].load else { return }
        states[slot].isShown = false
        if let begun = load.viewBegunAt {
            load.viewBegunAt = nil
            load.isViewRecorded = now - begun >= viewLength
            record(.endView, load.ad, .viewThrough)
        }
        states[slot].load = load
        record(slot, .hidden)
    }
}
