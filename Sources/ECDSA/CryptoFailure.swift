/// What no caller can do anything about: libcrypto has not got what it needs to work.
///
/// Where an operation can say so by an error or by having no result, it does. Where it cannot, as in the middle of signing,
/// the process ends rather than go on with half a result.
public enum CryptoFailure: Error, Equatable, Sendable {
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
    /// - Parameter handler: says so in the program's own way. It must not return, and may run on any thread.
    public static func endProcess(by handler: @escaping @Sendable (CryptoFailure) -> Never) {
        unsafe Self.handler = handler
    }

    static func end(_ failure: CryptoFailure) -> Never {
        unsafe handler(failure)
    }
}

extension CryptoFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .outOfMemory: "out of memory"
        case .noRandomness: "libcrypto's random generator failed"
        case .missing(let what): "this libcrypto has no \(what)"
        case .failed: "libcrypto failed"
        }
    }
}
