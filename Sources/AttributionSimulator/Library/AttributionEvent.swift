import AdAttribution
import AttributionBytes
import AttributionJSON

/// One decision of the simulated device, or something that happened to it.
public struct AttributionEvent: Sendable {
    /// When, to the millisecond.
    public let time: Timestamp
    /// What happened.
    public let kind: Kind
    /// The advertised app; nil where the event is about none, or about a ``conversion`` alone.
    public let app: ItemIdentifier?
    /// The ad network of the ad that the event is about: that of a conversion is the winner's.
    public let adNetworkIdentifier: String?
    /// The identifier of that ad: `impression-identifier`, or the nonce of SKAdNetwork's. Nil where it could not be read.
    public let impressionIdentifier: String?
    /// What became of it; nil where nothing is to be decided.
    public let outcome: Outcome?
    /// The name of the reason, such as `view-against-click`, where there is one. What Apple names has Apple's name.
    public let code: String?
    /// The same in words: lower case, no final period. They may be put better in a later version.
    public let reason: String?
    /// Why it is so, with the title of Apple's article, or the word that it is a choice of this simulator; nil where the event
    /// says it all. The words of `aak simulate --explain`.
    public let explanation: String?
    /// The number of the conversion that it is about, from 1.
    public let conversion: Int?
    /// The conversion window that it is about.
    public let window: ConversionWindow?
    /// What a server is sent; nil for all but ``Kind/postback``.
    public let postback: SimulatedPostback?
    /// The event as `aak simulate` writes it: one object of JSON, without an end of line.
    public let jsonText: String

    /// What an event can be, by the name that it has in a timeline. Later versions may add some.
    public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name.
        public let rawValue: String

        /// The kind of a name, which need not be one of those below.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name.
        public var description: String { rawValue }

        /// An ad was loaded.
        public static let load = Kind(.load)
        /// An ad came into view.
        public static let beginView = Kind(.beginView)
        /// An ad went out of view.
        public static let endView = Kind(.endView)
        /// A view was recorded in one call, or of a sheet that was open for long enough.
        public static let view = Kind(.view)
        /// An ad was tapped.
        public static let tap = Kind(.tap)
        /// An ad's overlay of the store was opened.
        public static let openOverlay = Kind(.openOverlay)
        /// An ad's overlay of the store was closed.
        public static let closeOverlay = Kind(.closeOverlay)
        /// An ad's product page was opened.
        public static let openProductPage = Kind(.openProductPage)
        /// An ad's product page was closed.
        public static let closeProductPage = Kind(.closeProductPage)
        /// The app was installed.
        public static let install = Kind(.install)
        /// The app was launched.
        public static let launch = Kind(.launch)
        /// The app was deleted.
        public static let delete = Kind(.delete)
        /// The app said what a conversion is worth.
        public static let update = Kind(.update)
        /// Developer Mode was turned on or off.
        public static let developerMode = Kind(.developerMode)
        /// Postbacks were made in developer settings.
        public static let createPostbacks = Kind(.createPostbacks)
        /// Postbacks were sent off in developer settings.
        public static let transmitPostbacks = Kind(.transmitPostbacks)
        /// Postbacks were cleared in developer settings.
        public static let clearPostbacks = Kind(.clearPostbacks)
        /// A tap opens a URL of the app.
        public static let openURL = Kind(rawValue: "open-url")
        /// A tap opens the app.
        public static let openApp = Kind(rawValue: "open-app")
        /// A tap opens the app's page in the store.
        public static let openMarketplace = Kind(rawValue: "open-marketplace")
        /// A view was dropped for a later one.
        public static let evicted = Kind(rawValue: "evicted")
        /// An ad, or several of different networks, were credited with an installation or a re-engagement.
        public static let conversion = Kind(rawValue: "conversion")
        /// No ad was credited with one.
        public static let noConversion = Kind(rawValue: "no-conversion")
        /// A conversion window was opened, locked, closed or removed.
        public static let window = Kind(rawValue: "window")
        /// A postback left, or an attempt to deliver it again.
        public static let postback = Kind(rawValue: "postback")
        /// A postback will not be sent.
        public static let noPostback = Kind(rawValue: "no-postback")
        /// Something that is likely to be a mistake of the scenario, or of the app that shows ads in it.
        public static let warning = Kind(rawValue: "warning")

        init(_ name: EventName) { rawValue = name.rawValue }
    }

    /// What can become of an ad, a call of an app, or a postback.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Outcome: String, CaseIterable, Sendable {
        /// It counts.
        case recorded
        /// It does not count, and the caller gets an error.
        case refused
        /// It does not count, and nobody is told.
        case ignored
        /// The ad is credited.
        case won
        /// Another ad is credited.
        case lost
        /// The ad could not be credited whatever others there were.
        case notQualified = "not-qualified"
        /// There is nothing to credit.
        case noConversion = "no-conversion"
        /// Nothing is sent.
        case noPostback = "no-postback"
        /// The server answered with status 200.
        case delivered
        /// The postback will be sent again.
        case retry
        /// The postback will not be sent again.
        case givenUp = "given-up"
    }
}

extension AttributionEvent {
    /// - Parameter line: the entry as it is written.
    init(_ entry: TimelineEntry, line: borrowing ByteBuffer) {
        time = Timestamp(milliseconds: entry.at)
        explanation = entry.why
        jsonText = unsafe line.bytes.text
        let subject = entry.fact.subject
        app = subject.app.map { ItemIdentifier(rawValue: $0) }
        adNetworkIdentifier = subject.ad?.network.nonEmpty
        impressionIdentifier = subject.ad?.identifier.nonEmpty
        // What the line says is said in one place.
        var index = JSONIndex()
        let root = (try? unsafe index.scan(line.bytes)).flatMap { unsafe index.root(of: line.bytes) }
        func text(_ name: StaticString) -> String? {
            root?.member(name).flatMap { $0.kind == .string ? $0.string : nil }
        }
        func number(_ name: StaticString) -> Int? { root?.member(name)?.unsignedInteger.flatMap { Int(exactly: $0) } }
        kind = Kind(rawValue: text("event") ?? "")
        outcome = text("outcome").flatMap { Outcome(rawValue: $0) }
        code = text("error") ?? text("code")
        reason = text("reason")
        conversion = number("conversion")
        window = number("index").flatMap { ConversionWindow(rawValue: $0) }
        if case .postback(let fact) = entry.fact, let body = root?.member("body") {
            postback = SimulatedPostback(fact, body: unsafe body.raw.text)
        } else {
            postback = nil
        }
    }
}

extension TimelineEntry.Fact {
    /// The advertised app and the ad that it is about.
    fileprivate var subject: (app: UInt64?, ad: AdImpression?) {
        switch self {
        case .ad(_, let ad, _, _), .sheetView(let ad), .evicted(let ad), .warning(_, .impression(let ad)):
            // Nobody knows the app of an ad that could not be read.
            if case .refused = ad.trust, ad.advertised == 0 { (nil, ad) } else { (ad.advertised, ad) }
        case .app(_, let app, _), .warning(_, .app(let app)), .warning(_, .configuration(let app, _, _)),
            .openURL(let app, _), .openApp(let app, _), .openMarketplace(let app), .noConversion(let app, _, _):
            (app, nil)
        case .conversion(let fact): (fact.app, fact.winner)
        case .postback(let fact): (fact.body.advertised, fact.body.impression)
        case .setting, .window, .noPostback, .host: (nil, nil)
        }
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
