/// A file that replaces another one at the end of a run. It is written to the same folder under a hidden name, and renamed at the
/// end, so that a failed run leaves the previous file.
struct Replacement {
    /// The final path, without links.
    let path: String
    /// The temporary name; nil if the path is not a regular file but, for example, a pipe, which is written to directly.
    let temporary: String?
    /// Open for writing.
    let file: Descriptor
    private let slot: Interruption.Slot

    /// Opens the file. A link is kept: its target is replaced or created, as with a shell's `>`.
    ///
    /// - Parameter isSecret: whether only the owner may read the file.
    /// - Throws: ``SystemError/isClaimed`` if another run is writing these notes.
    init(of path: String, _ slot: Interruption.Slot, isSecret: Bool) throws(SystemError) {
        guard !System.isDirectory(path) else { throw SystemError.isADirectory }
        let target = try System.target(of: path)
        self.path = target
        self.slot = slot
        guard !System.exists(target) || System.FileIdentity(path: target) != nil else {
            temporary = nil
            file = try Descriptor.open(target, .createOrEmpty(permissions: 0o666))
            return
        }
        // Renaming would replace a file even without permission to write to it.
        if let error = System.writeError(target) { throw error }
        // The new file has the permissions of the old one, so that nobody else can read it.
        let before = isSecret ? 0o600 : System.permissions(of: target)
        let temporary: String
        switch slot {
        case .results:
            temporary = FileSet.unguessable(beside: target)
            // Set before the file exists, so that a signal cannot leave it behind.
            Interruption.removeAtEnd(temporary, in: slot)
            file = try Self.removing(temporary, slot) { () throws(SystemError) in
                try Descriptor.open(temporary, .createNew(permissions: before ?? 0o666))
            }
        case .notes:
            temporary = FileSet.hidden(beside: target)
            file = try Descriptor.claim(temporary, permissions: before ?? 0o666)
            // Set only now, because until now the file could be that of another run.
            Interruption.removeAtEnd(temporary, in: slot)
        }
        self.temporary = temporary
        // Restore the permissions that the umask removed.
        guard let before else { return }
        let file = file
        _ = try Self.removing(temporary, slot) { () throws(SystemError) in try file.allow(before) }
    }

    private static func removing<Result>(
        _ temporary: String, _ slot: Interruption.Slot, unless body: () throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            System.remove(temporary)
            Interruption.removeAtEnd(nil, in: slot)
            throw error
        }
    }

    /// Renames all of the files, in this order, or none of them.
    static func finish(_ files: [Replacement]) throws(Diagnostic) {
        let written = files.compactMap { file in file.temporary.map { (path: file.path, temporary: $0) } }
        do throws(Diagnostic) {
            for file in files where file.slot == .notes { try file.flush() }
            try FileSet.replace(written)
        } catch {
            for file in files { file.discard() }
            throw error
        }
        for file in files { Interruption.removeAtEnd(nil, in: file.slot) }
    }

    /// Waits until the file is stored. Without that, some file systems report a failure only when the file is closed.
    private func flush() throws(Diagnostic) {
        do throws(SystemError) {
            try file.flush()
        } catch {
            throw .cannotWrite(path, error)
        }
    }

    /// Discards the file, and leaves the previous one.
    func discard() {
        if let temporary { System.remove(temporary) }
        Interruption.removeAtEnd(nil, in: slot)
    }

    /// Keeps the file as it is if a signal ends the program.
    func keepAtEnd() {
        if temporary != nil { Interruption.keepAtEnd(as: path) }
    }
}

extension SystemError {
    /// Another process holds the lock.
    static let isClaimed = SystemError(code: EWOULDBLOCK)
}

extension Descriptor {
    /// Opens a file that only one process may have open at a time, and truncates it. The lock ends with the process.
    ///
    /// On file systems without locks, nothing is locked.
    fileprivate static func claim(_ path: String, permissions: UInt32) throws(SystemError) -> Descriptor {
        while true {
            let file = try open(path, .createOrKeep(permissions: permissions))
            do throws(SystemError) {
                if try file.isClaimed(path) {
                    guard ftruncate(file.number, 0) == 0 else { throw .last }
                    return file
                }
            } catch {
                try? file.close()
                throw error
            }
            try? file.close()
        }
    }

    /// Locks a file. Returns false if the file was renamed or removed meanwhile by the process that had it.
    private func isClaimed(_ path: String) throws(SystemError) -> Bool {
        while flock(number, LOCK_EX | LOCK_NB) != 0 {
            let error = SystemError.last
            if error.isAboutLocks { break }
            guard error.code == EINTR else { throw error }
        }
        guard let information else { throw .last }
        // The owner of the file could change it later.
        guard information.st_uid == geteuid() else { throw SystemError(code: EPERM) }
        return System.FileIdentity(self) == System.FileIdentity(path: path)
    }

    fileprivate func allow(_ permissions: UInt32) throws(SystemError) {
        guard fchmod(number, mode_t(permissions)) == 0 else { throw .last }
    }
}

extension System {
    /// Returns the path without links to which a path leads, whether or not the file exists.
    ///
    /// - Throws: an error if the links form a cycle, or may not be followed.
    static func target(of path: String) throws(SystemError) -> String {
        var path = path
        // The limit is that of Linux.
        for _ in 0..<40 {
            guard information(of: path) == nil else { return resolved(path) }
            let error = SystemError.last
            guard error.isMissing else { throw error }
            guard let next = link(at: path) else { return path }
            path = next.hasPrefix("/") ? next : folder(of: path) + "/" + next
        }
        throw .tooManyLinks
    }

    /// Returns a path without links, if the file exists.
    private static func resolved(_ path: String) -> String {
        unsafe path.withPath { path in
            guard let found = unsafe realpath(path, nil) else { return nil }
            defer { unsafe free(found) }
            return unsafe String(system: found)
        } ?? path
    }

    /// Returns the target of a link; nil if the path is not a link.
    private static func link(at path: String) -> String? {
        var text = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = unsafe path.withPath { unsafe readlink($0, &text, text.count - 1) }
        return count > 0 ? unsafe String(system: text) : nil
    }

    /// Returns the reason why a file cannot be written to; nil if it can, or does not exist yet.
    fileprivate static func writeError(_ path: String) -> SystemError? {
        guard unsafe path.withPath({ unsafe access($0, W_OK) }) != 0 else { return nil }
        let error = SystemError.last
        return error.isMissing ? nil : error
    }
}

extension SystemError {
    fileprivate static let tooManyLinks = SystemError(code: ELOOP)
}
