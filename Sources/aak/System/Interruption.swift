import Synchronization

/// Handles Ctrl-C and similar signals during a stream. The run stops after a whole line, and the program then ends by
/// the same signal, so that a shell sees the reason. A second signal ends the program immediately, and so does the
/// first one after a second, because the reader of the output may be blocked.
enum Interruption {
    /// The signal that arrived, or 0.
    private static let received = Atomic<Int32>(0)

    /// The contents of an unfinished file.
    enum Slot {
        /// The results. Several runs may write them at the same time, and the last one wins.
        case results
        /// Notes on the results. One run at a time may write them.
        case notes
    }

    /// The unfinished files that an interrupted run removes, as C strings for `unlink`.
    private static let unfinishedResults = Atomic<UInt>(0)
    private static let unfinishedNotes = Atomic<UInt>(0)
    /// The path to which the notes are renamed instead, as a C string for `rename`; 0 if they are removed.
    private static let placeOfNotes = Atomic<UInt>(0)

    /// The process group of a child that must not outlive this process, or 0.
    private static let group = Atomic<Int32>(0)

    /// Sets the child to end when this process ends, and watches for signals; nil if there is none any more.
    ///
    /// - Parameter child: The child, which leads a process group of its own.
    static func endAtEnd(_ child: Int32?) {
        group.store(child ?? 0, ordering: .relaxed)
        if child != nil { watch() }
    }

    /// Ends the child and all processes that it started, if there is one: by SIGTERM, and after half a second by SIGKILL.
    /// Safe to use in a signal handler.
    static func endChild() {
        let child = group.exchange(0, ordering: .relaxed)
        guard child > 0 else { return }
        kill(-child, SIGTERM)
        // A stopped process does not receive other signals.
        kill(-child, SIGCONT)
        var waited = 0
        while waitpid(child, nil, WNOHANG) == 0, waited < 500 {
            usleep(1000)
            waited += 1
        }
        kill(-child, SIGKILL)
        if waited == 500 { _ = waitpid(child, nil, 0) }
    }

    /// Sets the file to remove when a signal ends the program, and watches for signals; nil if there is none any
    /// more.
    static func removeAtEnd(_ path: String?, in slot: Slot) {
        let text = path.map { unsafe $0.withPath { unsafe UInt(bitPattern: strdup($0)) } } ?? 0
        switch slot {
        case .results: unfinishedResults.store(text, ordering: .relaxed)
        case .notes:
            placeOfNotes.store(0, ordering: .relaxed)
            unfinishedNotes.store(text, ordering: .relaxed)
        }
        if path != nil { watch() }
    }

    /// Lets the notes be renamed instead of removed when a signal ends the program.
    static func keepAtEnd(as path: String) {
        placeOfNotes.store(unsafe path.withPath { unsafe UInt(bitPattern: strdup($0)) }, ordering: .relaxed)
    }

    static var isRequested: Bool { received.load(ordering: .relaxed) != 0 }

    /// Makes signals request the end of the run instead of killing the program. Ignored signals, as in the background
    /// of some shells, remain ignored.
    static func watch() {
        // After the first signal, the next one must end the program, which must not be changed here.
        guard !isRequested else { return }
        for number in [SIGINT, SIGTERM, SIGHUP] {
            var action = sigaction()
            guard unsafe sigaction(number, nil, &action) == 0, !action.isIgnored else { continue }
            _ = signal(number) { number in
                // A second signal ends the program immediately, and leaves no unfinished file.
                guard !Interruption.isRequested else { return Interruption.passOn() }
                Interruption.received.store(number, ordering: .relaxed)
                _ = signal(SIGALRM) { _ in Interruption.passOn() }
                alarm(1)
            }
        }
    }

    /// Ends the program by the signal that arrived, if any, so that no message mentions an interrupted run. Safe to
    /// use in a signal handler.
    static func passOn() {
        let number = received.load(ordering: .relaxed)
        guard number != 0 else { return }
        // After that, a file with the temporary name belongs to another run.
        if keepNotes() { unfinishedNotes.store(0, ordering: .relaxed) }
        leaveNothing()
        _ = signal(number, SIG_DFL)
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, number)
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
        // The first process of a container is not ended by its own signals.
        _exit(128 + number)
    }

    /// Renames the notes if they are to be kept, as soon as they match the output. Safe to use in a signal handler.
    private static func keepNotes() -> Bool {
        guard let place = unsafe text(placeOfNotes), let notes = unsafe text(unfinishedNotes) else { return false }
        WriteGuard.close(patience: 1000)
        return unsafe rename(notes, place) == 0
    }

    /// Removes the unfinished files and ends the child, if there are any. Safe to use in a signal handler.
    static func leaveNothing() {
        endChild()
        if let path = unsafe text(unfinishedResults) { _ = unsafe unlink(path) }
        if let path = unsafe text(unfinishedNotes) { _ = unsafe unlink(path) }
    }

    private static func text(_ address: borrowing Atomic<UInt>) -> UnsafePointer<CChar>? {
        unsafe UnsafePointer(bitPattern: address.load(ordering: .relaxed))
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
