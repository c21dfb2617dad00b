import AttributionBase
import AttributionModel

// From events to values, for users of the library: from a list of events to the values of the windows.

extension ConversionSchema {
    /// Something that a person does in the app.
    public struct Event: Hashable, Sendable {
        /// The name of the event, as in the schema; `launch` for a launch of the app.
        public let name: String
        /// The time since the conversion, which is also taken as the start of the first window.
        public let time: Duration
        let amount: Money

        /// Creates an event.
        ///
        /// - Parameters:
        ///   - name: What the person does; not empty.
        ///   - revenue: What the person pays, in the currency of the schema. A launch has none.
        ///   - time: The time since the conversion, which is also taken as the start of the first window; not negative.
        /// - Throws: Everything that is wrong with the values, each fault with the name of its value.
        public init(_ name: String, revenue: Money = .zero, after time: Duration) throws(Problems) {
            var faults = Problems()
            func report(_ path: String, _ found: String, _ wanted: String) {
                faults.append(.value(found: found, wanted: wanted).at(path))
            }
            if name.isEmpty { report("name", "\"\"", "a name of one character and more") }
            if name == ConversionSchema.launch, revenue != .zero {
                report("revenue", "\(revenue)", "no revenue, as launches have none")
            }
            if time < .zero { report("time", "\(time)", "a time from the beginning of the first window on") }
            guard faults.isEmpty else { throw faults }
            self.name = name
            self.time = time
            amount = revenue
        }
    }

    /// The conversion value that events lead to in one window.
    public struct WindowValue: Hashable, Sendable {
        /// The window.
        public let window: ConversionWindow
        /// The fine value; nil in the second and third windows, which have coarse values only.
        public let fine: FineConversionValue?
        /// The coarse value; nil if no entry that was reached sets one.
        public let coarse: CoarseConversionValue?
        /// The name of the entry; nil if it has none.
        public let name: String?
        /// Whether the entry locks the window, so that later events in the window do not count.
        public let isLocked: Bool
    }

    /// Returns the values that an app's updates set after these events, as `aak simulate --schema` makes them: one for each window
    /// in which a value is reached, in the order of the windows.
    ///
    /// - Parameter events: What the person does, in any order; events with equal times happen in the order of the list.
    ///   Events after the last window do not count. The schema applies at any time, regardless of ``from``.
    public func values(after events: [Event]) -> [WindowValue] {
        let schemas = AppSchemas([self])
        var progress = SchemaProgress()
        var values: [WindowValue] = []
        // Sorting keeps the order of equal times.
        for event in events.inOrder(by: { $0.time < $1.time }) {
            guard let window = ConversionWindow.allCases.first(where: { $0.span().contains(event.time) }) else {
                continue
            }
            let last = values.last { $0.window == window }
            guard last?.isLocked != true,
                progress.count(
                    schemas.number(of: event.name), revenue: event.amount, in: window, at: start.milliseconds,
                    age: event.time.milliseconds, by: schemas)
            else { continue }
            if last != nil { values.removeLast() }
            values.append(
                WindowValue(
                    window: window, fine: progress.reached?.fine.flatMap { FineConversionValue(rawValue: $0) },
                    // An update without a coarse value keeps the previous one.
                    coarse: progress.reached?.coarse ?? last?.coarse, name: progress.name,
                    isLocked: progress.reached?.locks ?? false))
        }
        return values
    }
}
