import AttributionBase

enum System {
    /// Makes writes to a closed pipe, or beyond a limit of the file size, return errors instead of ending the program by a signal.
    static func ignoreWriteSignals() {
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
        // If the parent process ignores SIGCHLD, the exit status of a child would be lost.
        _ = signal(SIGCHLD, SIG_DFL)
    }

    /// Opens /dev/null for each standard stream that is closed, so that no other file gets its number and then receives results or
    /// messages. Reading from or writing to such a stream still fails.
    static func reserveStandardDescriptors() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) == -1 {
            // `open` returns the lowest free descriptor, which is the missing one.
            _ = unsafe open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    static func exit(_ status: ExitStatus) -> Never { systemExit(status.rawValue) }

    /// The arguments of the program, without its name.
    static var arguments: [String] {
        let count = max(0, Int(CommandLine.argc) - 1)
        return (0..<count).compactMap { index in
            guard let argument = unsafe CommandLine.unsafeArgv[index + 1] else { return nil }
            return unsafe String(system: argument)
        }
    }

    static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(system: value)
    }

    /// Returns how far local time is ahead of UTC at a given time, in minutes, according to `TZ` or the settings of the system.
    ///
    /// - Parameter seconds: The time since 1970.
    static func localOffset(at seconds: Int64) -> Int64? {
        var time = time_t(seconds)
        var parts = unsafe tm()
        // POSIX does not require `localtime_r` to read the settings.
        tzset()
        guard unsafe localtime_r(&time, &parts) != nil else { return nil }
        return unsafe Int64(parts.tm_gmtoff) / 60
    }

    /// The time of a monotonic clock, in seconds.
    static var monotonicSeconds: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }

    static func remove(_ path: String) {
        _ = unsafe path.withPath { unsafe unlink($0) }
    }

    static func rename(_ old: String, to new: String) throws(SystemError) {
        let result = unsafe old.withPath { old in unsafe new.withPath { unsafe systemRename(old, $0) } }
        guard result == 0 else { throw .last }
    }

    /// Returns whether a path exists. A dangling link exists too.
    static func exists(_ path: String) -> Bool {
        var information = stat()
        return unsafe path.withPath { unsafe lstat($0, &information) } == 0
    }

    /// Returns the attributes of a file, or of the target of a link; nil if the system fails to return them, with the reason in `errno`.
    static func information(of path: String) -> stat? {
        var information = stat()
        return unsafe path.withPath { unsafe stat($0, &information) } == 0 ? information : nil
    }

    /// Returns the permissions of a file; nil if it does not exist.
    static func permissions(of path: String) -> UInt32? {
        guard let information = information(of: path) else { return nil }
        return UInt32(information.st_mode) & 0o777
    }

    /// Returns whether a path names a regular file that all users may read.
    static func isReadableByAll(_ path: String) -> Bool {
        guard path != "-", isRegular(path), let permissions = permissions(of: path) else { return false }
        return permissions & UInt32(S_IROTH) != 0
    }

    static func isDirectory(_ path: String) -> Bool {
        information(of: path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    static func isRegular(_ path: String) -> Bool {
        information(of: path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
    }

    static func path(of name: String, in folder: String) -> String {
        folder + (folder.hasSuffix("/") ? "" : "/") + name
    }

    /// Returns the names in a folder, sorted, except hidden ones.
    static func names(in folder: String) throws(Diagnostic) -> [String] {
        try attempting("read the folder \(folder.concealed)") { () throws(SystemError) in
            guard let stream = unsafe folder.withPath({ unsafe opendir($0) }) else { throw SystemError.last }
            defer { unsafe closedir(stream) }
            var names: [String] = []
            while true {
                // `readdir` returns nil both at the end and if it fails.
                errno = 0
                guard let entry = unsafe readdir(stream) else {
                    guard errno == 0 else { throw SystemError.last }
                    return names.inOrder()
                }
                let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                    unsafe $0.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(system: $0) }
                }
                if !name.hasPrefix(".") { names.append(name) }
            }
        }
    }
}

// Inside the type, its methods hide the functions of the same names.
private func systemExit(_ status: Int32) -> Never { exit(status) }

private func systemRename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 { unsafe rename(old, new) }

enum ExitStatus: Int32, Comparable {
    /// All inputs were good.
    case good = 0
    /// At least one input was read and found not good.
    case bad = 1
    /// Something other than an input failed: the usage, a file, a key, or the output.
    case trouble = 2

    static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }
}

extension String {
    /// Creates a string from any bytes of the system, such as an argument, an environment variable or a file name.
    @unsafe
    init(system text: UnsafePointer<CChar>) {
        var count = 0
        while unsafe text[count] != 0 { count += 1 }
        self = unsafe SystemText.text(of: ByteView(start: text, count: count))
    }

    /// Calls `body` with the path as a C string.
    func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        let bytes = SystemText.bytes(of: self).map { CChar(bitPattern: $0) } + [0]
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("a path has an end") }
            return unsafe body(base)
        }
    }
}
