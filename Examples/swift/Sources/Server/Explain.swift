import AdAttribution

/// Why the signature of an ad or a postback is invalid; nil if it is valid, or if the input has none or cannot be read.
func mistake(in document: [UInt8], signedBy key: P256PublicKey) throws -> String? {
    var keys = TrustedKeys(.productionAndDevelopment)
    for scope in [KeyScope.anyKeyID, .skAdNetwork] { try keys.add(key, for: scope) }
    let verifier = InputVerifier.inspector(keys: keys, checksRules: false)
    return try verifier.mistakes(in: document).first.map { $0.difference ?? "no known mistake" }
}
