import AdAttribution
import Bytes
import CommandModel
import JOSE
import Rules
import StrictJSON

/// What a signing run needs to know, worked out once.
struct SigningJob: Sendable {
    enum Format: String, Sendable {
        case jws, json, openrtb
    }

    /// A member to add where a payload lacks it.
    struct Filler: Sendable {
        let field: Field
        let value: Value

        enum Value: Sendable {
            /// JSON text.
            case text(String)
            case uuid
        }
    }

    let run: SigningRun
    let format: Format
    /// In the order of Apple's example.
    let fillers: [Filler]

    init(_ invocation: Invocation) throws(Diagnostic) {
        run = try SigningRun(invocation)
        format = invocation.value("format").flatMap(Format.init) ?? .jws
        var fillers: [Filler] = []
        func string(_ field: Field, _ fallback: String? = nil) {
            guard let text = invocation.value("\(field.name)") ?? fallback else { return }
            fillers.append(Filler(field: field, value: .text(JSONValue.string(text).text)))
        }
        func integer(_ field: Field) throws(Diagnostic) {
            guard let text = try invocation.integerText(field.text) else { return }
            fillers.append(Filler(field: field, value: .text(text)))
        }
        if let uuid = invocation.value(ImpressionField.identifier.text) {
            fillers.append(Filler(field: ImpressionField.identifier, value: .text(JSONValue.string(uuid).text)))
        } else {
            fillers.append(Filler(field: ImpressionField.identifier, value: .uuid))
        }
        try integer(ImpressionField.publisherItemIdentifier)
        string(ImpressionField.type, "app-impression")
        string(ImpressionField.adNetworkIdentifier, run.key.keyID)
        try integer(ImpressionField.sourceIdentifier)
        let moment = try run.timestamp(invocation)
        fillers.append(Filler(field: ImpressionField.timestamp, value: .text(String(moment.milliseconds))))
        try integer(ImpressionField.advertisedItemIdentifier)
        if invocation.flag(ImpressionField.eligibleForReEngagement.text) {
            fillers.append(Filler(field: ImpressionField.eligibleForReEngagement, value: .text("true")))
        }
        self.fillers = fillers
        if run.validates { try checkOptions(invocation) }
        if let network = invocation.value(ImpressionField.adNetworkIdentifier.text),
            let refusal = run.key.refusal(for: network)
        {
            throw refusal
        }
    }

    /// Refuses values of options that no payload may have, before anything is read: no line could make up for them.
    private func checkOptions(_ invocation: Invocation) throws(Diagnostic) {
        for filler in fillers {
            let name = "\(filler.field.name)"
            guard let field = invocation.command.options.first(where: { $0.name == name }), field.value != nil,
                let given = invocation.value(name), case .text(let text) = filler.value,
                let value = try? JSONValue(parsing: Array(text.utf8))
            else { continue }
            let findings = Examiner.findings(of: value, as: filler.field, in: .impression, now: run.now)
            guard let worst = findings.first(where: { $0.severity == .error }) else { continue }
            throw Diagnostic(
                rule: worst.rule, field: name, message: "\"--\(name)\" is \(quoted(given)), want \(worst.wanted)",
                hint: worst.hint)
        }
    }
}
