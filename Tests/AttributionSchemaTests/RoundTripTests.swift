import AttributionBase
import AttributionModel
import AttributionSchema
import AttributionTestSupport
import Testing

/// What an app did lies in what the value means, for random schemas and events in every window and tier.
///
/// `AAK_SCENARIOS` sets the number of schemas.
struct RoundTripTests {
    @Test func theRevenueIsInTheRange() throws {
        var random = SystemRandomNumberGenerator()
        let wanted = effort("AAK_SCENARIOS", usual: part(of: 2000))
        var (played, refused, told) = (0, 0, 0)
        while played < wanted {
            let text = RandomSchema.text(using: &random)
            guard Schemas.faults(text).isEmpty else {
                refused += 1
                // The generator makes sound schemas more often than not.
                try #require(refused < 2 * (played + 100))
                continue
            }
            guard try !Self.hidesRevenue(text) else { continue }
            played += 1
            let schema = try Schemas.read(text)
            for window in ConversionWindow.allCases {
                guard var app = RandomApp(schema, window) else { continue }
                for _ in 0..<Int.random(in: 1...8, using: &random) { app.play(using: &random) }
                told += try Self.check(app, schema, window, text)
            }
        }
        #expect(told > wanted)
    }

    private static func hidesRevenue(_ text: String) throws -> Bool {
        let value = try JSONValue(parsing: Array(text.utf8))
        let findings = try #require(value.withView { ConversionSchema.findings(of: $0) })
        return findings.contains { $0.rule.id == "schema-hidden-revenue" }
    }

    /// Compares the state of an app with what a postback of each tier means, and returns the number of comparisons.
    private static func check(
        _ app: RandomApp, _ schema: ConversionSchema, _ window: ConversionWindow, _ text: String
    ) throws -> Int {
        guard let reached = app.reached else { return 0 }
        let entry = app.window.entries[reached.rank]
        var count = 0
        for tier in DataTier.allCases {
            let disclosure = Disclosure(of: .adAttributionKit, tier: tier, window: window, didWin: true)
            guard disclosure.isPostback else { continue }
            let told: ConversionSchema.ReceivedValue
            if let fine = reached.fine, disclosure.absence(of: .fine) == nil {
                told = .fine(fine)
            } else if let coarse = app.coarse, disclosure.absence(of: .coarse) == nil {
                told = .coarse(coarse)
            } else {
                told = .withheld(DataTiers(tier))
            }
            var words: String { "\(text)\nwindow \(window), \(told), \(app.revenue.exact), \(app.events)" }
            let meaning = try #require(schema.meaning(ofReceived: told, in: window), "\(words)")
            #expect(meaning.revenue.contains(app.revenue), "\(words): \(meaning.text)")
            #expect(meaning.revenue.most.map { app.revenue < $0 || $0 == .zero } ?? true, "\(words): \(meaning.text)")
            #expect(entry.name.map { meaning.names.contains($0) } ?? true, "\(words): \(meaning.text)")
            // Who does not know the tier knows less.
            let any = try #require(schema.meaning(ofReceived: .withheld(.all), in: window), "\(words)")
            expect(ConversionSchema.Meaning.union(of: [any, meaning])?.revenue, any.revenue, "\(words)")
            count += 1
        }
        return count
    }
}

/// An app in one window, with the coarse value that its updates leave.
private struct RandomApp {
    var window: ConversionSchema.Window { app.window }
    var reached: SchemaProgress.Reached? { app.reached }
    private var app: Play
    /// All events up to now.
    private(set) var events: [String] = []
    /// The revenue of the event `a`.
    private var sum = Money.zero
    private(set) var coarse: CoarseConversionValue?
    /// The revenue that the window tells, at the last change of the value.
    private(set) var revenue = Money.zero
    private var isLocked = false
    /// The revenue that the schema assumes no app to reach.
    private let limit: Money?

    init?(_ schema: ConversionSchema, _ window: ConversionWindow) {
        guard let app = Play(schema, window) else { return nil }
        self.app = app
        limit = app.window.entries.last { $0.revenue != nil }?.revenue?.most
    }

    mutating func play(using random: inout SystemRandomNumberGenerator) {
        let name = ["launch", "a", "a", "b", "c"].randomElement(using: &random) ?? "a"
        let amount = Money(millionths: name == "a" ? .random(in: 0...6_000_000, using: &random) : 0)
        if name == "a", let limit, sum + amount >= limit { return }
        events.append("\(name) \(amount.exact)")
        sum += amount
        guard !isLocked, app.count(name, amount), let reached else { return }
        let entry = window.entries[reached.rank]
        coarse = entry.coarse ?? coarse
        isLocked = entry.locks
        // Other events have none.
        revenue = window.entries.first { $0.revenue != nil }?.event == "a" ? sum : .zero
    }
}

/// Schemas whose only revenue is that of the event `a`.
private enum RandomSchema {
    static func text(using random: inout SystemRandomNumberGenerator) -> String {
        let windows = [1, 2, 3].filter { _ in Bool.random(using: &random) }
        let texts = (windows.isEmpty ? [1] : windows).map { window in
            #"{"window":\#(window),"values":[\#(values(isFirst: window == 1, using: &random))]}"#
        }
        return #"{"app":1,"windows":[\#(texts.joined(separator: ","))]}"#
    }

    private static func values(isFirst: Bool, using random: inout SystemRandomNumberGenerator) -> String {
        var conditions: [(text: String, isRange: Bool)] = []
        if Bool.random(using: &random) { conditions.append(("", false)) }
        let steps = Int.random(in: 0...3, using: &random)
        var least = Int.random(in: 0...2_000_000, using: &random)
        var count = 1
        for step in 0...steps {
            if Int.random(in: 0..<3, using: &random) == 0 {
                let event = ["b", "c", "launch", "a"].randomElement(using: &random) ?? "b"
                count += event == "a" ? 1 : 0
                let often = event == "a" ? count : Int.random(in: 1...3, using: &random)
                conditions.append((#","event":"\#(event)","count":\#(often)"#, false))
            }
            guard step < steps else { continue }
            let most = least + Int.random(in: 1...7_000_000, using: &random)
            let isOpen = step == steps - 1 && Bool.random(using: &random)
            let bound = isOpen ? "null" : "\"\(Money(millionths: Int128(most)).exact)\""
            let often = Int.random(in: 0..<8, using: &random) == 0 ? #","count":2"# : ""
            let revenue = #"["\#(Money(millionths: Int128(least)).exact)",\#(bound)]"#
            conditions.append((#","event":"a"\#(often),"revenue":\#(revenue)"#, !isOpen))
            least = most
        }
        if conditions.isEmpty { conditions.append(("", false)) }
        var coarse = 0
        var fine = 0
        let texts = conditions.enumerated().map { rank, condition in
            coarse = min(2, coarse + Int.random(in: 0...1, using: &random))
            let hasCoarse = !isFirst || Int.random(in: 0..<4, using: &random) > 0
            let coarseText = hasCoarse ? #""coarse":"\#(["low", "medium", "high"][coarse])","# : ""
            let width = condition.isRange && Bool.random(using: &random) ? Int.random(in: 1...8, using: &random) : 0
            let fineText = isFirst ? #""fine":[\#(fine),\#(fine + width)],"# : ""
            fine += width + 1
            let lock = Int.random(in: 0..<6, using: &random) == 0
            return #"{\#(fineText)\#(coarseText)"name":"n\#(rank)","lock":\#(lock)\#(condition.text)}"#
        }
        return texts.joined(separator: ",")
    }
}
