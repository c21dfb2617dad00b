import AttributionBase
import AttributionModel
import AttributionSchema

/// How many winning postbacks have each value, by app and window; and by how many schemas their values are read.
struct ValueCounts: Sendable {
    /// The places of one window: fine values before coarse ones.
    private static let windowSize = FineConversionValue.range.count + CoarseConversionValue.allCases.count
    private static let appSize = windowSize * ConversionWindow.allCases.count

    private(set) var bases = CaseCounts<SchemaReadings.Basis>()
    private var counts: [Int] = []

    mutating func add(_ fact: CountedPostback, _ reading: SchemaReadings.Reading) {
        bases.add(reading.basis)
        guard let app = fact.app, let value = Self.place(of: fact.value) else { return }
        let place = app * Self.appSize + (fact.window?.rawValue ?? 0) * Self.windowSize + value
        makeRoom(for: place)
        counts[place] += 1
    }

    mutating func add(_ other: ValueCounts) {
        bases.add(other.bases)
        if let last = other.counts.indices.last { makeRoom(for: last) }
        for place in other.counts.indices { counts[place] += other.counts[place] }
    }

    func count(app: Int, _ window: ConversionWindow, _ value: CountedPostback.Value) -> Int {
        guard let value = Self.place(of: value) else { return 0 }
        let place = app * Self.appSize + window.rawValue * Self.windowSize + value
        return counts.indices.contains(place) ? counts[place] : 0
    }

    private mutating func makeRoom(for place: Int) {
        guard place >= counts.count else { return }
        let count = (place / Self.appSize + 1) * Self.appSize
        counts += [Int](repeating: 0, count: count - counts.count)
    }

    private static func place(of value: CountedPostback.Value) -> Int? {
        switch value {
        case .fine(let value): value
        case .coarse(let value): FineConversionValue.range.count + value.rank
        case .none: nil
        }
    }
}

/// A value that postbacks have, and what the schemas of the app say of it.
struct ValueMeaning: Sendable {
    let app: ItemIdentifier
    let window: ConversionWindow
    let value: CountedPostback.Value
    /// What any of the app's schemas says; nil if none has the value.
    let meaning: ConversionSchema.Meaning?
    let count: Int

    /// The values that came, by app and window, fine ones before coarse ones.
    static func all(_ counts: ValueCounts, _ readings: SchemaReadings) -> [ValueMeaning] {
        let values =
            FineConversionValue.range.map { CountedPostback.Value.fine($0) }
            + CoarseConversionValue.allCases.map { .coarse($0) }
        return readings.apps.enumerated().flatMap { place, app in
            ConversionWindow.allCases.flatMap { window in
                values.compactMap { value in
                    let count = counts.count(app: place, window, value)
                    guard count > 0 else { return nil }
                    return ValueMeaning(
                        app: app.item, window: window, value: value,
                        meaning: SchemaReadings.meaning(of: value, in: window, app.schemas), count: count)
                }
            }
        }
    }

    /// The names of the value, with a comma between those of different entries; nil if it has none.
    var name: String? {
        guard let names = meaning?.names, !names.isEmpty else { return nil }
        return names.joined(separator: ", ")
    }

    /// The value and its name, as in `1108187390 1 14: small purchases`.
    var words: String { "\(app) \(window.number) \(value.words)" + (name.map { ": \($0)" } ?? "") }

    /// One object: `{"app":1108187390,"window":1,"value":14,"name":"small purchases","revenue":{…},"inputs":3}`.
    var json: JSONValue {
        .object([
            .init("app", .number("\(app)")), .init("window", .count(window.number)), .init("value", value.json),
            .init("name", .text(name)), ReportFigure("revenue", .range(meaning?.revenue.exact)).member,
            .init("inputs", .count(count)),
        ])
    }
}

extension CountedPostback.Value {
    /// The value by itself.
    var words: String {
        switch self {
        case .fine(let value): String(value)
        case .coarse(let value): value.rawValue
        case .none: "-"
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .fine(let value): .count(value)
        case .coarse(let value): .string(value.rawValue)
        case .none: .null
        }
    }
}

extension SchemaReadings {
    /// Returns what any of an app's schemas says of a value; nil if none has it.
    fileprivate static func meaning(
        of value: CountedPostback.Value, in window: ConversionWindow, _ schemas: [ConversionSchema]
    ) -> ConversionSchema.Meaning? {
        let received: ConversionSchema.ReceivedValue
        switch value {
        case .fine(let value): received = .fine(value)
        case .coarse(let value): received = .coarse(value)
        case .none: return nil
        }
        let found = schemas.compactMap { $0.meaning(ofReceived: received, in: window) }
        return found.dropFirst().reduce(found.first) { $0?.union($1) }
    }
}

extension SchemaReadings.Basis {
    fileprivate var place: Int {
        switch self {
        case .one: 0
        case .several: 1
        case .none: 2
        }
    }
}
