import AttributionBase
import AttributionModel
import AttributionSchema

/// What the values of postbacks are worth by the conversion schemas of their apps.
///
/// An object of flat tables: what is asked for each line copies nothing and follows few references.
package final class SchemaReadings: Sendable {
    /// The schemas of one app, first to last.
    typealias App = (item: ItemIdentifier, schemas: [ConversionSchema])

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
    private let identifiers: [UInt64]
    /// The places of the schemas of each app among those of all apps.
    private let schemas: [Range<Int>]
    /// The time from which each schema holds; nil if it always did.
    private let starts: [Timestamp?]
    /// What the values of each schema are worth, at the places of ``ValueKey``.
    private let worths: [RevenueRange?]
    /// The lowest revenue that each schema names, window by window; nil if it names none.
    private let lowest: [Money?]

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
        worths = all.flatMap(ValueKey.worths)
        lowest = all.flatMap { schema in ConversionWindow.allCases.map { ValueKey.lowest(schema, $0) } }
    }

    /// The place of a postback's app among ``apps``; nil if it has no schema.
    func index(ofApp view: JSONView?) -> Int? {
        guard let number = view?.unsignedInteger else { return nil }
        let place = identifiers.partitioningIndex { $0 >= number }
        return place < identifiers.count && identifiers[place] == number ? place : nil
    }

    /// Returns the value of a postback and the schemas that may have set it; nil for one that did not win, which is worth nothing to
    /// its network.
    func key(of fact: CountedPostback) -> ValueKey? {
        guard fact.didWin != false else { return nil }
        guard let app = fact.app else { return .ofNoApp }
        return ValueKey(schemas: possible(schemas[app], fact), index: ValueKey.index(of: fact))
    }

    /// Returns what a schema says that a value is worth; nil if it cannot have set it.
    func worth(_ index: Int, by schema: Int) -> RevenueRange? { worths[schema * ValueKey.count + index] }

    /// Returns the middle of what a schema says that a value is worth: the least where there is no upper bound, and nothing where
    /// the value is below all revenue that the window names. Nil if the schema cannot have set it.
    func middle(_ index: Int, by schema: Int) -> Money? {
        guard let worth = worth(index, by: schema) else { return nil }
        guard let most = worth.most else { return worth.least }
        let lowest = lowest[schema * ConversionWindow.allCases.count + ValueKey.window(of: index).rawValue]
        return most <= lowest ?? most ? .zero : (worth.least + most).part(1, of: 2)
    }

    /// Returns the index among ``apps`` of the app that a value's schemas are of; nil if there are none of its app.
    func app(of key: ValueKey) -> Int? {
        key == .ofNoApp ? nil : schemas.partitioningIndex { $0.upperBound > key.schemas.lowerBound }
    }

    /// Returns which of an app's schemas can have been in force when the value was set: those that the time of arrival does not
    /// exclude.
    private func possible(_ schemas: Range<Int>, _ fact: CountedPostback) -> Range<Int> {
        guard let time = fact.time else { return schemas }
        let times = Self.settingTimes(arrival: time, fact)
        let first = max(schemas.lowerBound, schemas.partitioningIndex { !holds($0, at: times.lowerBound) } - 1)
        return first..<max(first, schemas.partitioningIndex { !holds($0, at: times.upperBound) })
    }

    /// Whether a schema begins at a time or before.
    private func holds(_ schema: Int, at time: Timestamp) -> Bool { starts[schema].map { $0 <= time } ?? true }
}

// Where in a table lies what a value is worth by one schema, window by window.

extension ValueKey {
    /// Fine values come first.
    private static let coarse = FineConversionValue.range.count
    /// Where the tier withholds the value, by framework and tiers.
    private static let withheld = coarse + CoarseConversionValue.allCases.count
    /// Where none was set, or the tier withholds it, likewise.
    private static let notSet = withheld + 32
    /// Where none was set, or nothing is known of it.
    private static let unknown = notSet + 32
    /// What is no conversion value, which no schema can have set.
    private static let invalid = unknown + 1
    private static let window = invalid + 1
    static let count = 3 * window

    static func index(of fact: CountedPostback) -> Int {
        // SKAdNetwork has no windows before version 4, and one value as in the first window.
        (fact.window?.rawValue ?? 0) * window + placeInWindow(of: fact)
    }

    static func window(of index: Int) -> ConversionWindow { ConversionWindow(rawValue: index / window) ?? .first }

    /// Returns the value at a place; nil for that of a missing one.
    static func value(at index: Int) -> CountedPostback.Value? {
        let index = index % window
        if index < coarse { return .fine(index) }
        return index < withheld ? .coarse(CoarseConversionValue.allCases[index - coarse]) : nil
    }

    /// Returns the places of the values in the same window that tell more: of a coarse value the fine ones, of a missing one all.
    static func finer(than index: Int) -> Range<Int> {
        let start = index / window * window
        switch value(at: index) {
        case .fine: return start..<start
        case .coarse: return start..<start + coarse
        default: return start..<start + withheld
        }
    }

    /// The lowest revenue that a schema names in a window; nil if it names none.
    static func lowest(_ schema: ConversionSchema, _ window: ConversionWindow) -> Money? {
        schema[window]?.entries.compactMap { $0.revenue?.least }.min()
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
        // In the order of the counts of a report.
        let withheld = [Disclosure.Framework.adAttributionKit, .skAdNetwork].flatMap { framework in
            DataTiers.everySet.map { revenue(.withheld($0, framework)) }
        }
        // Where no entry of the window holds: less than the least that any of them wants. An update of a later window that sets
        // no coarse value leaves none.
        let unset = RevenueRange(least: .zero, most: lowest(schema, window) ?? .zero)
        let fine = FineConversionValue.range.map { revenue(.fine($0)) }
        let coarse = CoarseConversionValue.allCases.map { revenue(.coarse($0)) }
        let unknown = revenue(.withheld([.zero]))
        return fine + coarse + withheld + (withheld + [unknown]).map { $0?.union(unset) ?? unset } + [nil]
    }
}

/// When the value of a postback can have been set, as far as its arrival tells.
///
/// A value is set in its window. The postback is prepared when the window ends or is locked, and sent after a delay; where it is
/// not answered, it is sent again for nine days [Receiving ad attributions and postbacks].
extension SchemaReadings {
    private static let hour: Int64 = 3_600_000
    /// How late a postback can be.
    private static let retries = 9 * 24 * hour
    /// How long before the arrival of a postback its value was set at the latest and at the earliest, by window.
    private static let regular = ConversionWindow.allCases.map { bounds($0, .regular) }
    private static let developer = ConversionWindow.allCases.map { bounds($0, .developer) }
    /// The same for SKAdNetwork before version 4: the value is final a day after it was set, and sent within another day.
    private static let timer = 24 * hour...(48 * hour + retries)

    private static func settingTimes(arrival: Timestamp, _ fact: CountedPostback) -> ClosedRange<Timestamp> {
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
