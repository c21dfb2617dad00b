import AttributionBase
import AttributionInspection
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

    /// A quantity that may be inferred: what happened, and its bounds in each run.
    private struct Measure {
        let name: String
        let title: String
        let happened: Quantity
        let bounds: (SchemaKnowledge) -> Bounds
    }

    /// The measures of conversions and revenue, and those of each event.
    private struct Measures {
        let conversions: Measure
        let revenue: Measure
        let events: [Measure]

        var all: [Measure] { [conversions, revenue] + events }
    }

    /// Nil without runs.
    private var measures: Measures? {
        guard let truth = runs.first?.known else { return nil }
        return Measures(
            conversions: Measure(
                name: "conversions", title: "conversions", happened: .count(truth.conversions)
            ) { Bounds(least: .count($0.certain), most: .count($0.reported)) },
            revenue: Measure(
                name: "revenue", title: "revenue" + (currency.map { " in \($0)" } ?? ""),
                happened: .money(truth.revenue)
            ) { Bounds(least: .money($0.range.least), most: $0.range.most.map { .money($0) }) },
            events: events.map { name in
                Measure(name: name, title: "with \(name)", happened: .count(truth.people[name] ?? 0)) {
                    let event = $0.events[name]
                    return Bounds(least: .count(event?.certain ?? 0), most: event?.most.map { .count($0) })
                }
            })
    }

    /// What no schema can reveal.
    private static let limits =
        "what happens outside the windows whose values name it, after a lock, or without a postback"

    // MARK: - Forms

    package var json: JSONValue { Self.whole.json(self) }

    /// The members of all objects, with their meanings.
    package static var words: [(word: String, meaning: String)] {
        whole.words + ofMeasures.words + ofSchema.words + ofTier.words + Bounds.record.words
    }

    private static let whole = Record<SchemaComparison>(
        .init(SummaryMember.devices) { .number(String($0.devices)) },
        .init("truth", "What actually happened, whatever the postbacks disclose of it.") {
            $0.measures.map { ofMeasures.json(($0, \.happened.json)) }
        },
        .init("schemas", "The results of each schema.") { comparison in
            let names = comparison.runs.map(\.schema)
            let firsts = names.indices.filter { $0 == 0 || names[$0 - 1] != names[$0] }
            return .array(
                zip(firsts, firsts.dropFirst() + [names.count]).map { ofSchema.json((comparison, $0..<$1)) })
        },
        .init(TimelineMember.currency) { $0.currency.map { .string($0) } },
        .init("not-in-bounds", "In words: what may lie outside the bounds that are given.") { _ in .string(limits) },
        .init(SummaryMember.assumed) {
            .array($0.assumed.map { .string($0) })
        })

    private static let ofMeasures = Record<(of: Measures, value: (Measure) -> JSONValue)>(
        .init("conversions", "The number of conversions, or the bounds of it that postbacks give.") {
            $0.value($0.of.conversions)
        },
        .init(SummaryMember.revenue) {
            $0.value($0.of.revenue)
        },
        .init(
            "events", "The number of people with each event of the schemas, or the bounds of it that postbacks give."
        ) { row in .object(row.of.events.map { .init($0.name, row.value($0)) }) })

    private static let ofSchema = Record<(comparison: SchemaComparison, runs: Range<Int>)>(
        .init("schema", "The name of the schema, or of its file.") {
            .string($0.comparison.runs[$0.runs.lowerBound].schema)
        },
        .init("tiers", "The results at each data tier.") { row in
            row.comparison.measures.map { measures in
                .array(
                    row.comparison.runs[row.runs].map { run in
                        .object(ofTier.values(run) + ofMeasures.values((measures, { $0.bounds(run.known).json })))
                    })
            }
        })

    private static let ofTier = Record<Run>(
        .init("tier", "The data tier, 0 to 3, or campaign for the tiers that the population file gives.") {
            .string($0.tiers.name)
        })

    private static let happened = OutputMember("happened", "What actually happened, in the table of --compare.")
    private static let noLimit = OutputMember(
        "no limit",
        """
        In the table of --compare: there is no upper bound, because the schema does not name the event or an amount \
        of the event is unbounded.
        """
    )

    /// The words that only the table has, with their meanings. They are looked up with a dash for each blank.
    package static var wordsOfTable: [(word: String, meaning: String)] {
        [happened, noLimit].map { ($0.text.replacingEach(" ", by: "-"), "\($0.meaning)") }
    }

    /// A table with a line for each measure, schema and tier.
    package var table: String {
        let heads = ["of", Self.happened.text, "schema", "tier", "at least", "at most"]
        let rows = (measures?.all ?? []).flatMap { measure in
            runs.map { run in
                let bounds = measure.bounds(run.known)
                return [
                    measure.title, measure.happened.shown, run.schema, run.tiers.name,
                    bounds.least.shown, bounds.most?.shown ?? Self.noLimit.text,
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
