/// The indices of an app's conversions. Those that an update can reach are found without looking at the others.
struct AppConversions {
    /// The newest conversion, which may be finished.
    private(set) var newest: Int?
    /// The conversions that have not been found finished, oldest first.
    private var attributed = Open()
    private var handMade = Open()
    private var tagged: [String: [Int]] = [:]
    /// The conversions whose windows wait for the app's launch.
    private var unlaunched: [Int] = []

    private struct Open {
        var installs: [Int] = []
        var reEngagements: [Int] = []
    }

    /// The conversions that an update can address.
    enum Target {
        case tag(String)
        case types(installs: Bool, reEngagements: Bool)
    }

    mutating func add(_ place: Int, _ conversion: ConversionRecord, awaitsLaunch: Bool) {
        newest = place
        switch (conversion.isOfSettings, conversion.type.isInstall) {
        case (false, true): attributed.installs.append(place)
        case (false, false): attributed.reEngagements.append(place)
        case (true, true): handMade.installs.append(place)
        case (true, false): handMade.reEngagements.append(place)
        }
        if let tag = conversion.tag { tagged[tag, default: []].append(place) }
        if awaitsLaunch { unlaunched.append(place) }
    }

    /// Returns the newest conversion of a target that has not been found finished.
    func last(_ target: Target) -> Int? {
        switch target {
        case .tag(let tag): return tagged[tag]?.last
        case .types(let installs, let reEngagements):
            var last = -1
            if installs { last = max(last, attributed.installs.last ?? -1, handMade.installs.last ?? -1) }
            if reEngagements {
                last = max(last, attributed.reEngagements.last ?? -1, handMade.reEngagements.last ?? -1)
            }
            return last < 0 ? nil : last
        }
    }

    /// Removes the last conversion of a target, which is finished.
    mutating func removeLast(_ place: Int, _ target: Target) {
        if case .tag(let tag) = target {
            tagged[tag]?.removeLast()
        } else if attributed.installs.last == place {
            attributed.installs.removeLast()
        } else if attributed.reEngagements.last == place {
            attributed.reEngagements.removeLast()
        } else if handMade.installs.last == place {
            handMade.installs.removeLast()
        } else {
            handMade.reEngagements.removeLast()
        }
    }

    /// Removes and returns the conversions that the next one finishes, oldest first.
    mutating func takeAttributed() -> [Int] {
        defer { attributed = Open() }
        return (attributed.installs + attributed.reEngagements).sorted()
    }

    /// Removes and returns the conversions whose windows wait for the launch.
    mutating func takeUnlaunched() -> [Int] {
        defer { unlaunched = [] }
        return unlaunched
    }
}
