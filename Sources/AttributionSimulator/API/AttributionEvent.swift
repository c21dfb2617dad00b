import AttributionBase
import AttributionModel

/// An event on the simulated device, or a decision that the device made.
public struct AttributionEvent: Equatable, Sendable {
    /// The time of the event, to the millisecond.
    public let time: Timestamp
    /// The kind of event.
    public let kind: Kind
    /// The advertised app; nil if the event concerns no app, or identifies it only by its ``conversion``.
    public let advertisedItemIdentifier: ItemIdentifier?
    /// The network of the ad that the event concerns; for a conversion, the winner's network.
    public let adNetworkIdentifier: AdNetworkIdentifier?
    /// The ad's `impression-identifier`, or its nonce for SKAdNetwork; nil if it could not be read.
    public let impressionIdentifier: AttributionUUID?
    /// The outcome; nil if there was nothing to decide.
    public let outcome: Outcome?
    /// The name of the reason, such as `view-against-click`, if there is one. Where Apple has a name for it, that name
    /// is used.
    public let code: String?
    /// The reason in words, in lower case and without a final period. The wording may improve in later versions.
    public let reason: String?
    /// An explanation that cites the title of Apple's article or states that the behaviour is this simulator's choice.
    /// It is nil if the event needs no explanation. `aak simulate --explain` prints the same words.
    public let explanation: String?
    /// The number of the conversion that the event concerns, counted from 1.
    public let conversion: Int?
    /// The conversion window that the event concerns.
    public let window: ConversionWindow?
    /// The postback that is sent to a server; nil for every kind except ``Kind/postback``.
    public let postback: SimulatedPostback?
    /// The event as `aak simulate` writes it: one JSON object without a line terminator.
    package let jsonText: String

    /// A kind of event, identified by its name in a timeline. Later versions may add kinds.
    public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name.
        public let rawValue: String

        /// Creates the kind with the given name, which may be one that this version does not list.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name.
        public var description: String { rawValue }

        /// A tap opened a URL of the app.
        public static let openURL = Kind(rawValue: "open-url")
        /// A tap opened the app.
        public static let openApp = Kind(rawValue: "open-app")
        /// A tap opened the app's page in the store.
        public static let openMarketplace = Kind(rawValue: "open-marketplace")
        /// A view was evicted to make room for a later one.
        public static let evicted = Kind(rawValue: "evicted")
        /// An installation or a re-engagement was attributed to an ad. Other networks' ads may be runners-up.
        public static let conversion = Kind(rawValue: "conversion")
        /// An installation or a re-engagement was not attributed to any ad.
        public static let noConversion = Kind(rawValue: "no-conversion")
        /// A conversion window was opened, locked, closed or removed.
        public static let window = Kind(rawValue: "window")
        /// An attempt was made to deliver a postback.
        public static let postback = Kind(rawValue: "postback")
        /// A postback will not be sent.
        public static let noPostback = Kind(rawValue: "no-postback")
        /// The scenario, or the app that shows ads in it, probably contains a mistake.
        public static let warning = Kind(rawValue: "warning")

        init(_ name: EventName) { rawValue = name.rawValue }
    }

    /// The outcome for an ad, a call by an app, or a postback.
    public enum Outcome: String, CaseIterable, Sendable {
        /// The event counts.
        case recorded
        /// The event does not count, and the caller receives an error.
        case refused
        /// The event does not count, but no error is reported.
        case ignored
        /// The conversion is attributed to this ad.
        case won
        /// The conversion is attributed to another ad.
        case lost
        /// The ad does not qualify, regardless of any other ads.
        case notQualified = "not-qualified"
        /// There is no conversion.
        case noConversion = "no-conversion"
        /// No postback is sent.
        case noPostback = "no-postback"
        /// The server responded with status 200.
        case delivered
        /// The postback will be sent again.
        case retry
        /// The postback will not be sent again.
        case givenUp = "given-up"
    }
}

extension AttributionEvent {
    /// The event as an object, as `aak simulate` writes it.
    public var json: JSONValue { (try? JSONValue(parsing: jsonText)) ?? .null }
}

/// The outcome of an event, a candidate or a delivery attempt.
package typealias Outcome = AttributionEvent.Outcome

extension AttributionEvent {
    /// - Parameters:
    ///   - line: The written form of the entry.
    ///   - body: The range of the postback's body in the line; nil without one.
    init(_ entry: TimelineEntry, line: borrowing ByteBuffer, body: Range<Int>?) {
        time = Timestamp(milliseconds: entry.at)
        explanation = entry.why
        jsonText = line.text
        let summary = entry.fact.summary
        advertisedItemIdentifier = summary.advertised.map { ItemIdentifier(rawValue: $0) }
        adNetworkIdentifier = (summary.ad?.network.nonEmpty).map(AdNetworkIdentifier.init(unchecked:))
        impressionIdentifier = (summary.ad?.identifier.nonEmpty).map(AttributionUUID.init(unchecked:))
        kind = summary.kind
        outcome = summary.outcome
        if case .host(let fact) = entry.fact {
            (code, reason) = fact.cause
        } else {
            code = summary.code?.rawValue
            // The summary of a window states how it ended, so a reason would repeat it.
            reason = kind == .window ? nil : summary.code?.reason
        }
        conversion = summary.conversion
        window = summary.index.flatMap { ConversionWindow(rawValue: $0) }
        if case .postback(let fact) = entry.fact, let body {
            postback = SimulatedPostback(fact, at: time, body: line.text(in: body))
        } else {
            postback = nil
        }
    }
}

extension SimulatedPostback {
    init(_ fact: PostbackFact, at time: Timestamp, body text: String) {
        let described = fact.body
        self.time = time
        framework = described.framework
        recipient = fact.to
        adNetworkIdentifier = AdNetworkIdentifier(unchecked: described.network)
        conversion = described.conversion
        window = described.window
        tier = described.tier
        didWin = described.didWin
        isDevelopment = described.isDevelopment
        conversionType = described.type
        interaction = described.interaction
        sourceIdentifier = described.version?.hasSourceIdentifier == false ? nil : described.source
        conversionValue = described.fine.map { .fine($0) } ?? described.coarse.map { .coarse($0) }
        country = described.country
        withheld = Dictionary(described.withheld.map { ($0, $1) }, uniquingKeysWith: { $1 })
        attempt = fact.attempt
        status = fact.status
        body = text
    }
}

extension TimelineEntry.Fact {
    /// The properties that facts of all kinds can have.
    struct Summary {
        let kind: AttributionEvent.Kind
        var app: UInt64?
        var ad: AdImpression?
        var outcome: Outcome?
        var code: OutcomeReason?
        /// The number of the conversion that the fact is about, and the index of its window.
        var conversion: Int?
        var index: Int?

        /// The advertised app; 0 if the ad is unreadable.
        fileprivate var advertised: UInt64? {
            if case .refused? = ad?.trust, ad?.advertised == 0 { return app }
            return app ?? ad?.advertised
        }
    }

    var summary: Summary {
        switch self {
        case .ad(let name, let ad, let outcome, let code):
            .init(kind: .init(name), ad: ad, outcome: outcome, code: code)
        case .sheetView(let ad): .init(kind: .view, ad: ad, outcome: .recorded)
        case .app(let name, let app, let fact):
            .init(
                kind: .init(name), app: app, outcome: fact.outcome, code: fact.code, conversion: fact.conversion,
                index: fact.index)
        case .setting(let name, _): .init(kind: .init(name))
        case .warning(let code, .impression(let ad)): .init(kind: .warning, ad: ad, code: code)
        case .warning(let code, .app(let app)), .warning(let code, .configuration(let app, _, _)):
            .init(kind: .warning, app: app, code: code)
        case .evicted(let ad): .init(kind: .evicted, ad: ad, code: .evicted)
        case .openURL(let app, _): .init(kind: .openURL, app: app)
        case .openApp(let app, let code): .init(kind: .openApp, app: app, code: code)
        case .openMarketplace(let app): .init(kind: .openMarketplace, app: app)
        case .conversion(let fact):
            .init(kind: .conversion, app: fact.app, ad: fact.winner, conversion: fact.number)
        case .noConversion(let app, let code, _): .init(kind: .noConversion, app: app, code: code)
        case .window(let fact):
            .init(kind: .window, code: fact.code, conversion: fact.conversion, index: fact.index)
        case .postback(let fact):
            .init(
                kind: .postback, app: fact.body.advertised, ad: fact.body.impression, outcome: fact.outcome,
                conversion: fact.body.conversion, index: fact.body.window.rawValue)
        case .noPostback(let fact):
            .init(kind: .noPostback, code: fact.code, conversion: fact.conversion, index: fact.index)
        case .host(let fact): .init(kind: .init(rawValue: fact.name))
        }
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
