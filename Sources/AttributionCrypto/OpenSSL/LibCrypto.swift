import CAttributionOpenSSL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The libcrypto of this process. By default, its first use loads the host's configuration (openssl.cnf), which can
/// disable any algorithm.
package enum LibCrypto {
    /// The name, the version and the date of the libcrypto in use, such as "OpenSSL 3.0.19 27 Jan 2026".
    package static var version: String { unsafe String(cString: OpenSSL_version(OPENSSL_VERSION)) }

    /// Makes libcrypto ignore the host's configuration and offer all the algorithms it was built with. Call this
    /// before any other use.
    ///
    /// This is for programs with a libcrypto of their own, because the host's configuration is meant for the host's
    /// libcrypto.
    package static func ignoreConfiguration() {
        guard OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil) == 1 else { CryptoFailure.end(.failed) }
    }

    /// Whether the providers that the configuration allows offer SHA-256.
    ///
    /// The functions used for hashing bypass the providers, so this check is what makes a configuration effective that disables the
    /// algorithm.
    static let offersSHA256: Bool = {
        begin()
        defer { drainErrors() }
        guard let algorithm = unsafe EVP_MD_fetch(nil, "SHA256", nil) else { return false }
        unsafe EVP_MD_free(algorithm)
        return true
    }()

    /// Whether the providers that the configuration allows offer elliptic curve keys and ECDSA. The same applies to them.
    static let offersECDSA: Bool = {
        begin()
        defer { drainErrors() }
        guard let keys = unsafe EVP_KEYMGMT_fetch(nil, "EC", nil) else { return false }
        unsafe EVP_KEYMGMT_free(keys)
        guard let signatures = unsafe EVP_SIGNATURE_fetch(nil, "ECDSA", nil) else { return false }
        unsafe EVP_SIGNATURE_free(signatures)
        return true
    }()

    /// Ends the process if libcrypto could not be initialised, because some of its functions do not check that.
    private static func begin() {
        if unsafe OSSL_LIB_CTX_get0_global_default() == nil { CryptoFailure.end(.outOfMemory) }
    }

    /// The configuration file that may have disabled a missing algorithm, and how to run without it; nil if no configuration is used.
    static var configurationHint: String? {
        guard let name = unsafe CONF_get1_default_config_file() else { return nil }
        defer { unsafe CRYPTO_free(name, #file, Int32(#line)) }
        guard unsafe access(name, R_OK) == 0 else { return nil }
        let path = unsafe String(cString: name)
        return "\(path) may disable algorithms; set OPENSSL_CONF=/dev/null to ignore it"
    }

    /// `ERR_R_MALLOC_FAILURE`, a macro that Swift cannot import.
    static let outOfMemory: Int32 = 256 | 0x1 << 18 | 0x2 << 18
}
