/// A lock that prevents other runs of the program from changing the files of a folder at the same time. It ends with
/// its owner or with the process.
struct FolderLock: ~Copyable {
    private let folder: Int32

    /// Waits up to ten seconds for the lock, which other runs hold for milliseconds.
    ///
    /// On file systems without locks, concurrent runs are not kept apart.
    init(_ path: String) throws(SystemError) {
        let folder = unsafe path.withPath { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard folder >= 0 else { throw .last }
        let deadline = System.monotonicSeconds + 10
        while flock(folder, LOCK_EX | LOCK_NB) != 0 {
            let error = SystemError.last
            if error.isAboutLocks { break }
            guard [EWOULDBLOCK, EINTR].contains(error.code), System.monotonicSeconds < deadline else {
                close(folder)
                throw error
            }
            usleep(5000)
        }
        self.folder = folder
    }

    deinit { close(folder) }
}

extension System {
    /// Returns the folder that contains a path.
    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
    }

    /// Gives a file a second name, which must be free. Links are not followed.
    static func link(_ old: String, as new: String) throws(SystemError) {
        let result = unsafe old.withPath { old in
            unsafe new.withPath { unsafe linkat(AT_FDCWD, old, AT_FDCWD, $0, 0) }
        }
        guard result == 0 else { throw .last }
    }

    /// Runs code that signals such as Ctrl-C must not interrupt. A signal that arrives meanwhile is delivered
    /// afterwards.
    static func uninterrupted<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        var held = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&held)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGALRM] { unsafe sigaddset(&held, number) }
        unsafe pthread_sigmask(SIG_BLOCK, &held, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }
}

extension SystemError {
    /// Whether the file system does not support locks.
    var isAboutLocks: Bool { [ENOTSUP, EOPNOTSUPP, ENOLCK, ENOSYS, EINVAL].contains(code) }

    /// Whether the file system or its permissions do not allow a second name for a file.
    var isAboutLinks: Bool { [EPERM, EMLINK, ENOTSUP, EOPNOTSUPP, ENOSYS, EACCES].contains(code) }
}

extension Descriptor {
    /// Waits until the written data would survive a power failure, if the file system supports this.
    func flush() throws(SystemError) {
        guard fsync(number) != 0 else { return }
        let error = SystemError.last
        if ![EINVAL, ENOTSUP, EROFS].contains(error.code) { throw error }
    }
}
