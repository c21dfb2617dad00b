import AttributionBase
import AttributionModel
import AttributionSchema

/// What a perfect reader knows of conversions, revenue and events by the postbacks of a run, beside what happened.
package struct SchemaKnowledge: Sendable {
    let conversions: Int
    let revenue: Money
    /// The number of conversions with each event.
    let people: [String: Int]
    /// The conversions of which the campaign is certain, and all that are told.
    let certain: Int
    let told: Int
    let range: RevenueRange
    let events: [String: Event]

    /// What is known of the number of conversions with an event.
    struct Event: Sendable {
        let certain: Int
        /// Nil if the schema says nothing of the event.
        let most: Int?
    }
}

/// The same devices under several conversion schemas, and at each data tier.
package struct SchemaComparison: Sendable {
    /// The tiers of a run.
    package enum Tiers: Hashable, Sendable {
        /// Every conversion has this tier.
        case all(DataTier)
        /// The population's own tiers: from its crowds, or as its file states them.
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

    /// Adds what a run has shown. The runs of a schema follow each other.
    package mutating func add(_ known: SchemaKnowledge, _ schema: String, _ tiers: Tiers) {
        runs.append(Run(schema: schema, tiers: tiers, known: known))
    }

    /// The events that happened or that a schema names, in alphabetical order. Launches are among them only if a schema names them.
    private var events: [String] {
        let named = Set(runs.flatMap { Array($0.known.events.keys) })
        let happened = runs.flatMap { Array($0.known.people.keys) }.filter { $0 != ConversionSchema.launch }
        return named.union(happened).inOrder()
    }

    // MARK: - Forms

    package var json: JSONValue {
        func number(_ count: Int?) -> JSONValue { count.map { .number(String($0)) } ?? .null }
        var members: [JSONValue.Member] = [.init("devices", number(devices))]
        let names = events
        if let truth = runs.first?.known {
            let people = names.map { JSONValue.Member($0, number(truth.people[$0] ?? 0)) }
            members.append(
                .init(
                    "truth",
                    .object([
                        .init("conversions", number(truth.conversions)),
                        .init("revenue", .string(truth.revenue.description)), .init("events", .object(people)),
                    ])))
        }
        var schemas: [(name: String, tiers: [JSONValue])] = []
        for run in runs {
            if schemas.last?.name != run.schema { schemas.append((run.schema, [])) }
            let known = run.known
            let events = names.map { name in
                let event = known.events[name]
                return JSONValue.Member(
                    name,
                    .object([.init("certain", number(event?.certain ?? 0)), .init("at-most", number(event?.most))]))
            }
            schemas[schemas.count - 1].tiers.append(
                .object([
                    .init("tier", .string(run.tiers.name)),
                    .init(
                        "conversions",
                        .object([.init("certain", number(known.certain)), .init("at-most", number(known.told))])),
                    .init(
                        "revenue",
                        .object([
                            .init("at-least", .string(known.range.least.description)),
                            .init("at-most", known.range.most.map { .string($0.description) } ?? .null),
                        ])),
                    .init("events", .object(events)),
                ]))
        }
        members.append(
            .init(
                "schemas",
                .array(schemas.map { .object([.init("schema", .string($0.name)), .init("tiers", .array($0.tiers))]) })))
        if let currency { members.append(.init("currency", .string(currency))) }
        members.append(.init("not-in-bounds", .string(Self.limits)))
        members.append(.init("assumed", .array(assumed.map { .string($0) })))
        return .object(members)
    }

    /// Something that can be known, and what is known of it under each schema and tier.
    private struct Measure {
        let name: String
        let truth: String
        let size: Double
        var rows: [Row] = []

        struct Row {
            let schema: String
            let tier: String
            let least: String
            /// Nil if there is no upper bound.
            let most: String?
            let leastSize: Double
            let mostSize: Double?
        }
    }

    private var measures: [Measure] {
        guard let truth = runs.first?.known else { return [] }
        func counts(_ name: String, _ truth: Int, _ known: (SchemaKnowledge) -> (Int, Int?)) -> Measure {
            let rows = runs.map { run in
                let (least, most) = known(run.known)
                return Measure.Row(
                    schema: run.schema, tier: run.tiers.name, least: String(least), most: most.map { String($0) },
                    leastSize: Double(least), mostSize: most.map { Double($0) })
            }
            return Measure(name: name, truth: String(truth), size: Double(truth), rows: rows)
        }
        func size(_ money: Money) -> Double { Double(money.millionths) }
        let revenue = runs.map { run in
            let range = run.known.range
            return Measure.Row(
                schema: run.schema, tier: run.tiers.name, least: range.least.rounded, most: range.most?.rounded,
                leastSize: size(range.least), mostSize: range.most.map(size))
        }
        return [
            counts("conversions", truth.conversions) { ($0.certain, $0.told) },
            Measure(
                name: "revenue" + (currency.map { " in \($0)" } ?? ""), truth: truth.revenue.rounded,
                size: size(truth.revenue), rows: revenue),
        ]
            + events.map { name in
                counts("with \(name)", truth.people[name] ?? 0) {
                    ($0.events[name]?.certain ?? 0, $0.events[name]?.most)
                }
            }
    }

    /// What no value can tell.
    private static let limits =
        "what happens outside the windows whose values name it, after a lock, or without a postback"

    private static let meaning = "known from postbacks at each data tier, next to what happened"

    /// A line for each measure, schema and tier, in columns.
    package var table: String {
        let heads = ["of", "happened", "schema", "tier", "at least", "at most"]
        let rows = measures.flatMap { measure in
            measure.rows.map { row in
                [measure.name, measure.truth, row.schema, row.tier, row.least, row.most ?? "no limit"]
            }
        }
        let cells = ([heads] + rows).map { $0.map { VisibleText.of($0) } }
        let widths = heads.indices.map { column in cells.map { Ruler.terminal.width($0[column]) }.max() ?? 0 }
        var text = "\(counted(devices, "device")): what is \(Self.meaning)\n"
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

    /// The part of what happened at which bars are cut.
    private static let longest = 2.6

    /// A picture with a bar for each measure, schema and tier, in percent of what happened.
    package var picture: String {
        let (width, margin, first, last) = (760, 16, 330, 744)
        let measures = measures
        let ruler = Picture.TextStyle.plain.ruler
        let shares = measures.filter { $0.size > 0 }.flatMap { measure in
            measure.rows.map { ($0.mostSize ?? $0.leastSize) / measure.size }
        }
        // A schema that leaves nearly everything possible does not flatten the others.
        let full = min(Self.longest, max(1, shares.max() ?? 1))
        let scale = Scale(0...Int64(full * 10_000), from: first, to: last)
        func position(_ share: Double) -> Int { scale.position(Int64(min(share, 1e9) * 10_000)) }
        var picture = Picture()
        var description = ""
        var y = 34
        picture.text(FittedText(shown: "What conversion schemas disclose"), x: margin, y: y, .heading)
        y += 22
        picture.text(
            ruler.fitted("\(counted(devices, "device")): \(Self.meaning)", .words, room: last - margin), x: margin,
            y: y,
            .faint)
        var hasGap = false
        for measure in measures {
            y += 32
            picture.text(
                Picture.TextStyle.strong.ruler.fitted(
                    "\(measure.name): \(measure.truth)", .words, room: last - margin), x: margin, y: y, .strong)
            let top = y + 8
            for row in measure.rows {
                y += 22
                let name = "\(row.schema), \(Int(row.tier) == nil ? "the population's tiers" : "tier \(row.tier)")"
                let figure = Self.words(row, of: measure.size)
                description += " \(measure.name), \(name): \(figure)."
                let shown = ruler.fitted(figure, .words, room: 140)
                picture.text(shown, x: first - 16, y: y, .plain, .end)
                picture.text(
                    ruler.fitted(name, .name, room: first - 32 - margin - 12 - ruler.width(shown.shown)),
                    x: margin + 12, y: y, .plain)
                guard measure.size > 0 else { continue }
                let least = position(row.leastSize / measure.size)
                let most = row.mostSize.map { position($0 / measure.size) } ?? last
                picture.bar(
                    row.mostSize == nil ? "open" : "bar", x: min(least, last - 2), y: y - 11,
                    width: max(2, most - min(least, last - 2)), height: 13)
                if (row.mostSize ?? row.leastSize) / measure.size > full {
                    hasGap = true
                    picture.bar("gap", x: last - 40, y: y - 12, width: 6, height: 15)
                }
            }
            picture.line("truth", from: (position(1), top), to: (position(1), y + 6))
        }
        var notes = [
            "A bar is what postbacks leave possible, in percent of what happened, which is at the line. A pale one has no limit."
        ]
        notes.append("Not in the bounds: \(Self.limits).")
        if hasGap { notes.append("A bar with a gap is cut at \(Int(Self.longest * 100))%.") }
        y += 12
        for note in notes + assumed.map({ "Assumed: \($0)" }) {
            y += 20
            picture.text(ruler.fitted(note, .words, room: last - margin), x: margin, y: y, .faint)
        }
        return picture.document(
            width: width, height: y + 16, title: "What conversion schemas disclose",
            description: (["\(counted(devices, "device")), \(Self.meaning)."] + assumed.map { "Assumed: \($0)." })
                .joined(separator: " ") + description, style: Self.style)
    }

    /// The bounds in percent of what happened, or themselves if nothing did; no less and no more than is possible.
    private static func words(_ row: Measure.Row, of size: Double) -> String {
        guard size > 0 else { return row.most.map { "\(row.least) to \($0)" } ?? "at least \(row.least)" }
        let least = String(Int(min(row.leastSize / size * 100, 1e9).rounded(.down)))
        guard let most = row.mostSize.map({ String(Int(min($0 / size * 100, 1e9).rounded(.up))) }) else {
            return "at least \(least)%"
        }
        return "\(least) to \(most)%"
    }

    private static let style = (
        light: """
        .bar { fill: #2a6fbb; }
        .open { fill: #2a6fbb; fill-opacity: 0.35; }
        .gap { fill: #ffffff; }
        .truth { stroke: #1c1e21; stroke-width: 2; }
        """,
        dark: """
        .bar { fill: #6cabee; }
        .open { fill: #6cabee; fill-opacity: 0.35; }
        .gap { fill: #15181d; }
        .truth { stroke: #e6e8eb; }
        """
    )
}
