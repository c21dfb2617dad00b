import AttributionModel

/// A mapping from the events of an app to conversion values, and back.
///
/// Apple defines fine values, coarse values, windows and locks, but not their meaning, which is up to the advertiser.
/// The meaning is written in the file that `aak validate` checks:
///
/// ```swift
/// let schema = try ConversionSchema(parsing: document.utf8)
/// let hour = Duration.seconds(3600)
/// let purchase = try ConversionSchema.Event("purchase", revenue: Money("4.99"), after: hour)
/// for value in schema.values(after: [purchase]) { print(value.window, value.fine ?? "-", value.name ?? "-") }
/// ```
public struct ConversionSchema: Hashable, Sendable {
    /// The name of the schema; nil if it has none.
    public let name: String?
    /// The advertised app.
    public let advertisedItemIdentifier: ItemIdentifier
    /// The time from which the schema applies, until the next schema of the app; nil if it has no beginning.
    public let from: Timestamp?
    /// The currency of its amounts; nil if it names none.
    public let currency: String?
    /// The windows by index; nil for those that the schema leaves out.
    private let windows: [Window?]

    package init(
        name: String? = nil, app: ItemIdentifier, from: Timestamp? = nil, currency: String? = nil,
        windows: [ConversionWindow: Window]
    ) {
        self.name = name
        advertisedItemIdentifier = app
        self.from = from
        self.currency = currency
        self.windows = ConversionWindow.allCases.map { windows[$0] }
    }

    /// What values mean in one window; nil if the schema leaves it out, so that its values mean nothing.
    package subscript(window: ConversionWindow) -> Window? { windows[window.rawValue] }

    /// The events for which entries give a revenue.
    package var paidEvents: Set<String> {
        let entries = ConversionWindow.allCases.flatMap { self[$0]?.entries ?? [] }
        return Set(entries.filter { $0.revenue != nil }.compactMap(\.event))
    }
}

extension ConversionSchema {
    /// The name of the event that is a launch of the app.
    public static let launch = "launch"

    package struct Window: Hashable, Sendable {
        /// The entries, lowest rank first. The last one that applies determines the value.
        package let entries: [Entry]
        let meanings: Meanings

        package init(_ entries: [Entry]) {
            self.entries = entries
            meanings = Meanings(entries)
        }

        package static func == (left: Self, right: Self) -> Bool { left.entries == right.entries }

        package func hash(into hasher: inout Hasher) { hasher.combine(entries) }
    }

    /// A conversion value, and what must have happened for it.
    package struct Entry: Hashable, Sendable {
        /// The name of the value in reports; nil if it has none.
        package var name: String?
        /// The fine values; if there are several, they divide the revenue into equal steps. Nil in the second and third windows.
        package var fine: ClosedRange<Int>?
        /// The coarse value; nil if the update sets none.
        package var coarse: CoarseConversionValue?
        /// The event that must have occurred; nil if the entry always applies.
        package var event: String?
        /// The event counts from `after` until before `within`, both in milliseconds since the conversion; nil for no bound. They are
        /// independent of the windows.
        package var after: Int64?
        package var within: Int64?
        /// The least number of occurrences.
        package var count = 1
        /// The least number of days on which the event occurred. A day is 24 hours, counted from the conversion.
        package var days = 1
        /// The total revenue of the event, less than the upper bound; nil for any.
        package var revenue: RevenueRange?
        /// Whether reaching the entry locks the window.
        package var locks = false

        /// The time since the conversion in which the event counts, in milliseconds.
        var ages: Range<Int64> { (after ?? .min)..<max(after ?? .min, within ?? .max) }

        /// Whether any occurrence of the event is enough, apart from its revenue.
        package var isForAnyOccurrence: Bool { count == 1 && days == 1 && after == nil && within == nil }
    }
}

// MARK: - Steps of a revenue

extension ConversionSchema.Entry {
    /// The width of a step in millionths, rounded down; nil if the entry has no steps.
    var step: Int128? {
        guard let fine, fine.count > 1, let revenue, let most = revenue.most else { return nil }
        return (most.millionths - revenue.least.millionths) / Int128(fine.count)
    }

    /// Whether the revenue cannot be divided into steps of at least a millionth.
    var hasEmptySteps: Bool { step.map { $0 < 1 } ?? false }

    /// Returns the revenue for which one of the entry's fine values stands. The last step is wider by the remainder of the division.
    func revenue(ofFine value: Int) -> RevenueRange? {
        guard let fine, let step, let revenue else { return self.revenue }
        let least = revenue.least.millionths + step * Int128(value - fine.lowerBound)
        return RevenueRange(
            least: Money(millionths: least),
            most: value == fine.upperBound ? revenue.most : Money(millionths: least + step))
    }
}
