import AttributionDocuments

// The reasons why an event cannot follow the preceding events.

extension DocumentFault.Problem {
    static let endWithoutBegin = contradiction("ends a view that did not begin", wanted: "begin-view before it")
    static let endOfAnother = contradiction("ends the view of another impression", wanted: "the one that began")
    static let closeWithoutOpen = contradiction("closes what is not open", wanted: "it opened before")
    static let closeOfAnother = contradiction("closes another impression's", wanted: "the one that was opened")
    static let noScreenOpen = contradiction(
        "is about the open screen, and none is open", wanted: "open-screen before it")
    static let noTapBefore = contradiction(
        "is about an action, and nothing was tapped", wanted: "tap-slot before it")

    static func installed(_ app: UInt64) -> Self {
        .contradiction("is \(app), which is installed", wanted: "an app that is not")
    }

    static func notInstalled(_ app: UInt64) -> Self {
        .contradiction("is \(app), which is not installed", wanted: "an app that is")
    }

    static func screenOpen(_ screen: String) -> Self {
        .contradiction("opens a screen while \(screen) is open", wanted: "that one closed before")
    }

    static func screenNotOpen(_ screen: String) -> Self {
        .contradiction("closes \(screen), which is not open", wanted: "open-screen before it")
    }

    static func slotNotOnScreen(_ slot: String, _ screen: String) -> Self {
        .contradiction("is \(slot), whose screen \(screen) is not open", wanted: "open-screen before it")
    }
}
