import AttributionBase
import AttributionModel

// The entries of a timeline as public events.
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
        kind = entry.fact.kind
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
    /// The properties that facts of several kinds have.
    struct Summary {
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

    var summary: Summary {
        switch self {
        case .ad(_, let ad, let outcome, let code): .init(ad: ad, outcome: outcome, code: code)
        case .sheetView(let ad): .init(ad: ad, outcome: .recorded)
        case .app(_, let app, let fact):
            .init(app: app, outcome: fact.outcome, code: fact.code, conversion: fact.conversion, index: fact.index)
        case .warning(let code, .impression(let ad)): .init(ad: ad, code: code)
        case .warning(let code, .app(let app)), .warning(let code, .configuration(let app, _, _)):
            .init(app: app, code: code)
        case .evicted(let ad): .init(ad: ad, code: .evicted)
        case .openURL(let app, _), .openMarketplace(let app): .init(app: app)
        case .openApp(let app, let code): .init(app: app, code: code)
        case .conversion(let fact): .init(app: fact.app, ad: fact.winner, conversion: fact.number)
        case .noConversion(let app, let code, _): .init(app: app, code: code)
        case .window(let fact): .init(code: fact.code, conversion: fact.conversion, index: fact.index)
        case .postback(let fact):
            .init(
                app: fact.body.advertised, ad: fact.body.impression, outcome: fact.outcome,
                conversion: fact.body.conversion, index: fact.body.window.rawValue)
        case .noPostback(let fact): .init(code: fact.code, conversion: fact.conversion, index: fact.index)
        case .setting, .host: .init()
        }
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
