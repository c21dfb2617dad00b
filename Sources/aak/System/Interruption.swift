import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Ctrl-C and its like during a stream: the run stops after a whole line, and then the program ends by the same signal,
/// so that a shell sees what happened. The second one ends it at once, and so does a second that passes, because
/// whoever reads the output may not read on.
enum Interruption {
    /// The signal that came, or 0.
    private static let received = Atomic<Int32>(0)

    /// The file that an interrupted run leaves nobody, for `unlink`.
    private static let unfinished = Atomic<UInt>(0)

    /// Notes a file that goes when the program ends by a signal, and lets signals wait for that; nil for none any more.
    static func removeAtEnd(_ path: String?) {
        guard let path else { return unfinished.store(0, ordering: .relaxed) }
        let copy = unsafe path.withPath { unsafe strdup($0) }
        unfinished.store(UInt(bitPattern: copy), ordering: .relaxed)
        watch()
    }

    static var isRequested: Bool { received.load(ordering: .relaxed) != 0 }

    /// Lets signals ask for the end of the run instead of killing it. Those that are ignored, as in the background of
    /// some shells, stay so.
    static func watch() {
        // Once one came, the next ends the program, and nothing here may take that from it.
        guard !isRequested else { return }
        for number in [SIGINT, SIGTERM, SIGHUP] {
            var action = sigaction()
            guard unsafe sigaction(number, nil, &action) == 0, !action.isIgnored else { continue }
            _ = signal(number) { number in
                _ = signal(SIGINT, SIG_DFL)
                _ = signal(SIGTERM, SIG_DFL)
                _ = signal(SIGHUP, SIG_DFL)
                Interruption.received.store(number, ordering: .relaxed)
                _ = signal(SIGALRM) { _ in Interruption.passOn() }
                alarm(1)
            }
        }
    }

    /// Ends the program by the signal that came, if one did. Nothing that follows may speak of a run that was cut off. Fit
    /// for a signal handler.
    static func passOn() {
        let number = received.load(ordering: .relaxed)
        guard number != 0 else { return }
        removeUnfinished()
        _ = signal(number, SIG_DFL)
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, number)
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
        // The first process of a container is ended by no signal of its own.
        _exit(128 + number)
    }

    /// Removes the file that was not finished, if there is one. Fit for a signal handler.
    static func removeUnfinished() {
        if let path = unsafe UnsafePointer<CChar>(bitPattern: unfinished.load(ordering: .relaxed)) {
            _ = unsafe unlink(path)
        }
    }
}

extension sigaction {
    fileprivate var isIgnored: Bool {
        #if canImport(Darwin)
            let handler = unsafe __sigaction_u.__sa_handler
        #else
            let handler = unsafe __sigaction_handler.sa_handler
        #endif
        return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
