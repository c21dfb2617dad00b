import AttributionBase
import AttributionInspection
import AttributionModel

/// Explains the signature of one ad or postback of SKAdNetwork after another.
struct ExplanationWriter: LineProcessor, ~Copyable {
    let context: LineContext
    private let keys: SKAdNetworkKeys
    private var index = JSONIndex()

    init(_ context: LineContext, _ keys: SKAdNetworkKeys) {
        self.context = context
        self.keys = keys
    }

    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection) {
        let object: JSONView
        do throws(JSONSyntaxError) {
            object = try index.read(line.bytes)
        } catch {
            if let other = otherInput(line.bytes) { throw Self.refusal(of: other) }
            throw Rejection(Diagnostic(InputFault.json(error)))
        }
        guard object.kind != .array else { throw Rejection(Diagnostic(InputFault.array)) }
        var budget = SearchBudget(SearchBudget.textsOfAd)
        if let form = SignedForm(recognising: object) {
            let explanation = SignatureExplanation(object, as: form, keys: keys, within: &budget)
            append(explanation, path: nil, to: &result.output)
            guard let refusal = explanation.refusal(by: keys) else { return }
            return context.reject(line, Rejection(Diagnostic(refusal)), in: &result)
        }
        var problems: [Diagnostic] = []
        var told: Set<String> = []
        guard let ads = SkadnObject.signedAds(in: JSONValue(object)) else {
            throw Rejection(Diagnostic(.tooManyBidObjects))
        }
        for ad in ads {
            if let fault = ad.fault { problems.append(Diagnostic(fault)) }
            guard let explanation = ad.explanation(keys: keys, within: &budget) else { continue }
            append(explanation, path: ad.path, to: &result.output)
            guard let refusal = explanation.refusal(by: keys) else { continue }
            // What is wrong with the values that the ads of an object share is said once.
            if told.insert("\(refusal)").inserted { problems.append(Diagnostic(refusal)) }
        }
        guard !ads.isEmpty else {
            if let other = otherInput(line.bytes) { throw Self.refusal(of: other) }
            throw Rejection(
                Diagnostic(
                    .whole(
                        found: "not a known message", wanted: Self.wanted,
                        hint: "a postback has \"\(SignedField.signature.name)\""
                    ).breaking(InputRules.unrecognised)))
        }
        if let fault = Rejection(problems) { context.reject(line, fault, in: &result) }
    }

    private static func refusal(of other: (name: String, hint: String)) -> Rejection {
        Rejection(
            Diagnostic(
                .whole(found: other.name, wanted: wanted, hint: other.hint).breaking(InputRules.unsupported)))
    }

    private static let wanted = "a postback or a signed ad of SKAdNetwork"

    /// - Parameter path: where the ad lies in the input, if it is not the input itself.
    private func append(_ explanation: SignatureExplanation, path: String?, to output: inout ResultLines) {
        explanation.append(path: path, to: &output.bytes)
        output.endLine(as: .json)
    }
}
