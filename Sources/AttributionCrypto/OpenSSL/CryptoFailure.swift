import AttributionBase
import CAttributionOpenSSL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The error that libcrypto lacks something that it needs: an algorithm that the host's configuration forbids, or randomness.
///
/// Functions that sign, verify or make keys throw it. The library ends no process for it; nor does libcrypto's lack of memory make a
/// valid signature appear invalid: as when Swift has no memory, the process then ends.
public struct CryptoFailure: AttributionError, Equatable {
    private enum Reason: Equatable {
        case outOfMemory
        case noRandomness
        case missing(String)
        case failed
    }

    private let reason: Reason

    static let outOfMemory = CryptoFailure(reason: .outOfMemory)
    static let noRandomness = CryptoFailure(reason: .noRandomness)
    /// A call that should always succeed has failed without giving a reason.
    static let failed = CryptoFailure(reason: .failed)

    /// libcrypto was built without an algorithm, or its configuration forbids it.
    static func missing(_ what: String) -> CryptoFailure { CryptoFailure(reason: .missing(what)) }

    public var description: String {
        switch reason {
        case .outOfMemory: "out of memory"
        case .noRandomness: "libcrypto's random generator failed"
        case .missing(let what): "this libcrypto does not support \(what)"
        case .failed: "libcrypto failed"
        }
    }

    // MARK: - Programs

    /// Ends a program at any failure; nil in a process that only uses the library.
    nonisolated(unsafe) private static var handler: (@Sendable (CryptoFailure) -> Never)?

    /// Sets the handler that ends the process at any failure. A program calls this once, before it uses any key. A library should
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

    /// Returns a failure for the caller to throw. In a program that set a handler, it ends the process instead.
    static func raised(_ failure: CryptoFailure) -> CryptoFailure {
        drainErrors()
        unsafe handler?(failure)
        return failure
    }

    /// Ends the process. There are two reasons for it, both where nothing can be thrown:
    ///
    /// - a lack of memory, at which Swift itself ends a process, whatever allocates. To go on, each number and each hash would have to
    ///   be able to fail, and a valid signature could appear invalid.
    /// - an input for tests that cannot be signed. `Fixtures` are values, and only the process of a test makes them.
    package static func end(_ failure: CryptoFailure) -> Never {
        if failure != .outOfMemory { drainErrors() }
        unsafe handler?(failure)
        fatalError("\(failure)")
    }

    /// Returns what is made for tests; ends the process if it cannot be made.
    package static func ending<Result>(_ make: () throws(CryptoFailure) -> Result) -> Result {
        do throws(CryptoFailure) { return try make() } catch { end(error) }
    }

    /// Ends the process unless a call has succeeded that fails only for a lack of memory.
    static func needMemory(_ hasSucceeded: Bool) {
        if !hasSucceeded { end(.outOfMemory) }
    }

    private static func demand(_ memory: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
        if unsafe memory == nil, size > 0 { end(.outOfMemory) }
        return unsafe memory
    }
}
