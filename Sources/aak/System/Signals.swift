import Synchronization

/// Ctrl-C, and all other signals that would end the program.
///
/// A signal sets a flag, and the run ends after the current line. The program then ends itself by the same signal, so that a shell sees the
/// reason. It ends at once if another signal arrives more than a second after the first, or if the signal reports a fault of the program
/// itself. Hidden files are removed in either case.
enum Signals {
    /// The signal that arrived, or 0.
    private static let received = Atomic<Int32>(0)
    /// The time of the first signal, in milliseconds of a monotonic clock; 0 if there was none.
    private static let arrival = Atomic<Int64>(0)
    /// The thread that may be waiting for a reader of the results, or 0.
    private static let writer = Atomic<UInt>(0)

    static var isRequested: Bool { received.load(ordering: .relaxed) != 0 }

    /// Makes signals set the flag instead of ending the program. A signal that is ignored, as in the background of some shells, stays
    /// ignored.
    static func watch() {
        // Initialise the static variables, because a handler must not do that.
        _ = (isRequested, arrival.load(ordering: .relaxed), writer.load(ordering: .relaxed))
        HiddenFiles.prepare()
        for number in 1...highest where !harmless.contains(number) {
            var action = sigaction()
            guard unsafe sigaction(number, nil, &action) == 0, action.isDefault else { continue }
            unsafe action.handle { number, information, _ in
                // The signal may have interrupted an allocation, so nothing here may allocate memory. That excludes generic functions,
                // which allocate in debug builds.
                if Signals.isFault(number), !Signals.isRequested, let information = unsafe information,
                    unsafe information.pointee.si_code != Signals.codeOfKill
                {
                    // After a fault of its own, the program cannot continue.
                    return Signals.end(by: number)
                }
                let now = Int64(System.monotonicSeconds * 1000)
                // Several threads may receive signals at the same time.
                let (isFirst, first) = Signals.arrival.compareExchange(expected: 0, desired: now, ordering: .relaxed)
                if isFirst {
                    Signals.received.store(number, ordering: .relaxed)
                } else if now - first > 1000 {
                    Signals.end(by: number)
                }
                Signals.wakeWriter(by: number)
            }
            unsafe sigaction(number, &action, nil)
        }
    }

    /// The highest number that a signal has on any system. Installing a handler fails for numbers that are not signals.
    private static let highest: Int32 = 64
    /// The signals that do not end a program by default. For those that cannot be handled, installing a handler fails.
    private static let harmless: [Int32] = {
        let common = [SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH]
        #if canImport(Darwin)
            return common + [SIGINFO, SIGIO]
        #else
            return common
        #endif
    }()

    /// Whether a signal reports a fault of the program, unless a process sent it.
    private static func isFault(_ number: Int32) -> Bool {
        number == SIGILL || number == SIGTRAP || number == SIGABRT || number == SIGBUS || number == SIGFPE
            || number == SIGSEGV || number == SIGSYS
    }

    /// The `si_code` of a signal that a process sent with `kill`.
    private static var codeOfKill: Int32 {
        #if canImport(Darwin)
            0x10001
        #else
            0
        #endif
    }

    /// Ends the program at once, after removing its hidden files.
    private static func end(by number: Int32) {
        HiddenFiles.removeAll()
        _ = signal(number, SIG_DFL)
        raise(number)
    }

    /// Performs a call that is interrupted with `EINTR` by a signal, whichever thread receives the signal.
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
        // The first process of a container is not ended by a signal that it sends to itself.
        _exit(128 + number)
    }
}

extension sigaction {
    fileprivate typealias Handler =
        @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

    /// Whether the signal has its default action.
    fileprivate var isDefault: Bool {
        #if canImport(Darwin)
            unsafe unsafeBitCast(__sigaction_u.__sa_handler, to: Int.self) == unsafeBitCast(SIG_DFL, to: Int.self)
        #else
            unsafe unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_DFL, to: Int.self)
        #endif
    }

    /// Sets the handler. Blocking calls then fail with `EINTR`.
    fileprivate mutating func handle(by handler: @escaping Handler) {
        #if canImport(Darwin)
            unsafe __sigaction_u.__sa_sigaction = handler
        #else
            unsafe __sigaction_handler.sa_sigaction = handler
        #endif
        sa_flags = Int32(SA_SIGINFO)
    }
}

/// The names of the hidden files, in memory that a signal handler can read: it is never freed, because a signal may arrive at any time.
enum HiddenFiles {
    /// The address of the last name, or 0. Each name is preceded by the address of the one before it.
    private static let last = Atomic<UInt>(0)

    static func prepare() { _ = last.load(ordering: .relaxed) }

    /// Adds a file to remove if the program ends early.
    static func add(_ path: String) {
        unsafe path.withPath { path in
            let size = MemoryLayout<UInt>.size
            guard let entry = unsafe malloc(size + strlen(path) + 1) else { return }
            unsafe strcpy((entry + size).assumingMemoryBound(to: CChar.self), path)
            let address = UInt(bitPattern: entry)
            var before = last.load(ordering: .acquiring)
            while true {
                unsafe entry.storeBytes(of: before, as: UInt.self)
                let (isDone, other) = last.compareExchange(
                    expected: before, desired: address, ordering: .acquiringAndReleasing)
                if isDone { return }
                before = other
            }
        }
    }

    /// Removes the files that still exist. Their names are random, so nobody else can have created a file of that name. A signal handler
    /// may call this.
    static func removeAll() {
        var next = last.load(ordering: .acquiring)
        while next != 0 {
            let size = MemoryLayout<UInt>.size
            guard let entry = unsafe UnsafeRawPointer(bitPattern: next),
                let name = unsafe UnsafePointer<CChar>(bitPattern: next + UInt(size))
            else { return }
            unsafe unlink(name)
            unsafe memcpy(&next, entry, size)
        }
    }
}
