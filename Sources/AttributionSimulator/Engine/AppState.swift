import AttributionModel

/// What a device knows of an app.
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
    /// The conversions that have not been found finished, oldest first: installations and re-engagements, attributed and made
    /// in developer settings.
    private var open = none
    private static let none: [[Int]] = [[], [], [], []]
    private var tagged: [String: [Int]] = [:]
    /// The conversions whose windows wait for the app's launch.
    private var unlaunched: [Int] = []

    /// The conversions that an update can address.
    enum Target {
        case tag(String)
        case types(installs: Bool, reEngagements: Bool)
    }

    mutating func add(_ index: Int, _ conversion: ConversionRecord, awaitsLaunch: Bool) {
        newest = index
        open[(conversion.isOfSettings ? 2 : 0) + (conversion.type.isInstall ? 0 : 1)].append(index)
        if let tag = conversion.tag { tagged[tag, default: []].append(index) }
        if awaitsLaunch { unlaunched.append(index) }
    }

    /// Returns the newest conversion of a target that has not been found finished.
    func last(_ target: Target) -> Int? {
        switch target {
        case .tag(let tag): return tagged[tag]?.last
        case .types(let installs, let reEngagements):
            var last: Int?
            for kind in open.indices where kind.isMultiple(of: 2) ? installs : reEngagements {
                if let found = open[kind].last, found > last ?? -1 { last = found }
            }
            return last
        }
    }

    /// Removes the last conversion of a target, which is finished.
    mutating func removeLast(_ index: Int, _ target: Target) {
        if case .tag(let tag) = target {
            tagged[tag]?.removeLast()
        } else if let kind = open.firstIndex(where: { $0.last == index }) {
            open[kind].removeLast()
        }
    }

    /// Removes and returns the conversions that the next one finishes, oldest first.
    mutating func takeAttributed() -> [Int] {
        defer { (open[0], open[1]) = ([], []) }
        return (open[0] + open[1]).sorted()
    }

    /// Removes and returns the conversions whose windows wait for the launch.
    mutating func takeUnlaunched() -> [Int] {
        defer { unlaunched = [] }
        return unlaunched
    }
}
