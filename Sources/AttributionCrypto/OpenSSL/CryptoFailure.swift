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
package enum CryptoFailure: Error, Equatable, Sendable {
    case outOfMemory
    case noRandomness
    /// libcrypto was built without an algorithm, or its configuration forbids it.
    case missing(String)
    /// A call that should always succeed has failed without giving a reason.
    case failed

    nonisolated(unsafe) private static var handler: @Sendable (CryptoFailure) -> Never = { fatalError("\($0)") }

    /// Sets the handler that ends the process; the default is a trap. A program calls this once, before it uses any key. A library should
    /// not, because this changes the allocation functions of libcrypto for the whole process.
    ///
    /// From then on, a failed allocation of libcrypto ends the process. Otherwise a valid signature could appear invalid, because not all
    /// functions of libcrypto report that memory was the reason for a failure.
    ///
    /// - Parameter handler: Reports the failure and ends the process. It must not return, and may run on any thread.
    /// - Returns: Whether libcrypto's allocations are watched. It rejects this if it has already allocated memory.
    package static func endProcess(by handler: @escaping @Sendable (CryptoFailure) -> Never) -> Bool {
        unsafe Self.handler = handler
        return unsafe CRYPTO_set_mem_functions(
            { size, _, _ in unsafe CryptoFailure.demand(malloc(size), size) },
            { old, size, _, _ in unsafe CryptoFailure.demand(realloc(old, size), size) },
            { old, _, _ in unsafe free(old) }) == 1
    }

    private static func demand(_ memory: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
        if unsafe memory == nil, size > 0 { end(.outOfMemory) }
        return unsafe memory
    }

    /// Ends the process: for lack of memory if libcrypto reports that, otherwise for the given failure.
    static func end(_ failure: CryptoFailure) -> Never {
        if failure != .outOfMemory { drainErrors() }
        unsafe handler(failure)
    }
}

extension CryptoFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .outOfMemory: "out of memory"
        case .noRandomness: "libcrypto's random generator failed"
        case .missing(let what): "this libcrypto does not support \(what)"
        case .failed: "libcrypto failed"
        }
    }

    package var hint: String? { self == .outOfMemory ? nil : LibCrypto.configurationHint }
}
