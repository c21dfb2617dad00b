import AttributionModel

// The effects of each event on the app, its screens and its slots.

extension HostSimulator {
    /// How long a screen should stay open at least, according to the guidelines.
    static let briefScreen = 2 * TimeSpan.second

    mutating func perform(_ event: HostEvent) {
        switch event {
        case .openScreen(let screen): open(screen)
        case .closeScreen: if let screen { close(screen) }
        case .rotate(let orientation): rotate(to: orientation)
        case .network(let isUp): setNetwork(isUp)
        case .background: setBackground(true)
        case .foreground: setBackground(false)
        case .hideSlot(let slot): hide(slot)
        case .showSlot(let slot): show(slot)
        case .removeSlot(let slot): remove(slot)
        case .scrollSlot(let slot, let isVisible): states[slot].isScrolledOff = !isVisible
        case .clearSlots: clear()
        case .setSize(let slot, let size): setSize(slot, size)
        case .presentSlot(let slot, let isAtBreak): present(slot, isAtBreak: isAtBreak)
        case .dismissSlot(let slot): dismiss(slot)
        case .tapSlot(let slot, let url): tap(slot, url)
        case .tapStore(let url): tapStore(url)
        case .finishAction: endAction(.finished)
        case .cancelAction: endAction(.cancelled)
        case .refuseActions(let on):
            refusesActions = on
            record(.event(.refuseActions, .isOn(on)))
        }
    }

    mutating func warn(_ rule: Rule, screen: Int? = nil, slot: Int? = nil, _ found: String) {
        record(.guideline(host.violation(of: rule, screen: screen, slot: slot, found)))
    }

    // MARK: - Screens

    private mutating func open(_ screen: Int) {
        self.screen = screen
        screenOpenedAt = now
        record(.event(.openScreen, .screen(host.screens[screen].name)))
        for slot in host.screens[screen].slots {
            states[slot].isInWindow = true
            states[slot].isHidden = host.slots[slot].isPage
            states[slot].isScrolledOff = false
            states[slot].wasRemoved = false
            states[slot].isOver = false
        }
        for slot in host.screens[screen].slots { ask(slot) }
    }

    private mutating func close(_ screen: Int) {
        record(.event(.closeScreen, .screen(host.screens[screen].name)))
        for slot in host.screens[screen].slots { states[slot].isInWindow = false }
        settle()
        for slot in host.screens[screen].slots { states[slot].empty() }
        (presented, page, self.screen) = (nil, nil, nil)
        let length = now - screenOpenedAt
        if length < Self.briefScreen, !host.screens[screen].slots.isEmpty {
            warn(HostRules.briefScreen, screen: screen, "open for \(TimeSpan.text(length))")
        }
    }

    /// Sets the size of every slot for an orientation. In a real app, the slots are moved only after that.
    private mutating func rotate(to orientation: AdSize.Orientation) {
        self.orientation = orientation
        record(.event(.rotate, .orientation(orientation)))
        for (index, slot) in host.slots.enumerated() {
            guard slot.missing != orientation else {
                if states[index].isInWindow {
                    warn(HostRules.oneOrientation, slot: index, "without a size for \(orientation.rawValue)")
                }
                continue
            }
            resize(index, slot.size(orientation))
        }
    }

    private mutating func setNetwork(_ isUp: Bool) {
        let returns = isUp && !isNetworkUp
        isNetworkUp = isUp
        record(.event(.network, .isUp(isUp)))
        guard returns else { return }
        for slot in states.indices where states[slot].load == nil && states[slot].answerAt == nil { ask(slot) }
    }

    // MARK: - Slots

    private mutating func resize(_ slot: Int, _ size: AdSize?) {
        guard states[slot].size != size else { return }
        states[slot].size = size
        if states[slot].isInWindow { record(slot, .resized) }
    }

    private mutating func setSize(_ slot: Int, _ size: AdSize) {
        guard host.slots[slot].sizes.contains(size) else {
            record(slot, .refused, .sizeNotRequired, size: size)
            return warn(HostRules.sizeNotRequired, slot: slot, size.rawValue)
        }
        resize(slot, size)
    }

    private mutating func hide(_ slot: Int) {
        states[slot].isHidden = true
        if page == slot { page = nil }
    }

    private mutating func show(_ slot: Int) {
        states[slot].isHidden = false
        if host.slots[slot].isPage { page = slot }
        guard states[slot].wasRemoved else { return }
        states[slot].wasRemoved = false
        states[slot].isInWindow = true
        states[slot].isOver = false
        if host.slots[slot].isBanner { warn(HostRules.removedCycles, slot: slot, "removed and shown again") }
        ask(slot)
    }

    private mutating func remove(_ slot: Int) {
        guard states[slot].isInWindow else { return }
        states[slot].isInWindow = false
        states[slot].wasRemoved = true
        settle()
        states[slot].empty()
        if presented == slot { presented = nil }
        if page == slot { page = nil }
        record(slot, .removed)
    }

    /// Empties the slots of the open screen, and requests new ads.
    private mutating func clear() {
        guard let screen else { return }
        presented = nil
        for slot in host.screens[screen].slots where states[slot].isInWindow {
            endShow(slot)
            if states[slot].load != nil { record(slot, .unloaded) }
            states[slot].empty()
            states[slot].isOver = false
        }
        for slot in host.screens[screen].slots where states[slot].isInWindow { ask(slot) }
    }

    // MARK: - Modal ads

    private mutating func present(_ slot: Int, isAtBreak: Bool) {
        guard states[slot].load != nil else { return record(slot, .refused, .notLoaded) }
        guard isInFront, presented == nil else { return record(slot, .refused, .covered) }
        presented = slot
        if !isAtBreak { warn(HostRules.noBreak, slot: slot, "false") }
    }

    private mutating func dismiss(_ slot: Int) {
        guard presented == slot else { return record(slot, .ignored, .notPresented) }
        unload(slot)
    }

    /// Removes a modal ad permanently.
    mutating func unload(_ slot: Int) {
        presented = nil
        endShow(slot)
        record(slot, .unloaded)
        states[slot].empty()
        states[slot].isOver = true
    }
}

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
        let item = load.item
        let kind = item.action
        guard !refusesActions else {
            record(slot, .refused, kind)
            return warn(HostRules.actionRefused, slot: slot, "refused")
        }
        earnings.countClick(on: item, at: now)
        if kind.leavesApplication {
            isInBackground = true
        } else {
            action = (slot, kind, load.ad)
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
