import AttributionModel

/// The apps of a device, with their states.
struct AppTable {
    /// The apps, in the order in which they first occurred.
    private var apps: [UInt64] = []
    /// The state of each of ``apps``. States are read and changed in place, because copying one takes longer than most events.
    var states: [AppState] = []
    /// The index of each app in ``apps``. It is filled only if there are so many apps that searching the list would be slower.
    private var places: [UInt64: Int] = [:]
    private static let mostListed = 8

    /// Returns the index of an app in ``states``; nil if the app has not occurred.
    func index(of app: UInt64) -> Int? { apps.count > Self.mostListed ? places[app] : apps.firstIndex(of: app) }

    /// Adds an app, which is never removed, and returns its index.
    mutating func add(_ app: UInt64, _ state: AppState) -> Int {
        apps.append(app)
        states.append(state)
        if apps.count > Self.mostListed {
            if places.isEmpty { for (index, app) in apps.enumerated() { places[app] = index } }
            places[app] = apps.count - 1
        }
        return apps.count - 1
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
    /// The number of the installation, which distinguishes it from earlier and later ones.
    var installation = 0
    var marketplace = AdvertisedApp.appStore
    var country: CountryCode?
    var cooldownEnd = Int64.min
    var conversions = AppConversions()
    var reEngagements = 0
    /// The times of the app's re-engagements that count towards the limit.
    var limited: ArraySlice<Int64> = []
    /// The indices of the app's ads that have a recorded view or click.
    var records: [Int] = []

    mutating func install(from marketplace: String, _ country: CountryCode?) {
        isInstalled = true
        wasInstalled = true
        installation += 1
        self.marketplace = marketplace
        self.country = country
    }
}

/// The indices of an app's conversions, arranged so that those that an update can reach are found without going through all of them.
struct AppConversions {
    /// The newest conversion, even if it is finished.
    private(set) var newest: Int?
    /// The conversions that are not known to be finished, oldest first. ``removeLast(_:_:)`` removes finished ones when an update finds
    /// them.
    private var attributed: Open = ([], [])
    private var handMade: Open = ([], [])
    private var tagged: [String: [Int]] = [:]
    /// The conversions whose windows start with the app's launch.
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

    /// Returns the newest conversion of a target that is not known to be finished.
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

    /// Removes the last conversion of a target because it is finished.
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

    /// Removes and returns the conversions that a new conversion ends, oldest first.
    mutating func takeAttributed() -> [Int] {
        defer { attributed = ([], []) }
        return (attributed.installs + attributed.reEngagements).sorted()
    }

    /// Removes and returns the conversions whose windows start with the launch.
    mutating func takeUnlaunched() -> [Int] {
        defer { unlaunched = [] }
        return unlaunched
    }
}
