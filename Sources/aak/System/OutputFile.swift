import Bytes
import CommandModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file of `--output`, or of an option that says what is written to it instead.
///
/// Standard output goes to a file of an unguessable name beside it, which gets its name at the end, so that a run that failed
/// leaves what was there.
struct OutputFile {
    private let path: String
    /// Nil where the path is no regular file, such as a pipe, which is written to at once.
    private let temporary: String?

    private static let redirected = Locked<String?>(nil)

    /// What standard output is called in messages.
    static var name: String { redirected.withLock { $0 } ?? "standard output" }

    /// Redirects standard output; nil where the invocation does not ask for that.
    init?(_ invocation: Invocation) throws(Diagnostic) {
        let name = ["count-crowd", "output"].first { invocation.declaredOption($0) != nil && invocation.flag($0) }
        // The value of another kind is no file but a prefix.
        guard let name, invocation.declaredOption(name)?.value?.placeholder == "FILE",
            let path = invocation.value(name), path != "-"
        else { return nil }
        guard !path.isEmpty else { throw invocation.usage("\"--\(name)\" is empty, want a file") }
        let isSecret =
            invocation.path.names.contains("key") && ["private", "jwk", "pem", "der"].contains(invocation.command.name)
        do throws(SystemError) {
            guard !System.isDirectory(path) else { throw SystemError.isADirectory }
            // A link stays one: what it names is replaced.
            let target = System.resolved(path)
            if System.exists(target), System.FileIdentity(path: target) == nil {
                temporary = nil
                self.path = target
                try Descriptor.output.become(Descriptor.open(target, .createOrEmpty(permissions: 0o666)))
            } else {
                let temporary = FileSet.unguessable(beside: target)
                self.temporary = temporary
                self.path = target
                // Whoever may not read what is replaced may not read what replaces it.
                let before = isSecret ? 0o600 : System.permissions(of: target)
                let file = try Descriptor.open(temporary, .createNew(permissions: before ?? 0o666))
                Interruption.removeAtEnd(temporary)
                do throws(SystemError) {
                    // What the mask of the process took away.
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

    /// Gives the file its name where the run came to results: always with status 0, with 1 if there are any, never with 2.
    func finish(_ status: ExitStatus) throws(Diagnostic) {
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

    /// Leaves what was there.
    func discard() {
        if let temporary { System.remove(temporary) }
        Interruption.removeAtEnd(nil)
    }
}

extension System {
    /// A path without links, where it names something.
    static func resolved(_ path: String) -> String {
        unsafe path.withPath { path in
            guard let found = unsafe realpath(path, nil) else { return nil }
            defer { unsafe free(found) }
            return unsafe String(system: found)
        } ?? path
    }
}

extension Descriptor {
    fileprivate func allow(_ permissions: UInt32) throws(SystemError) {
        guard fchmod(number, mode_t(permissions)) == 0 else { throw .last }
    }

    /// Makes this number stand for another open file, which gives up its own.
    fileprivate func become(_ other: Descriptor) throws(SystemError) {
        guard dup2(other.number, number) >= 0 else { throw .last }
        try other.close()
    }
}
