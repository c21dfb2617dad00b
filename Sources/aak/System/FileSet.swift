import AttributionECDSA

/// Files of one folder that belong together, such as the two files of a key pair. Either all of them are written, or
/// none.
///
/// Each file is first written completely under an unguessable name. Then all of them are renamed under a lock on the
/// folder. If one cannot be renamed, the previous files are restored. Concurrent runs therefore leave the files of
/// one run, and never a mixture.
struct FileSet {
    struct File {
        let path: String
        let contents: SecretBytes
        /// Whether only the owner may read the file.
        let isSecret: Bool
    }

    /// A file that has been written under its temporary name.
    private struct Staged {
        let path: String
        let temporary: String
        /// A second name of the file that existed before.
        var backup: String?
        var isInPlace = false
    }

    private var staged: [Staged] = []
    private var keepsBackups = true

    /// - Parameter replaces: whether to replace existing files. At any time, each file is either the old or the new
    ///   one.
    static func write(_ files: [File], replaces: Bool) throws(Diagnostic) {
        guard let first = files.first else { return }
        try check(files, replaces)
        var set = FileSet()
        defer { set.removeTemporaries() }
        for file in files { try set.stage(file) }
        let folder = System.folder(of: first.path)
        let lock = try attempting("lock the folder \(folder)") { () throws(SystemError) in try FolderLock(folder) }
        try System.uninterrupted { () throws(Diagnostic) in
            // Another run may have created the files in the meantime.
            try check(files, replaces)
            try set.put(replaces: replaces)
        }
        _ = consume lock
    }

    /// Renames temporary files in this order: all of them, or none. They may be in several folders.
    static func replace(_ files: [(path: String, temporary: String)]) throws(Diagnostic) {
        var set = FileSet()
        set.staged = files.map { Staged(path: $0.path, temporary: $0.temporary) }
        // A single file never has to be restored.
        set.keepsBackups = files.count > 1
        defer { set.removeTemporaries() }
        try System.uninterrupted { () throws(Diagnostic) in try set.put(replaces: true) }
    }

    private static func check(_ files: [File], _ replaces: Bool) throws(Diagnostic) {
        for file in files {
            if replaces {
                // A file can replace only another file.
                guard System.isDirectory(file.path) else { continue }
                throw .trouble("cannot replace \(file.path): \(SystemError.isADirectory.words)")
            }
            guard System.exists(file.path) else { continue }
            throw .trouble("\(file.path) exists already", hint: "pass --force to replace it")
        }
    }

    /// Writes a file under a temporary name.
    private mutating func stage(_ file: File) throws(Diagnostic) {
        let temporary = Self.unguessable(beside: file.path)
        do throws(SystemError) {
            let descriptor = try Descriptor.open(
                temporary, .createNew(permissions: file.isSecret ? 0o600 : 0o644))
            staged.append(Staged(path: file.path, temporary: temporary))
            let result = unsafe file.contents.withBytes { bytes in
                Result { () throws(SystemError) in
                    try descriptor.write(bytes)
                    try descriptor.flush()
                }
            }
            do throws(SystemError) { try result.get() } catch {
                try? descriptor.close()
                throw error
            }
            try descriptor.close()
        } catch {
            throw .cannotWrite(file.path, error)
        }
    }

    /// Renames all files, or restores the previous ones.
    private mutating func put(replaces: Bool) throws(Diagnostic) {
        for index in staged.indices {
            do throws(SystemError) {
                if replaces { try replace(index) } else { try Self.add(&staged[index]) }
            } catch {
                let kept = takeBack()
                throw .trouble(
                    "cannot \(replaces ? "replace" : "write") \(staged[index].path): \(error.words)",
                    hint: !kept.isEmpty
                        ? "the old content is now in " + kept.joined(separator: " and ")
                        : error.isExisting ? "pass --force to replace it" : nil)
            }
        }
    }

    /// Gives a file its name, and fails if another run has just taken it.
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

    private mutating func replace(_ index: Int) throws(SystemError) {
        let path = staged[index].path
        if keepsBackups, System.exists(path) {
            let backup = Self.unguessable(beside: path)
            do throws(SystemError) {
                try System.link(path, as: backup)
            } catch {
                guard error.isAboutLinks else { throw error }
                try System.rename(path, to: backup)
            }
            staged[index].backup = backup
        }
        try System.rename(staged[index].temporary, to: path)
        staged[index].isInPlace = true
    }

    /// Undoes ``put(replaces:)`` in reverse order. Returns the names of old files that could not be restored.
    private mutating func takeBack() -> [String] {
        var kept: [String] = []
        for index in staged.indices.reversed() {
            let file = staged[index]
            guard let backup = file.backup else {
                if file.isInPlace { System.remove(file.path) }
                continue
            }
            // If the new file was never renamed, both names may be those of the old file, and this has no effect.
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

    /// Returns the hidden name in a file's folder that is the same in every run.
    static func hidden(beside path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return System.folder(of: path) + "/.aak-" + name
    }

    /// Returns a hidden name in a file's folder, with 128 random bits.
    static func unguessable(beside path: String) -> String {
        let bits = [UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max)]
        return System.folder(of: path) + "/.aak-" + bits.map { String($0, radix: 36) }.joined()
    }
}
