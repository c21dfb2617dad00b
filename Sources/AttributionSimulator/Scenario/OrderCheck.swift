import AttributionDocuments
import AttributionHost

/// Detects events that are impossible after the preceding events on the same device.
struct OrderCheck {
    private let world: World
    private var installed: [UInt64: Bool] = [:]
    private var views: [AdKey: Int] = [:]
    private var openViews = 0
    private var sheets: [SheetKey: Int] = [:]
    private var openSheets = 0

    private struct SheetKey: Hashable {
        var ad: AdKey
        var presentation: Presentation
    }

    init(_ world: World) { self.world = world }

    mutating func reset() {
        installed.removeAll(keepingCapacity: true)
        views.removeAll(keepingCapacity: true)
        sheets.removeAll(keepingCapacity: true)
        (openViews, openSheets) = (0, 0)
    }

    private func isInstalled(_ app: UInt64) -> Bool {
        installed[app] ?? world.advertisedApps[app]?.isInstalled ?? false
    }

    /// Returns the fault of an event and the member at fault, or nil if the event is possible.
    mutating func fault(_ event: DeviceEvent) -> (key: StaticString, fault: DocumentFault.Problem)? {
        switch event {
        case .ad(.beginView, let ad):
            views[key(ad), default: 0] += 1
            openViews += 1
        case .ad(.endView, let ad):
            guard let count = views[key(ad)], count > 0 else {
                return ("impression", openViews > 0 ? .endOfAnother : .endWithoutBegin)
            }
            views[key(ad)] = count - 1
            openViews -= 1
        case .ad(.open, let ad):
            sheets[SheetKey(ad: key(ad), presentation: ad.presentation), default: 0] += 1
            openSheets += 1
        case .ad(.close, let ad):
            let key = SheetKey(ad: key(ad), presentation: ad.presentation)
            guard let count = sheets[key], count > 0 else {
                return ("impression", openSheets > 0 ? .closeOfAnother : .closeWithoutOpen)
            }
            sheets[key] = count - 1
            openSheets -= 1
        case .install(let app, _, _, _):
            if isInstalled(app) { return ("app", .installed(app)) }
            installed[app] = true
        default:
            guard let app = event.app else { break }
            if !isInstalled(app) { return ("app", .notInstalled(app)) }
            if case .delete = event { installed[app] = false }
        }
        return nil
    }

    private func key(_ ad: ShownAd) -> AdKey {
        AdKey(framework: ad.impression.framework, identifier: ad.impression.key)
    }
}
