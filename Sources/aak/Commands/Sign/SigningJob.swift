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
        let field: Field
        let value: Value
        /// The text of the option that gives the value; nil without an option.
        var given: String?

        enum Value: Sendable {
            /// JSON text.
            case text(String)
            case uuid
            /// The current time.
            case now
        }
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
            _ field: Field, _ option: TypedOption<String?>, isNumber: Bool = false, else fallback: Filler.Value?
        ) {
            guard let text = invocation[option] else {
                if let fallback { fillers.append(Filler(field: field, value: fallback)) }
                return
            }
            let value = isNumber ? text : JSONValue.string(text).text
            fillers.append(Filler(field: field, value: .text(value), given: text))
        }
        fill(ImpressionField.identifier, SignOptions.identifier, else: .uuid)
        fill(ImpressionField.publisherItemIdentifier, SignOptions.publisher, isNumber: true, else: nil)
        fill(ImpressionField.type, SignOptions.type, else: .text(JSONValue.string("app-impression").text))
        fill(
            ImpressionField.adNetworkIdentifier, SignOptions.network,
            else: run.backend.keyID.map { .text(JSONValue.string($0).text) })
        fill(ImpressionField.sourceIdentifier, SignOptions.source, isNumber: true, else: nil)
        let moment = invocation[SigningOptions.timestamp]
        fillers.append(
            Filler(
                field: ImpressionField.timestamp,
                value: (moment?.timestamp).map { .text(String($0.milliseconds)) } ?? .now, given: moment?.text))
        fill(ImpressionField.advertisedItemIdentifier, SignOptions.advertised, isNumber: true, else: nil)
        if invocation[SignOptions.eligible] {
            fillers.append(Filler(field: ImpressionField.eligibleForReEngagement, value: .text("true")))
        }
        self.fillers = fillers
        if run.validates { try checkOptions(at: invocation.now) }
        if let network = invocation[SignOptions.network], let refusal = run.backend.refusal(for: network) {
            throw refusal
        }
    }

    /// Refuses an option's value that is invalid in every payload, before anything is read.
    private func checkOptions(at now: Timestamp) throws(Diagnostic) {
        for filler in fillers {
            guard let given = filler.given, case .text(let text) = filler.value,
                let value = try? JSONValue(parsing: Array(text.utf8))
            else { continue }
            let findings = Examiner.findings(of: value, as: filler.field, in: .impression, now: now)
            guard let worst = findings.first(where: { $0.severity == .error }) else { continue }
            let name = filler.field.text
            throw Diagnostic(
                rule: worst.rule, field: name, message: "\"--\(name)\" is \(quoted(given)), want \(worst.wanted)",
                hint: worst.hint)
        }
    }
}
