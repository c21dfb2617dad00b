import AdAttribution
import AttributionBase

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
        let summary = entry.fact.summary
        kind = summary.kind
        outcome = summary.outcome
        if case .host(let fact) = entry.fact {
            (code, reason) = fact.cause
        } else {
            code = summary.code?.rawValue
            // The state of a window needs no words.
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
    init?(_ fact: PostbackFact, at time: Timestamp, body text: String) {
        guard let delivery = Delivery(rawValue: fact.outcome.rawValue) else { return nil }
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
        withheld = Dictionary(described.withheld.map { ($0.field, $0.reason) }, uniquingKeysWith: { $1 })
        attempt = fact.attempt
        status = fact.status
        self.delivery = delivery
        body = text
    }
}

extension TimelineEntry.Fact {
    /// What any fact may say.
    struct Summary {
        let kind: AttributionEvent.Kind
        var outcome: Outcome?
        var code: Code?
        /// The conversion that the fact concerns, and the index of its window.
        var conversion: Int?
        var index: Int?
    }

    var summary: Summary {
        switch self {
        case .ad(let name, _, let outcome, let code): .init(kind: .init(name), outcome: outcome, code: code)
        case .sheetView: .init(kind: .view, outcome: .recorded)
        case .app(let name, _, let fact):
            .init(
                kind: .init(name), outcome: fact.outcome, code: fact.code, conversion: fact.conversion,
                index: fact.index)
        case .setting(let name, _): .init(kind: .init(name))
        case .warning(let code, _): .init(kind: .warning, code: code)
        case .evicted: .init(kind: .evicted, code: .evicted)
        case .openURL: .init(kind: .openURL)
        case .openApp(_, let code): .init(kind: .openApp, code: code)
        case .openMarketplace: .init(kind: .openMarketplace)
        case .conversion(let fact): .init(kind: .conversion, conversion: fact.number)
        case .noConversion(_, let code, _): .init(kind: .noConversion, code: code)
        case .window(let fact):
            .init(kind: .window, code: fact.code, conversion: fact.conversion, index: fact.index)
        case .postback(let fact):
            .init(
                kind: .postback, outcome: fact.outcome, conversion: fact.body.conversion,
                index: fact.body.window.rawValue)
        case .noPostback(let fact):
            .init(kind: .noPostback, code: fact.code, conversion: fact.conversion, index: fact.index)
        case .host(let fact): .init(kind: .init(rawValue: fact.name))
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
