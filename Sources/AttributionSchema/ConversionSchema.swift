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

    /// The events whose revenue the values stand for.
    package var paidEvents: Set<String> {
        let entries = ConversionWindow.allCases.flatMap { self[$0]?.entries ?? [] }
        return Set(entries.filter { $0.revenue != nil }.compactMap(\.event))
    }
}

extension ConversionSchema {
    /// The name of the event that is a launch of the app.
    public static let launch = "launch"

    package struct Window: Hashable, Sendable {
        /// The entries in the order of their rank. The last one that holds determines the value.
        package let entries: [Entry]
        let meanings: Meanings

        package init(_ entries: [Entry]) {
            self.entries = entries
            meanings = Meanings(entries)
        }

        package static func == (left: Self, right: Self) -> Bool { left.entries == right.entries }

        package func hash(into hasher: inout Hasher) { hasher.combine(entries) }
    }

    /// What an app must have done for a value.
    package struct Entry: Hashable, Sendable {
        /// The name of the value in reports; nil if it has none.
        package var name: String?
        /// The fine values, each a step of the revenue if there are several; nil in the second and third windows.
        package var fine: ClosedRange<Int>?
        /// The coarse value; nil if the update sets none.
        package var coarse: CoarseConversionValue?
        /// The event that must have occurred; nil if the entry always holds.
        package var event: String?
        /// The time since the conversion from which the event counts, and that from which it does not, in milliseconds; nil
        /// for no bound. They do not move with the windows.
        package var after: Int64?
        package var within: Int64?
        /// The number of occurrences from which the entry holds.
        package var count = 1
        /// The number of different days with the event from which the entry holds. A day is 24 hours, counted from the
        /// conversion.
        package var days = 1
        /// The revenue of the event for which the entry holds, without its upper bound; nil for any.
        package var revenue: RevenueRange?
        /// Whether the first event that reaches the entry finalises the window.
        package var locks = false

        /// The times since the conversion at which the event counts, in milliseconds.
        var ages: Range<Int64> { (after ?? .min)..<max(after ?? .min, within ?? .max) }

        /// Whether the entry applies whenever its event occurs, apart from a range of revenue.
        package var isForAnyOccurrence: Bool { count == 1 && days == 1 && after == nil && within == nil }
    }
}

// MARK: - Steps of a revenue

extension ConversionSchema.Entry {
    /// The width of a step, cut to a millionth; nil if the entry has no steps.
    var step: Int128? {
        guard let fine, fine.count > 1, let revenue, let most = revenue.most else { return nil }
        return (most.millionths - revenue.least.millionths) / Int128(fine.count)
    }

    /// Whether the revenue cannot be divided into steps of at least a millionth.
    var hasEmptySteps: Bool { step.map { $0 < 1 } ?? false }

    /// Returns the revenue that one of the entry's fine values means: that of its step. The last step has what cutting
    /// left over.
    func revenue(ofFine value: Int) -> RevenueRange? {
        guard let fine, let step, let revenue else { return self.revenue }
        let least = revenue.least.millionths + step * Int128(value - fine.lowerBound)
        return RevenueRange(
            least: Money(millionths: least),
            most: value == fine.upperBound ? revenue.most : Money(millionths: least + step))
    }
}
