#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A failed call to the system, in words.
struct SystemError: Error, Equatable {
    let code: Int32

    static var last: SystemError { SystemError(code: errno) }

    /// Whether nobody reads the other end of a pipe any more.
    var isClosedPipe: Bool { code == EPIPE }
    var isMissing: Bool { code == ENOENT }
    var isExisting: Bool { code == EEXIST }

    /// `No space left on device` and the like, in lower case like all our messages.
    var words: String {
        let text = unsafe String(cString: strerror(code))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}

/// An open file.
struct Descriptor {
    let number: Int32

    static let input = Descriptor(number: 0)
    static let output = Descriptor(number: 1)
    static let diagnostics = Descriptor(number: 2)

    enum Mode {
        case read
        /// A new file that must not exist yet.
        case createNew(permissions: UInt32)
        /// A file that is emptied if it exists.
        case createOrEmpty(permissions: UInt32)
    }

    static func open(_ path: String, _ mode: Mode) throws(SystemError) -> Descriptor {
        let number: Int32
        switch mode {
        case .read:
            number = retrying { unsafe path.withPath { unsafe systemOpen($0, O_RDONLY | O_CLOEXEC) } }
        case .createNew(let permissions):
            number = retrying {
                unsafe path.withPath {
                    unsafe systemOpen($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(permissions))
                }
            }
        case .createOrEmpty(let permissions):
            number = retrying {
                unsafe path.withPath {
                    unsafe systemOpen($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode_t(permissions))
                }
            }
        }
        guard number >= 0 else { throw .last }
        return Descriptor(number: number)
    }

    func close() throws(SystemError) {
        guard systemClose(number) == 0 else { throw .last }
    }

    /// Reads what is there, up to the buffer's size; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        let count = retrying { unsafe systemRead(number, buffer.baseAddress, buffer.count) }
        guard count >= 0 else { throw .last }
        return count
    }

    /// Writes all bytes, or throws after writing some.
    func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = unsafe bytes
        while let base = rest.baseAddress, unsafe !rest.isEmpty {
            let count = retrying { unsafe systemWrite(number, base, rest.count) }
            guard count >= 0 else { throw .last }
            unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Writes whole lines. If the disk is full in the middle of one, what was written of it is taken back where that is
    /// possible, so that nobody takes half a line for a whole one.
    func write(lines bytes: UnsafeRawBufferPointer) throws(SystemError) {
        let error = WriteGuard.whole { unsafe writeGuarded(lines: bytes) }
        if let error { throw error }
    }

    private func writeGuarded(lines bytes: UnsafeRawBufferPointer) -> SystemError? {
        var written = 0
        while written < bytes.count, let base = bytes.baseAddress {
            let count = retrying { unsafe systemWrite(number, base + written, bytes.count - written) }
            guard count >= 0 else {
                let error = SystemError.last
                unsafe takeBackHalfLine(bytes, written)
                return error
            }
            written += count
        }
        return nil
    }

    private func takeBackHalfLine(_ bytes: UnsafeRawBufferPointer, _ written: Int) {
        var information = stat()
        guard unsafe fstat(number, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return }
        let lineEnd = unsafe bytes[..<written].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let end = lseek(number, 0, SEEK_CUR)
        if end >= off_t(written - lineEnd) { _ = ftruncate(number, end - off_t(written - lineEnd)) }
    }

    var isTerminal: Bool { isatty(number) == 1 }

    /// Whether this is a pipe, a socket or a regular file: something that was put there to be read.
    var isStream: Bool {
        var information = stat()
        guard unsafe fstat(number, &information) == 0 else { return false }
        return [S_IFIFO, S_IFSOCK, S_IFREG].contains(information.st_mode & S_IFMT)
    }

    /// Waits for bytes, or the end, that can be read without waiting further. A signal ends the wait early.
    func isReadable(within seconds: Double) -> Bool {
        var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        let count = unsafe poll(&request, 1, Int32(seconds * 1000))
        // What poll refuses to wait for, read tells about.
        return count > 0 || count < 0 && errno != EINTR
    }

    /// The width of a terminal in columns, or nil.
    var columns: Int? { windowSize.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

    /// The height of a terminal in lines, or nil.
    var rows: Int? { windowSize.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

    private var windowSize: winsize? {
        var size = winsize()
        return unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
    }

    private static func retrying<Value: SignedInteger>(_ call: () -> Value) -> Value {
        var result = call()
        while result == -1, errno == EINTR { result = call() }
        return result
    }

    private func retrying<Value: SignedInteger>(_ call: () -> Value) -> Value { Self.retrying(call) }
}

// The methods above hide the functions of the same names.
private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
    unsafe open(path, flags, mode)
}

private func systemClose(_ number: Int32) -> Int32 { close(number) }

private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(number, buffer, count)
}

private func systemWrite(_ number: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
    unsafe write(number, buffer, count)
}
