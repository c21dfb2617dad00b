/// Detects events that are impossible after the preceding events on the same device.
struct OrderCheck {
    private let world: World
    private var installed: [UInt64: Bool] = [:]
    private var views = Openings()
    private var sheets = Openings()

    init(_ world: World) { self.world = world }

    mutating func reset() {
        installed.removeAll(keepingCapacity: true)
        views.removeAll()
        sheets.removeAll()
    }

    private func isInstalled(_ app: UInt64) -> Bool {
        installed[app] ?? world.advertisedApps[app]?.isInstalled ?? false
    }

    /// Returns nil if the event is possible.
    mutating func fault(_ event: DeviceEvent) -> OrderFault? {
        switch event {
        case .ad(.beginView, let ad): views.open(ad.impression, nil)
        case .ad(.endView, let ad):
            if !views.close(ad.impression, nil) {
                return views.isEmpty ? .endWithoutBegin : .endOfAnother
            }
        case .ad(.open, let ad): sheets.open(ad.impression, ad.presentation)
        case .ad(.close, let ad):
            if !sheets.close(ad.impression, ad.presentation) {
                return sheets.isEmpty ? .closeWithoutOpen : .closeOfAnother
            }
        case .install(let app, _, _, _):
            if isInstalled(app) { return .installed(app) }
            installed[app] = true
        default:
            guard let app = event.app else { break }
            if !isInstalled(app) { return .notInstalled(app) }
            if case .delete = event { installed[app] = false }
        }
        return nil
    }
}

/// The views that have begun and not ended, or the sheets that were opened and not closed.
private struct Openings {
    private struct Key: Hashable {
        var ad: AdKey
        /// Nil for a view.
        var presentation: Presentation?
    }

    private struct Entry {
        /// The first impression with an identifier.
        let impression: AdImpression
        var count = 0
        /// The number of those with other content, which the device refuses.
        var others = 0
    }

    private var entries: [Key: Entry] = [:]
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
        var entry = entries[key] ?? Entry(impression: impression)
        if entry.impression.hasSameContent(as: impression) { entry.count += 1 } else { entry.others += 1 }
        entries[key] = entry
        total += 1
    }

    /// Returns false if nothing with the identifier is open. The device refuses an end with other content, after which
    /// the view or sheet is still open.
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
