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
    func place(of app: UInt64) -> Int? { apps.count > Self.mostListed ? places[app] : apps.firstIndex(of: app) }

    /// What the device knows of an app; nil if it has not met it. An app is not forgotten.
    subscript(app: UInt64) -> AppState? {
        get { place(of: app).map { states[$0] } }
        _modify {
            let place = place(of: app)
            // Taken out of the array, so that its own arrays are changed and not copied.
            var state: AppState?
            if let place {
                var taken = AppState()
                swap(&taken, &states[place])
                state = taken
            }
            defer {
                if let state { put(state, at: place, for: app) }
            }
            yield &state
        }
    }

    private mutating func put(_ state: AppState, at place: Int?, for app: UInt64) {
        if let place {
            states[place] = state
            return
        }
        apps.append(app)
        states.append(state)
        guard apps.count > Self.mostListed else { return }
        if places.isEmpty { for (place, app) in apps.enumerated() { places[app] = place } }
        places[app] = apps.count - 1
    }

    mutating func removeAll() {
        apps.removeAll(keepingCapacity: true)
        states.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
    }
}
