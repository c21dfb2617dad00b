import CAttributionOpenSSL
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The libcrypto of this process. Unless it is told otherwise it is set up, when it is first used, by a configuration of the
/// host (openssl.cnf), which can take any algorithm away.
package enum CryptoLibrary {
    /// Has libcrypto offer what it was built with, whatever the host's configuration says. To be called before it is used.
    ///
    /// For programs that hold a libcrypto of their own: a configuration of the host speaks of the host's.
    package static func ignoreConfiguration() {
        _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil)
        hasConfiguration.store(false, ordering: .relaxed)
    }

    private static let hasConfiguration = Atomic(true)

    /// Which file may have taken away what is missing, and how to do without it; nil where no configuration is in use.
    static var configurationHint: String? {
        guard hasConfiguration.load(ordering: .relaxed), let name = unsafe CONF_get1_default_config_file() else {
            return nil
        }
        defer { unsafe CRYPTO_free(name, #file, Int32(#line)) }
        guard unsafe access(name, R_OK) == 0 else { return nil }
        let path = unsafe String(cString: name)
        return "\(path) may take algorithms of libcrypto away; OPENSSL_CONF=/dev/null runs without it"
    }

    /// `ERR_R_MALLOC_FAILURE`, which is a sum that Swift does not import.
    static let outOfMemory: Int32 = 256 | 0x1 << 18 | 0x2 << 18
}
