import AttributionBytes
import AttributionCommandModel

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
    ///
    /// - Parameter isSecret: whether a private key may be written, which nobody else shall read.
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
            // A link stays one: what it names is replaced, or made where it is not there yet, as by a shell's `>`.
            let target = try System.target(of: path)
            if System.exists(target), System.FileIdentity(path: target) == nil {
                temporary = nil
                self.path = target
                try Descriptor.output.become(Descriptor.open(target, .createOrEmpty(permissions: 0o666)))
            } else {
                // Renaming asks nobody, and would replace what may not be written to.
                if let error = System.writeError(target) { throw error }
                let temporary = FileSet.unguessable(beside: target)
                self.temporary = temporary
                self.path = target
                // Whoever may not read what is replaced may not read what replaces it.
                let before = isSecret ? 0o600 : System.permissions(of: target)
                // Before it is there, so that a signal finds no file that nobody removes.
                Interruption.removeAtEnd(temporary)
                do throws(SystemError) {
                    let file = try Descriptor.open(temporary, .createNew(permissions: before ?? 0o666))
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
        // What a signal cut off is no result.
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

    /// Leaves what was there.
    func discard() {
        Interruption.passOn()
        if let temporary { System.remove(temporary) }
        Interruption.removeAtEnd(nil)
    }
}

extension System {
    /// Where a path leads that is to be written to: without links, be the file there or still to be made.
    ///
    /// - Throws: where links lead in a circle, or may not be followed.
    static func target(of path: String) throws(SystemError) -> String {
        var path = path
        // As many links as Linux follows.
        for _ in 0..<40 {
            guard let error = statusError(path) else { return resolved(path) }
            guard error.isMissing else { throw error }
            guard let next = link(at: path) else { return path }
            path = next.hasPrefix("/") ? next : folder(of: path) + "/" + next
        }
        throw .tooManyLinks
    }

    /// A path without links, where it names something.
    private static func resolved(_ path: String) -> String {
        unsafe path.withPath { path in
            guard let found = unsafe realpath(path, nil) else { return nil }
            defer { unsafe free(found) }
            return unsafe String(system: found)
        } ?? path
    }

    /// Why what a path names, links followed, cannot be looked at; nil where it can.
    private static func statusError(_ path: String) -> SystemError? {
        var information = stat()
        return unsafe path.withPath { unsafe stat($0, &information) } == 0 ? nil : .last
    }

    /// What a link names; nil for what is none.
    private static func link(at path: String) -> String? {
        var text = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = unsafe path.withPath { unsafe readlink($0, &text, text.count - 1) }
        return count > 0 ? unsafe String(system: text) : nil
    }

    /// Why a file may not be written to; nil for one that may, and for one that is still to be made.
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

    /// Makes this number stand for another open file, which gives up its own.
    fileprivate func become(_ other: Descriptor) throws(SystemError) {
        guard dup2(other.number, number) >= 0 else { throw .last }
        try other.close()
    }
}
