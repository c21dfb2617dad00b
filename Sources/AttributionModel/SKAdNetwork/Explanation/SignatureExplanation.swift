import AttributionBase

/// An explanation of the signature of an ad or a postback: the text that it signs, whether it is valid and, if not,
/// which common mistake explains it.
package struct SignatureExplanation: Sendable {
    package let isAd: Bool
    /// The version as written in the document; `1.0` if the document has none.
    package let version: String
    package let values: [(field: String, text: String)]
    /// The text to sign, in UTF-8.
    package let text: [UInt8]
    /// Whether the signature is valid for this text and a trusted key, in the only correct encoding.
    package let holds: Bool
    /// The fault that makes the document malformed, independent of its signature.
    package let fault: Problem?
    /// The mistake that explains why the signature is invalid; nil if it is valid. Without a category, it is a value that was changed after
    /// signing.
    package let mistake: SignatureMistake?

    /// A signed value that breaks a rule, if no mistake explains the signature.
    private let suspect: Finding?

    package init(
        _ object: SignedObject, keys: SKAdNetworkKeys,
        stated: [(SignedField, String?)] = [], within budget: inout SearchBudget
    ) {
        var document = ExplainedDocument(object, isRenaming: false)
        holds = document.fault == nil && document.holds(for: document.draft.bytes, by: keys)
        if !holds { document = ExplainedDocument(object, isRenaming: true) }
        let right = document.draft
        isAd = object.form != .postback
        version = document.versionText
        values = right.values.compactMap { value in value.field.map { ("\($0.name)", value.text) } }
        text = right.bytes
        fault = document.fault?.problem(in: object.form)
        let mistake = holds ? nil : document.mistake(by: keys, stated: stated, within: &budget)
        self.mistake = mistake
        suspect = holds || mistake?.difference != nil ? nil : Self.suspect(in: object)
    }

    private static func suspect(in object: SignedObject) -> Finding? {
        var examiner = Examiner()
        return examiner.findings(of: object, now: nil).first {
            finding in
            finding.severity == .error
                && SignedField.allCases.contains { $0 != .signature && "\(object.form.name(of: $0))" == finding.field }
        }
    }

    package var hex: String { ASCII.hexDigits(of: text).text }
}

extension SignatureExplanation {
    /// The explanation as an object, in which the invisible separators of the signed text are written as escapes.
    ///
    /// - Parameter path: the path of the ad in the input; nil if it is the input itself.
    package func json(path: String?) -> JSONValue { Self.record.json((self, path)) }

    package static var words: [(word: String, meaning: String)] { record.words + ofValue.words }

    private typealias Row = (explanation: SignatureExplanation, path: String?)

    private static let record = Record<Row>(
        [
            .init(SKAdNetworkVersion.member) { .string($0.explanation.version) },
            .init("kind", "What was signed: an ad or a postback.") {
                .string($0.explanation.isAd ? "ad" : "postback")
            },
            .init("values", "The signed values, in the order of the version.") {
                .array($0.explanation.values.map(ofValue.json))
            },
            .init("text", "The text that is signed.") { .string($0.explanation.text.text) },
            .init("hex", "The bytes of the signed text in hexadecimal digits.") { .string($0.explanation.hex) },
            .init("holds", "Whether the signature is valid.") { .bool($0.explanation.holds) },
        ] + SignatureMistake.record.members { $0.explanation.mistake } + [
            .init(ResultMember.path) { $0.path.map { .string($0) } }
        ])

    private static let ofValue = Record<(field: String, text: String)>(
        .init("field", "The name of a signed value.") { .string($0.field) }, .init("text") { .string($0.text) })

    /// Returns why the signature is invalid for these keys, naming the wrong field or the mistake; nil if it is valid.
    package func refusal(by keys: SKAdNetworkKeys) -> Problem? {
        guard !holds else { return nil }
        let rule = isAd ? SignedAdRules.holds : SignedPostbackRules.holds
        if let difference = mistake?.difference {
            return .sentence(difference).at(mistake?.cause ?? "", breaking: rule)
        }
        if let fault { return fault.breaking(rule) }
        let isByApple = keys.isAppleOnly
        guard !isAd || !isByApple else {
            return .sentence(
                "the network's key is not given, and the signature does not match the example key",
                hint: "pass --key FILE with the network's public key"
            ).breaking(rule)
        }
        return .sentence(
            "the signature does not match \(isByApple ? "Apple's key" : "any trusted key")"
                + (mistake.map { "; " + $0.silence } ?? ""),
            hint: suspect.map { finding in
                "\(finding.problem)" + (finding.advice.map { ": \($0.text)" } ?? "")
            }
                ?? (isByApple
                    ? "if it is a test postback, pass --key FILE with the public key that it was signed with"
                    : "was another key used? the content may also have been changed")
        ).breaking(rule)
    }
}
