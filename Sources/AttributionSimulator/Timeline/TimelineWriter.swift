import AttributionBase
import AttributionCrypto
import AttributionModel

/// Writes a timeline as NDJSON.
package struct TimelineWriter {
    /// Which entries to write.
    package enum Selection: String, CaseIterable, Sendable {
        case timeline, conversions, postbacks

        package func includes(_ fact: TimelineEntry.Fact) -> Bool {
            switch (self, fact) {
            case (.timeline, _): true
            case (.conversions, .conversion), (.conversions, .noConversion): true
            case (.postbacks, .postback): true
            default: false
            }
        }
    }

    private let postbacks: PostbackWriter
    private let explains: Bool
    private var times = TimeWriter()
    /// The range of the last entry's postback body in the output; nil if that entry is not about a postback.
    private(set) var writtenBody: Range<Int>?

    /// - Parameters:
    ///   - signer: Signs the bodies of postbacks, one after another.
    ///   - keyID: The `kid` of AdAttributionKit postbacks.
    package init(
        signer: TextSigner, keyID: String, explains: Bool = false
    ) {
        postbacks = PostbackWriter(signer, keyID: keyID)
        self.explains = explains
    }

    /// Appends an entry as JSON, without a newline.
    ///
    /// - Parameter device: The name of the device as JSON text with its quotation marks, if there are several devices; otherwise empty.
    package mutating func append(
        _ entry: TimelineEntry, device: ByteView, to output: inout ByteBuffer
    ) {
        writtenBody = nil
        output.openObject()
        if !device.isEmpty { output.member("device", json: device) }
        appendTime("at", entry.at, &output)
        output.member("event", word: entry.fact.summary.kind)
        append(entry.fact, &output)
        if explains { output.member("why", ifAny: entry.why) }
        output.closeObject()
    }

    private mutating func append(_ fact: TimelineEntry.Fact, _ output: inout ByteBuffer) {
        switch fact {
        case .ad(_, let impression, let outcome, let code):
            append(impression: impression, &output)
            append(outcome, code, &output)
        case .sheetView(let impression):
            append(impression: impression, &output)
            append(.recorded, nil, &output)
        case .app(_, let app, let fact):
            output.member("app", app)
            if let event = fact.event {
                output.member("name", event.name)
                if let revenue = event.revenue { output.member("revenue", revenue.description) }
            }
            append(fact.outcome, fact.code, &output)
            if let type = fact.type { output.member("kind", word: type) }
            if let conversion = fact.conversion { output.member("conversion", conversion) }
            if let index = fact.index { output.member("index", index) }
            if let because = fact.because, let update = fact.update { append(update, because, &output) }
        case .setting(_, let isOn):
            if let isOn { output.member("on", isOn) }
        case .warning(let code, let subject): appendWarning(code, subject, &output)
        case .evicted(let impression):
            append(impression: impression, &output)
            appendReason("code", .evicted, &output)
        case .openURL(let app, let url):
            output.member("url", url)
            output.member("app", app)
        case .openApp(let app, let code):
            output.member("app", app)
            if let code { appendReason("code", code, &output) }
        case .openMarketplace(let app):
            output.member("app", app)
        case .conversion(let fact): append(fact, &output)
        case .noConversion(let app, let code, let considered):
            output.member("app", app)
            appendReason("code", code, &output)
            append(considered, &output)
        case .window(let fact): append(fact, &output)
        case .postback(let fact): append(fact, &output)
        case .noPostback(let fact):
            output.member("conversion", fact.conversion)
            if let index = fact.index { output.member("index", index) }
            output.member("framework", word: fact.framework)
            appendReason("code", fact.code, &output)
        case .host(let fact): fact.append(to: &output)
        }
    }

    // MARK: - Parts

    private mutating func appendTime(_ name: StaticString, _ time: Int64, _ output: inout ByteBuffer) {
        output.member(name) { times.append(time, to: &$0) }
    }

    /// An identifier that could not be read is written as null.
    private func append(impression: AdImpression, _ output: inout ByteBuffer) {
        output.member("impression", impression.identifier.isEmpty ? .null : .string(impression.identifier))
    }

    /// Appends the values of an update that a schema made, because it is not in the input.
    private func append(_ update: ValueUpdate, _ because: String, _ output: inout ByteBuffer) {
        output.member("fine", update.fine)
        if let coarse = update.coarse { output.member("coarse", word: coarse) }
        output.member("lock", update.locks)
        output.member("because", because)
    }

    private func append(_ outcome: Outcome, _ code: OutcomeReason?, _ output: inout ByteBuffer) {
        output.member("outcome", word: outcome)
        if let code { appendReason(outcome == .refused ? "error" : "code", code, &output) }
    }

    private func appendReason(_ name: StaticString, _ code: OutcomeReason, _ output: inout ByteBuffer) {
        output.member(name, word: code)
        output.member("reason", code.reason)
    }

    private func appendWarning(_ code: OutcomeReason, _ subject: TimelineEntry.Subject, _ output: inout ByteBuffer) {
        switch subject {
        case .impression(let impression): append(impression: impression, &output)
        case .app(let app): output.member("app", app)
        case .configuration(let app, let key, _):
            output.member("app", app)
            output.member("key", key)
        }
        appendReason("code", code, &output)
    }

    /// Appends an ad's members to the object that is open.
    private func append(party impression: AdImpression, _ output: inout ByteBuffer) {
        append(impression: impression, &output)
        output.member("network", impression.network)
        output.member("framework", word: impression.framework)
    }

    private mutating func append(_ considered: [ConsideredImpression], _ output: inout ByteBuffer) {
        output.member("considered")
        output.openArray()
        for entry in considered {
            output.separate()
            output.openObject()
            append(party: entry.impression, &output)
            output.member("interaction", word: entry.interaction)
            appendTime("at", entry.at, &output)
            output.member("outcome", word: entry.outcome)
            if let code = entry.code { output.member("code", word: code) }
            output.closeObject()
        }
        output.closeArray()
    }

    private mutating func append(_ fact: ConversionFact, _ output: inout ByteBuffer) {
        output.member("type", word: fact.type)
        if let winner = fact.winner {
            output.member("winner")
            output.openObject()
            append(party: winner, &output)
            output.closeObject()
        }
        output.member("runners-up")
        output.openArray()
        for impression in fact.runnersUp {
            output.separate()
            output.openObject()
            append(party: impression, &output)
            output.closeObject()
        }
        output.closeArray()
        append(fact.considered, &output)
        output.member("conversion", fact.number)
        output.member("app", fact.app)
        append(isDevelopment: fact.isDevelopment, &output)
    }

    private func append(isDevelopment: Bool, _ output: inout ByteBuffer) {
        output.member("environment", word: isDevelopment ? "development" : "production")
    }

    private mutating func append(_ fact: WindowFact, _ output: inout ByteBuffer) {
        output.member("conversion", fact.conversion)
        output.member("index", fact.index)
        output.member("state", word: fact.state)
        output.member("framework", word: fact.framework)
        if let code = fact.code { output.member("code", word: code) }
        if let until = fact.until { appendTime("until", until, &output) }
    }

    private mutating func append(_ fact: PostbackFact, _ output: inout ByteBuffer) {
        let body = fact.body
        output.member("to", word: fact.to)
        output.member(PostbackField.adNetworkIdentifier.name, body.network)
        output.member("tier", body.tier.rawValue)
        output.member("body")
        let start = output.count
        postbacks.append(body.values, to: &output)
        writtenBody = start..<output.count
        output.member("withheld")
        output.openObject()
        for entry in body.withheld { output.member(body.name(of: entry.field), word: entry.reason) }
        output.closeObject()
        append(isDevelopment: body.isDevelopment, &output)
        output.member("attempt", fact.attempt)
        output.member("status", fact.status)
        output.member("outcome", word: fact.outcome)
        output.member("conversion", body.conversion)
        output.member("index", body.window.rawValue)
        output.member("framework", word: body.framework)
    }
}

extension PostbackDescription {
    /// The values of the body as a device would send it.
    fileprivate var values: PostbackValues {
        var values = PostbackValues(
            identifier: .uuid(identifier, uppercase: version == nil), network: network, advertised: advertised,
            source: source, type: type, interaction: interaction, didWin: didWin, window: window)
        values.version = version
        (values.publisher, values.sourceDomain, values.marketplace) = (publisher, sourceDomain, marketplace)
        (values.fine, values.coarse, values.country) = (fine, coarse, country)
        if let ad = impression.skAdNetwork { (values.campaign, values.fidelity) = (ad.campaign, ad.fidelity) }
        return values
    }

    /// Returns the name of a field in a body of this framework.
    package func name(of field: Disclosure.Field) -> StaticString {
        if version != nil, let field = field.skAdNetworkField(isWeb: isWeb) { return field.name }
        return field.postbackField.name
    }
}
