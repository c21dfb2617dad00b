import AttributionBase
import AttributionCrypto
import AttributionInspection
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
        if !device.isEmpty { output.member(TimelineMember.device.name, json: device) }
        appendTime(TimelineMember.at.name, entry.at, &output)
        output.member(TimelineMember.event.name, word: entry.fact.kind)
        append(entry.fact, &output)
        if explains { output.member(TimelineMember.why.name, ifAny: entry.why) }
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
            output.member(TimelineMember.app.name, app)
            if let event = fact.event {
                output.member(TimelineMember.name.name, event.name)
                if let revenue = event.revenue { output.member(TimelineMember.revenue.name, revenue.description) }
            }
            append(fact.outcome, fact.code, &output)
            if let type = fact.type { output.member(TimelineMember.kind.name, word: type) }
            if let conversion = fact.conversion { output.member(TimelineMember.conversion.name, conversion) }
            if let index = fact.index { output.member(TimelineMember.index.name, index) }
            if let because = fact.because, let update = fact.update { append(update, because, &output) }
        case .setting(_, let isOn):
            if let isOn { output.member(TimelineMember.on.name, isOn) }
        case .warning(let code, let subject): appendWarning(code, subject, &output)
        case .evicted(let impression):
            append(impression: impression, &output)
            appendReason(TimelineMember.code.name, .evicted, &output)
        case .openURL(let app, let url):
            output.member(TimelineMember.url.name, url)
            output.member(TimelineMember.app.name, app)
        case .openApp(let app, let code):
            output.member(TimelineMember.app.name, app)
            if let code { appendReason(TimelineMember.code.name, code, &output) }
        case .openMarketplace(let app):
            output.member(TimelineMember.app.name, app)
        case .conversion(let fact): append(fact, &output)
        case .noConversion(let app, let code, let considered):
            output.member(TimelineMember.app.name, app)
            appendReason(TimelineMember.code.name, code, &output)
            append(considered, &output)
        case .window(let fact): append(fact, &output)
        case .postback(let fact): append(fact, &output)
        case .noPostback(let fact):
            output.member(TimelineMember.conversion.name, fact.conversion)
            if let index = fact.index { output.member(TimelineMember.index.name, index) }
            output.member(TimelineMember.framework.name, word: fact.framework)
            appendReason(TimelineMember.code.name, fact.code, &output)
        case .host(let fact): fact.append(to: &output)
        }
    }

    // MARK: - Parts

    private mutating func appendTime(_ name: StaticString, _ time: Int64, _ output: inout ByteBuffer) {
        output.member(name) { times.append(time, to: &$0) }
    }

    /// An identifier that could not be read is written as null.
    private func append(impression: AdImpression, _ output: inout ByteBuffer) {
        output.member(
            TimelineMember.impression.name, impression.identifier.isEmpty ? .null : .string(impression.identifier))
    }

    /// Appends the values of an update that a schema made, because it is not in the input.
    private func append(_ update: ValueUpdate, _ because: String, _ output: inout ByteBuffer) {
        output.member(TimelineMember.fine.name, update.fine)
        if let coarse = update.coarse { output.member(TimelineMember.coarse.name, word: coarse) }
        output.member(TimelineMember.lock.name, update.locks)
        output.member(TimelineMember.because.name, because)
    }

    private func append(_ outcome: Outcome, _ code: OutcomeReason?, _ output: inout ByteBuffer) {
        output.member(TimelineMember.outcome.name, word: outcome)
        if let code {
            appendReason(outcome == .refused ? TimelineMember.error.name : TimelineMember.code.name, code, &output)
        }
    }

    private func appendReason(_ name: StaticString, _ code: OutcomeReason, _ output: inout ByteBuffer) {
        output.member(name, word: code)
        output.member(TimelineMember.reason.name, code.reason)
    }

    private func appendWarning(_ code: OutcomeReason, _ subject: TimelineEntry.Subject, _ output: inout ByteBuffer) {
        switch subject {
        case .impression(let impression): append(impression: impression, &output)
        case .app(let app): output.member(TimelineMember.app.name, app)
        case .configuration(let app, let key, _):
            output.member(TimelineMember.app.name, app)
            output.member(TimelineMember.key.name, key)
        }
        appendReason(TimelineMember.code.name, code, &output)
    }

    /// Appends an ad's members to the object that is open.
    private func append(party impression: AdImpression, _ output: inout ByteBuffer) {
        append(impression: impression, &output)
        output.member(TimelineMember.network.name, impression.network)
        output.member(TimelineMember.framework.name, word: impression.framework)
    }

    private mutating func append(_ considered: [ConsideredImpression], _ output: inout ByteBuffer) {
        output.member(TimelineMember.considered.name)
        output.openArray()
        for entry in considered {
            output.separate()
            output.openObject()
            append(party: entry.impression, &output)
            output.member(TimelineMember.interaction.name, word: entry.interaction)
            appendTime(TimelineMember.at.name, entry.at, &output)
            output.member(TimelineMember.outcome.name, word: entry.outcome)
            if let code = entry.code { output.member(TimelineMember.code.name, word: code) }
            output.closeObject()
        }
        output.closeArray()
    }

    private mutating func append(_ fact: ConversionFact, _ output: inout ByteBuffer) {
        output.member(TimelineMember.type.name, word: fact.type)
        if let winner = fact.winner {
            output.member(TimelineMember.winner.name)
            output.openObject()
            append(party: winner, &output)
            output.closeObject()
        }
        output.member(TimelineMember.runnersUp.name)
        output.openArray()
        for impression in fact.runnersUp {
            output.separate()
            output.openObject()
            append(party: impression, &output)
            output.closeObject()
        }
        output.closeArray()
        append(fact.considered, &output)
        output.member(TimelineMember.conversion.name, fact.number)
        output.member(TimelineMember.app.name, fact.app)
        append(isDevelopment: fact.isDevelopment, &output)
    }

    private func append(isDevelopment: Bool, _ output: inout ByteBuffer) {
        output.member(TimelineMember.environment.name, word: isDevelopment ? "development" : "production")
    }

    private mutating func append(_ fact: WindowFact, _ output: inout ByteBuffer) {
        output.member(TimelineMember.conversion.name, fact.conversion)
        output.member(TimelineMember.index.name, fact.index)
        output.member(TimelineMember.state.name, word: fact.state)
        output.member(TimelineMember.framework.name, word: fact.framework)
        if let code = fact.code { output.member(TimelineMember.code.name, word: code) }
        if let until = fact.until { appendTime(TimelineMember.until.name, until, &output) }
    }

    private mutating func append(_ fact: PostbackFact, _ output: inout ByteBuffer) {
        let body = fact.body
        output.member(TimelineMember.to.name, word: fact.to)
        output.member(PostbackField.adNetworkIdentifier.name, body.network)
        output.member(TimelineMember.tier.name, body.tier.rawValue)
        output.member(TimelineMember.body.name)
        let start = output.count
        postbacks.append(body.values, to: &output)
        writtenBody = start..<output.count
        output.member(TimelineMember.withheld.name)
        output.openObject()
        for entry in body.withheld { output.member(body.name(of: entry.field), word: entry.reason) }
        output.closeObject()
        append(isDevelopment: body.isDevelopment, &output)
        output.member(TimelineMember.attempt.name, fact.attempt)
        output.member(TimelineMember.status.name, fact.status)
        output.member(TimelineMember.outcome.name, word: fact.outcome)
        output.member(TimelineMember.conversion.name, body.conversion)
        output.member(TimelineMember.index.name, body.window.rawValue)
        output.member(TimelineMember.framework.name, word: body.framework)
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
