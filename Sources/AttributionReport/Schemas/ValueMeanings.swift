import AttributionBase
import AttributionModel
import AttributionSchema

/// A value that occurred in postbacks, and what the app's schemas say about it.
struct ValueMeaning: Sendable {
    let app: ItemIdentifier
    let window: ConversionWindow
    let value: ConversionSchema.ReceivedValue
    /// What any of the app's schemas says; nil if none has the value.
    let meaning: ConversionSchema.Meaning?
    let count: Int

    /// The average estimated revenue of a postback with the value; zero if no schema has the value.
    let estimate: Money

    /// The values that occurred, by app and window, with fine values before coarse values.
    static func all(_ revenues: RevenueByValue) -> [ValueMeaning] {
        let places = revenues.counts.entries.compactMap { entry -> (app: Int, index: Int, key: ValueKey, count: Int)? in
            guard let app = revenues.readings.app(of: entry.value), ValueKey.value(at: entry.value.index) != nil
            else { return nil }
            return (app, entry.value.index, entry.value, entry.count)
        }.inOrder { ($0.app, $0.index) < ($1.app, $1.index) }
        var found: [ValueMeaning] = []
        var next = places.startIndex
        while next < places.count {
            let (app, index) = (places[next].app, places[next].index)
            var revenue = RevenueSum()
            var count = 0
            // The same value may occur several times, set by different schemas.
            while next < places.count, places[next].app == app, places[next].index == index {
                revenue.add(places[next].count, revenues[places[next].key])
                count += places[next].count
                next += 1
            }
            guard let value = ValueKey.value(at: index) else { continue }
            let (schemas, window) = (revenues.readings.apps[app], ValueKey.window(of: index))
            found.append(
                ValueMeaning(
                    app: schemas.item, window: window, value: value,
                    meaning: .union(of: schemas.schemas.compactMap { $0.meaning(ofReceived: value, in: window) }),
                    count: count, estimate: revenue.mean))
        }
        return found
    }

    /// The revenue that the value means; nil if no schema has it.
    var revenue: EstimatedRevenue? { meaning.map { EstimatedRevenue(range: $0.revenue, estimate: estimate) } }

    /// The names of the value, separated by commas if there are several; nil if it has none.
    var name: String? {
        guard let names = meaning?.names, !names.isEmpty else { return nil }
        return names.joined(separator: ", ")
    }

    /// The value and its name, as in `1108187390 1 14: small purchases`.
    var words: String { "\(app) \(window.number) \(value.words)" + (name.map { ": \($0)" } ?? "") }

    /// One object: `{"app":1108187390,"window":1,"value":14,"name":"small purchases","revenue":{…},"inputs":3}`.
    var json: JSONValue { Self.record.json(self) }

    static let record = Record<ValueMeaning>(
        .init("app") { .number("\($0.app)") },
        .init("window", "The conversion window, 1 to 3.") { .count($0.window.number) },
        .init("value", "The fine or coarse conversion value; null for none.") { $0.value.json },
        .init("name", "The name that the schema gives the value; null if the schema does not name it.") {
            .text($0.name)
        },
        .init("revenue") { ReportFigure("revenue", .range($0.revenue?.exact)).member.value },
        .init("inputs") { .count($0.count) })
}

extension ConversionSchema.ReceivedValue {
    var words: String {
        switch self {
        case .fine(let value): String(value)
        case .coarse(let value): value.rawValue
        case .withheld: "-"
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .fine(let value): .count(value)
        case .coarse(let value): .string(value.rawValue)
        case .withheld: .null
        }
    }
}
