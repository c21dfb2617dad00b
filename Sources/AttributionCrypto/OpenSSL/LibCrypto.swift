import AttributionBase
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

    /// Makes libcrypto ignore the host's configuration and offer all the algorithms it was built with. It does not load the texts of its
    /// errors either, since nobody sees them. Call this before any other use.
    ///
    /// This is for programs with a libcrypto of their own, because the host's configuration is meant for the host's
    /// libcrypto.
    package static func ignoreConfiguration() throws(CryptoFailure) {
        let options = OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_LOAD_CRYPTO_STRINGS
        guard OPENSSL_init_crypto(UInt64(options), nil) == 1 else { throw .raised(.failed) }
        ignoresConfiguration.withLock { $0 = true }
    }

    /// Whether nothing can disable an algorithm. Then the providers are not asked: for the first question, libcrypto makes a table of all
    /// its algorithms, which takes a fifth of the time in which a single token is verified.
    private static let ignoresConfiguration = Locked(false)

    /// Throws if the providers that the configuration allows lack what signatures need. What signs or verifies for users of the library
    /// calls this first, since nothing that it uses can throw.
    package static func require() throws(CryptoFailure) {
        if let failure { throw .raised(failure) }
    }

    /// Like ``require()``, for functions that throw a `Problem`.
    package static func demand() throws(Problem) {
        do throws(CryptoFailure) { try require() } catch { throw error.problem }
    }

    /// What ``require()`` throws.
    package static let failure: CryptoFailure? =
        !offersSHA256 ? .missing("SHA-256") : !offersECDSA ? .missing("keys on P-256") : nil

    /// Whether the providers that the configuration allows offer SHA-256.
    ///
    /// The functions used for hashing bypass the providers, so this check is what makes a configuration effective that disables the
    /// algorithm.
    static let offersSHA256: Bool = {
        guard isReady else { return false }
        if ignoresConfiguration.withLock({ $0 }) { return true }
        defer { drainErrors() }
        guard let algorithm = unsafe EVP_MD_fetch(nil, "SHA256", nil) else { return false }
        unsafe EVP_MD_free(algorithm)
        return true
    }()

    /// Whether the providers that the configuration allows offer elliptic curve keys and ECDSA. The same applies to them.
    static let offersECDSA: Bool = {
        guard isReady else { return false }
        if ignoresConfiguration.withLock({ $0 }) { return true }
        defer { drainErrors() }
        guard let keys = unsafe EVP_KEYMGMT_fetch(nil, "EC", nil) else { return false }
        unsafe EVP_KEYMGMT_free(keys)
        guard let signatures = unsafe EVP_SIGNATURE_fetch(nil, "ECDSA", nil) else { return false }
        unsafe EVP_SIGNATURE_free(signatures)
        return true
    }()

    /// Whether libcrypto could be initialised, since some of its functions do not check that. In a program, it ends the process if not.
    private static var isReady: Bool {
        if unsafe OSSL_LIB_CTX_get0_global_default() != nil { return true }
        _ = CryptoFailure.raised(.outOfMemory)
        return false
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

extension CryptoFailure {
    /// The problem, with the configuration file that may forbid the algorithm.
    public var problem: Problem {
        .sentence(description, hint: self == .outOfMemory ? nil : LibCrypto.configurationHint)
    }
}
