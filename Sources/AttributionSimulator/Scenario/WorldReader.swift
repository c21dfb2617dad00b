import AdAttribution
import StrictJSON

/// Reads what a scenario or a world file says besides its events.
struct WorldReader {
    var world = World()
    var thresholds: CrowdTiers.Thresholds?

    static let keys = [
        "start", "seed", "developer-mode", "country", "tiers", "crowd", "publisher-apps", "advertised-apps",
        "window-start", "re-engagement-limits", "strip-parameters", "receivers",
    ]

    /// Whether the member is one of the world's; reads it if so.
    mutating func read(_ name: String, _ value: JSONView, _ reader: inout MemberReader) -> Bool {
        guard Self.keys.contains(name) else { return false }
        var world = world
        var thresholds = thresholds
        reader.inside(.name(name)) { reader in
            switch name {
            case "start": if let start = Self.start(value, &reader) { world.start = start }
            case "seed": if let seed = reader.integer(value, 0...Int.max) { world.seed = UInt64(seed) }
            case "developer-mode": world.developerMode = reader.bool(value) ?? false
            case "country": world.country = reader.country(value)
            case "tiers": world.tiers = Self.tiers(value, &reader)
            case "crowd": thresholds = Self.thresholds(value, &reader)
            case "publisher-apps": world.publisherApps = Self.publisherApps(value, &reader)
            case "advertised-apps": world.advertisedApps = Self.advertisedApps(value, &reader)
            case "window-start":
                world.windowStart = reader.choice(value, World.WindowStart.self) ?? world.windowStart
            case "re-engagement-limits": world.limits = Self.limits(value, &reader)
            case "strip-parameters": world.strippedParameters = Set(reader.strings(value))
            default: world.receivers = Self.receivers(value, &reader)
            }
        }
        self.world = world
        self.thresholds = thresholds
        return true
    }

    private static func start(_ view: JSONView, _ reader: inout MemberReader) -> Int64? {
        let text = view.string
        guard text.utf8.contains(UInt8(ascii: "-")), let start = Timestamp(text)?.milliseconds else {
            reader.reportValue(view, wanted: "an RFC 3339 time")
            return nil
        }
        if TimeSpan.starts.contains(start) { return start }
        reader.reportValue(
            view,
            wanted: "a time from the year 0 on and until \(TimeSpan.lastEventText), \(TimeSpan.lastEventReason)")
        return nil
    }

    // MARK: - Tiers

    private static func tiers(_ view: JSONView, _ reader: inout MemberReader) -> TierTable {
        var table = TierTable()
        guard view.kind == .object else {
            reader.reportValue(view, wanted: "an object of tiers")
            return table
        }
        let rowKeys = ["2", "3", "4", "country"]
        let isRow = view.members.contains { member in rowKeys.contains(member.name.string) }
        guard !isRow else {
            table.common = row(view, &reader)
            return table
        }
        // A missing member is tier 0, and so is what has no row.
        table.common = TierTable.Row(.zero, .zero, .zero, country: .zero)
        for member in view.members {
            let name = member.name.string
            reader.inside(.name(name)) { reader in
                if name == "default" {
                    table.common = row(member.value, &reader)
                } else if let source = SourceIdentifier(name), let number = SourceIdentifier(source.number) {
                    table.bySource[number.number] = row(member.value, &reader)
                } else {
                    reader.report(.unknownKey(nearest: nil, known: rowKeys + ["default", "a source identifier"]))
                }
            }
        }
        return table
    }

    private static func row(_ view: JSONView, _ reader: inout MemberReader) -> TierTable.Row {
        var row = TierTable.Row(.zero, .zero, .zero, country: .zero)
        reader.members(of: view, known: ["2", "3", "4", "country"]) { reader, name, value in
            func tier(_ key: StaticString) -> DataTier {
                reader.inside(.key(key)) { $0.integer(value, 0...3) }.flatMap(DataTier.init) ?? .zero
            }
            if name.isString("2") {
                row.two = tier("2")
            } else if name.isString("3") {
                row.three = tier("3")
            } else if name.isString("4") {
                row.four = tier("4")
            } else if name.isString("country") {
                row.country = tier("country")
            } else {
                return false
            }
            return true
        }
        return row
    }

    private static func thresholds(_ view: JSONView, _ reader: inout MemberReader) -> CrowdTiers.Thresholds? {
        let before = reader.faults.count
        var found: [String: Int] = [:]
        var country: Int?
        var countsPublisher = false
        reader.members(of: view, known: ["thresholds", "country", "publisher"]) { reader, name, value in
            if name.isString("thresholds") {
                reader.inside(.key("thresholds")) { reader in
                    reader.members(of: value, known: ["1", "2", "3"]) { reader, name, value in
                        let key = name.string
                        guard ["1", "2", "3"].contains(key) else { return false }
                        found[key] = reader.inside(.name(key)) { $0.integer(value, 0...Int.max) }
                        return true
                    }
                }
            } else if name.isString("country") {
                country = reader.inside(.key("country")) { $0.integer(value, 0...Int.max) }
            } else if name.isString("publisher") {
                countsPublisher = reader.inside(.key("publisher")) { $0.bool(value) } ?? false
            } else {
                return false
            }
            return true
        }
        guard reader.faults.count == before else { return nil }
        guard let one = found["1"], let two = found["2"], let three = found["3"], let country else {
            reader.report(.missing(wanted: "thresholds for 1, 2 and 3, and country"))
            return nil
        }
        var thresholds = CrowdTiers.Thresholds(one: one, two: two, three: three, country: country)
        thresholds.countsPublisher = countsPublisher
        return thresholds
    }

    // MARK: - Apps

    private static func publisherApps(_ view: JSONView, _ reader: inout MemberReader) -> [UInt64: Set<String>] {
        var apps: [UInt64: Set<String>] = [:]
        reader.elements(of: view, wanted: "an array of apps") { reader, element in
            var item: UInt64?
            var networks: Set<String> = []
            reader.members(of: element, known: ["item-identifier", "ad-network-identifiers"]) { reader, name, value in
                if name.isString("item-identifier") {
                    item = reader.inside(.key("item-identifier")) { $0.item(value, allowsZero: true) }
                } else if name.isString("ad-network-identifiers") {
                    networks = Set(reader.inside(.key("ad-network-identifiers")) { $0.strings(value) })
                } else {
                    return false
                }
                return true
            }
            if let item {
                apps[item, default: []].formUnion(networks)
            } else if element.kind == .object, element.member("item-identifier") == nil {
                reader.report(.key("item-identifier"), .missing(wanted: "the app's item ID"))
            }
        }
        return apps
    }

    private static func advertisedApps(_ view: JSONView, _ reader: inout MemberReader) -> [UInt64: AdvertisedApp] {
        var apps: [UInt64: AdvertisedApp] = [:]
        reader.elements(of: view, wanted: "an array of apps") { reader, element in
            guard let app = AdvertisedAppReader.read(element, &reader) else { return }
            if apps.updateValue(app, forKey: app.item) != nil, let view = element.member("item-identifier") {
                reader.inside(.key("item-identifier")) { $0.reportValue(view, wanted: "each app once") }
            }
        }
        return apps
    }

    // MARK: - The rest

    private static func limits(_ view: JSONView, _ reader: inout MemberReader) -> World.ReEngagementLimits {
        var limits = World.ReEngagementLimits()
        reader.members(of: view, known: ["app-per-month", "device-per-year"]) { reader, name, value in
            if name.isString("app-per-month") {
                limits.appPerMonth = reader.inside(.key("app-per-month")) { $0.integer(value, 0...Int.max) }
            } else if name.isString("device-per-year") {
                limits.devicePerYear = reader.inside(.key("device-per-year")) { $0.integer(value, 0...Int.max) }
            } else {
                return false
            }
            return true
        }
        return limits
    }

    private static func receivers(_ view: JSONView, _ reader: inout MemberReader) -> [String: [Int]] {
        var receivers: [String: [Int]] = [:]
        reader.members(of: view, known: []) { reader, name, value in
            var answers: [Int] = []
            reader.inside(.name(name.string)) { reader in
                reader.elements(of: value, wanted: "an array of HTTP statuses") { reader, element in
                    if let status = reader.integer(element, 0...599) { answers.append(status) }
                }
            }
            receivers[name.string] = answers
            return true
        }
        return receivers
    }
}
