import AttributionBytes

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the program asks of the system besides files.
enum System {
    /// A closed pipe and a file that may not grow shall be errors that a write returns, not signals that end the program.
    static func ignoreWriteSignals() {
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
    }

    /// Takes the numbers of standard streams that the caller closed, so that no file opened later gets one of them and
    /// with it the results or messages. Reading and writing them fails, as it would have.
    static func reserveStandardDescriptors() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) == -1 {
            // The lowest free number is the one that is wanted.
            _ = unsafe open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
        }
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

    /// The arguments of the program, without its own name.
    static var arguments: [String] {
        let count = max(0, Int(CommandLine.argc) - 1)
        return (0..<count).compactMap { place in
            guard let argument = unsafe CommandLine.unsafeArgv[place + 1] else { return nil }
            return unsafe String(system: argument)
        }
    }

    static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(system: value)
    }

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
        _ = unsafe path.withPath { unsafe unlink($0) }
    }

    static func rename(_ old: String, to new: String) throws(SystemError) {
        #if canImport(Glibc)
            let result = unsafe old.withPath { old in unsafe new.withPath { unsafe Glibc.rename(old, $0) } }
        #elseif canImport(Musl)
            let result = unsafe old.withPath { old in unsafe new.withPath { unsafe Musl.rename(old, $0) } }
        #elseif canImport(Darwin)
            let result = unsafe old.withPath { old in unsafe new.withPath { unsafe Darwin.rename(old, $0) } }
        #endif
        guard result == 0 else { throw .last }
    }

    /// Whether a path names something, be it a link to nothing.
    static func exists(_ path: String) -> Bool {
        var information = stat()
        return unsafe path.withPath { unsafe lstat($0, &information) } == 0
    }

    /// Who may do what with a file; nil where there is none.
    static func permissions(of path: String) -> UInt32? {
        var information = stat()
        guard unsafe path.withPath({ unsafe stat($0, &information) }) == 0 else { return nil }
        return UInt32(information.st_mode) & 0o777
    }

    /// Which regular file something is; devices and pipes have none, since what is written to them is not read back.
    struct FileIdentity: Equatable {
        fileprivate let device: dev_t
        fileprivate let node: ino_t
        /// The name in the folder that the rest stands for, where the file is still to be made.
        fileprivate var name = ""

        /// The file that a path would be written to, be it there or not.
        init?(target path: String) {
            guard let path = try? System.target(of: path) else { return nil }
            if let there = FileIdentity(path: path) {
                self = there
                return
            }
            var information = stat()
            let folder = System.folder(of: path)
            guard !System.exists(path), unsafe folder.withPath({ unsafe stat($0, &information) }) == 0 else {
                return nil
            }
            device = information.st_dev
            node = information.st_ino
            name = path.split(separator: "/").last.map(String.init) ?? ""
        }

        init?(path: String) {
            var information = stat()
            guard unsafe path.withPath({ unsafe stat($0, &information) }) == 0 else { return nil }
            self.init(information)
        }

        init?(_ descriptor: Descriptor) {
            var information = stat()
            guard unsafe fstat(descriptor.number, &information) == 0 else { return nil }
            self.init(information)
        }

        private init?(_ information: stat) {
            guard information.st_mode & S_IFMT == S_IFREG else { return nil }
            device = information.st_dev
            node = information.st_ino
        }
    }

    /// Whether a path is a regular file that any user may read.
    static func isReadableByAll(_ path: String) -> Bool {
        var information = stat()
        guard path != "-", unsafe path.withPath({ unsafe stat($0, &information) }) == 0 else { return false }
        return information.st_mode & S_IFMT == S_IFREG && information.st_mode & S_IROTH != 0
    }

    static func isDirectory(_ path: String) -> Bool {
        var information = stat()
        return unsafe path.withPath { unsafe stat($0, &information) } == 0 && information.st_mode & S_IFMT == S_IFDIR
    }

    /// The names in a folder, sorted, without those that begin with a dot.
    static func names(in folder: String) throws(SystemError) -> [String] {
        guard let stream = unsafe folder.withPath({ unsafe opendir($0) }) else { throw .last }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(system: $0) }
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

extension String {
    /// Text of the system: an argument, a variable, the name of a file, whatever bytes are in it.
    @unsafe
    init(system text: UnsafePointer<CChar>) {
        var count = 0
        while unsafe text[count] != 0 { count += 1 }
        self = unsafe SystemText.text(of: UnsafeRawBufferPointer(start: text, count: count))
    }

    /// The path as the system takes it.
    func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        let bytes = SystemText.bytes(of: self).map { CChar(bitPattern: $0) } + [0]
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("a path has an end") }
            return unsafe body(base)
        }
    }
}
