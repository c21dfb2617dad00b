import AttributionModel

/// What a device knows of its apps.
struct AppTable {
    /// The apps, in the order in which the device met them.
    private var apps: [UInt64] = []
    /// What it knows of each of ``apps``. The element of an array is looked at without being copied.
    private(set) var states: [AppState] = []
    /// The places of ``apps``, once there are so many that they are not found as fast in the list.
    private var places: [UInt64: Int] = [:]
    private static let mostListed = 8

    /// Returns the place of an app among ``states``; nil if the device has not met it.
    func index(of app: UInt64) -> Int? { apps.count > Self.mostListed ? places[app] : apps.firstIndex(of: app) }

    /// What the device knows of an app; nil if it has not met it. An app is not forgotten.
    subscript(app: UInt64) -> AppState? {
        get { index(of: app).map { states[$0] } }
        _modify {
            let index = index(of: app)
            // Taken out of the array, so that its own arrays are changed and not copied.
            var state: AppState?
            if let index {
                var taken = AppState()
                swap(&taken, &states[index])
                state = taken
            }
            defer {
                if let state { put(state, at: index, for: app) }
            }
            yield &state
        }
    }

    private mutating func put(_ state: AppState, at index: Int?, for app: UInt64) {
        if let index {
            states[index] = state
            return
        }
        apps.append(app)
        states.append(state)
        guard apps.count > Self.mostListed else { return }
        if places.isEmpty { for (index, app) in apps.enumerated() { places[app] = index } }
        places[app] = apps.count - 1
    }

    mutating func removeAll() {
        apps.removeAll(keepingCapacity: true)
        states.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
    }
}

struct AppState {
    var isInstalled = false
    var wasInstalled = false
    /// Distinguishes this installation from other installations.
    var installation = 0
    var marketplace = AdvertisedApp.appStore
    var country: CountryCode?
    var cooldownEnd = Int64.min
    var conversions = AppConversions()
    var reEngagements = 0
    /// The times of the re-engagements that count toward the limit.
    var limited: ArraySlice<Int64> = []
    /// The indices of the app's ads that have a recorded view or click.
    var records: [Int] = []
}

/// The indices of an app's conversions. Those that an update can reach are found without looking at the others.
struct AppConversions {
    /// The newest conversion, which may be finished.
    private(set) var newest: Int?
    /// The conversions that have not been found finished, oldest first.
    private var attributed: Open = ([], [])
    private var handMade: Open = ([], [])
    private var tagged: [String: [Int]] = [:]
    /// The conversions whose windows wait for the app's launch.
    private var unlaunched: [Int] = []

    private typealias Open = (installs: [Int], reEngagements: [Int])

    /// The conversions that an update can address.
    enum Target {
        case tag(String)
        case types(installs: Bool, reEngagements: Bool)
    }

    mutating func add(_ index: Int, _ conversion: ConversionRecord, awaitsLaunch: Bool) {
        newest = index
        switch (conversion.isOfSettings, conversion.type.isInstall) {
        case (false, true): attributed.installs.append(index)
        case (false, false): attributed.reEngagements.append(index)
        case (true, true): handMade.installs.append(index)
        case (true, false): handMade.reEngagements.append(index)
        }
        if let tag = conversion.tag { tagged[tag, default: []].append(index) }
        if awaitsLaunch { unlaunched.append(index) }
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
    mutating func removeLast(_ index: Int, _ target: Target) {
        if case .tag(let tag) = target {
            tagged[tag]?.removeLast()
        } else if attributed.installs.last == index {
            attributed.installs.removeLast()
        } else if attributed.reEngagements.last == index {
            attributed.reEngagements.removeLast()
        } else if handMade.installs.last == index {
            handMade.installs.removeLast()
        } else {
            handMade.reEngagements.removeLast()
        }
    }

    /// Removes and returns the conversions that the next one finishes, oldest first.
    mutating func takeAttributed() -> [Int] {
        defer { attributed = ([], []) }
        return (attributed.installs + attributed.reEngagements).sorted()
    }

    /// Removes and returns the conversions whose windows wait for the launch.
    mutating func takeUnlaunched() -> [Int] {
        defer { unlaunched = [] }
        return unlaunched
    }
}
