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
