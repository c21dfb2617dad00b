import AdAttribution

/// A key that stays in a service, which returns the DER signature of a digest.
struct DigestService: DigestSigner {
    let publicKey: P256PublicKey
    let sign: @Sendable ([UInt8]) async throws -> [UInt8]

    func signature(forDigest digest: [UInt8]) async throws -> ECDSASignature {
        try ECDSASignature(derRepresentation: await sign(digest))
    }
}
