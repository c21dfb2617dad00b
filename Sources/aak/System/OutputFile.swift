import AttributionBytes
import AttributionCommandModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file of `--output`, or of an option that replaces it.
///
/// Standard output goes to a file with an unguessable name in the same folder, which is renamed at the end, so that a
/// failed run leaves the previous file.
struct OutputFile {
    private let path: String
    /// The temporary name; nil if the path is not a regular file but, for example, a pipe, which is written to
    /// directly.
    private let temporary: String?

    private static let redirected = Locked<String?>(nil)

    /// The name of standard output in messages.
    static var name: String { redirected.withLock { $0 } ?? "standard output" }

    /// Redirects standard output. Returns nil if the invocation does not ask for that.
    ///
    /// - Parameter isSecret: whether the output may contain a private key, which only the owner may read.
    init?(_ invocation: Invocation, isSecret: Bool) throws(Diagnostic) {
        let paths = invocation.order.lazy.compactMap { given -> String? in
            guard case .option(let option, let path) = given, option.value?.kind == .writtenFile(.results) else {
                return nil
            }
            return path
        }
        guard let path = paths.first, path != "-" else { return nil }
        do throws(SystemError) {
            guard !System.isDirectory(path) else { throw SystemError.isADirectory }
            // A link is kept: its target is replaced or created, as with a shell's `>`.
            let target = try System.target(of: path)
            if System.exists(target), System.FileIdentity(path: target) == nil {
                temporary = nil
                self.path = target
                try Descriptor.output.become(Descriptor.open(target, .createOrEmpty(permissions: 0o666)))
            } else {
                // Renaming would replace a file even without permission to write to it.
                if let error = System.writeError(target) { throw error }
                let temporary = FileSet.unguessable(beside: target)
                self.temporary = temporary
                self.path = target
                // The new file has the permissions of the old one, so that nobody else can read it.
                let before = isSecret ? 0o600 : System.permissions(of: target)
                // Set before the file exists, so that a signal cannot leave it behind.
                Interruption.removeAtEnd(temporary)
                do throws(SystemError) {
                    let file = try Descriptor.open(temporary, .createNew(permissions: before ?? 0o666))
                    // Restore the permissions that the umask removed.
                    if let before { try file.allow(before) }
                    try Descriptor.output.become(file)
                } catch {
                    System.remove(temporary)
                    Interruption.removeAtEnd(nil)
                    throw error
                }
            }
        } catch {
            throw .trouble(
                "cannot write \(path): \(error.words)", hint: error.isMissing ? "make the folder first" : nil)
        }
        Self.redirected.withLock { $0 = path }
    }

    /// Renames the file if the run has results: always with status 0, with status 1 if there are any, never with
    /// status 2.
    func finish(_ status: ExitStatus) throws(Diagnostic) {
        // The output of an interrupted run is not a result.
        Interruption.passOn()
        let isEmpty = lseek(Descriptor.output.number, 0, SEEK_CUR) <= 0
        do throws(SystemError) {
            try Descriptor.output.close()
            guard let temporary else { return }
            guard status == .good || status == .bad && !isEmpty else { return discard() }
            try System.rename(temporary, to: path)
            Interruption.removeAtEnd(nil)
        } catch {
            discard()
            throw .trouble("cannot write \(Self.name): \(error.words)")
        }
    }

    /// Discards the output, and leaves the previous file.
    func discard() {
        Interruption.passOn()
        if let temporary { System.remove(temporary) }
        Interruption.removeAtEnd(nil)
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
            guard let error = statusError(path) else { return resolved(path) }
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

    /// Returns the reason why the target of a path cannot be examined; nil if it can.
    private static func statusError(_ path: String) -> SystemError? {
        var information = stat()
        return unsafe path.withPath { unsafe stat($0, &information) } == 0 ? nil : .last
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

extension Descriptor {
    fileprivate func allow(_ permissions: UInt32) throws(SystemError) {
        guard fchmod(number, mode_t(permissions)) == 0 else { throw .last }
    }

    /// Makes this descriptor refer to another open file, and closes the other descriptor.
    fileprivate func become(_ other: Descriptor) throws(SystemError) {
        guard dup2(other.number, number) >= 0 else { throw .last }
        try other.close()
    }
}
