import AdAttribution
import AttributionBytes

/// What came of a scenario: every decision at its time, and the postbacks that left.
public struct AttributionTimeline: Sendable {
    /// When the scenario begins.
    public let start: Timestamp
    /// All events, by time; those of equal time in the order in which they were decided.
    public let events: [AttributionEvent]
    private let entries: [TimelineEntry]

    init(_ entries: [TimelineEntry], start: Int64, _ sealer: BodySealer) {
        self.start = Timestamp(milliseconds: start)
        self.entries = entries
        var writer = TimelineWriter(sealer: sealer)
        var scratch = ByteBuffer()
        events = entries.map { entry in
            var line = ByteBuffer()
            unsafe writer.append(
                entry, device: UnsafeRawBufferPointer(start: nil, count: 0), scratch: &scratch, to: &line)
            return AttributionEvent(entry, line: line)
        }
    }

    /// Every attempt to deliver a postback, in their order: what servers are sent, copies for developers too.
    public var postbacks: [SimulatedPostback] { events.compactMap(\.postback) }

    /// What servers of ad networks should have counted at the end: each postback that was delivered to one, once.
    ///
    /// A server that takes production alone leaves out those of ``SimulatedPostback/isDevelopment``.
    public var counted: [SimulatedPostback] {
        postbacks.filter { $0.recipient == .adNetwork && $0.delivery == .delivered }
    }

    /// One object a line, each with its end: the bytes that `aak simulate` writes for the same document, seed, key and `kid`.
    public var jsonLines: String { events.map { $0.jsonText + "\n" }.joined() }

    /// The timeline drawn for people, as by `aak simulate --timeline text`. Its form may change from version to version.
    ///
    /// - Parameter columns: how many characters a line has at most; at least 40, whatever is asked for.
    public func drawing(columns: Int) -> String {
        TimelineText(entries, start: start.milliseconds, columns: columns).text
    }
}
