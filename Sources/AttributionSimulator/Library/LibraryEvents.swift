import AdAttribution
import AttributionBytes
import AttributionJSON

extension AttributionEvent {
    /// - Parameter line: the written form of the entry.
    init(_ entry: TimelineEntry, line: borrowing ByteBuffer) {
        time = Timestamp(milliseconds: entry.at)
        explanation = entry.why
        jsonText = line.text
        let subject = entry.fact.subject
        app = subject.app.map { ItemIdentifier(rawValue: $0) }
        adNetworkIdentifier = (subject.ad?.network.nonEmpty).map(AdNetworkIdentifier.init(unchecked:))
        impressionIdentifier = (subject.ad?.identifier.nonEmpty).map(AttributionUUID.init(unchecked:))
        // Read these values back from the line, so that only the writer decides what it says.
        var index = JSONIndex()
        let root = (try? index.scan(line)).flatMap { unsafe index.root(of: line.bytes) }
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
            postback = SimulatedPostback(fact, body: body.raw.text)
        } else {
            postback = nil
        }
    }
}

extension SimulatedPostback {
    init?(_ fact: PostbackFact, body text: String) {
        guard let delivery = Delivery(rawValue: fact.outcome.rawValue) else { return nil }
        let described = fact.body
        framework =
            switch described.framework {
            case .adAttributionKit: .adAttributionKit
            case .skAdNetwork: .skAdNetwork
            }
        recipient = fact.to
        adNetworkIdentifier = AdNetworkIdentifier(unchecked: described.network)
        conversion = described.conversion
        window = described.window
        tier = described.tier
        didWin = described.didWin
        isDevelopment = described.isDevelopment
        conversionType = described.type
        interactionType = described.interaction
        sourceIdentifier = described.version?.hasSourceIdentifier == false ? nil : described.source
        conversionValue = described.fine.map { .fine($0) } ?? described.coarse.map { .coarse($0) }
        countryCode = described.country
        withheld = Dictionary(
            described.withheld.map { ("\(described.name(of: $0.field))", $0.reason.rawValue) }, uniquingKeysWith: { $1 }
        )
        attempt = fact.attempt
        status = fact.status
        self.delivery = delivery
        body = text
    }
}

extension TimelineEntry.Fact {
    /// The advertised app and the ad that the fact concerns.
    fileprivate var subject: (app: UInt64?, ad: AdImpression?) {
        switch self {
        case .ad(_, let ad, _, _), .sheetView(let ad), .evicted(let ad), .warning(_, .impression(let ad)):
            // The app of an unreadable ad is unknown.
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
