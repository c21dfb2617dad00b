import AttributionBase

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
        let isByApple = keys.local.isEmpty
        guard kind == .postback || !isByApple else {
            return .sentence(
                "the network's key is not given, and the signature is not by the example key",
                hint: "give the network's public key by --key FILE"
            ).breaking(rule)
        }
        return .sentence(
            "the signature does not hold by \(isByApple ? "Apple's key" : "any trusted key"), even after trying "
                + (mistake?.isCutShort == true
                    ? "\(mistake?.triedCount ?? 0) texts, at which the search ends" : "every known mistake"),
            hint: isByApple
                ? "if it is a test postback, pass --key FILE with the public key that it was signed with"
                : "is it the key that signed? a document may also have been altered"
        ).breaking(rule)
    }
}
