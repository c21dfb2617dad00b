import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps a thread that ends the process from ending it in the middle of another one's write: the system cuts a write short
/// when its process goes, and half a line would look like a whole one.
///
/// One atomic word and not a mutex, because signal handlers look at it too.
enum WriteGuard {
    private static let isHeld = Atomic<Bool>(false)

    /// Runs a write that must not be cut short. It must not end the process by itself.
    static func whole<Result>(_ write: () -> Result) -> Result {
        while !acquire() { usleep(50) }
        defer { isHeld.store(false, ordering: .releasing) }
        return write()
    }

    /// Waits for a write that is under way, and lets no other begin: what follows is `_exit`.
    ///
    /// - Parameter patience: how many milliseconds to wait at most; nil as long as it takes.
    static func close(patience: Int? = nil) {
        var waited = 0
        while !acquire() {
            if let patience, waited >= patience { return }
            usleep(1000)
            waited += 1
        }
    }

    private static func acquire() -> Bool {
        isHeld.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
    }
}
