import AttributionBase
import AttributionCommandModel

/// A file that an option names for writing.
///
/// It is written beside the file that it replaces, under a hidden name. At the end of the run all such files are renamed, or none, so that
/// a run that failed leaves what was there. Anything but a regular file, such as a pipe, is written to directly.
struct Output: Sendable {
    enum Role {
        /// The results, which otherwise go to standard output.
        case results
        /// The bad lines.
        case rejects
        /// Notes on the results.
        case notes
        /// A half of a key pair.
        case key
    }

    /// The path as given by the user.
    let name: String
    /// The file, open for writing.
    let file: Descriptor
    private let role: Role
    /// The final path, without links.
    private let path: String
    /// The hidden name; nil if the file is written to directly.
    private let temporary: String?

    /// The files of the run that have not been renamed or removed.
    private static let opened = Locked<[Output]>([])

    // MARK: - The beginning

    /// Opens a file. A link is kept: its target is replaced or created, as with a shell's `>`. Standard output goes to that of the results.
    ///
    /// - Parameter permissions: the permissions of the file; by default, those of the file that it replaces.
    static func open(_ name: String, as role: Role, permissions: UInt32? = nil) throws(Diagnostic) -> Output {
        // From now on a signal must not end the program before the hidden file is removed.
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
        // Renaming would replace a file even without permission to write to it.
        if let error = System.writeError(path) { throw error }
        // The new file has the permissions of the old one, so that nobody else can read it.
        let permissions = permissions ?? System.permissions(of: path)
        let temporary = Self.unguessable(beside: path)
        let file = try Descriptor.open(temporary, .createNew(permissions: permissions ?? 0o666))
        self.temporary = temporary
        HiddenFiles.add(temporary)
        do throws(SystemError) {
            // Restore the permissions that the umask removed.
            if let permissions { try file.allow(permissions) }
            self.file = try file.serving(role)
        } catch {
            System.remove(temporary)
            throw error
        }
    }

    /// Opens the file of `--output`, or of an option that replaces it, if there is one.
    ///
    /// - Parameter isSecret: whether the results may contain a private key, which only the owner may read.
    static func openResults(_ invocation: Invocation, isSecret: Bool) throws(Diagnostic) {
        for case .option(let option, let path, _) in invocation.order
        where option.value?.kind == .writtenFile(.results) && path != "-" {
            _ = try open(path, as: .results, permissions: isSecret ? 0o600 : nil)
        }
    }

    private static var results: Output? { opened.withLock { $0.first { $0.role == .results } } }

    static var nameOfResults: String { results?.name ?? "standard output" }

    // MARK: - The end

    /// Ends the files of a run: renames them with status 0, and with status 1 if there is a result, but never with status 2.
    static func finish(_ status: ExitStatus) throws(Diagnostic) {
        defer { FolderLock.endAll() }
        let isHeldBack = results?.temporary != nil
        // The results of an interrupted run are not results, unless they have been shown.
        guard status != .trouble, !Signals.isRequested || !isHeldBack else { return discard() }
        if status == .bad, isHeldBack, lseek(Descriptor.output.number, 0, SEEK_CUR) <= 0 {
            discard { $0 == .results || $0 == .notes }
        }
        try rename(replacing: true)
    }

    /// Renames all files, or removes all of them.
    ///
    /// - Parameter replaces: whether the files may exist already.
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

    /// Closes the file. Some file systems report only then that something was not written.
    private func close() throws(Diagnostic) {
        do throws(SystemError) {
            if role == .notes || role == .key { try file.flush() }
            try file.close()
        } catch {
            throw .cannotWrite(name, error)
        }
    }

    /// Removes the files, and leaves those that they would have replaced.
    static func discard(_ isWanted: (Role) -> Bool = { _ in true }) {
        opened.withLock { files in
            for file in files where isWanted(file.role) { file.temporary.map(System.remove) }
            files.removeAll { isWanted($0.role) }
        }
    }

    // MARK: - Hidden names

    /// Returns a hidden name in a file's folder, with 128 random bits.
    private static func unguessable(beside path: String) -> String {
        let bits = [UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max)]
        return System.folder(of: path) + "/.aak-" + bits.map { String($0, radix: 36) }.joined()
    }

    /// Renames all files in this order, or none.
    private static func rename(_ files: [Output], replacing replaces: Bool) throws(Diagnostic) {
        // Second names of the files that existed before.
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
                // A single file never has to be restored.
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

    /// Restores the files that were renamed, of which the last one was not.
    ///
    /// - Returns: the names of those that could not be restored.
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
                // Both may be names of the old file, and then renaming has no effect.
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

    /// Whether the file system or its permissions do not allow a second name for a file.
    fileprivate var isAboutLinks: Bool { [EPERM, EMLINK, ENOTSUP, EOPNOTSUPP, ENOSYS, EACCES].contains(code) }
}

extension Descriptor {
    /// Returns standard output, which then is this file, if it is for the results, or else the file itself.
    fileprivate func serving(_ role: Output.Role) throws(SystemError) -> Descriptor {
        guard role == .results else { return self }
        guard dup2(number, Descriptor.output.number) >= 0 else { throw .last }
        try close()
        return .output
    }

    fileprivate func allow(_ permissions: UInt32) throws(SystemError) {
        guard fchmod(number, mode_t(permissions)) == 0 else { throw .last }
    }

    /// Waits until the written data would survive a power failure, if the file system supports this.
    fileprivate func flush() throws(SystemError) {
        guard fsync(number) != 0 else { return }
        let error = SystemError.last
        if ![EINVAL, ENOTSUP, EROFS].contains(error.code) { throw error }
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

    /// Gives a file a second name, which must be free, or renames it where no second name is possible. Links are not followed.
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
