import AdAttribution
import Bytes
import CommandModel
import ECDSA
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

    let key: SigningKey
    let nonce: Signer.Nonce
    let format: Format
    let validates: Bool
    let now: Timestamp
    let random: RandomSource
    /// In the order of Apple's example.
    let fillers: [Filler]

    init(_ invocation: Invocation) throws(Diagnostic) {
        key = try SigningKey(invocation)
        let seed = invocation.integer("seed")
        // A seeded run leaves nothing to chance, its nonces least of all.
        nonce = invocation.flag("deterministic") || seed != nil ? .deterministic : .random
        format = invocation.value("format").flatMap(Format.init) ?? .jws
        validates = !invocation.flag("no-validate")
        now = try invocation.now()
        random = RandomSource(seed: seed)
        var fillers: [Filler] = []
        func string(_ field: Field, _ fallback: String? = nil) {
            guard let text = invocation.value("\(field.name)") ?? fallback else { return }
            fillers.append(Filler(field: field, value: .text(JSONValue.string(text).text)))
        }
        func integer(_ field: Field) throws(Diagnostic) {
            let name = "\(field.name)"
            guard let text = invocation.value(name) else { return }
            guard !text.isEmpty, text.utf8.allSatisfy(ASCII.isDigit), text == "0" || !text.hasPrefix("0") else {
                let plain = text.drop { $0 == "0" }
                let isPadded = plain.count < text.count && Int(plain) != nil
                throw invocation.usage(
                    "\"--\(name)\" is \(quoted(text)), want an integer",
                    hint: isPadded ? "a number of JSON has no zero in front: \(plain)" : nil)
            }
            fillers.append(Filler(field: field, value: .text(text)))
        }
        if let uuid = invocation.value(ImpressionField.identifier.text) {
            fillers.append(Filler(field: ImpressionField.identifier, value: .text(JSONValue.string(uuid).text)))
        } else {
            fillers.append(Filler(field: ImpressionField.identifier, value: .uuid))
        }
        try integer(ImpressionField.publisherItemIdentifier)
        string(ImpressionField.type, "app-impression")
        string(ImpressionField.adNetworkIdentifier, key.keyID)
        try integer(ImpressionField.sourceIdentifier)
        let moment: Timestamp
        switch invocation.value(ImpressionField.timestamp.text) {
        case nil, "now": moment = now
        case let text?:
            guard let parsed = Timestamp(text) else {
                throw invocation.usage("\"--timestamp\" is \(quoted(text)), want milliseconds, RFC 3339 or now")
            }
            moment = parsed
        }
        fillers.append(Filler(field: ImpressionField.timestamp, value: .text(String(moment.milliseconds))))
        try integer(ImpressionField.advertisedItemIdentifier)
        if invocation.flag(ImpressionField.eligibleForReEngagement.text) {
            fillers.append(Filler(field: ImpressionField.eligibleForReEngagement, value: .text("true")))
        }
        self.fillers = fillers
        if validates { try checkOptions(invocation) }
        if let network = invocation.value(ImpressionField.adNetworkIdentifier.text),
            let refusal = key.refusal(for: network)
        {
            throw refusal
        }
    }

    /// Refuses values of options that no payload may have, before anything is read: no line could make up for them.
    private func checkOptions(_ invocation: Invocation) throws(Diagnostic) {
        var examiner = Examiner()
        for filler in fillers {
            let name = "\(filler.field.name)"
            guard let field = invocation.command.options.first(where: { $0.name == name }), field.value != nil,
                let given = invocation.value(name), case .text(let text) = filler.value,
                let value = try? JSONValue(parsing: Array(text.utf8))
            else { continue }
            let findings = JSONValue.object([filler.field.member(value)]).withView {
                examiner.findings(field: filler.field, of: $0, in: .impression, now: now)
            }
            guard let worst = findings?.first(where: { $0.severity == .error }) else { continue }
            throw Diagnostic(
                rule: worst.rule, field: name, message: "\"--\(name)\" is \(quoted(given)), want \(worst.wanted)",
                hint: worst.hint)
        }
    }
}
