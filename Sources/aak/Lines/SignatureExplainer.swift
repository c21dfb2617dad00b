import AdAttribution
import Bytes
import OpenRTB
import SKAdNetwork
import StrictJSON

/// Explains the signature of one ad or postback after another.
struct SignatureExplainer: LineProcessor, ~Copyable {
    let context: LineContext
    private let keys: SKAdNetworkKeys
    private var index = JSONIndex()

    init(_ context: LineContext, _ keys: SKAdNetworkKeys) {
        self.context = context
        self.keys = keys
    }

    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection) {
        do throws(JSONSyntaxError) {
            try unsafe index.scan(line.bytes)
        } catch {
            throw Rejection(Diagnostic(rule: InputRules.jsonSyntax, message: "this is not JSON: \(error)"))
        }
        guard let object = unsafe index.root(of: line.bytes) else { return }
        if let form = SignedForm(recognising: object) {
            let explanation = SignatureExplanation(object, as: form, keys: keys)
            append(explanation, path: nil, to: &result.output)
            if !explanation.holds { context.reject(line, Rejection(problem(explanation)), in: &result) }
            return
        }
        var problems: [Diagnostic] = []
        var told: Set<String> = []
        var failures = 0
        let ads = SkadnObject.signedAds(in: JSONValue(object))
        for ad in ads {
            let explanation = SignatureExplanation(
                skadn: ad.object, fidelity: ad.fidelity, keys: keys,
                seeksMistake: failures < SignatureExplanation.mostSearches)
            guard let explanation else { continue }
            append(explanation, path: ad.path, to: &result.output)
            guard !explanation.holds else { continue }
            failures += 1
            let problem = problem(explanation)
            // What is wrong with the values that the ads of an object share is said once.
            if told.insert(problem.message).inserted { problems.append(problem) }
        }
        guard !ads.isEmpty else {
            throw Rejection(
                Diagnostic(
                    rule: InputRules.unsupported,
                    message: "this has no attribution signature, want a postback or a signed ad",
                    hint: "a postback has \"\(SignedField.signature.name)\""))
        }
        guard let first = problems.first else { return }
        context.reject(line, Rejection(first, others: Array(problems.dropFirst())), in: &result)
    }

    /// - Parameter path: where the ad lies in the input, if it is not the input itself.
    private func append(_ explanation: SignatureExplanation, path: String?, to lines: inout ResultLines) {
        append(explanation, path: path, to: &lines.bytes)
        lines.endLine(as: .json)
    }

    private func append(_ explanation: SignatureExplanation, path: String?, to output: inout ByteBuffer) {
        let values = explanation.values.map { value in
            JSONValue.object([.init("field", .string(value.field)), .init("text", .string(value.text))])
        }
        output.append("{\"version\":")
        JSONText.appendString(explanation.version, to: &output)
        output.append(",\"kind\":\"")
        output.append(text: explanation.kind.rawValue)
        output.append("\",\"values\":")
        JSONValue.array(values).append(to: &output)
        output.append(",\"text\":")
        appendVisibly(explanation.text, to: &output)
        output.append(",\"hex\":\"")
        output.append(text: explanation.hex)
        output.append(explanation.holds ? "\",\"holds\":true" : "\",\"holds\":false")
        if let cause = explanation.cause {
            output.append(",\"cause\":\"")
            output.append(text: cause.rawValue)
            output.append(ASCII.quote)
        }
        if let difference = explanation.difference {
            output.append(",\"difference\":")
            JSONText.appendString(difference, to: &output)
        }
        if let path {
            output.append(",\"path\":")
            JSONText.appendString(path, to: &output)
        }
        output.append(ASCII.closeBrace)
    }

    /// Appends the signed text as a JSON string in which the separators can be seen.
    private func appendVisibly(_ text: [UInt8], to output: inout ByteBuffer) {
        let separator: StaticString = context.outputIsTerminal ? "·" : "\\u2063"
        var quoted = ByteBuffer(capacity: text.count + 64)
        JSONText.appendString(String(decoding: text, as: UTF8.self), to: &quoted)
        let bytes = unsafe quoted.bytes
        var start = 0
        while let at = unsafe bytes.firstOffset(of: 0xe2, from: start) {
            let isSeparator = unsafe at + 3 <= bytes.count && bytes[at + 1] == 0x81 && bytes[at + 2] == 0xa3
            unsafe output.append(bytes.part(start..<at))
            if isSeparator { output.append(separator) } else { output.append(0xe2) }
            start = at + (isSeparator ? 3 : 1)
        }
        unsafe output.append(bytes.part(start..<bytes.count))
    }

    private func problem(_ explanation: SignatureExplanation) -> Diagnostic {
        let rule = explanation.kind == .ad ? SignedAdRules.holds : SignedPostbackRules.holds
        if let difference = explanation.difference {
            return Diagnostic(rule: rule, field: explanation.cause?.rawValue, message: difference)
        }
        if let fault = explanation.fault {
            return Diagnostic(rule: rule, field: fault.field, message: "\(fault)", hint: fault.hint)
        }
        let hasKey = explanation.kind == .postback || !keys.local.isEmpty
        guard hasKey else {
            return Diagnostic(
                rule: rule, message: "the network's key is not given, and the signature is not by the example key",
                hint: "give the network's public key by --key FILE")
        }
        let isByApple = keys.local.isEmpty
        return Diagnostic(
            rule: rule,
            message: "the signature does not hold by \(isByApple ? "Apple's key" : "any key that is trusted"), "
                + "and with none of the known mistakes either",
            hint: isByApple
                ? "a test postback is signed by a network: pass --key FILE with the network's public key"
                : "is it the key that signed? a document may also have been altered")
    }
}
