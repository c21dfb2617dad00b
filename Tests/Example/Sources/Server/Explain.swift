import AdAttribution

/// Why the signature of an ad or a postback does not hold; nil where it does.
func mistake(in document: [UInt8], signedBy key: P256PublicKey) throws -> String? {
    var keys = SKAdNetworkKeys()
    keys.add(key, keyID: nil)
    guard let explanation = SignatureExplanation(try JSONValue(parsing: document), keys: keys) else {
        return "neither an ad nor a postback"
    }
    guard !explanation.holds else { return nil }
    return explanation.mistake?.difference ?? explanation.fault?.description ?? "no known mistake"
}
