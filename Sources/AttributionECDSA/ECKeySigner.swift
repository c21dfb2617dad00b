import CAttributionOpenSSL

/// A signer that uses OpenSSL's older interface, which returns r and s as numbers rather than as DER that must be
/// parsed again, and accepts a nonce.
///
/// OpenSSL 3 deprecates the interface without a replacement for these uses.
@safe
struct ECKeySigner: ~Copyable {
    private let key: OpaquePointer

    /// Returns nil if OpenSSL no longer supports the interface for this key. Signing then uses EVP.
    init?(_ key: P256PrivateKey) {
        guard let key = unsafe EVP_PKEY_get1_EC_KEY(key.handle.pointer) else {
            drainErrors()
            return nil
        }
        unsafe self.key = unsafe key
    }

    deinit { unsafe EC_KEY_free(key) }

    /// Signs a digest of 32 bytes with a random nonce.
    func sign(digest: UnsafePointer<UInt8>, to signature: UnsafeMutablePointer<UInt8>) -> Bool {
        guard let made = unsafe ECDSA_do_sign(digest, Int32(SHA256.count), key) else { return false }
        defer { unsafe ECDSA_SIG_free(made) }
        return unsafe RawSignature.write(made, to: signature)
    }

    /// Signs a digest of 32 bytes with a nonce, given by its inverse modulo n and the matching r.
    func sign(
        digest: UnsafePointer<UInt8>, inverse: OpaquePointer, r: OpaquePointer,
        to signature: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        guard let made = unsafe ECDSA_do_sign_ex(digest, Int32(SHA256.count), inverse, r, key) else { return false }
        defer { unsafe ECDSA_SIG_free(made) }
        return unsafe RawSignature.write(made, to: signature)
    }
}
