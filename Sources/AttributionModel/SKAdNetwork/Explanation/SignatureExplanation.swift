import AttributionBase

/// An explanation of the signature of an ad or a postback: the text that it signs, whether it is valid and, if not,
/// which common mistake explains it.
package struct SignatureExplanation: Equatable, Sendable {
    package enum Kind: String, Sendable {
        case postback
        case ad
    }

    /// One value of the signed text.
    package struct Value: Equatable, Sendable {
        /// The field's name in Apple's articles.
        package let field: String
        /// The value's text, as it is signed.
        package let text: String
    }

    package let kind: Kind
    /// The version as written in the document; `1.0` if the document has none.
    package let version: String
    package let values: [Value]
    /// The text to sign, in UTF-8.
    package let text: [UInt8]
    /// Whether the signature is valid for this text and a trusted key, in the only correct encoding.
    package let holds: Bool
    /// The fault that makes the document malformed, independent of its signature.
    package let fault: SKAdNetworkFault?
    /// The mistake that explains why the signature is invalid; nil if it is valid. Without a cause, it names a value that was
    /// changed after signing, and for which the signature would be valid.
    package let mistake: SignatureMistake?

    /// Explains an ad or a postback; returns nil for any other object.
    ///
    /// - Parameters:
    ///   - object: The ad or postback.
    ///   - keys: The trusted keys. Apple's keys verify postbacks; ads and test postbacks need keys that were added.
    package init?(_ object: JSONValue, keys: SKAdNetworkKeys) {
        let made: SignatureExplanation?? = object.withView { view in
            SignedForm(recognising: view).map { form in
                var budget = SearchBudget(SearchBudget.textsOfAd)
                return SignatureExplanation(view, as: form, keys: keys, within: &budget)
            }
        }
        guard let made, let made else { return nil }
        self = made
    }

    /// - Parameters:
    ///   - stated: What the request and the bid around an ad have for some fields.
    ///   - budget: The number of texts that may be tried for the whole input, which can have several objects.
    package init(
        _ object: JSONView, as form: SignedForm, keys: SKAdNetworkKeys,
        stated: [(SignedField, String?)] = [], within budget: inout SearchBudget
    ) {
        var document = ExplainedDocument(object, form)
        holds = document.fault == nil && document.holds(for: document.draft.bytes, by: keys)
        if !holds { document = ExplainedDocument(object, form, isRenaming: true) }
        let right = document.draft
        kind = form == .postback ? .postback : .ad
        version = document.versionText
        values = right.values.map { Value(field: "\($0.field.name)", text: $0.text.text) }
        text = right.bytes
        fault = document.fault
        mistake = holds ? nil : document.mistake(by: keys, stated: stated, within: &budget)
    }

    package var hex: String { ASCII.hexDigits(of: text).text }
}

extension SignatureExplanation {
    /// Appends the explanation as a JSON object.
    ///
    /// The invisible separators of the signed text are written as escapes.
    ///
    /// - Parameter path: The location of the ad in the input, if it is not the whole input.
    package func append(path: String?, to output: inout ByteBuffer) {
        let values = values.map { value in
            JSONValue.object([.init("field", .string(value.field)), .init("text", .string(value.text))])
        }
        output.openObject()
        output.member("version", version)
        output.member("kind", word: kind)
        output.member("values", .array(values))
        output.member("text", String(decoding: text, as: UTF8.self))
        output.member("hex", hex)
        output.member("holds", holds)
        mistake?.append(to: &output)
        output.member("path", ifAny: path)
        output.closeObject()
    }

    /// Returns why the signature is invalid for these keys, by the field that is at fault or the name of a mistake; nil if it is
    /// valid.
    package func refusal(by keys: SKAdNetworkKeys) -> Problem? {
        guard !holds else { return nil }
        let rule = kind == .ad ? SignedAdRules.holds : SignedPostbackRules.holds
        if let difference = mistake?.difference {
            return .sentence(difference).at(mistake?.cause ?? "", breaking: rule)
        }
        if let fault { return Problem(fault).breaking(rule) }
        let isByApple = keys.isAppleOnly
        guard kind == .postback || !isByApple else {
            return .sentence(
                "the network's key is not given, and the signature does not match the example key",
                hint: "pass --key FILE with the network's public key"
            ).breaking(rule)
        }
        return .sentence(
            "the signature does not match \(isByApple ? "Apple's key" : "any trusted key"); the search "
                + (mistake?.isCutShort == true
                    ? "stopped after \(mistake?.triedCount ?? 0) variants" : "tried every known mistake"),
            hint: isByApple
                ? "if it is a test postback, pass --key FILE with the public key that it was signed with"
                : "was another key used? the content may also have been changed"
        ).breaking(rule)
    }
}
