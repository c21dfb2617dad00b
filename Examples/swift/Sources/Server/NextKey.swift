import AdAttribution

/// Apple's production key, and the next one, which Apple has published but this library does not include yet.
func productionKeys(and keyID: String, pem: String) throws(Problem) -> TrustedKeys {
    let next = try AppleKey(keyID: keyID, publicKey: P256PublicKey(pemRepresentation: pem))
    return TrustedKeys(.production, alsoFromApple: [next])
}
