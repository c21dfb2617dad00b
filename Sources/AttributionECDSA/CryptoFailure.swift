import CAttributionOpenSSL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What no caller can do anything about: libcrypto has not got what it needs to work.
///
/// Where an operation can say so by an error or by having no result, it does. Where it cannot, as in the middle of signing,
/// the process ends rather than go on with half a result.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
package enum CryptoFailure: Error, Equatable, Sendable {
    /// There was no memory.
    case outOfMemory
    /// The random generator failed.
    case noRandomness
    /// Built without an algorithm, or a provider's rules forbid it.
    case missing(String)
    /// It did not do what it always does, and did not say why.
    case failed

    nonisolated(unsafe) private static var handler: @Sendable (CryptoFailure) -> Never = { fatalError("\($0)") }

    /// Sets what ends the process; without it, that is a trap. To be called once, before any key is used.
    ///
    /// From then on libcrypto never gets to see that memory is used up: where it did, a good signature could look like a bad
    /// one, and some of its own code does not look.
    ///
    /// - Parameter handler: says so in the program's own way. It must not return, and may run on any thread.
    package static func endProcess(by handler: @escaping @Sendable (CryptoFailure) -> Never) {
        unsafe Self.handler = handler
        // It refuses once it has allocated something; then its own functions go on serving.
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

    /// What a call of libcrypto lacked that needs an algorithm: memory, as its queue of errors tells, or else that algorithm.
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

    /// What the reader can most likely do about it.
    package var hint: String? { self == .outOfMemory ? nil : CryptoLibrary.configurationHint }
}
