import CAttributionOpenSSL

/// Signing by OpenSSL's older interface, which gives r and s as numbers instead of DER that would have to be parsed
/// again, and takes a nonce.
///
/// OpenSSL 3 deprecates it without replacing what it does here. This file and the fixed-key verifier are the only ones
/// that use such calls.
@safe
struct ECKeySigner: ~Copyable {
    private let key: OpaquePointer

    /// Nil where OpenSSL no longer has the interface for this key; signing then goes on by EVP.
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

    /// Signs with the nonce whose inverse modulo n is given, together with the r that belongs to it.
    func sign(
        digest: UnsafePointer<UInt8>, inverse: OpaquePointer, r: OpaquePointer,
        to signature: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        guard let made = unsafe ECDSA_do_sign_ex(digest, Int32(SHA256.count), inverse, r, key) else { return false }
        defer { unsafe ECDSA_SIG_free(made) }
        return unsafe RawSignature.write(made, to: signature)
    }
}
