import AttributionBase
import AttributionCommandModel
import AttributionInspection
import AttributionModel

enum SKAdNetworkExplainCommand {
    static let command = Command(
        name: "explain",
        summary: "show the text that must be signed, and why a signature is invalid",
        discussion: """
            For a postback or a signed ad, shows the values in the order that the version prescribes, the text made from
            these values, the bytes of that text, and whether the signature is valid. An ad may be given with the field
            names in Apple's documentation, as the parameters of a product page, as the properties of SKAdImpression, as
            the response for a web ad, or with the members of OpenRTB's skadn.

            If the signature is invalid, one known mistake after another is tried until one accounts for it: "cause"
            names that mistake, and "difference" says what differs from the correct text. A value that was changed after
            signing has a difference but no cause. If nothing fits, "tried" is the number of variants tested, at most
            \(SearchBudget.texts) per line, regardless of the number of keys; "cut-short" is true if that was not
            enough to try all mistakes.

            Postbacks are checked with Apple's keys. For ads, and for test postbacks, give the network's public key with
            --key; a JWK with a kid is used only for the network with that ID. A private key also works. Without the
            public key that belongs to the signature, no mistake can be found, because for any text there is some key
            with which the signature would be valid.
            """,
        operand: Operand("JSON", summary: "a postback, or a signed ad", isRepeating: true),
        options: [
            TrustOptions.keys.worded("also check with the public keys in FILE", placeholder: "FILE", group: "Keys")
                .essential,
            KeyFiles.passwordFile,
        ] + CommonOptions.output + LineOptions.streaming + CommonOptions.diagnostics,
        sections: [
            CommonOptions.exitStatus,
            Section("Causes", .items(SignatureMistake.Cause.ofSKAdNetwork.map { .init($0.rawValue, $0.words) })),
        ],
        examples: [
            "Find out why a postback is invalid": "aak skan explain --input skan-postback.json",
            "Find out why an ad is not accepted": "aak skan explain --key acme.public.pem --input skan-ad.json",
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        var trusted = TrustedKeys(.productionAndDevelopment)
        try trusted.add(invocation[TrustOptions.keys], invocation, console)
        let keys = SKAdNetworkKeys(trusted)
        return try LineCommand(invocation, console).run { ExplanationWriter(context: $0, keys: keys) }.status
    }
}

/// Explains the signature of one ad or postback of SKAdNetwork after another.
private struct ExplanationWriter: LineProcessor, ~Copyable {
    let context: LineContext
    let keys: SKAdNetworkKeys
    var index = JSONIndex()
    /// The remaining budget, which all inputs of a line share, and the number of the line.
    private var budget = SearchBudget()
    private var number = 0

    init(context: LineContext, keys: SKAdNetworkKeys) { (self.context, self.keys) = (context, keys) }

    mutating func judge(_ line: Line, _ result: inout BatchResult) throws(Diagnostic) {
        let object: JSONView
        do throws(JSONSyntaxError) {
            object = try unsafe index.read(line.bytes)
        } catch {
            if let other = otherInput(line.bytes) { throw Self.refusal(of: other) }
            throw Diagnostic(InputFault(error, of: line.bytes))
        }
        guard object.kind != .array else { throw Diagnostic(InputFault.array) }
        if line.number != number { (number, budget) = (line.number, SearchBudget()) }
        if let form = SignedForm(recognising: object) {
            let explanation = SignatureExplanation(SignedObject(object, as: form), keys: keys, within: &budget)
            append(explanation, path: nil, to: &result.output)
            guard let refusal = explanation.refusal(by: keys) else { return }
            return context.reject(line, Diagnostic(refusal), in: &result)
        }
        guard LocatedBidObject.mayBe(in: object) else { throw Self.unrecognised(line) }
        let document: JSONDocument
        do throws(JSONSyntaxError) {
            document = try JSONDocument(plain: object)
        } catch {
            throw Diagnostic(InputFault(error, of: line.bytes))
        }
        try document.withView { root throws(Diagnostic) in try explainBids(in: root, of: line, &result) }
    }

    /// Explains each ad of a bid response, or of a part of one.
    private mutating func explainBids(
        in document: JSONView, of line: Line, _ result: inout BatchResult
    ) throws(Diagnostic) {
        var problems: [Diagnostic] = []
        var reported: Set<String> = []
        guard let ads = SkadnObject.signedAds(in: document) else { throw Diagnostic(.tooManyBidObjects) }
        for ad in ads {
            if let fault = ad.fault { problems.append(Diagnostic(fault).inside(ad.path)) }
            guard let explanation = ad.explanation(keys: keys, within: &budget) else { continue }
            append(explanation, path: ad.path, to: &result.output)
            guard let refusal = explanation.refusal(by: keys) else { continue }
            // A fault in values that several ads share is reported only once.
            if reported.insert("\(refusal)").inserted { problems.append(Diagnostic(refusal)) }
        }
        guard !ads.isEmpty else { throw Self.unrecognised(line) }
        if let fault = Diagnostic(all: problems) { context.reject(line, fault, in: &result) }
    }

    mutating func close(_ text: ByteView, isLast: Bool, _ result: inout BatchResult) { number = 0 }

    private static func unrecognised(_ line: Line) -> Diagnostic {
        if let other = otherInput(line.bytes) { return refusal(of: other) }
        return Diagnostic(
            .sentence(
                "unrecognised input: not \(wanted)", found: "unrecognised", wanted: wanted,
                hint: "a postback has \"\(SignedField.signature.name)\""
            ).breaking(InputRules.unrecognised))
    }

    private static func refusal(of other: (name: String, hint: String)) -> Diagnostic {
        Diagnostic(.whole(found: other.name, wanted: wanted, hint: other.hint).breaking(InputRules.unsupported))
    }

    private static let wanted = "a SKAdNetwork postback or signed ad"

    /// - Parameter path: The path of the ad in the input; nil if it is the input itself.
    private func append(_ explanation: SignatureExplanation, path: String?, to output: inout ResultLines) {
        output.append(explanation.json(path: path))
    }
}
