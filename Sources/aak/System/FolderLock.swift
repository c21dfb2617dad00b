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
}

extension SystemError {
    /// Whether the file system does not support locks.
    var isAboutLocks: Bool { [ENOTSUP, EOPNOTSUPP, ENOLCK, ENOSYS, EINVAL].contains(code) }
}
