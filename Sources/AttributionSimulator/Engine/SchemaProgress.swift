import AdAttribution
import AttributionSchema

/// What an app did in the current window of a conversion, and the value that it has reached.
struct SchemaProgress {
    private var window: ConversionWindow?
    private var events = WindowEvents()
    /// The values of the window by the schema that holds; nil if it leaves out the window.
    private var values: ConversionSchema.Window?
    /// The time of the app's next schema, in milliseconds since 1970. Until then none has to be found.
    private var end = Int64.min
    private var reached: ConversionSchema.Reached?

    /// Counts an event, if the app has a schema at this time.
    ///
    /// - Returns: The update that the schema makes of it, with its reason; nil if the value stays.
    mutating func count(
        _ name: String, revenue: Money, of app: UInt64, in window: ConversionWindow, at now: Int64,
        by schemas: SchemaTable
    ) -> (update: ValueUpdate, reason: String)? {
        if self.window != window {
            self = SchemaProgress()
            self.window = window
        }
        if now >= end {
            let time = Timestamp(milliseconds: now)
            guard let found = schemas.schema(of: ItemIdentifier(rawValue: app), at: time) else { return nil }
            values = found.schema[window]
            end = found.end?.milliseconds ?? .max
            // A value that another schema gave has another meaning.
            reached = nil
        }
        events.count(name, revenue: revenue)
        let before = reached
        reached = values?.value(after: events, since: before)
        guard let reached, reached != before, let entries = values?.entries else { return nil }
        // Every update has a fine value; in later windows, it is not part of the postback.
        let update = ValueUpdate(
            fine: reached.fine ?? 0, coarse: entries[reached.rank].coarse, locks: entries[reached.rank].locks)
        return (update, entries[reached.rank].label)
    }
}

extension ConversionSchema.Entry {
    /// The reason for an update: the name of the entry, or else the event that it waits for.
    fileprivate var label: String { name ?? event ?? "first event" }
}
