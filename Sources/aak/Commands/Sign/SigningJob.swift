import AdAttribution
import AttributionBase
import AttributionCommandModel

/// The parameters of a signing run.
struct SigningJob: Sendable {
    enum Format: String, CaseIterable {
        case jws, json, openrtb
    }

    /// A member to add where a payload lacks it.
    struct Filler: Sendable {
        enum Value: Sendable {
            case json(JSONValue)
            case uuid
            /// The current time.
            case now
        }

        let field: Field
        let value: Value
        /// The option's value as it was typed; nil without an option.
        var given: String?
    }

    let run: SigningRun
    let format: Format
    /// The members to add, in the order of Apple's example.
    let fillers: [Filler]

    init(_ invocation: Invocation) throws(Diagnostic) {
        run = try SigningRun(invocation)
        format = invocation[SignOptions.format]
        var fillers: [Filler] = []
        func fill(
            _ field: Field, _ option: TypedOption<String?>, as json: (String) -> JSONValue = JSONValue.string,
            else fallback: Filler.Value? = nil
        ) {
            let text = invocation[option]
            guard let value = text.map({ .json(json($0)) }) ?? fallback else { return }
            fillers.append(Filler(field: field, value: value, given: text))
        }
        fill(ImpressionField.identifier, SignOptions.identifier, else: .uuid)
        fill(ImpressionField.publisherItemIdentifier, SignOptions.publisher, as: JSONValue.number)
        fill(ImpressionField.type, SignOptions.type, else: .json(.string("app-impression")))
        fill(
            ImpressionField.adNetworkIdentifier, SignOptions.network,
            else: run.keyID.map { .json(.string($0)) })
        fill(ImpressionField.sourceIdentifier, SignOptions.source, as: JSONValue.number)
        let moment = invocation[SigningOptions.timestamp]
        let value = moment?.timestamp.map { Filler.Value.json(.number(String($0.milliseconds))) }
        fillers.append(Filler(field: ImpressionField.timestamp, value: value ?? .now, given: moment?.text))
        fill(ImpressionField.advertisedItemIdentifier, SignOptions.advertised, as: JSONValue.number)
        if invocation[SignOptions.eligible] {
            fillers.append(Filler(field: ImpressionField.eligibleForReEngagement, value: .json(.bool(true))))
        }
        self.fillers = fillers
        if run.validates { try checkOptions(at: invocation.now) }
        if let network = invocation[SignOptions.network], let refusal = run.refusal(for: network) {
            throw refusal
        }
    }

    /// Refuses an option's value that is invalid in every payload, before anything is read.
    private func checkOptions(at now: Timestamp) throws(Diagnostic) {
        for filler in fillers {
            guard let given = filler.given, case .json(let value) = filler.value else { continue }
            let findings = Examiner.findings(of: value, as: filler.field, in: .impression, now: now)
            guard let worst = findings.first(where: { $0.severity == .error }) else { continue }
            let name = filler.field.text
            throw Diagnostic(
                .whole("\"--\(name)\"", found: quoted(given), wanted: worst.wanted, hint: worst.hint)
                    .at(name, breaking: worst.rule))
        }
    }
}
