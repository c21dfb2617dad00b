/// A thread. Creating one may fail, because the system limits their number.
struct Thread {
    private let handle: pthread_t

    /// Enough for the deepest recursion, and small enough for many threads under a memory limit.
    private static let stackSize = 1 << 20

    private final class Work {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread. Returns nil if the system does not allow it.
    init?(_ run: @escaping @Sendable () -> Void) {
        var attributes = pthread_attr_t()
        guard unsafe pthread_attr_init(&attributes) == 0 else { return nil }
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setstacksize(&attributes, Self.stackSize)
        let work = unsafe Unmanaged.passRetained(Work(run))
        #if canImport(Darwin)
            var made: pthread_t?
            let status = unsafe pthread_create(&made, &attributes, { Self.start($0) }, work.toOpaque())
            guard status == 0, let made = unsafe made else {
                unsafe work.release()
                return nil
            }
            unsafe handle = made
        #else
            var made = pthread_t()
            let status = unsafe pthread_create(&made, &attributes, { unsafe Self.start($0) }, work.toOpaque())
            guard status == 0 else {
                unsafe work.release()
                return nil
            }
            handle = made
        #endif
    }

    private static func start(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let work = unsafe work { unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
        return nil
    }

    func join() { _ = pthread_join(handle, nil) }
}
