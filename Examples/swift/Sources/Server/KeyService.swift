import AdAttribution

/// A key that stays in a service, which returns the DER signature of a message.
struct KeyService: MessageSigner {
    let publicKey: P256PublicKey
    let sign: @Sendable ([UInt8]) async throws -> [UInt8]

    func signature(for message: [UInt8]) async throws -> ECDSASignature {
        try ECDSASignature(derRepresentation: await sign(message))
    }
}
