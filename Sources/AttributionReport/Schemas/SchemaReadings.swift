import AdAttribution
import AttributionJSON
import AttributionSchema

/// What the values of postbacks are worth by the conversion schemas of their apps.
package struct SchemaReadings: Sendable {
    /// The schemas of one app, first to last.
    struct App: Sendable {
        let item: ItemIdentifier
        let schemas: [Worth]
    }

    /// What the values of one schema are worth, by window.
    struct Worth: Sendable {
        let schema: ConversionSchema
        /// The time from which the schema holds; nil if it always did.
        let from: Timestamp?
        fileprivate let windows: [WindowWorth]
    }

    /// What is known of the worth of one postback.
    struct Reading {
        /// The revenue that the value allows: 0 if no schema says anything about it.
        var revenue = RevenueRange.zero
        var basis = Basis.none
        /// Whether the postback has a value that no possible schema has.
        var isUnnamed = false
    }

    /// By how many schemas a value is read.
    package enum Basis: String, CaseIterable, Sendable {
        case one
        /// Any of several schemas of the app may have been in force when the value was set.
        case several
        /// The app has no schema, or none that was in force.
        case none
    }

    let apps: [App]
    /// The places of apps among them.
    private let places: [UInt64: Int]

    package init(_ table: SchemaTable) {
        apps = table.apps.sorted { $0.rawValue < $1.rawValue }.map { item in
            App(item: item, schemas: table.schemas(of: item).map { Worth($0) })
        }
        places = Dictionary(uniqueKeysWithValues: apps.enumerated().map { ($1.item.rawValue, $0) })
    }

    /// The place of a postback's app among ``apps``; nil if it has no schema.
    func place(ofApp view: JSONView?) -> Int? {
        view?.unsignedInteger.flatMap { places[$0] }
    }

    /// Returns what a postback is worth; nil for one that did not win, which is worth nothing to its network.
    ///
    /// Where several schemas are possible, the least is the least by any of them, and the most is the most.
    func reading(of fact: CountedPostback) -> Reading? {
        guard fact.didWin != false else { return nil }
        var reading = Reading()
        guard let place = fact.app else { return reading }
        let schemas = apps[place].schemas
        let possible = Self.possible(schemas, fact)
        var found = 0
        for schema in possible {
            guard let revenue = schemas[schema].revenue(of: fact) else { continue }
            reading.revenue = found == 0 ? revenue : reading.revenue.union(revenue)
            found += 1
        }
        // A schema that lacks the value cannot have set it.
        if found > 1 { reading.basis = .several } else if !possible.isEmpty { reading.basis = .one }
        if found == 0 { reading.isUnnamed = fact.value.isTold }
        return reading
    }

    /// Returns the schemas that can have been in force when the value was set: those of its app, as far as the time of arrival
    /// does not exclude them.
    private static func possible(_ schemas: [Worth], _ fact: CountedPostback) -> Range<Int> {
        guard let time = fact.time else { return schemas.indices }
        let times = SettingTime.bounds(arrival: time, fact)
        let first = schemas.lastIndex { $0.holds(at: times.lowerBound) } ?? 0
        let end = schemas.firstIndex { !$0.holds(at: times.upperBound) } ?? schemas.endIndex
        return first..<max(first, end)
    }
}

extension SchemaReadings.Worth {
    fileprivate init(_ schema: ConversionSchema) {
        self.schema = schema
        from = schema.from
        windows = ConversionWindow.allCases.map { WindowWorth(schema, $0) }
    }

    /// Whether the schema begins at a time or before.
    fileprivate func holds(at time: Timestamp) -> Bool { from.map { $0 <= time } ?? true }

    /// Returns nil if the schema cannot have set the value. SKAdNetwork has no windows before version 4, and one value as in
    /// the first window.
    fileprivate func revenue(of fact: CountedPostback) -> RevenueRange? {
        windows[fact.window?.rawValue ?? 0].revenue(of: fact)
    }
}

/// What the values of one window are worth, each computed once.
private struct WindowWorth: Sendable {
    private let fine: [RevenueRange?]
    private let coarse: [RevenueRange?]
    /// Of values that the tier withholds, by framework and tiers.
    private let withheld: [RevenueRange?]
    /// Of values of which nothing is known.
    private let any: RevenueRange?
    /// Where no entry of the window holds: less than the least that any of them wants.
    private let unset: RevenueRange

    init(_ schema: ConversionSchema, _ window: ConversionWindow) {
        func revenue(_ value: ConversionSchema.ReceivedValue) -> RevenueRange? {
            schema.meaning(of: value, in: window)?.revenue
        }
        fine = FineConversionValue.range.map { revenue(.fine($0)) }
        coarse = CoarseConversionValue.allCases.map { revenue(.coarse($0)) }
        withheld = Disclosure.Framework.both.flatMap { framework in
            (UInt8(0)..<16).map { revenue(.withheld(DataTiers(rawValue: $0), framework)) }
        }
        any = revenue(.withheld([.zero]))
        let least = schema[window]?.entries.compactMap { $0.revenue?.least }.min()
        unset = RevenueRange(least: .zero, most: least ?? .zero)
    }

    func revenue(of fact: CountedPostback) -> RevenueRange? {
        switch fact.value {
        case .fine(let value): fine[value]
        case .coarse(let value): coarse[value.rank]
        case .none(.tier), .none(.window): withheld(of: fact)
        // An update of a later window that sets no coarse value leaves none.
        case .none(.notSet), .none(.tierOrNotSet): withheld(of: fact)?.union(unset) ?? unset
        case .none(.thresholdOrNotSet), .none(.tokenOnly): any?.union(unset) ?? unset
        case .none(.nonwinning), .none(.unreadable): .zero
        }
    }

    private func withheld(of fact: CountedPostback) -> RevenueRange? {
        withheld[(fact.framework == .adAttributionKit ? 0 : 16) + Int((fact.tiers ?? []).rawValue & 15)]
    }
}

extension Disclosure.Framework {
    /// Both, in the order of the counts of a report.
    fileprivate static let both: [Disclosure.Framework] = [.adAttributionKit, .skAdNetwork]
}

extension CountedPostback.Value {
    /// Whether it is a fine or coarse value.
    fileprivate var isTold: Bool { if case .none = self { false } else { true } }
}

/// When the value of a postback can have been set, as far as its arrival tells.
///
/// A value is set in its window. The postback is prepared when the window ends or is locked, and sent after a delay; where it is
/// not answered, it is sent again for nine days [Receiving ad attributions and postbacks].
enum SettingTime {
    private static let hour: Int64 = 3_600_000
    /// How late a postback can be.
    private static let retries = 9 * 24 * hour
    /// How long before the arrival of a postback its value was set at the latest and at the earliest, by window.
    private static let regular = ConversionWindow.allCases.map { bounds($0, .regular) }
    private static let developer = ConversionWindow.allCases.map { bounds($0, .developer) }
    /// The same for SKAdNetwork before version 4: the value is final a day after it was set, and sent within another day.
    private static let timer = 24 * hour...(48 * hour + retries)

    static func bounds(arrival: Timestamp, _ fact: CountedPostback) -> ClosedRange<Timestamp> {
        var ages = timer
        if let window = fact.window {
            ages = regular[window.rawValue]
            // A device in developer mode has short windows and delays.
            if fact.environment == .development {
                ages = developer[window.rawValue].lowerBound...ages.upperBound
            }
        }
        return Timestamp(
            milliseconds: arrival.milliseconds - ages.upperBound)...Timestamp(
                milliseconds: arrival.milliseconds - ages.lowerBound)
    }

    private static func bounds(_ window: ConversionWindow, _ mode: ConversionWindow.Mode) -> ClosedRange<Int64> {
        let (span, delay) = (window.span(mode), window.delay(mode))
        return milliseconds(delay.lowerBound)...milliseconds(
            delay.upperBound + span.upperBound - span.lowerBound) + retries
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    }
}
