import AttributionBase

/// Prevents concurrent runs of the program from writing the same file, or from writing to a folder that one of them reads.
///
/// The lock is a hidden file in the folder, of which runs lock single bytes: one for each file that is written, chosen by a hash of the
/// file's name, and one for the folder, which is locked exclusively by a run that reads the folder and shared by all others. The system
/// releases the locks when a process ends, and the last run removes the file.
///
/// On file systems without locks, concurrent runs are not prevented.
struct FolderLock: Sendable {
    private let path: String
    private let file: Descriptor

    private static let held = Locked<[FolderLock]>([])

    private enum Attempt {
        case locked
        /// Another run is writing the file, or is using the folder.
        case fileTaken, folderTaken
        /// The lock file was removed in the meantime by the last run that used it.
        case removed
        /// The lock file has another hard link, so it was not created by this program.
        case linked
    }

    /// Locks a file of a folder until ``endAll()``.
    ///
    /// - Parameters:
    ///   - target: The file that is written, with links resolved.
    ///   - name: The path as the user gave it.
    ///   - readsFolder: Whether the run reads the other files of the folder.
    ///   - patience: How long to wait for other runs, in seconds. A run that is ending briefly locks the whole file.
    static func lock(
        _ target: String, as name: String, readsFolder: Bool = false, patience: Double = 0.1
    ) throws(Diagnostic) {
        let path = path(in: System.folder(of: target))
        let deadline = System.monotonicSeconds + patience
        while true {
            let file: Descriptor
            let attempt: Attempt
            do throws(SystemError) {
                file = try Descriptor.open(path, .createOrKeep(permissions: 0o666))
                do throws(SystemError) {
                    attempt = try Self.attempt(file, path, place(of: target), readsFolder)
                } catch {
                    try? file.close()
                    throw error
                }
            } catch {
                throw .cannotWrite(name, error)
            }
            guard attempt != .locked else {
                return held.withLock { $0.append(FolderLock(path: path, file: file)) }
            }
            try? file.close()
            let isPatient = System.monotonicSeconds < deadline
            switch attempt {
            case .locked, .removed: continue
            case .linked:
                throw .trouble(path, found: "linked elsewhere", wanted: "a file with no other links", hint: "remove it")
            case .fileTaken where isPatient, .folderTaken where isPatient: usleep(5000)
            case .fileTaken: throw .trouble("another run is writing \(name); only one run may write at a time")
            case .folderTaken:
                throw .trouble(
                    "\(name) is in a --seen folder to which another run is writing; only one run may write at a time")
            }
        }
    }

    private static func attempt(
        _ file: Descriptor, _ path: String, _ place: Int64, _ readsFolder: Bool
    ) throws(SystemError) -> Attempt {
        guard try file.lock(F_WRLCK, from: place, count: 1) else { return .fileTaken }
        guard try file.lock(readsFolder ? F_WRLCK : F_RDLCK, from: 0, count: 1) else { return .folderTaken }
        let identity = FileIdentity(file)
        guard identity != nil, identity == FileIdentity(path: path) else { return .removed }
        return file.information?.st_nlink == 1 ? .locked : .linked
    }

    static func endAll() {
        held.withLock { locks in
            for lock in locks {
                _ = try? lock.file.lock(F_UNLCK, from: 0, count: 0)
                // If the whole file can be locked, no other run is using it.
                if (try? lock.file.lock(F_WRLCK, from: 0, count: 0)) == true,
                    FileIdentity(lock.file) == FileIdentity(path: lock.path)
                {
                    System.remove(lock.path)
                }
                try? lock.file.close()
            }
            locks.removeAll()
        }
    }

    /// Returns whether another run is writing to a folder. Returns false if this run is using the folder itself.
    static func isTaken(_ folder: String) -> Bool {
        let path = path(in: folder)
        guard let identity = FileIdentity(path: path), identity.isRegular,
            !held.withLock({ $0.contains { FileIdentity($0.file) == identity } }),
            let file = try? Descriptor.open(path, .read)
        else { return false }
        // Closing any descriptor of the lock file releases all locks of this process. Here it has none.
        defer { try? file.close() }
        return file.isLocked
    }

    static func isSame(_ folder: String, _ other: String) -> Bool {
        guard let identity = FileIdentity(target: path(in: folder)) else { return false }
        return identity == FileIdentity(target: path(in: other))
    }

    private static func path(in folder: String) -> String { System.path(of: ".aak-lock", in: folder) }

    /// Returns the offset of the byte for a file, from the FNV-1a hash of its name.
    private static func place(of target: String) -> Int64 {
        let name = target.utf8.split(separator: UInt8(ascii: "/")).last ?? target.utf8[...]
        let hash = name.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return Int64(hash >> 2) + 1
    }
}

extension Descriptor {
    /// Locks a range of the file, and returns false if another process has locked any of it. A count of 0 means up to the end.
    fileprivate func lock(_ kind: Int32, from start: Int64, count: Int64) throws(SystemError) -> Bool {
        var range = Self.range(kind, from: start, count: count)
        guard unsafe fcntl(number, F_SETLK, &range) != 0 else { return true }
        let error = SystemError.last
        guard !error.isAboutLocks else { return true }
        guard [EACCES, EAGAIN].contains(error.code) else { throw error }
        return false
    }

    /// Whether another process has locked any part of the file.
    fileprivate var isLocked: Bool {
        var range = Self.range(F_WRLCK, from: 0, count: 0)
        return unsafe fcntl(number, F_GETLK, &range) == 0 && Int32(range.l_type) != F_UNLCK
    }

    private static func range(_ kind: Int32, from start: Int64, count: Int64) -> flock {
        var range = flock()
        range.l_type = Int16(kind)
        range.l_whence = Int16(SEEK_SET)
        range.l_start = off_t(start)
        range.l_len = off_t(count)
        return range
    }
}

extension System {
    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
    }
}

extension SystemError {
    /// Whether the error means that the file system does not support locks.
    fileprivate var isAboutLocks: Bool { [ENOTSUP, EOPNOTSUPP, ENOLCK, ENOSYS, EINVAL].contains(code) }
}
