#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the program asks of the system besides files.
enum System {
    /// A closed pipe shall be an error that a write returns, not a signal that ends the program.
    static func ignoreClosedPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    static func exit(_ status: ExitStatus) -> Never {
        #if canImport(Glibc)
            Glibc.exit(status.rawValue)
        #elseif canImport(Musl)
            Musl.exit(status.rawValue)
        #elseif canImport(Darwin)
            Darwin.exit(status.rawValue)
        #endif
    }

    static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Milliseconds since 1970.
    static var now: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Seconds of a clock that never jumps.
    static var monotonicSeconds: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }

    static func remove(_ path: String) {
        unsafe _ = unlink(path)
    }

    static func rename(_ old: String, to new: String) throws(SystemError) {
        #if canImport(Glibc)
            let result = unsafe Glibc.rename(old, new)
        #elseif canImport(Musl)
            let result = unsafe Musl.rename(old, new)
        #elseif canImport(Darwin)
            let result = unsafe Darwin.rename(old, new)
        #endif
        guard result == 0 else { throw .last }
    }

    /// Whether a path names something, be it a link to nothing.
    static func exists(_ path: String) -> Bool {
        var information = stat()
        return unsafe lstat(path, &information) == 0
    }

    /// Whether two paths name the same existing file.
    static func isSameFile(_ left: String, _ right: String) -> Bool {
        var one = stat()
        var other = stat()
        guard unsafe stat(left, &one) == 0, unsafe stat(right, &other) == 0 else { return false }
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }

    static func isDirectory(_ path: String) -> Bool {
        var information = stat()
        return unsafe stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    }

    /// The names in a folder, sorted, without those that begin with a dot.
    static func names(in folder: String) throws(SystemError) -> [String] {
        guard let stream = unsafe opendir(folder) else { throw .last }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}

/// What the program's end tells a script.
enum ExitStatus: Int32, Comparable {
    /// All inputs were good.
    case good = 0
    /// At least one input was read and found not good.
    case bad = 1
    /// Usage, a file, a key, or the output failed.
    case trouble = 2

    static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }
}
