import AttributionDocuments

/// A reason why an event cannot follow the preceding events.
enum OrderFault {
    case endWithoutBegin
    case endOfAnother
    case closeWithoutOpen
    case closeOfAnother
    case installed(UInt64)
    case notInstalled(UInt64)
    case screenOpen(String)
    case screenNotOpen(String)
    case noScreenOpen
    case slotNotOnScreen(String, String)
    case noTapBefore

    var problem: DocumentFault.Problem {
        switch self {
        case .endWithoutBegin: .contradiction("ends a view that did not begin", wanted: "begin-view before it")
        case .endOfAnother: .contradiction("ends the view of another impression", wanted: "the one that began")
        case .closeWithoutOpen: .contradiction("closes what is not open", wanted: "it opened before")
        case .closeOfAnother: .contradiction("closes another impression's", wanted: "the one that was opened")
        case .installed(let app): .contradiction("is \(app), which is installed", wanted: "an app that is not")
        case .notInstalled(let app): .contradiction("is \(app), which is not installed", wanted: "an app that is")
        case .screenOpen(let screen):
            .contradiction("opens a screen while \(screen) is open", wanted: "that one closed before")
        case .screenNotOpen(let screen):
            .contradiction("closes \(screen), which is not open", wanted: "open-screen before it")
        case .noScreenOpen:
            .contradiction("is about the open screen, and none is open", wanted: "open-screen before it")
        case .slotNotOnScreen(let slot, let screen):
            .contradiction("is \(slot), whose screen \(screen) is not open", wanted: "open-screen before it")
        case .noTapBefore: .contradiction("is about an action, and nothing was tapped", wanted: "tap-slot before it")
        }
    }
}
