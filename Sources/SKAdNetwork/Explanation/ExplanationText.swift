import AdAttribution
import AttributionBytes
import AttributionJSON
import AttributionRules

extension SignatureExplanation {
    /// Appends the explanation as an object of JSON.
    ///
    /// The separators of the signed text, which could not be seen, are written as escapes.
    ///
    /// - Parameter path: where the ad lies in the input, if it is not the input itself.
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

    /// Why a signature does not hold.
    package struct Refusal: Sendable {
        package let rule: Rule
        /// What it is about: a field, or the name of a mistake.
        package var field: String?
        package let message: String
        package var hint: String?
    }

    /// Why the signature does not hold by these keys; nil where it does.
    package func refusal(by keys: SKAdNetworkKeys) -> Refusal? {
        guard !holds else { return nil }
        let rule = kind == .ad ? SignedAdRules.holds : SignedPostbackRules.holds
        if let difference { return Refusal(rule: rule, field: cause?.rawValue, message: difference) }
        if let fault { return Refusal(rule: rule, field: fault.field, message: "\(fault)", hint: fault.hint) }
        let isByApple = keys.local.isEmpty
        guard kind == .postback || !isByApple else {
            return Refusal(
                rule: rule, message: "the network's key is not given, and the signature is not by the example key",
                hint: "give the network's public key by --key FILE")
        }
        return Refusal(
            rule: rule,
            message: "the signature does not hold by \(isByApple ? "Apple's key" : "any trusted key"), even after "
                + "trying \(isSearchCutShort ? "\(triedCount) texts, at which the search ends" : "every known mistake")",
            hint: isByApple
                ? "a test postback is signed by a network: pass --key FILE with the network's public key"
                : "is it the key that signed? a document may also have been altered")
    }
}
