import AdAttribution
import Rules
import StrictJSON

extension Campaign {
    private static let keys = ["app", "publisher", "days", "networks", "countries", "rates", "values"]

    /// Reads a campaign: what a world says, and of the population the members that ``keys`` names.
    ///
    /// - Throws: all that is wrong with it at once.
    package init(parsing text: [UInt8]) throws(Scenario.ReadingError) {
        var index = JSONIndex()
        let result = unsafe text.withUnsafeBytes { bytes in
            Result { () throws(Scenario.ReadingError) -> Campaign in
                do throws(JSONSyntaxError) {
                    try unsafe index.scan(bytes)
                } catch {
                    throw .syntax(error)
                }
                guard let root = unsafe index.root(of: bytes) else { throw .syntax(JSONSyntaxError(.empty, at: 0)) }
                var reader = MemberReader()
                let campaign = Campaign.read(root, &reader)
                guard reader.faults.isEmpty else { throw .faults(reader.faults) }
                return campaign
            }
        }
        self = try result.get()
    }

    private static func read(_ root: JSONView, _ reader: inout MemberReader) -> Campaign {
        var campaign = Campaign()
        var worldReader = WorldReader()
        reader.members(of: root, known: WorldReader.keys + keys) { reader, name, value in
            let key = name.string
            guard keys.contains(key) else { return worldReader.read(key, value, &reader) }
            reader.inside(.name(key)) { campaign.read(key, value, &$0) }
            return true
        }
        guard root.kind == .object else { return campaign }
        for key in ["app", "publisher", "networks", "rates"] where root.member(named: key) == nil {
            reader.report(.name(key), .missing(wanted: "it, as in every campaign"))
        }
        // Without values no update would say anything, and none would happen.
        if campaign.update > 0, campaign.values.isEmpty, root.member("values") == nil {
            reader.report(.key("values"), .missing(wanted: "what updates say, since rates.update is more than 0"))
        }
        campaign.world = worldReader.world
        campaign.thresholds = worldReader.thresholds
        if campaign.world.start + Int64(campaign.days) * TimeSpan.day - 1 > TimeSpan.lastEvent {
            reader.report(
                .key("days"),
                .value(
                    found: String(campaign.days),
                    wanted: "days that end until \(TimeSpan.lastEventText), \(TimeSpan.lastEventReason)", nearest: nil))
        }
        return campaign
    }

    private mutating func read(_ key: String, _ value: JSONView, _ reader: inout MemberReader) {
        switch key {
        case "app": app = reader.item(value) ?? 0
        case "publisher": publisher = reader.item(value, allowsZero: true) ?? 0
        case "days": days = reader.integer(value, 1...3650) ?? days
        case "networks": sources = Self.sources(value, &reader)
        case "countries": countries = Self.countries(value, &reader)
        case "rates": readRates(value, &reader)
        default: values = Self.values(value, &reader)
        }
    }

    private static func weight(_ view: JSONView, _ reader: inout MemberReader) -> UInt64 {
        UInt64(reader.integer(view, 0...1_000_000) ?? 0)
    }

    private static func sources(_ view: JSONView, _ reader: inout MemberReader) -> [Weighted<Source>] {
        var sources: [Weighted<Source>] = []
        reader.elements(of: view, wanted: "an array of networks") { reader, element in
            var network: String?
            var source: Int?
            var weight: UInt64 = 1
            let known = [ImpressionField.adNetworkIdentifier.text, ImpressionField.sourceIdentifier.text, "weight"]
            reader.members(of: element, known: known) { reader, name, value in
                let key = name.string
                guard known.contains(key) else { return false }
                reader.inside(.name(key)) { reader in
                    switch key {
                    case known[0]: network = reader.network(value)
                    case known[1]: source = reader.integer(value, SourceIdentifier.range)
                    default: weight = Self.weight(value, &reader)
                    }
                }
                return true
            }
            if let network, let source {
                sources.append(Weighted(value: Source(network: network, number: source), weight: weight))
            } else if element.kind == .object {
                for key in known.dropLast() where element.member(named: key) == nil {
                    reader.report(.name(key), .missing(wanted: "it, as with every network"))
                }
            }
        }
        return sources
    }

    private static func countries(_ view: JSONView, _ reader: inout MemberReader) -> [Weighted<CountryCode>] {
        var countries: [Weighted<CountryCode>] = []
        reader.members(of: view, known: []) { reader, name, value in
            let key = name.string
            guard let code = CountryCode(key) else {
                reader.report(.name(key), .unknownKey(nearest: nil, known: ["countries of two capital letters"]))
                return true
            }
            countries.append(Weighted(value: code, weight: reader.inside(.name(key)) { weight(value, &$0) }))
            return true
        }
        return countries
    }

    private mutating func readRates(_ view: JSONView, _ reader: inout MemberReader) {
        let known = ["view", "tap", "install", "organic", "launch", "update", "eligible"]
        var rates: [String: Int] = [:]
        reader.members(of: view, known: known) { reader, name, value in
            let key = name.string
            guard known.contains(key) else { return false }
            rates[key] = reader.inside(.name(key)) { $0.integer(value, 0...1_000_000) }
            return true
        }
        self.view = rates["view"] ?? 0
        tap = rates["tap"] ?? 0
        install = rates["install"] ?? 0
        organic = rates["organic"] ?? 0
        launch = rates["launch"] ?? 0
        update = rates["update"] ?? 0
        eligible = rates["eligible"] ?? 0
    }

    private static func values(_ view: JSONView, _ reader: inout MemberReader) -> [Weighted<Value>] {
        var values: [Weighted<Value>] = []
        reader.elements(of: view, wanted: "an array of values") { reader, element in
            var made = Value(fine: 0, coarse: nil, locks: false)
            var weight: UInt64 = 1
            let known = ["fine", "coarse", "lock", "weight"]
            reader.members(of: element, known: known) { reader, name, value in
                let key = name.string
                guard known.contains(key) else { return false }
                reader.inside(.name(key)) { reader in
                    switch key {
                    case "fine": made.fine = reader.integer(value, 0...63) ?? 0
                    case "coarse": made.coarse = reader.choice(value, CoarseConversionValue.self)
                    case "lock": made.locks = reader.bool(value) ?? false
                    default: weight = Self.weight(value, &reader)
                    }
                }
                return true
            }
            values.append(Weighted(value: made, weight: weight))
        }
        return values
    }
}
