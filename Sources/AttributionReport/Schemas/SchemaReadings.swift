import AttributionBase
import AttributionModel
import AttributionSchema

/// The revenue for which values of postbacks stand, according to the conversion schemas of their apps.
///
/// The tables are flat arrays in one object, so that a lookup for a line copies nothing and follows few references.
package final class SchemaReadings: Sendable {
    /// An app with its schemas, in the order in which they take effect.
    typealias App = (item: ItemIdentifier, schemas: [ConversionSchema])

    /// How many schemas may have set a value.
    package enum Basis: String, CaseIterable, Sendable {
        case one
        /// There are several schemas of the app that may have been in effect when the value was set.
        case several
        /// The app has no schema, or none that was in effect.
        case none
    }

    /// The apps, in the order of their identifiers.
    let apps: [App]
    private let identifiers: [UInt64]
    /// The range of each app's schemas among all schemas.
    private let schemas: [Range<Int>]
    /// The time at which each schema takes effect; nil if it has no `from`.
    private let starts: [Timestamp?]
    /// The revenue of each value in each schema. Values are in the order of ``ValueKey``.
    private let worths: [RevenueRange?]
    /// The least revenue that each schema mentions, window by window; nil if it mentions none.
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

    /// Returns the index of a postback's app in ``apps``; nil if the app has no schema.
    func index(ofApp view: JSONView?) -> Int? {
        guard let number = view?.unsignedInteger else { return nil }
        let place = identifiers.partitioningIndex { $0 >= number }
        return place < identifiers.count && identifiers[place] == number ? place : nil
    }

    /// Returns the value of a postback, with the schemas that may have set it. Nil for a nonwinning postback, which brings its network no
    /// revenue.
    func key(of fact: CountedPostback) -> ValueKey? {
        guard !fact.isLost else { return nil }
        guard let app = fact.app else { return .ofNoApp }
        return ValueKey(schemas: possible(schemas[app], fact), index: ValueKey.index(of: fact))
    }

    /// Returns the revenue of a value in a schema; nil if the schema cannot have set the value.
    func worth(_ index: Int, by schema: Int) -> RevenueRange? { worths[schema * ValueKey.count + index] }

    /// Returns the middle of a value's revenue in a schema. If there is no upper bound, it is the lower bound. If the value means less than
    /// all revenue that the window mentions, it is zero. Nil if the schema cannot have set the value.
    func middle(_ index: Int, by schema: Int) -> Money? {
        guard let worth = worth(index, by: schema) else { return nil }
        guard let most = worth.most else { return worth.least }
        let lowest = lowest[schema * ConversionWindow.allCases.count + ValueKey.window(of: index).rawValue]
        return most <= lowest ?? most ? .zero : (worth.least + most).part(1, of: 2)
    }

    /// Returns the index in ``apps`` of the app whose schemas may have set a value; nil if the app has none.
    func app(of key: ValueKey) -> Int? {
        key == .ofNoApp ? nil : schemas.partitioningIndex { $0.upperBound > key.schemas.lowerBound }
    }

    /// Returns those of an app's schemas that may have been in effect when the value was set, given the time of the postback's arrival.
    private func possible(_ schemas: Range<Int>, _ fact: CountedPostback) -> Range<Int> {
        guard let time = fact.time else { return schemas }
        let times = Self.settingTimes(arrival: time, fact)
        let first = max(schemas.lowerBound, schemas.partitioningIndex { !holds($0, at: times.lowerBound) } - 1)
        return first..<max(first, schemas.partitioningIndex { !holds($0, at: times.upperBound) })
    }

    /// Whether a schema has taken effect by the given time.
    private func holds(_ schema: Int, at time: Timestamp) -> Bool { starts[schema].map { $0 <= time } ?? true }
}

// The order of values in the table of a schema: window by window, and within a window as follows.

extension ValueKey {
    /// Fine values come first, then coarse values.
    private static let coarse = FineConversionValue.range.count
    /// Then values that the tier withholds, by framework and possible tiers.
    private static let withheld = coarse + CoarseConversionValue.allCases.count
    /// Then values that either were never set or are withheld by the tier, also by framework and possible tiers.
    private static let notSet = withheld + 32
    /// Then values about which nothing is known.
    private static let unknown = notSet + 32
    /// Last is everything that is not a conversion value, which no schema can have set.
    private static let invalid = unknown + 1
    private static let window = invalid + 1
    static let count = 3 * window

    static func index(of fact: CountedPostback) -> Int {
        // SKAdNetwork has no windows before version 4, and one value as in the first window.
        (fact[.windows] ?? 0) * window + placeInWindow(of: fact)
    }

    static func window(of index: Int) -> ConversionWindow { ConversionWindow(rawValue: index / window) ?? .first }

    /// Returns the value at a place; nil for that of a missing one.
    static func value(at index: Int) -> ConversionSchema.ReceivedValue? {
        let index = index % window
        if index < coarse { return .fine(index) }
        return index < withheld ? .coarse(CoarseConversionValue.allCases[index - coarse]) : nil
    }

    /// Returns the indices of more precise values in the same window: for a coarse value all fine values, for a missing value all values.
    static func finer(than index: Int) -> Range<Int> {
        let start = index / window * window
        switch value(at: index) {
        case .fine: return start..<start
        case .coarse: return start..<start + coarse
        default: return start..<start + withheld
        }
    }

    /// Returns the least revenue that a schema mentions in a window; nil if it mentions none.
    static func lowest(_ schema: ConversionSchema, _ window: ConversionWindow) -> Money? {
        schema[window]?.entries.compactMap { $0.revenue?.least }.min()
    }

    private static func placeInWindow(of fact: CountedPostback) -> Int {
        if let value = fact[.fine] { return value }
        if let value = fact[.coarse] { return coarse + value }
        return switch fact[.absences].flatMap(CountedPostback.Absence.init) {
        case .tier, .window: withheld + tiers(fact)
        case .notSet, .tierOrNotSet: notSet + tiers(fact)
        case .thresholdOrNotSet, .tokenOnly: unknown
        case .nonwinning, .unreadable, nil: invalid
        }
    }

    private static func tiers(_ fact: CountedPostback) -> Int {
        (fact[.frameworks] ?? 0) * 16 + (fact[.tiers] ?? 0)
    }

    /// Returns the revenue of each value, in order; nil for a value that the schema cannot have set.
    static func worths(_ schema: ConversionSchema) -> [RevenueRange?] {
        let all = ConversionWindow.allCases.flatMap { worths(schema, $0) }
        precondition(all.count == count, "each place has its value")
        return all
    }

    private static func worths(_ schema: ConversionSchema, _ window: ConversionWindow) -> [RevenueRange?] {
        func revenue(_ value: ConversionSchema.ReceivedValue) -> RevenueRange? {
            schema.meaning(ofReceived: value, in: window)?.revenue
        }
        // Sets of tiers are in the order of their raw values, by which `tiers(_:)` finds them.
        let withheld = [Disclosure.Framework.adAttributionKit, .skAdNetwork].flatMap { framework in
            DataTiers.everySet.map { revenue(.withheld($0, framework)) }
        }
        // If no value was set, the revenue is less than the least that any entry requires. That is also possible if an update of a later
        // window sets no coarse value.
        let unset = RevenueRange(least: .zero, most: lowest(schema, window) ?? .zero)
        let fine = FineConversionValue.range.map { revenue(.fine($0)) }
        let coarse = CoarseConversionValue.allCases.map { revenue(.coarse($0)) }
        let unknown = revenue(.withheld([.zero]))
        return fine + coarse + withheld + (withheld + [unknown]).map { $0?.union(unset) ?? unset } + [nil]
    }
}

/// The times at which the value of a postback may have been set, given the time of arrival.
///
/// A value is set during its window. The postback is prepared when the window ends or is locked, and sent after a delay. If it is not
/// accepted, it is sent again for nine days [Receiving ad attributions and postbacks].
extension SchemaReadings {
    private static let hour: Int64 = 3_600_000
    /// How long a postback may be sent again.
    private static let retries = 9 * 24 * hour
    /// For each window, the shortest and the longest time between setting the value and the arrival of the postback.
    private static let regular = ConversionWindow.allCases.map { bounds($0, .regular) }
    private static let developer = ConversionWindow.allCases.map { bounds($0, .developer) }
    /// The same for SKAdNetwork before version 4: a value becomes final a day after it was set, and the postback is sent within another
    /// day.
    private static let timer = 24 * hour...(48 * hour + retries)

    private static func settingTimes(arrival: Timestamp, _ fact: CountedPostback) -> ClosedRange<Timestamp> {
        var ages = timer
        if let window = fact.window {
            ages = regular[window.rawValue]
            // A development postback may come from a device in Developer Mode, where windows and delays are short.
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
