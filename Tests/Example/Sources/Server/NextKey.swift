import AdAttribution

/// Apple's production key, and the next one as Apple publishes it, before a version of this library knows it.
func productionKeys(and keyID: String, pem: String) throws(Problem) -> TrustedKeys {
    let next = try AppleKey(keyID: keyID, publicKey: P256PublicKey(pemRepresentation: pem))
    return TrustedKeys(.production, alsoFromApple: [next])
}
