import Synchronization

/// Prevents a thread from ending the process during another thread's write. The system truncates such a write, and
/// half a line would look like a whole one.
///
/// It is an atomic value rather than a mutex, because signal handlers use it too.
enum WriteGuard {
    private static let isHeld = Atomic<Bool>(false)

    /// Performs a write that must not be truncated. The write must not end the process itself.
    static func whole<Result>(_ write: () -> Result) -> Result {
        while !acquire() { usleep(50) }
        defer { isHeld.store(false, ordering: .releasing) }
        return write()
    }

    /// Waits for a write in progress, and prevents further writes, before `_exit` is called.
    ///
    /// - Parameter patience: the maximum wait in milliseconds; nil for no limit.
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
