/// The actions that a tap on an ad begins.
extension HostSimulator {
    private mutating func record(
        _ slot: Int?, _ state: ActionFact.State, _ kind: AdHost.Item.Action? = nil, _ reason: HostReason? = nil
    ) {
        record(
            .action(
                ActionFact(
                    slot: slot.map { host.slots[$0].name }, state: state, reason: reason,
                    leavesApplication: kind?.leavesApplication, kind: kind)))
    }

    mutating func tap(_ slot: Int, _ url: String?) {
        guard states[slot].isShown, let load = states[slot].load else {
            return record(slot, .ignored, nil, .nothingToTap)
        }
        let item = host.inventory[load.ad.item]
        let kind = item.action
        guard !refusesActions else {
            record(slot, .refused, kind)
            return warn(HostRules.actionRefused, slot: slot, "refused")
        }
        ledger.countClick(on: item, at: now)
        if kind.leavesApplication {
            isInBackground = true
        } else {
            action = RunningAction(slot: slot, kind: kind, ad: load.ad)
        }
        endShow(slot)
        settle()
        record(slot, .began, kind)
        pauseOrResume()
        if kind == .custom {
            record(.tap, load.ad, item.presentation, url: url)
        } else if let sheet = kind.sheet {
            record(.open, load.ad, sheet, url: url)
        }
        if presented == slot { unload(slot) }
    }

    mutating func tapStore(_ url: String?) {
        guard let action, let sheet = action.kind.sheet else { return record(nil, .ignored, nil, .noAction) }
        record(.tap, action.ad, sheet, url: url)
    }

    /// - Parameter state: `finished` or `cancelled`.
    mutating func endAction(_ state: ActionFact.State) {
        guard let ended = action else { return record(nil, .ignored, nil, .noAction) }
        if let sheet = ended.kind.sheet { record(.close, ended.ad, sheet) }
        action = nil
        record(ended.slot, state, ended.kind)
        if state == .cancelled { warn(HostRules.actionCancelled, slot: ended.slot, "cancelled") }
        pauseOrResume()
    }
}
