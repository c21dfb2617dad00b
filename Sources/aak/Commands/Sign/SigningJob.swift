import AdAttribution
import AttributionBytes
import AttributionCommandModel
import AttributionJOSE
import AttributionJSON
import AttributionRules

/// What a signing run needs to know, worked out once.
struct SigningJob: Sendable {
    enum Format: String, CaseIterable {
        case jws, json, openrtb
    }

    /// A member to add where a payload lacks it.
    struct AddedMember: Sendable {
        let field: Field
        let value: Value
        /// What an option says, as it was typed; nil for what none says.
        var given: String?

        enum Value: Sendable {
            /// JSON text.
            case text(String)
            case uuid
        }
    }

    let run: SigningRun
    let time: SigningTime
    let format: Format
    /// In the order of Apple's example.
    let fillers: [AddedMember]

    init(_ invocation: Invocation) throws(Diagnostic) {
        run = try SigningRun(invocation)
        time = SigningTime(invocation)
        format = invocation[SignOptions.format]
        var fillers: [AddedMember] = []
        func fill(
            _ field: Field, _ option: TypedOption<String?>, isNumber: Bool = false, else fallback: AddedMember.Value?
        ) {
            guard let text = invocation[option] else {
                if let fallback { fillers.append(AddedMember(field: field, value: fallback)) }
                return
            }
            let value = isNumber ? text : JSONValue.string(text).text
            fillers.append(AddedMember(field: field, value: .text(value), given: text))
        }
        fill(ImpressionField.identifier, SignOptions.identifier, else: .uuid)
        fill(ImpressionField.publisherItemIdentifier, SignOptions.publisher, isNumber: true, else: nil)
        fill(ImpressionField.type, SignOptions.type, else: .text(JSONValue.string("app-impression").text))
        fill(
            ImpressionField.adNetworkIdentifier, SignOptions.network,
            else: run.means.keyID.map { .text(JSONValue.string($0).text) })
        fill(ImpressionField.sourceIdentifier, SignOptions.source, isNumber: true, else: nil)
        fillers.append(
            AddedMember(
                field: ImpressionField.timestamp, value: .text(String(time.timestamp.milliseconds)),
                given: invocation[SigningOptions.timestamp]?.text))
        fill(ImpressionField.advertisedItemIdentifier, SignOptions.advertised, isNumber: true, else: nil)
        if invocation[SignOptions.eligible] {
            fillers.append(AddedMember(field: ImpressionField.eligibleForReEngagement, value: .text("true")))
        }
        self.fillers = fillers
        if run.validates { try checkOptions() }
        if let network = invocation[SignOptions.network], let refusal = run.means.refusal(for: network) {
            throw refusal
        }
    }

    /// Refuses values of options that no payload may have, before anything is read: no line could make up for them.
    private func checkOptions() throws(Diagnostic) {
        for filler in fillers {
            guard let given = filler.given, case .text(let text) = filler.value,
                let value = try? JSONValue(parsing: Array(text.utf8))
            else { continue }
            let findings = Examiner.findings(of: value, as: filler.field, in: .impression, now: time.now)
            guard let worst = findings.first(where: { $0.severity == .error }) else { continue }
            let name = filler.field.text
            throw Diagnostic(
                rule: worst.rule, field: name, message: "\"--\(name)\" is \(quoted(given)), want \(worst.wanted)",
                hint: worst.hint)
        }
    }
}
