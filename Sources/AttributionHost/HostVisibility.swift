// The visibility of ads, and the resulting views.

extension HostSimulator {
    /// Returns whether the place of a slot is visible, with or without an ad.
    private func isInSight(_ slot: Int) -> Bool {
        let state = slots[slot]
        guard state.isInWindow, !state.isHidden, !state.isScrolledOff, isInFront else { return false }
        if host.slots[slot].isModal { return presented == slot }
        guard presented == nil else { return false }
        if host.slots[slot].isPage { return page == slot }
        // An advertising page with an ad replaces the other slots.
        return page.map { slots[$0].load == nil } ?? true
    }

    /// Ends and begins views after a change of visibility.
    mutating func settle() {
        for slot in slots.indices where slots[slot].isShown && !isInSight(slot) { endShow(slot) }
        for slot in slots.indices where !slots[slot].isShown && slots[slot].load != nil && isInSight(slot) {
            beginShow(slot)
        }
        guard !host.hidesWhenEmpty else { return }
        for slot in slots.indices where host.slots[slot].isBanner {
            let isEmpty = slots[slot].load == nil && isInSight(slot)
            defer { slots[slot].isEmptyAndVisible = isEmpty }
            guard isEmpty, !slots[slot].isEmptyAndVisible else { continue }
            record(slot, .failed, .emptyBanner)
            warn(HostRules.emptyBanner, slot: slot, "false")
        }
    }

    private mutating func beginShow(_ slot: Int) {
        guard var load = slots[slot].load else { return }
        slots[slot].isShown = true
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
        slots[slot].load = load
    }

    /// Ends the view of a slot that is shown.
    mutating func endShow(_ slot: Int) {
        guard slots[slot].isShown, var load = slots[slot].load else { return }
        slots[slot].isShown = false
        if let begun = load.viewBegunAt {
            load.viewBegunAt = nil
            load.isViewRecorded = now - begun >= viewLength
            record(.endView, load.ad, .viewThrough)
        }
        slots[slot].load = load
        record(slot, .hidden)
    }
}
