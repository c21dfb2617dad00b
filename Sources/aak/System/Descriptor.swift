import AttributionBase

struct Descriptor {
    let number: Int32

    static let input = Descriptor(number: 0)
    static let output = Descriptor(number: 1)
    static let diagnostics = Descriptor(number: 2)

    enum Mode {
        case read
        /// Create a new file. It must not exist yet.
        case createNew(permissions: UInt32)
        /// Create a file, or truncate it if it exists.
        case createOrEmpty(permissions: UInt32)
        /// Create a file or keep the existing one, for reading and writing. Links are not followed.
        case createOrKeep(permissions: UInt32)
    }

    static func open(_ path: String, _ mode: Mode) throws(SystemError) -> Descriptor {
        let (flags, permissions) =
            switch mode {
            case .read: (O_RDONLY, UInt32(0))
            case .createNew(let permissions): (O_WRONLY | O_CREAT | O_EXCL, permissions)
            case .createOrEmpty(let permissions): (O_WRONLY | O_CREAT | O_TRUNC, permissions)
            case .createOrKeep(let permissions): (O_RDWR | O_CREAT | O_NOFOLLOW, permissions)
            }
        let number = retrying {
            unsafe path.withPath { unsafe systemOpen($0, flags | O_CLOEXEC, mode_t(permissions)) }
        }
        guard number >= 0 else { throw .last }
        return Descriptor(number: number)
    }

    func close() throws(SystemError) {
        guard systemClose(number) == 0 else { throw .last }
    }

    /// Reads the available bytes, up to the buffer's size. Returns 0 at the end. Fails once a signal has requested the end of the run.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        guard !Signals.isRequested else { throw .interrupted }
        let count = Self.retrying { unsafe systemRead(number, buffer.baseAddress, buffer.count) }
        guard count >= 0 else { throw .last }
        return count
    }

    /// Appends the available bytes, at most `room` of them, and returns their number, which is 0 at the end.
    func read(upTo room: Int, to buffer: inout ByteBuffer) throws(SystemError) -> Int {
        try unsafe buffer.append(upTo: room) { room throws(SystemError) in try unsafe read(into: room) }
    }

    /// Writes as many bytes as the system accepts at once. If it fails, it returns a negative number and sets `errno`.
    func writeSome(_ bytes: ByteView) -> Int { systemWrite(number, bytes) }

    /// Writes all bytes, or throws after writing some of them.
    func write(_ bytes: ByteView) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = Self.retrying { writeSome(rest) }
            guard count >= 0 else { throw .last }
            rest = rest.part(count..<rest.count)
        }
    }

    func write(_ buffer: borrowing ByteBuffer) throws(SystemError) {
        try buffer.withBytes { bytes throws(SystemError) in try write(bytes) }
    }

    func write(_ text: String) throws(SystemError) {
        var buffer = ByteBuffer()
        buffer.append(text: text)
        try write(buffer)
    }

    /// Held while lines are written. Ending the process at that moment could truncate a line, and the rest would look like a whole one.
    private static let writing = Locked(())

    /// Ends the process with status 2, but only after another thread has finished writing its lines.
    static func end(reporting message: String) -> Never {
        writing.withLock { _ in
            try? diagnostics.write(message)
            _exit(ExitStatus.trouble.rawValue)
        }
    }

    /// Writes whole lines, in the pieces that `make` passes on. If the disk becomes full in the middle of a line, the beginning of the line
    /// is removed again if possible, so that it is not mistaken for a whole one. Once a signal has requested the end of the run, this waits
    /// at most a second for a slow reader.
    ///
    /// - Returns: The number of bytes written, and the error that stopped it.
    func writeLines(_ make: (_ write: (ByteView) -> Void) -> Void) -> (written: Int, error: SystemError?) {
        Self.writing.withLock { _ in
            var written = 0
            var error: SystemError?
            make { lines in
                guard error == nil else { return }
                error = write(lines: lines, &written)
            }
            return (written, error)
        }
    }

    private func write(lines bytes: ByteView, _ total: inout Int) -> SystemError? {
        var written = 0
        defer { total += written }
        while written < bytes.count {
            var end = bytes.count
            if Signals.isRequested {
                guard isWritable(within: 1) else { return .interrupted }
                // A pipe that is ready accepts at least this many bytes without blocking.
                end = min(end, written + Int(_POSIX_PIPE_BUF))
            }
            let count = Signals.interrupting { writeSome(bytes.part(written..<end)) }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                let error = SystemError.last
                takeBackHalfLine(bytes, written)
                return error
            }
        }
        return nil
    }

    private func takeBackHalfLine(_ bytes: ByteView, _ written: Int) {
        guard let information, information.st_mode & S_IFMT == S_IFREG else { return }
        let lineEnd = bytes[..<written].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let end = lseek(number, 0, SEEK_CUR)
        if end >= off_t(written - lineEnd) { _ = ftruncate(number, end - off_t(written - lineEnd)) }
    }

    /// The file's attributes; nil if the system fails to return them, with the reason in `errno`.
    var information: stat? {
        var information = stat()
        return unsafe fstat(number, &information) == 0 ? information : nil
    }

    var isTerminal: Bool { isatty(number) == 1 }

    /// Whether this is a pipe, a socket or a regular file, which suggests that there is input to read.
    var isStream: Bool {
        guard let information else { return false }
        return [S_IFIFO, S_IFSOCK, S_IFREG].contains(information.st_mode & S_IFMT)
    }

    /// Waits until bytes or the end of the file can be read without blocking. A signal ends the wait early.
    func isReadable(within seconds: Double) -> Bool {
        isReady(for: POLLIN, within: seconds)
    }

    /// Waits until a write does not block, or fails. A signal ends the wait early.
    func isWritable(within seconds: Double) -> Bool {
        isReady(for: POLLOUT, within: seconds)
    }

    private func isReady(for event: Int32, within seconds: Double) -> Bool {
        var request = pollfd(fd: number, events: Int16(event), revents: 0)
        let count = unsafe poll(&request, 1, Int32(seconds * 1000))
        // If `poll` fails for another reason, reading or writing will report the error.
        return count > 0 || count < 0 && errno != EINTR
    }

    /// The width of the terminal in columns; nil if this is not a terminal.
    var columns: Int? { windowSize.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

    /// The height of the terminal in lines; nil if this is not a terminal.
    var rows: Int? { windowSize.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

    private var windowSize: winsize? {
        var size = winsize()
        return unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
    }

    /// Repeats a call that a signal interrupted, unless the signal requested the end of the run.
    private static func retrying<Value: SignedInteger>(_ call: () -> Value) -> Value {
        var result = call()
        while result == -1, errno == EINTR, !Signals.isRequested { result = call() }
        return result
    }
}

// Inside the type, its methods hide the functions of the same names.
private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
    unsafe open(path, flags, mode)
}

private func systemClose(_ number: Int32) -> Int32 { close(number) }

private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(number, buffer, count)
}

private func systemWrite(_ number: Int32, _ bytes: ByteView) -> Int {
    unsafe write(number, bytes.memory.baseAddress, bytes.count)
}
