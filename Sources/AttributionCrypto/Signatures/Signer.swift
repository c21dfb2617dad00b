import AttributionBase
import CAttributionOpenSSL

/// A signer that makes many signatures with one key and keeps its contexts between them. Each thread needs its own.
struct Signer: ~Copyable {
    private let hasher = SHA256()
    private let random: ECKeySigner
    private let deterministic: DeterministicSigner?

    init(_ key: P256PrivateKey) {
        random = ECKeySigner(key)
        deterministic = key.isDeterministic ? DeterministicSigner(key) : nil
    }

    /// Appends the signature of a message: 64 bytes, r then s.
    func sign(_ message: ByteView, to signature: inout ByteBuffer) throws(CryptoFailure) {
        try LibCrypto.require()
        try sign(digest: hasher.hash(message), to: &signature)
    }

    /// Appends the signature of a SHA-256 digest, 32 bytes.
    func sign(digest: ByteView, to signature: inout ByteBuffer) throws(CryptoFailure) {
        if let deterministic { return try deterministic.sign(digest: digest, to: &signature) }
        guard random.sign(digest: digest, to: &signature) else { throw .raised(.noRandomness) }
    }
}

/// A signer that uses OpenSSL's older interface. Unlike the newer one, it returns r and s as numbers instead of DER that would have to be
/// parsed, and it accepts a nonce.
///
/// OpenSSL 3 deprecates the interface without replacing these two features.
struct ECKeySigner: ~Copyable {
    private let key: KeyHandle
    private let numbers = NumberContext(isSecret: true)

    init(_ key: P256PrivateKey) { self.key = key.handle }

    /// Appends the signature, r then s, for a digest of 32 bytes, with a nonce from OpenSSL's random generator. Returns false if that
    /// fails.
    func sign(digest: ByteView, to signature: inout ByteBuffer) -> Bool {
        var inverse: OpaquePointer?
        var r: OpaquePointer?
        guard let key = unsafe key.pointer, unsafe ECDSA_sign_setup(key, numbers.pointer, &inverse, &r) == 1,
            let inverse = unsafe inverse,
            let r = unsafe r
        else { return false }
        return unsafe sign(digest: digest, inverse: BigNumber(owning: inverse), r: BigNumber(owning: r), to: &signature)
    }

    /// Appends the signature, r then s, for a digest of 32 bytes. The nonce is given as its inverse modulo n and its r. Returns false if
    /// that fails.
    func sign(
        digest: ByteView, inverse: BigNumber, r: BigNumber, to signature: inout ByteBuffer
    ) -> Bool {
        precondition(digest.count == SHA256.count, "a digest has 32 bytes")
        guard let key = unsafe key.pointer,
            let made = unsafe ECDSA_do_sign_ex(
                digest.memory.baseAddress, Int32(digest.count), inverse.pointer, r.pointer, key)
        else { return false }
        defer { unsafe ECDSA_SIG_free(made) }
        let size = Int32(P256.size)
        signature.reserve(ECDSASignature.count)
        guard unsafe BN_bn2binpad(ECDSA_SIG_get0_r(made), signature.end, size) == size,
            unsafe BN_bn2binpad(ECDSA_SIG_get0_s(made), signature.end + P256.size, size) == size
        else { return false }
        signature.advance(by: ECDSASignature.count)
        return true
    }
}
