import CAttributionOpenSSL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A failure that no caller can handle: libcrypto lacks something that it needs to work.
///
/// Operations that can throw an error or return no result do so. Where that is impossible, such as in the middle of
/// signing, the process ends rather than continue with half a result.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
package enum CryptoFailure: Error, Equatable, Sendable {
    /// Memory is exhausted.
    case outOfMemory
    /// The random generator failed.
    case noRandomness
    /// libcrypto was built without an algorithm, or a provider's rules forbid it.
    case missing(String)
    /// A call that normally succeeds failed without giving a reason.
    case failed

    nonisolated(unsafe) private static var handler: @Sendable (CryptoFailure) -> Never = { fatalError("\($0)") }

    /// Sets the handler that ends the process; the default is a trap. Call this once, before any key is used.
    ///
    /// From then on, an allocation of libcrypto that fails ends the process. Otherwise, a valid signature could
    /// appear invalid, and some code of libcrypto does not check for failed allocations.
    ///
    /// - Parameter handler: Reports the failure and ends the process. It must not return, and may run on any thread.
    package static func endProcess(by handler: @escaping @Sendable (CryptoFailure) -> Never) {
        unsafe Self.handler = handler
        // OpenSSL rejects the call once it has allocated memory, and then keeps its own functions.
        unsafe _ = CRYPTO_set_mem_functions(
            { size, _, _ in unsafe CryptoFailure.demand(malloc(size), size) },
            { old, size, _, _ in unsafe CryptoFailure.demand(realloc(old, size), size) },
            { old, _, _ in unsafe free(old) })
    }

    private static func demand(_ memory: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
        if unsafe memory == nil, size > 0 { end(.outOfMemory) }
        return unsafe memory
    }

    static func end(_ failure: CryptoFailure) -> Never {
        unsafe handler(failure)
    }

    /// Returns why a call that needs an algorithm failed: out of memory if OpenSSL's error queue says so, otherwise
    /// the missing algorithm.
    static func lack(of algorithm: String) -> CryptoFailure {
        let reason = ERR_GET_REASON(ERR_peek_last_error())
        return reason == CryptoLibrary.outOfMemory ? .outOfMemory : .missing(algorithm)
    }
}

extension CryptoFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .outOfMemory: "out of memory"
        case .noRandomness: "libcrypto's random generator failed"
        case .missing(let what): "libcrypto offers no \(what)"
        case .failed: "libcrypto failed"
        }
    }

    /// How to correct the failure, if there is a likely way.
    package var hint: String? { self == .outOfMemory ? nil : CryptoLibrary.configurationHint }
}
