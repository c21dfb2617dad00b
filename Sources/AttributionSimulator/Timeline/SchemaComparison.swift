import AttributionBase
import AttributionModel
import AttributionSchema

/// What can be inferred from the postbacks of a run about conversions, revenue and events, next to what actually happened.
package struct SchemaKnowledge: Sendable {
    let conversions: Int
    let revenue: Money
    /// The number of conversions with each event.
    let people: [String: Int]
    /// The number of conversions whose campaign is certain, and the number that postbacks report.
    let certain: Int
    let reported: Int
    let range: RevenueRange
    let events: [String: Event]

    /// The least and the greatest possible number of conversions with an event.
    struct Event: Sendable {
        let certain: Int
        /// Nil if the schema does not name the event.
        let most: Int?
    }
}

/// Compares what several conversion schemas show about the same devices, at each data tier.
package struct SchemaComparison: Sendable {
    /// The data tiers of a run.
    package enum Tiers: Hashable, Sendable {
        /// Every conversion has this tier.
        case all(DataTier)
        /// The population's own tiers, which come from its crowds or from its file.
        case population

        package static let fixed = DataTier.allCases.map { Tiers.all($0) }

        var name: String {
            switch self {
            case .all(let tier): String(tier.rawValue)
            case .population: "population"
            }
        }
    }

    private struct Run {
        let schema: String
        let tiers: Tiers
        let known: SchemaKnowledge
    }

    private let devices: Int
    private let currency: String?
    private let assumed: [String]
    private var runs: [Run] = []

    package init(devices: Int, currency: String?, assumed: [String]) {
        (self.devices, self.currency, self.assumed) = (devices, currency, assumed)
    }

    /// Adds the results of a run. The runs of one schema must follow each other.
    package mutating func add(_ known: SchemaKnowledge, _ schema: String, _ tiers: Tiers) {
        runs.append(Run(schema: schema, tiers: tiers, known: known))
    }

    /// The events that happened or that a schema names, in alphabetical order. Launches are included only if a schema names them.
    private var events: [String] {
        let named = Set(runs.flatMap { Array($0.known.events.keys) })
        let happened = runs.flatMap { Array($0.known.people.keys) }.filter { $0 != ConversionSchema.launch }
        return named.union(happened).inOrder()
    }

    // MARK: - Measures

    private enum Quantity {
        case count(Int)
        case money(Money)

        var json: JSONValue {
            switch self {
            case .count(let count): .number(String(count))
            case .money(let money): .string(money.description)
            }
        }

        var shown: String {
            switch self {
            case .count(let count): String(count)
            case .money(let money): money.rounded
            }
        }
    }

    /// A quantity that may be inferred: what happened, and its bounds in each run, where nil means no upper bound.
    private struct Measure {
        let name: String
        let title: String
        var leastName = "certain"
        let happened: Quantity
        let bounds: (SchemaKnowledge) -> (least: Quantity, most: Quantity?)

        func json(_ known: SchemaKnowledge) -> JSONValue {
            let (least, most) = bounds(known)
            return .object([.init(leastName, least.json), .init("at-most", most?.json ?? .null)])
        }
    }

    /// The measures of conversions and revenue, and those of each event.
    private var measures: (totals: [Measure], events: [Measure]) {
        guard let truth = runs.first?.known else { return ([], []) }
        let totals = [
            Measure(name: "conversions", title: "conversions", happened: .count(truth.conversions)) {
                (.count($0.certain), .count($0.reported))
            },
            Measure(
                name: "revenue", title: "revenue" + (currency.map { " in \($0)" } ?? ""), leastName: "at-least",
                happened: .money(truth.revenue)
            ) { (.money($0.range.least), $0.range.most.map { .money($0) }) },
        ]
        let events = events.map { name in
            Measure(name: name, title: "with \(name)", happened: .count(truth.people[name] ?? 0)) {
                let event = $0.events[name]
                return (.count(event?.certain ?? 0), event?.most.map { .count($0) })
            }
        }
        return (totals, events)
    }

    /// What no schema can reveal.
    private static let limits =
        "what happens outside the windows whose values name it, after a lock, or without a postback"

    // MARK: - Forms

    package var json: JSONValue {
        let (totals, events) = measures
        func members(_ value: (Measure) -> JSONValue) -> [JSONValue.Member] {
            func each(_ measures: [Measure]) -> [JSONValue.Member] { measures.map { .init($0.name, value($0)) } }
            return each(totals) + [.init("events", .object(each(events)))]
        }
        var schemas: [(name: String, tiers: [JSONValue])] = []
        for run in runs {
            if schemas.last?.name != run.schema { schemas.append((run.schema, [])) }
            let tier = JSONValue.Member("tier", .string(run.tiers.name))
            schemas[schemas.count - 1].tiers.append(.object([tier] + members { $0.json(run.known) }))
        }
        return .object(
            [.init("devices", .number(String(devices)))]
                + (runs.isEmpty ? [] : [.init("truth", .object(members(\.happened.json)))])
                + [
                    .init(
                        "schemas",
                        .array(
                            schemas.map {
                                .object([.init("schema", .string($0.name)), .init("tiers", .array($0.tiers))])
                            }))
                ] + (currency.map { [.init("currency", .string($0))] } ?? [])
                + [
                    .init("not-in-bounds", .string(Self.limits)),
                    .init("assumed", .array(assumed.map { .string($0) })),
                ])
    }

    /// A table with a line for each measure, schema and tier.
    package var table: String {
        let heads = ["of", "happened", "schema", "tier", "at least", "at most"]
        let rows = (measures.totals + measures.events).flatMap { measure in
            runs.map { run in
                let (least, most) = measure.bounds(run.known)
                return [
                    measure.title, measure.happened.shown, run.schema, run.tiers.name, least.shown,
                    most?.shown ?? "no limit",
                ]
            }
        }
        let cells = ([heads] + rows).map { $0.map { VisibleText.of($0) } }
        let widths = heads.indices.map { column in cells.map { Ruler.terminal.width($0[column]) }.max() ?? 0 }
        var text =
            "\(counted(devices, "device")): what is known from postbacks at each data tier, next to what happened\n"
        for assumption in assumed { text += "assumed: \(assumption)\n" }
        text += "not in the bounds: \(Self.limits)\n"
        text += "\n"
        for row in cells {
            let columns = row.enumerated().map { index, cell in
                index == 0 || index == 2 || index == 3
                    ? TerminalText.padded(cell, widths[index]) : TerminalText.right(cell, widths[index])
            }
            text += TerminalText.trimmed(columns.joined(separator: "  ")) + "\n"
        }
        return text
    }
}
