import AttributionECDSA

/// Files of one folder that belong together, such as the halves of a key pair: all are made, or none.
///
/// Each is first written whole under a name that nobody can guess. Under a lock on the folder they then get their own names,
/// and should one not, those before it get back what was there. So runs at the same time leave the files of one of
/// them, and never a mixture.
struct FileSet {
    struct File {
        let path: String
        let contents: SecretBytes
        /// Readable by the owner alone.
        let isSecret: Bool
    }

    /// A file on its way.
    private struct Staged {
        let path: String
        let temporary: String
        /// Another name of the file that was there.
        var backup: String?
        var isInPlace = false
    }

    private var staged: [Staged] = []

    /// - Parameter replaces: whether files that exist are replaced. Each is the old or the new one at any time.
    static func write(_ files: [File], replaces: Bool) throws(Diagnostic) {
        guard let first = files.first else { return }
        try check(files, replaces)
        var set = FileSet()
        defer { set.removeTemporaries() }
        for file in files { try set.stage(file) }
        let lock = try lock(System.folder(of: first.path))
        try System.uninterrupted { () throws(Diagnostic) in
            // Another run may have come between.
            try check(files, replaces)
            try set.put(replaces: replaces)
        }
        _ = consume lock
    }

    private static func check(_ files: [File], _ replaces: Bool) throws(Diagnostic) {
        for file in files {
            if replaces {
                // Nothing but a file can be replaced by one.
                guard System.isDirectory(file.path) else { continue }
                throw .trouble("cannot replace \(file.path): \(SystemError.isADirectory.words)")
            }
            guard System.exists(file.path) else { continue }
            throw .trouble("\(file.path) exists already", hint: "pass --force to replace it")
        }
    }

    private static func lock(_ folder: String) throws(Diagnostic) -> FolderLock {
        do throws(SystemError) {
            return try FolderLock(folder)
        } catch {
            throw .trouble("cannot lock the folder \(folder): \(error.words)")
        }
    }

    /// Writes a file under a name of its own.
    private mutating func stage(_ file: File) throws(Diagnostic) {
        let temporary = Self.unguessable(beside: file.path)
        do throws(SystemError) {
            let descriptor = try Descriptor.open(
                temporary, .createNew(permissions: file.isSecret ? 0o600 : 0o644))
            staged.append(Staged(path: file.path, temporary: temporary))
            let result = unsafe file.contents.withUnsafeBytes { bytes in
                Result { () throws(SystemError) in
                    try unsafe descriptor.write(bytes)
                    try descriptor.flush()
                }
            }
            do throws(SystemError) { try result.get() } catch {
                try? descriptor.close()
                throw error
            }
            try descriptor.close()
        } catch {
            throw .trouble(
                "cannot write \(file.path): \(error.words)", hint: error.isMissing ? "make the folder first" : nil)
        }
    }

    /// Gives all files their names, or puts back what was there.
    private mutating func put(replaces: Bool) throws(Diagnostic) {
        for index in staged.indices {
            do throws(SystemError) {
                if replaces { try Self.replace(&staged[index]) } else { try Self.add(&staged[index]) }
            } catch {
                let kept = takeBack()
                throw .trouble(
                    "cannot \(replaces ? "replace" : "write") \(staged[index].path): \(error.words)",
                    hint: !kept.isEmpty
                        ? "what was there is now in " + kept.joined(separator: " and ")
                        : error.isExisting ? "pass --force to replace it" : nil)
            }
        }
    }

    /// Gives a file a name that is not taken, whoever else may want it.
    private static func add(_ file: inout Staged) throws(SystemError) {
        do throws(SystemError) {
            try System.link(file.temporary, as: file.path)
            file.isInPlace = true
            System.remove(file.temporary)
        } catch {
            guard error.isAboutLinks else { throw error }
            try System.rename(file.temporary, to: file.path)
            file.isInPlace = true
        }
    }

    private static func replace(_ file: inout Staged) throws(SystemError) {
        if System.exists(file.path) {
            let backup = unguessable(beside: file.path)
            do throws(SystemError) {
                try System.link(file.path, as: backup)
                file.backup = backup
            } catch {
                guard error.isAboutLinks else { throw error }
                try System.rename(file.path, to: backup)
                file.backup = backup
            }
        }
        try System.rename(file.temporary, to: file.path)
        file.isInPlace = true
    }

    /// Undoes what ``put()`` did, last first. Returns the names of old files that could not be put back.
    private mutating func takeBack() -> [String] {
        var kept: [String] = []
        for index in staged.indices.reversed() {
            let file = staged[index]
            guard let backup = file.backup else {
                if file.isInPlace { System.remove(file.path) }
                continue
            }
            // Where the new file never came, both names may be of the old one, and then this does nothing.
            do throws(SystemError) {
                try System.rename(backup, to: file.path)
            } catch {
                kept.append(backup)
                staged[index].backup = nil
            }
        }
        return kept
    }

    private func removeTemporaries() {
        for file in staged {
            if !file.isInPlace { System.remove(file.temporary) }
            if let backup = file.backup { System.remove(backup) }
        }
    }

    /// A hidden name in a file's folder, by 128 random bits.
    static func unguessable(beside path: String) -> String {
        let bits = [UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max)]
        return System.folder(of: path) + "/.aak-" + bits.map { String($0, radix: 36) }.joined()
    }
}
