import Synchronization

/// Ctrl-C and similar signals.
///
/// A signal sets a flag, at which a run ends after a whole line. The program then ends by the same signal, so that a shell sees the reason.
/// A signal that comes more than a second after the first ends the program at once.
enum Signals {
    /// The signal that arrived, or 0.
    private static let received = Atomic<Int32>(0)
    /// When the first signal arrived, by a monotonic clock, in milliseconds; 0 if none did.
    private static let arrival = Atomic<Int64>(0)
    /// The thread that may be waiting for the reader of the results, or 0.
    private static let writer = Atomic<UInt>(0)

    static var isRequested: Bool { received.load(ordering: .relaxed) != 0 }

    /// Lets signals set the flag instead of ending the program. Ignored signals, as in the background of some shells, remain ignored.
    static func watch() {
        // A handler must not be the first to use them.
        _ = (isRequested, arrival.load(ordering: .relaxed), writer.load(ordering: .relaxed))
        for number in [SIGINT, SIGTERM, SIGHUP] {
            var action = sigaction()
            guard unsafe sigaction(number, nil, &action) == 0, !action.isIgnored else { continue }
            action.handle { number in
                let now = Int64(System.monotonicSeconds * 1000)
                // Several threads may receive signals at the same time.
                let (isFirst, first) = Signals.arrival.compareExchange(expected: 0, desired: now, ordering: .relaxed)
                if isFirst {
                    Signals.received.store(number, ordering: .relaxed)
                } else if now - first > 1000 {
                    _ = signal(number, SIG_DFL)
                    raise(number)
                }
                Signals.wakeWriter(by: number)
            }
            unsafe sigaction(number, &action, nil)
        }
    }

    /// Performs a call that a signal ends with `EINTR`, whichever thread receives it.
    static func interrupting<Result>(_ call: () -> Result) -> Result {
        writer.store(identity(pthread_self()), ordering: .relaxed)
        defer { writer.store(0, ordering: .relaxed) }
        return call()
    }

    private static func identity(_ thread: pthread_t) -> UInt {
        #if canImport(Darwin)
            unsafe UInt(bitPattern: thread)
        #else
            UInt(thread)
        #endif
    }

    private static func wakeWriter(by number: Int32) {
        let waiting = writer.load(ordering: .relaxed)
        guard waiting != 0, waiting != identity(pthread_self()) else { return }
        #if canImport(Darwin)
            if let thread = unsafe pthread_t(bitPattern: waiting) { unsafe pthread_kill(thread, number) }
        #else
            pthread_kill(pthread_t(waiting), number)
        #endif
    }

    /// Ends the program by the signal that arrived, if any.
    static func passOn() {
        let number = received.load(ordering: .relaxed)
        guard number != 0 else { return }
        _ = signal(number, SIG_DFL)
        raise(number)
        // The first process of a container is not ended by its own signals.
        _exit(128 + number)
    }
}

extension sigaction {
    #if canImport(Darwin)
        private var handler: (@convention(c) (Int32) -> Void)? {
            unsafe __sigaction_u.__sa_handler
        }
    #else
        private var handler: (@convention(c) (Int32) -> Void)? {
            unsafe __sigaction_handler.sa_handler
        }
    #endif

    fileprivate var isIgnored: Bool {
        unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Sets the handler. Calls that wait then end with `EINTR`.
    fileprivate mutating func handle(by handler: @escaping @convention(c) (Int32) -> Void) {
        #if canImport(Darwin)
            unsafe __sigaction_u.__sa_handler = handler
        #else
            unsafe __sigaction_handler.sa_handler = handler
        #endif
        sa_flags = 0
    }
}
