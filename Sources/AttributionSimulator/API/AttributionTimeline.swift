import AttributionBase
import AttributionCrypto
import AttributionModel

/// The result of a scenario: every event in time order, and the postbacks that were sent.
public struct AttributionTimeline: Sendable {
    /// When the scenario begins.
    public let start: Timestamp
    /// All events in time order; events with equal times are in the order in which they were decided.
    public let events: [AttributionEvent]
    private let entries: [TimelineEntry]

    init(_ entries: [TimelineEntry], start: Int64, signedBy key: P256PrivateKey, keyID: String) throws(CryptoFailure) {
        self.start = Timestamp(milliseconds: start)
        self.entries = entries
        let signer = TextSigner(key.deterministic)
        var writer = TimelineWriter(signer: signer, keyID: keyID)
        events = entries.map { entry in
            var line = ByteBuffer()
            writer.append(entry, device: .empty, to: &line)
            return AttributionEvent(entry, line: line, body: writer.writtenBody)
        }
        try signer.check()
    }

    /// Every attempt to deliver a postback, in order, including the copies for developers.
    public var postbacks: [SimulatedPostback] { events.compactMap(\.postback) }

    /// The postbacks that the ad networks' servers should have counted by the end: each delivered postback once.
    ///
    /// A server that counts only production postbacks leaves out those with ``SimulatedPostback/isDevelopment``.
    public var counted: [SimulatedPostback] {
        postbacks.filter { $0.recipient == .adNetwork && $0.isDelivered }
    }

    /// The events as newline-terminated JSON objects: the bytes that `aak simulate` writes for the same document,
    /// seed, key and `kid`.
    public var jsonLines: String { events.map { $0.jsonText + "\n" }.joined() }

    /// Returns the timeline as a text drawing, like `aak simulate --timeline text`. The layout may change between
    /// versions.
    ///
    /// - Parameter columns: the maximum line width in characters. Values below 40 count as 40.
    public func drawing(columns: Int) -> String {
        TimelineText(entries, start: start.milliseconds, columns: columns).text
    }
}
