import AdAttribution
import Bytes
import Rules
import StrictJSON

/// Writes a timeline as NDJSON.
package struct TimelineWriter {
    /// Which lines are wanted.
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

    private let sealer: any PostbackSealer
    private let selection: Selection
    private let explains: Bool
    private var times = TimeWriter()

    package init(sealer: any PostbackSealer, selection: Selection = .timeline, explains: Bool = false) {
        self.sealer = sealer
        self.selection = selection
        self.explains = explains
    }

    /// Appends an entry as JSON, without an end of line, if it is wanted.
    ///
    /// - Parameter device: of a replay, as JSON text with its quotes; empty without.
    package mutating func append(
        _ entry: TimelineEntry, device: UnsafeRawBufferPointer, scratch: inout ByteBuffer, to output: inout ByteBuffer
    ) {
        guard selection.includes(entry.fact) else { return }
        output.append(ASCII.openBrace)
        if unsafe !device.isEmpty {
            output.append("\"device\":")
            unsafe output.append(device)
            output.append(ASCII.comma)
        }
        output.append("\"at\":\"")
        times.append(entry.at, to: &output)
        output.append("\",\"event\":\"")
        append(entry.fact, &scratch, &output)
        if explains, let why = entry.why {
            output.append(",\"why\":")
            JSONText.appendString(why, to: &output)
        }
        output.append(ASCII.closeBrace)
    }

    private mutating func append(
        _ fact: TimelineEntry.Fact, _ scratch: inout ByteBuffer, _ output: inout ByteBuffer
    ) {
        switch fact {
        case .ad(let name, let impression, let outcome, let code):
            output.append(text: name.rawValue)
            append(impression: impression, &output)
            append(outcome, code, &output)
        case .sheetView(let impression):
            output.append(text: EventName.view.rawValue)
            append(impression: impression, &output)
            append(.recorded, nil, &output)
        case .app(let name, let app, let fact):
            output.append(text: name.rawValue)
            append(app: app, &output)
            append(outcome: fact.outcome, fact.code, &output)
            if let type = fact.type { append(",\"kind\":\"", type.rawValue, &output) }
            if let conversion = fact.conversion { append(",\"conversion\":", conversion, &output) }
            if let index = fact.index { append(",\"index\":", index, &output) }
        case .setting(let name, let isOn):
            output.append(text: name.rawValue)
            if let isOn {
                output.append(isOn ? "\",\"on\":true" : "\",\"on\":false")
            } else {
                output.append(ASCII.quote)
            }
        case .warning(let code, let subject): appendWarning(code, subject, &output)
        case .evicted(let impression):
            output.append("evicted")
            append(impression: impression, &output)
            appendReason(",\"code\":\"", .evicted, &output)
        case .openURL(let app, let url):
            output.append("open-url\",\"url\":")
            JSONText.appendString(url, to: &output)
            output.append(",\"app\":")
            output.append(number: app)
        case .openApp(let app, let code):
            output.append("open-app")
            append(app: app, &output)
            if let code { appendReason(",\"code\":\"", code, &output) }
        case .openMarketplace(let app):
            output.append("open-marketplace")
            append(app: app, &output)
        case .conversion(let fact): append(fact, &output)
        case .noConversion(let app, let code, let considered):
            output.append("no-conversion")
            append(app: app, &output)
            appendReason(",\"code\":\"", code, &output)
            append(considered, &output)
        case .window(let fact): append(fact, &output)
        case .postback(let fact): append(fact, &scratch, &output)
        case .noPostback(let fact):
            output.append("no-postback\"")
            append(",\"conversion\":", fact.conversion, &output)
            if let index = fact.index { append(",\"index\":", index, &output) }
            append(framework: fact.framework, &output)
            appendReason(",\"code\":\"", fact.code, &output)
        case .host(let fact): fact.append(to: &output)
        }
    }

    // MARK: - Parts

    private func append(_ name: StaticString, _ number: Int, _ output: inout ByteBuffer) {
        output.append(name)
        output.append(decimal: max(0, number))
    }

    /// Appends a text that needs no escapes, after a name with its opening quote.
    private func append(_ name: StaticString, _ text: String, _ output: inout ByteBuffer) {
        output.append(name)
        output.append(text: text)
        output.append(ASCII.quote)
    }

    /// Ends the event's name.
    private func append(app: UInt64, _ output: inout ByteBuffer) {
        output.append("\",\"app\":")
        output.append(number: app)
    }

    /// Ends the event's name. What no identifier could be read of is null.
    private func append(impression: AdImpression, _ output: inout ByteBuffer) {
        output.append("\",\"impression\":")
        appendIdentifier(impression, &output)
    }

    private func appendIdentifier(_ impression: AdImpression, _ output: inout ByteBuffer) {
        if impression.identifier.isEmpty {
            output.append("null")
        } else {
            JSONText.appendString(impression.identifier, to: &output)
        }
    }

    private func append(framework: AdFramework, _ output: inout ByteBuffer) {
        output.append(",\"framework\":\"")
        output.append(framework.name)
        output.append(ASCII.quote)
    }

    private func append(_ outcome: Outcome, _ code: Code?, _ output: inout ByteBuffer) {
        append(outcome: outcome, code, &output)
    }

    private func append(outcome: Outcome, _ code: Code?, _ output: inout ByteBuffer) {
        append(",\"outcome\":\"", outcome.rawValue, &output)
        if let code { appendReason(outcome == .refused ? ",\"error\":\"" : ",\"code\":\"", code, &output) }
    }

    private func appendReason(_ name: StaticString, _ code: Code, _ output: inout ByteBuffer) {
        append(name, code.rawValue, &output)
        append(",\"reason\":\"", code.reason, &output)
    }

    private func appendWarning(_ code: Code, _ subject: TimelineEntry.Subject, _ output: inout ByteBuffer) {
        output.append("warning")
        switch subject {
        case .impression(let impression): append(impression: impression, &output)
        case .app(let app): append(app: app, &output)
        case .configuration(let app, let key, _):
            append(app: app, &output)
            output.append(",\"key\":")
            JSONText.appendString(key, to: &output)
        }
        appendReason(",\"code\":\"", code, &output)
    }

    private func append(party impression: AdImpression, _ output: inout ByteBuffer) {
        output.append("{\"impression\":")
        appendIdentifier(impression, &output)
        output.append(",\"network\":")
        JSONText.appendString(impression.network, to: &output)
        append(framework: impression.framework, &output)
    }

    private mutating func append(_ considered: [Considered], _ output: inout ByteBuffer) {
        output.append(",\"considered\":[")
        for (offset, entry) in considered.enumerated() {
            if offset > 0 { output.append(ASCII.comma) }
            append(party: entry.impression, &output)
            append(",\"interaction\":\"", entry.interaction.rawValue, &output)
            output.append(",\"at\":\"")
            times.append(entry.at, to: &output)
            append("\",\"outcome\":\"", entry.outcome.rawValue, &output)
            if let code = entry.code { append(",\"code\":\"", code.rawValue, &output) }
            output.append(ASCII.closeBrace)
        }
        output.append(ASCII.closeBracket)
    }

    private mutating func append(_ fact: ConversionFact, _ output: inout ByteBuffer) {
        append("conversion\",\"type\":\"", fact.type.rawValue, &output)
        if let winner = fact.winner {
            output.append(",\"winner\":")
            append(party: winner, &output)
            output.append(ASCII.closeBrace)
        }
        output.append(",\"runners-up\":[")
        for (offset, impression) in fact.runnersUp.enumerated() {
            if offset > 0 { output.append(ASCII.comma) }
            append(party: impression, &output)
            output.append(ASCII.closeBrace)
        }
        output.append(ASCII.closeBracket)
        append(fact.considered, &output)
        append(",\"conversion\":", fact.number, &output)
        output.append(",\"app\":")
        output.append(number: fact.app)
        append(isDevelopment: fact.isDevelopment, &output)
    }

    private func append(isDevelopment: Bool, _ output: inout ByteBuffer) {
        output.append(isDevelopment ? ",\"environment\":\"development\"" : ",\"environment\":\"production\"")
    }

    private mutating func append(_ fact: WindowFact, _ output: inout ByteBuffer) {
        output.append("window\"")
        append(",\"conversion\":", fact.conversion, &output)
        append(",\"index\":", fact.index, &output)
        append(",\"state\":\"", fact.state.rawValue, &output)
        append(framework: fact.framework, &output)
        if let code = fact.code { append(",\"code\":\"", code.rawValue, &output) }
        if let until = fact.until {
            output.append(",\"until\":\"")
            times.append(until, to: &output)
            output.append(ASCII.quote)
        }
    }

    private func append(_ fact: PostbackFact, _ scratch: inout ByteBuffer, _ output: inout ByteBuffer) {
        let body = fact.body
        append("postback\",\"to\":\"", fact.to.rawValue, &output)
        output.append(",\"")
        output.append(PostbackField.adNetworkIdentifier.name)
        output.append("\":")
        JSONText.appendString(body.network, to: &output)
        append(",\"tier\":", body.tier.rawValue, &output)
        output.append(",\"body\":")
        body.appendBody(sealedBy: sealer, scratch: &scratch, to: &output)
        output.append(",\"withheld\":{")
        for (offset, entry) in body.withheld.enumerated() {
            if offset > 0 { output.append(ASCII.comma) }
            output.append(ASCII.quote)
            output.append(body.name(of: entry.field))
            append("\":\"", entry.reason.rawValue, &output)
        }
        output.append(ASCII.closeBrace)
        append(isDevelopment: body.environment == .development, &output)
        append(",\"attempt\":", fact.attempt, &output)
        append(",\"status\":", fact.status, &output)
        append(",\"outcome\":\"", fact.outcome.rawValue, &output)
        append(",\"conversion\":", body.conversion, &output)
        append(",\"index\":", body.window.rawValue, &output)
        append(framework: body.framework, &output)
    }
}
