import Synchronization

/// Ctrl-C and all other signals that would end the program.
///
/// A signal sets a flag, at which a run ends after a whole line. The program then ends by the same signal, so that a shell sees the reason.
/// A signal that comes more than a second after the first ends the program at once, and so does a fault of the program itself; the hidden
/// files are removed even then.
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
        HiddenFiles.prepare()
        for number in 1...highest where !harmless.contains(number) {
            var action = sigaction()
            guard unsafe sigaction(number, nil, &action) == 0, action.isDefault else { continue }
            unsafe action.handle { number, information, _ in
                // A signal may come amid an allocation, so nothing here may allocate: no generic function, even in debug builds.
                if Signals.isFault(number), !Signals.isRequested, let information = unsafe information,
                    unsafe information.pointee.si_code != Signals.codeOfKill
                {
                    // The program cannot go on after a fault of its own.
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

    /// The highest number of a signal on any system; where it is none, it cannot be handled.
    private static let highest: Int32 = 64
    /// The signals that end no program by default. Those that cannot be handled, the system refuses.
    private static let harmless: [Int32] = {
        let common = [SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH]
        #if canImport(Darwin)
            return common + [SIGINFO, SIGIO]
        #else
            return common
        #endif
    }()

    /// Whether a signal comes from a fault, unless a process sent it.
    private static func isFault(_ number: Int32) -> Bool {
        number == SIGILL || number == SIGTRAP || number == SIGABRT || number == SIGBUS || number == SIGFPE
            || number == SIGSEGV || number == SIGSYS
    }

    /// The code of a signal that a process sent with `kill`.
    private static var codeOfKill: Int32 {
        #if canImport(Darwin)
            0x10001
        #else
            0
        #endif
    }

    /// Ends the program at once, but for its hidden files.
    private static func end(by number: Int32) {
        HiddenFiles.removeAll()
        _ = signal(number, SIG_DFL)
        raise(number)
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
    fileprivate typealias Handler =
        @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

    /// Whether the signal is neither ignored nor handled.
    fileprivate var isDefault: Bool {
        #if canImport(Darwin)
            unsafe unsafeBitCast(__sigaction_u.__sa_handler, to: Int.self) == unsafeBitCast(SIG_DFL, to: Int.self)
        #else
            unsafe unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_DFL, to: Int.self)
        #endif
    }

    /// Sets the handler. Calls that wait then end with `EINTR`.
    fileprivate mutating func handle(by handler: @escaping Handler) {
        #if canImport(Darwin)
            unsafe __sigaction_u.__sa_sigaction = handler
        #else
            unsafe __sigaction_handler.sa_sigaction = handler
        #endif
        sa_flags = Int32(SA_SIGINFO)
    }
}

/// The names of the hidden files, where a handler of signals can read them: in memory that is never freed, since a signal may come at any
/// moment.
enum HiddenFiles {
    /// The last of the names, each of which has the address of the one before and then its text; 0 without any.
    private static let last = Atomic<UInt>(0)

    static func prepare() { _ = last.load(ordering: .relaxed) }

    /// Adds a file, which is removed if the program ends.
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

    /// Removes the files that are still there under these names, which nobody else can have: they are random. A handler may call this.
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
