/// Detects events that are impossible after the preceding events of a host.
struct HostOrderCheck {
    private let host: AdHost
    private var screen: Int?
    private var hasTap = false

    init(_ host: AdHost) { self.host = host }

    /// Returns nil if the event is possible.
    mutating func fault(_ event: HostEvent) -> OrderFault? {
        switch event {
        case .openScreen(let opened):
            if let screen { return .screenOpen(host.screens[screen].name) }
            screen = opened
        case .closeScreen(let closed):
            guard screen != nil else { return .noScreenOpen }
            if let closed, closed != screen { return .screenNotOpen(host.screens[closed].name) }
            screen = nil
        case .tapSlot(let slot, _):
            hasTap = true
            return fault(of: slot)
        case .hideSlot(let slot), .showSlot(let slot), .removeSlot(let slot), .scrollSlot(let slot, _),
            .setSize(let slot, _), .presentSlot(let slot, _), .dismissSlot(let slot):
            return fault(of: slot)
        case .clearSlots: if screen == nil { return .noScreenOpen }
        case .tapStore, .finishAction, .cancelAction: if !hasTap { return .noTapBefore }
        case .rotate, .network, .background, .foreground, .refuseActions: break
        }
        return nil
    }

    private func fault(of slot: Int) -> OrderFault? {
        let holder = host.slots[slot].screen
        return holder == screen ? nil : .slotNotOnScreen(host.slots[slot].name, host.screens[holder].name)
    }
}
