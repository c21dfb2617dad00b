import CAttributionOpenSSL

/// A signer that uses OpenSSL's older interface, which returns r and s as numbers rather than as DER that must be
/// parsed again, and accepts a nonce.
///
/// OpenSSL 3 deprecates the interface without a replacement for these uses.
@safe
struct ECKeySigner: ~Copyable {
    private let key: KeyHandle
    private let numbers: OpaquePointer

    init(_ key: P256PrivateKey) {
        self.key = key.handle
        guard let numbers = unsafe BN_CTX_secure_new() else { CryptoFailure.end(.outOfMemory) }
        unsafe self.numbers = unsafe numbers
    }

    deinit { unsafe BN_CTX_free(numbers) }

    /// Signs a digest of 32 bytes with a nonce from OpenSSL's random generator. Returns false if that fails.
    func sign(digest: UnsafePointer<UInt8>, to signature: UnsafeMutablePointer<UInt8>) -> Bool {
        var inverse: OpaquePointer?
        var r: OpaquePointer?
        defer {
            unsafe BN_clear_free(inverse)
            unsafe BN_free(r)
        }
        guard unsafe ECDSA_sign_setup(key.pointer, numbers, &inverse, &r) == 1, let inverse = unsafe inverse,
            let r = unsafe r
        else { return false }
        return unsafe sign(digest: digest, inverse: inverse, r: r, to: signature)
    }

    /// Signs a digest of 32 bytes with a nonce, given by its inverse modulo n and the matching r.
    func sign(
        digest: UnsafePointer<UInt8>, inverse: OpaquePointer, r: OpaquePointer,
        to signature: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        guard let made = unsafe ECDSA_do_sign_ex(digest, Int32(SHA256.count), inverse, r, key.pointer) else {
            return false
        }
        defer { unsafe ECDSA_SIG_free(made) }
        return unsafe RawSignature.write(made, to: signature)
    }
}
