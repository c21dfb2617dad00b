import CAttributionOpenSSL
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The libcrypto of this process. By default, its first use loads the host's configuration (openssl.cnf), which can
/// disable any algorithm.
package enum CryptoLibrary {
    /// Makes libcrypto ignore the host's configuration and offer all the algorithms it was built with. Call this
    /// before any other use.
    ///
    /// This is for programs with a libcrypto of their own, because the host's configuration is meant for the host's
    /// libcrypto. Such a program also does without tables that take longer to fill than a signature takes to verify: the
    /// words of libcrypto's errors, which nothing here shows, and old names of ciphers and digests, for which the
    /// providers have names of their own.
    package static func ignoreConfiguration() {
        let options =
            OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_LOAD_CRYPTO_STRINGS | OPENSSL_INIT_NO_ADD_ALL_CIPHERS
            | OPENSSL_INIT_NO_ADD_ALL_DIGESTS
        _ = OPENSSL_init_crypto(UInt64(options), nil)
        hasConfiguration.store(false, ordering: .relaxed)
    }

    private static let hasConfiguration = Atomic(true)

    /// Which file may have disabled a missing algorithm, and how to run without it; nil if no configuration is in
    /// use.
    static var configurationHint: String? {
        guard hasConfiguration.load(ordering: .relaxed), let name = unsafe CONF_get1_default_config_file() else {
            return nil
        }
        defer { unsafe CRYPTO_free(name, #file, Int32(#line)) }
        guard unsafe access(name, R_OK) == 0 else { return nil }
        let path = unsafe String(cString: name)
        return "\(path) may take algorithms of libcrypto away; OPENSSL_CONF=/dev/null runs without it"
    }

    /// `ERR_R_MALLOC_FAILURE`, a macro that Swift cannot import.
    static let outOfMemory: Int32 = 256 | 0x1 << 18 | 0x2 << 18
}
