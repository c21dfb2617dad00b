import AttributionBase
import AttributionModel
import AttributionSchema

/// What the values of postbacks are worth by the conversion schemas of their apps.
///
/// An object of flat tables: what is asked for each line copies nothing and follows few references.
package final class SchemaReadings: Sendable {
    /// The schemas of one app, first to last.
    typealias App = (item: ItemIdentifier, schemas: [ConversionSchema])

    /// What is known of the worth of one postback.
    typealias Reading = (worth: Worth, basis: Basis)

    /// By how many schemas a value is read.
    package enum Basis: String, CaseIterable, Sendable {
        case one
        /// Any of several schemas of the app may have been in force when the value was set.
        case several
        /// The app has no schema, or none that was in force.
        case none
    }

    /// In the order of their identifiers.
    let apps: [App]
    /// The identifiers of ``apps``.
    private let identifiers: [UInt64]
    /// The places of the schemas of each app among those of all apps.
    private let schemas: [Range<Int>]
    /// The time from which each schema holds; nil if it always did.
    private let starts: [Timestamp?]
    /// What the values of each schema are worth, at the places of ``WorthPlace``.
    private let worths: [RevenueRange?]

    package init(_ table: SchemaTable) {
        apps = table.apps.inOrder { $0.rawValue < $1.rawValue }.map { ($0, table.schemas(of: $0)) }
        identifiers = apps.map(\.item.rawValue)
        var count = 0
        schemas = apps.map { app in
            defer { count += app.schemas.count }
            return count..<count + app.schemas.count
        }
        let all = apps.flatMap(\.schemas)
        starts = all.map(\.from)
        worths = all.flatMap(WorthPlace.worths)
    }

    /// The place of a postback's app among ``apps``; nil if it has no schema.
    func place(ofApp view: JSONView?) -> Int? {
        guard let number = view?.unsignedInteger else { return nil }
        var range = identifiers.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let identifier = identifiers[middle]
            if identifier == number { return middle }
            range = identifier < number ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }

    /// Returns what a postback is worth; nil for one that did not win, which is worth nothing to its network.
    ///
    /// Where several schemas are possible, the least is the least by any of them, and the most is the most.
    func reading(of fact: CountedPostback) -> Reading? {
        guard fact.didWin != false else { return nil }
        var reading = Reading(.unpriced, .none)
        guard let app = fact.app else { return reading }
        let possible = possible(schemas[app], fact)
        let place = WorthPlace.place(of: fact)
        var found = 0
        for schema in possible {
            // A schema that lacks the value cannot have set it.
            guard let revenue = worths[schema * WorthPlace.count + place] else { continue }
            if case .range(let before) = reading.worth {
                reading.worth = .range(before.union(revenue))
            } else {
                reading.worth = .range(revenue)
            }
            found += 1
        }
        if found > 1 { reading.basis = .several } else if !possible.isEmpty { reading.basis = .one }
        return reading
    }

    /// Returns which of an app's schemas can have been in force when the value was set: those that the time of arrival does not
    /// exclude.
    private func possible(_ schemas: Range<Int>, _ fact: CountedPostback) -> Range<Int> {
        guard let time = fact.time else { return schemas }
        let times = SettingTime.bounds(arrival: time, fact)
        let first = schemas.last { holds($0, at: times.lowerBound) } ?? schemas.lowerBound
        let end = schemas.first { !holds($0, at: times.upperBound) } ?? schemas.upperBound
        return first..<max(first, end)
    }

    /// Whether a schema begins at a time or before.
    private func holds(_ schema: Int, at time: Timestamp) -> Bool { starts[schema].map { $0 <= time } ?? true }
}

/// What a postback is worth to its network.
enum Worth: Equatable, Sendable {
    case range(RevenueRange)
    /// No schema covers the app or the value, so nothing is known of the worth, which need not be zero.
    case unpriced
}

/// Where in a table lies what a value is worth by one schema, window by window.
private enum WorthPlace {
    /// Fine values come first.
    private static let coarse = 64
    /// Where the tier withholds the value, by framework and tiers.
    private static let withheld = coarse + 3
    /// Where none was set, or the tier withholds it, likewise.
    private static let notSet = withheld + 32
    /// Where none was set, or nothing is known of it.
    private static let unknown = notSet + 32
    /// What is no conversion value, which no schema can have set.
    private static let invalid = unknown + 1
    private static let window = invalid + 1
    static let count = 3 * window

    static func place(of fact: CountedPostback) -> Int {
        // SKAdNetwork has no windows before version 4, and one value as in the first window.
        (fact.window?.rawValue ?? 0) * window + placeInWindow(of: fact)
    }

    private static func placeInWindow(of fact: CountedPostback) -> Int {
        switch fact.value {
        case .fine(let value): value
        case .coarse(let value): coarse + value.rank
        case .none(.tier), .none(.window): withheld + tiers(fact)
        case .none(.notSet), .none(.tierOrNotSet): notSet + tiers(fact)
        case .none(.thresholdOrNotSet), .none(.tokenOnly): unknown
        case .none(.nonwinning), .none(.unreadable): invalid
        }
    }

    private static func tiers(_ fact: CountedPostback) -> Int {
        (fact.framework == .adAttributionKit ? 0 : 16) + Int((fact.tiers ?? []).rawValue & 15)
    }

    /// Returns what a schema says at every place; nil if it cannot have set the value.
    static func worths(_ schema: ConversionSchema) -> [RevenueRange?] {
        let all = ConversionWindow.allCases.flatMap { worths(schema, $0) }
        precondition(all.count == count, "each place has its value")
        return all
    }

    private static func worths(_ schema: ConversionSchema, _ window: ConversionWindow) -> [RevenueRange?] {
        func revenue(_ value: ConversionSchema.ReceivedValue) -> RevenueRange? {
            schema.meaning(ofReceived: value, in: window)?.revenue
        }
        let withheld = Disclosure.Framework.both.flatMap { framework in
            (UInt8(0)..<16).map { revenue(.withheld(DataTiers(rawValue: $0), framework)) }
        }
        // Where no entry of the window holds: less than the least that any of them wants. An update of a later window that sets
        // no coarse value leaves none.
        let least = schema[window]?.entries.compactMap { $0.revenue?.least }.min()
        let unset = RevenueRange(least: .zero, most: least ?? .zero)
        let fine = FineConversionValue.range.map { revenue(.fine($0)) }
        let coarse = CoarseConversionValue.allCases.map { revenue(.coarse($0)) }
        let unknown = revenue(.withheld([.zero]))
        return fine + coarse + withheld + (withheld + [unknown]).map { $0?.union(unset) ?? unset } + [nil]
    }
}

extension Disclosure.Framework {
    /// Both, in the order of the counts of a report.
    fileprivate static let both: [Disclosure.Framework] = [.adAttributionKit, .skAdNetwork]
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
            if fact.environment == .development { ages = developer[window.rawValue].lowerBound...ages.upperBound }
        }
        return Timestamp(
            milliseconds: arrival.milliseconds - ages.upperBound)...Timestamp(
                milliseconds: arrival.milliseconds - ages.lowerBound)
    }

    private static func bounds(_ window: ConversionWindow, _ mode: ConversionWindow.Mode) -> ClosedRange<Int64> {
        let (span, delay) = (window.span(mode), window.delay(mode))
        let latest = delay.upperBound + span.upperBound - span.lowerBound
        return delay.lowerBound.milliseconds...latest.milliseconds + retries
    }
}

/// The schemas of a report, whose amounts are added up and so are of one currency.
package struct SchemaSet: Sendable {
    package private(set) var table = SchemaTable()
    /// The currency that they name; nil if none does.
    package private(set) var currency: String?

    package init() {}

    /// Adds a schema.
    ///
    /// - Returns: The reason why it does not go with the others; it is not added then.
    package mutating func add(_ schema: ConversionSchema) -> Problem? {
        if let found = schema.currency, let currency, found != currency {
            let wanted = "\"\(currency)\" as in the schema before"
            return .value(found: "\"\(found)\"", wanted: wanted).at("currency")
        }
        if let problem = table.add(schema) { return problem }
        currency = currency ?? schema.currency
        return nil
    }
}
