import AttributionBase
import AttributionCommandModel

/// A file that an option names for writing.
///
/// It is written under a hidden name next to the file that it replaces. At the end of the run, either all such files are renamed or none,
/// so that a failed run leaves the old files alone. Anything but a regular file, such as a pipe, is written to directly.
struct Output: Sendable {
    enum Role {
        /// The results, which otherwise are written to standard output.
        case results
        /// The rejected lines.
        case rejects
        /// Notes on the results.
        case notes
        /// One half of a key pair.
        case key
    }

    /// The path as given by the user.
    let name: String
    /// The file, open for writing.
    let file: Descriptor
    private let role: Role
    /// The final path, with links resolved.
    private let path: String
    /// The path under which the file is written; nil if it is written to directly.
    private let temporary: String?

    /// The files of this run that were neither renamed nor removed yet.
    private static let opened = Locked<[Output]>([])

    // MARK: - The beginning

    /// Opens a file. If the path is a link, the link is kept and its target is replaced or created, as by a shell's `>`. A file for the
    /// results replaces standard output.
    ///
    /// - Parameter permissions: The permissions of the file; by default, those of the file that it replaces.
    static func open(_ name: String, as role: Role, permissions: UInt32? = nil) throws(Diagnostic) -> Output {
        // A signal must no longer end the program before the hidden file is removed.
        Signals.watch()
        do throws(SystemError) {
            let output = try Output(name, role, permissions)
            opened.withLock { $0.append(output) }
            return output
        } catch {
            throw .cannotWrite(name, error)
        }
    }

    private init(_ name: String, _ role: Role, _ permissions: UInt32?) throws(SystemError) {
        guard !System.isDirectory(name) else { throw .isADirectory }
        (self.name, self.role) = (name, role)
        path = try System.target(of: name)
        guard !System.exists(path) || System.isRegular(path) else {
            temporary = nil
            file = try Descriptor.open(path, .createOrEmpty(permissions: 0o666)).serving(role)
            return
        }
        // Renaming does not need write permission for the file that it replaces, so check that.
        if let error = System.writeError(path) { throw error }
        // Keep the permissions of the old file, so that nobody else can read the new one.
        let permissions = permissions ?? System.permissions(of: path)
        let temporary = Self.unguessable(beside: path)
        let file = try Descriptor.open(temporary, .createNew(permissions: permissions ?? 0o666))
        self.temporary = temporary
        HiddenFiles.add(temporary)
        do throws(SystemError) {
            // The umask may have removed some of the permissions.
            if let permissions { try file.allow(permissions) }
            self.file = try file.serving(role)
        } catch {
            System.remove(temporary)
            throw error
        }
    }

    /// Opens the file of `--output`, or of an option that takes its place, if one is given.
    ///
    /// - Parameter isSecret: Whether the results may contain a private key. Then only the owner may read the file.
    static func openResults(_ invocation: Invocation, isSecret: Bool) throws(Diagnostic) {
        for case .option(let option, let path, _) in invocation.order
        where option.value?.kind == .writtenFile(.results) && path != "-" {
            _ = try open(path, as: .results, permissions: isSecret ? 0o600 : nil)
        }
    }

    private static var results: Output? { opened.withLock { $0.first { $0.role == .results } } }

    static var nameOfResults: String { results?.name ?? "standard output" }

    // MARK: - The end

    /// Finishes the files of a run. They are renamed with status 0, and with status 1 if there are results, but never with status 2.
    static func finish(_ status: ExitStatus) throws(Diagnostic) {
        defer { FolderLock.endAll() }
        let isHeldBack = results?.temporary != nil
        // An interrupted run has no results, unless they were written directly and cannot be withdrawn.
        guard status != .trouble, !Signals.isRequested || !isHeldBack else { return discard() }
        if status == .bad, isHeldBack, lseek(Descriptor.output.number, 0, SEEK_CUR) <= 0 {
            discard { $0 == .results || $0 == .notes }
        }
        try rename(replacing: true)
    }

    /// Renames all files. If one of them fails, all are removed.
    ///
    /// - Parameter replaces: Whether the files may exist already.
    static func rename(replacing replaces: Bool) throws(Diagnostic) {
        let files = opened.withLock { $0 }
        do throws(Diagnostic) {
            for file in files { try file.close() }
            try rename(files.filter { $0.temporary != nil }, replacing: replaces)
            opened.withLock { $0.removeAll() }
        } catch {
            discard()
            throw error
        }
    }

    /// Closes the file. Some file systems report a failed write only at this point.
    private func close() throws(Diagnostic) {
        do throws(SystemError) {
            if role == .notes || role == .key { try file.flush() }
            try file.close()
        } catch {
            throw .cannotWrite(name, error)
        }
    }

    /// Removes the files of this run. Those that they would have replaced stay.
    static func discard(_ isWanted: (Role) -> Bool = { _ in true }) {
        opened.withLock { files in
            for file in files where isWanted(file.role) { file.temporary.map(System.remove) }
            files.removeAll { isWanted($0.role) }
        }
    }

    // MARK: - Hidden names

    /// Returns a hidden name with 128 random bits, in the same folder.
    private static func unguessable(beside path: String) -> String {
        let bits = [UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max)]
        return System.folder(of: path) + "/.aak-" + bits.map { String($0, radix: 36) }.joined()
    }

    /// Renames all files in the given order, or none of them.
    private static func rename(_ files: [Output], replacing replaces: Bool) throws(Diagnostic) {
        // Additional names for the old files, under which they can be restored.
        var backups: [String?] = []
        for file in files {
            guard let temporary = file.temporary else { continue }
            let path = file.path
            backups.append(nil)
            do throws(SystemError) {
                if !replaces {
                    try System.addName(path, to: temporary)
                    continue
                }
                // A single file never needs to be restored.
                if files.count > 1, System.exists(path) {
                    let backup = unguessable(beside: path)
                    try System.addName(backup, to: path)
                    backups[backups.count - 1] = backup
                }
                try System.rename(temporary, to: path)
            } catch {
                let kept = restore(zip(files.map(\.path), backups))
                throw .trouble(
                    "cannot \(replaces ? "replace" : "write") \(file.name): \(error.words)",
                    hint: kept.isEmpty ? nil : "the old content is now in " + kept.joined(separator: " and "))
            }
        }
        for path in backups { path.map(System.remove) }
        if !replaces { discard() }
    }

    /// Restores the old files after renaming the last of these files failed.
    ///
    /// - Returns: The backups that could not be restored.
    private static func restore(_ files: some Sequence<(String, String?)>) -> [String] {
        var kept: [String] = []
        var isRenamed = false
        for (path, backup) in files.reversed() {
            defer { isRenamed = true }
            guard let backup else {
                if isRenamed { System.remove(path) }
                continue
            }
            do throws(SystemError) {
                try System.rename(backup, to: path)
                // If both are names of the same file, renaming has no effect, and the backup is still there.
                System.remove(backup)
            } catch {
                kept.append(backup)
            }
        }
        return kept
    }
}

extension Diagnostic {
    static func cannotWrite(_ path: String, _ error: SystemError) -> Diagnostic {
        .trouble("cannot write to \(path): \(error.words)", hint: error.isMissing ? "create the folder first" : nil)
    }
}

extension SystemError {
    fileprivate static let tooManyLinks = SystemError(code: ELOOP)

    /// Whether the error means that a file cannot have a second name, because of the file system or of permissions.
    fileprivate var isAboutLinks: Bool { [EPERM, EMLINK, ENOTSUP, EOPNOTSUPP, ENOSYS, EACCES].contains(code) }
}

extension Descriptor {
    /// For the results, redirects standard output to this file and returns it. Otherwise, returns the file itself.
    fileprivate func serving(_ role: Output.Role) throws(SystemError) -> Descriptor {
        guard role == .results else { return self }
        guard dup2(number, Descriptor.output.number) >= 0 else { throw .last }
        try close()
        return .output
    }

    fileprivate func allow(_ permissions: UInt32) throws(SystemError) {
        guard fchmod(number, mode_t(permissions)) == 0 else { throw .last }
    }

    /// Waits until the written data would survive a power failure, if the file system supports that.
    fileprivate func flush() throws(SystemError) {
        guard fsync(number) != 0 else { return }
        let error = SystemError.last
        if ![EINVAL, ENOTSUP, EROFS].contains(error.code) { throw error }
    }
}

extension System {
    /// Returns a path with all links resolved. The file need not exist.
    ///
    /// - Throws: An error if the links form a cycle, or may not be followed.
    static func target(of path: String) throws(SystemError) -> String {
        var path = path
        // Linux has the same limit.
        for _ in 0..<40 {
            guard information(of: path) == nil else { return resolved(path) }
            let error = SystemError.last
            guard error.isMissing else { throw error }
            guard let next = link(at: path) else { return path }
            path = next.hasPrefix("/") ? next : folder(of: path) + "/" + next
        }
        throw .tooManyLinks
    }

    /// Returns a path with all links resolved, if the file exists.
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

    /// Gives a file a second name, which must not exist yet. Where hard links are not possible, it renames the file instead. Links are not
    /// followed.
    fileprivate static func addName(_ name: String, to path: String) throws(SystemError) {
        let result = unsafe path.withPath { path in
            unsafe name.withPath { unsafe linkat(AT_FDCWD, path, AT_FDCWD, $0, 0) }
        }
        guard result != 0 else { return }
        let error = SystemError.last
        guard error.isAboutLinks else { throw error }
        try rename(path, to: name)
    }
}
