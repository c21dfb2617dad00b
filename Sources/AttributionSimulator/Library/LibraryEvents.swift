import AdAttribution
import AttributionBytes

extension AttributionEvent {
    /// - Parameters:
    ///   - line: The written form of the entry.
    ///   - body: Where the body of a postback is in it.
    init(_ entry: TimelineEntry, line: borrowing ByteBuffer, body: Range<Int>?) {
        time = Timestamp(milliseconds: entry.at)
        explanation = entry.why
        jsonText = line.text
        let subject = entry.fact.subject
        app = subject.app.map { ItemIdentifier(rawValue: $0) }
        adNetworkIdentifier = (subject.ad?.network.nonEmpty).map(AdNetworkIdentifier.init(unchecked:))
        impressionIdentifier = (subject.ad?.identifier.nonEmpty).map(AttributionUUID.init(unchecked:))
        kind = entry.fact.kind
        outcome = entry.fact.outcome
        (code, reason) = entry.fact.cause
        let conversion = entry.fact.conversion
        self.conversion = conversion?.number
        window = conversion?.index.flatMap { ConversionWindow(rawValue: $0) }
        if case .postback(let fact) = entry.fact, let body {
            postback = SimulatedPostback(fact, body: unsafe line.bytes(in: body).text)
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
    var kind: AttributionEvent.Kind {
        switch self {
        case .ad(let name, _, _, _), .app(let name, _, _), .setting(let name, _): .init(name)
        case .sheetView: .view
        case .warning: .warning
        case .evicted: .evicted
        case .openURL: .openURL
        case .openApp: .openApp
        case .openMarketplace: .openMarketplace
        case .conversion: .conversion
        case .noConversion: .noConversion
        case .window: .window
        case .postback: .postback
        case .noPostback: .noPostback
        case .host(let fact): .init(rawValue: fact.name)
        }
    }

    fileprivate var outcome: Outcome? {
        switch self {
        case .ad(_, _, let outcome, _): outcome
        case .sheetView: .recorded
        case .app(_, _, let fact): fact.outcome
        case .postback(let fact): fact.outcome
        default: nil
        }
    }

    /// The name of the reason, and the reason in words.
    fileprivate var cause: (code: String?, words: String?) {
        let code: Code?
        switch self {
        case .ad(_, _, _, let given), .openApp(_, let given): code = given
        case .app(_, _, let fact): code = fact.code
        case .warning(let given, _), .noConversion(_, let given, _): code = given
        case .evicted: code = .evicted
        case .noPostback(let fact): code = fact.code
        // A state of a window needs no words.
        case .window(let fact): return (fact.code?.rawValue, nil)
        case .host(let fact): return fact.cause
        case .sheetView, .setting, .openURL, .openMarketplace, .conversion, .postback: code = nil
        }
        return (code?.rawValue, code?.reason)
    }

    /// The conversion that the fact concerns, and the index of its window.
    fileprivate var conversion: (number: Int?, index: Int?)? {
        switch self {
        case .app(_, _, let fact): (fact.conversion, fact.index)
        case .conversion(let fact): (fact.number, nil)
        case .window(let fact): (fact.conversion, fact.index)
        case .postback(let fact): (fact.body.conversion, fact.body.window.rawValue)
        case .noPostback(let fact): (fact.conversion, fact.index)
        default: nil
        }
    }

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
