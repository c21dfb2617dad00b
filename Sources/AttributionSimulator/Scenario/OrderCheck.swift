import AttributionModel
import AttributionSchema

/// Finds events that are impossible after the events before them, on the same device or in the same host.
struct OrderCheck {
    private let world: World
    private let host: AdHost
    private var installed: [UInt64: Bool] = [:]
    private var views = Openings()
    private var sheets = Openings()
    private var screen: Int?
    private var hasTap = false

    init(_ world: World, _ host: AdHost? = nil) { (self.world, self.host) = (world, host ?? AdHost(app: 0)) }

    mutating func reset() {
        installed.removeAll(keepingCapacity: true)
        views.removeAll()
        sheets.removeAll()
    }

    private func isInstalled(_ app: UInt64) -> Bool {
        installed[app] ?? world.advertisedApps[app]?.isInstalled ?? false
    }

    /// Returns why the event is impossible; nil if it is possible.
    mutating func problem(_ event: DeviceEvent) -> Problem? {
        func begun(_ found: String, _ clause: String = "") -> Problem {
            .order("impression", found, .then(clause), ScenarioRules.begun)
        }
        switch event {
        case .ad(.beginView, let ad): views.open(ad.impression, nil)
        case .ad(.endView, let ad):
            if views.close(ad.impression, nil) { break }
            return views.isEmpty
                ? begun("the impression of a view that has not begun", "; begin-view must come first")
                : begun("not the impression in view")
        case .ad(.open, let ad): sheets.open(ad.impression, ad.presentation)
        case .ad(.close, let ad):
            if sheets.close(ad.impression, ad.presentation) { break }
            return sheets.isEmpty
                ? begun("not open")
                : begun("not the one that is open")
        case .install(let app, _, _, _):
            if isInstalled(app) {
                return .order("app", "\(app)", .then(", which is installed already"), ScenarioRules.installed)
            }
            installed[app] = true
        default:
            guard let app = event.app else { break }
            if !isInstalled(app) {
                return .order("app", "\(app)", .then(", which is not installed"), ScenarioRules.notInstalled)
            }
            if case .delete = event { installed[app] = false }
        }
        return nil
    }

    /// Returns why the event is impossible; nil if it is possible.
    mutating func problem(_ event: HostEvent) -> Problem? {
        switch event {
        case .openScreen(let opened):
            if let screen {
                let found = "opened while \(host.screens[screen].name) is open"
                return .order("screen", found, .then("; only one screen can be open"), ScenarioRules.screen)
            }
            screen = opened
        case .closeScreen(let closed):
            guard screen != nil else { return Self.noScreenOpen }
            if let closed, closed != screen {
                return .order("screen", host.screens[closed].name, .then(", which is not open"), ScenarioRules.screen)
            }
            screen = nil
        case .tapSlot(let slot, _):
            hasTap = true
            return problem(of: slot)
        case .hideSlot(let slot), .showSlot(let slot), .removeSlot(let slot), .scrollSlot(let slot, _),
            .setSize(let slot, _), .presentSlot(let slot, _), .dismissSlot(let slot):
            return problem(of: slot)
        case .clearSlots: if screen == nil { return Self.noScreenOpen }
        case .tapStore, .finishAction, .cancelAction:
            if !hasTap {
                return .order("event", "about an action", .then(", but nothing was tapped"), ScenarioRules.action)
            }
        case .rotate, .network, .background, .foreground, .refuseActions: break
        }
        return nil
    }

    private static let noScreenOpen =
        Problem.order("event", "about the open screen", .then(", but no screen is open"), ScenarioRules.screen)

    private func problem(of slot: Int) -> Problem? {
        let holder = host.slots[slot].screen
        if holder == screen { return nil }
        let more = MessageEnding.then(" on \(host.screens[holder].name), which is not open")
        return .order("slot", host.slots[slot].name, more, ScenarioRules.screen)
    }
}

extension Problem {
    /// The problem of an event that is impossible after those before it.
    ///
    /// - Parameters:
    ///   - key: The member that is wrong.
    ///   - ending: The end of the message.
    fileprivate static func order(_ key: String, _ found: String, _ ending: MessageEnding, _ rule: Rule) -> Problem {
        .value(found: found, wanted: rule.wanted, ending).at(key, breaking: rule)
    }
}

/// The views that have not ended, and the sheets that have not been closed.
private struct Openings {
    private struct Key: Hashable {
        var ad: AdKey
        /// Nil for a view.
        var presentation: Presentation?
    }

    /// For each identifier: the first impression, how many openings had its content, and how many had other content, which the device
    /// refuses.
    private var entries: [Key: (impression: AdImpression, count: Int, others: Int)] = [:]
    private var total = 0

    var isEmpty: Bool { total == 0 }

    mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        total = 0
    }

    private func key(_ impression: AdImpression, _ presentation: Presentation?) -> Key {
        Key(ad: AdKey(framework: impression.framework, identifier: impression.key), presentation: presentation)
    }

    mutating func open(_ impression: AdImpression, _ presentation: Presentation?) {
        let key = key(impression, presentation)
        var entry = entries[key] ?? (impression, 0, 0)
        if entry.impression.hasSameContent(as: impression) { entry.count += 1 } else { entry.others += 1 }
        entries[key] = entry
        total += 1
    }

    /// Returns false if nothing with the identifier is open. If only openings with other content are open, the device refuses the end, and
    /// they stay open.
    mutating func close(_ impression: AdImpression, _ presentation: Presentation?) -> Bool {
        let key = key(impression, presentation)
        guard var entry = entries[key] else { return false }
        let isSame = entry.impression.hasSameContent(as: impression)
        if !isSame, entry.others == 0 { return entry.count > 0 }
        if isSame, entry.count == 0 { return false }
        if isSame { entry.count -= 1 } else { entry.others -= 1 }
        entries[key] = entry
        total -= 1
        return true
    }
}
