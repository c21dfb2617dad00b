import AttributionDocuments
import AttributionHost

/// Detects events that are impossible after the preceding events of a host.
struct HostOrderCheck {
    private let host: AdHost
    private var screen: Int?
    private var hasTap = false

    init(_ host: AdHost) { self.host = host }

    /// Returns the fault of an event and the member at fault, or nil if the event is possible.
    mutating func fault(_ event: HostEvent) -> (key: StaticString, fault: DocumentFault.Problem)? {
        switch event {
        case .openScreen(let opened):
            if let screen { return ("screen", .screenOpen(host.screens[screen].name)) }
            screen = opened
        case .closeScreen(let closed):
            guard screen != nil else { return ("event", .noScreenOpen) }
            if let closed, closed != screen { return ("screen", .screenNotOpen(host.screens[closed].name)) }
            screen = nil
        case .tapSlot(let slot, _):
            hasTap = true
            return fault(of: slot)
        case .hideSlot(let slot), .showSlot(let slot), .removeSlot(let slot), .scrollSlot(let slot, _),
            .setSize(let slot, _), .presentSlot(let slot, _), .dismissSlot(let slot):
            return fault(of: slot)
        case .clearSlots: if screen == nil { return ("event", .noScreenOpen) }
        case .tapStore, .finishAction, .cancelAction: if !hasTap { return ("event", .noTapBefore) }
        case .rotate, .network, .background, .foreground, .refuseActions: break
        }
        return nil
    }

    private func fault(of slot: Int) -> (key: StaticString, fault: DocumentFault.Problem)? {
        let holder = host.slots[slot].screen
        return holder == screen ? nil : ("slot", .slotNotOnScreen(host.slots[slot].name, host.screens[holder].name))
    }
}
