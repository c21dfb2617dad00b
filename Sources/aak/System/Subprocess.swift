import AttributionBase

// The environment, a global variable of C. Nothing changes it while a program is started.
#if canImport(Glibc)
    @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
    @unsafe @preconcurrency import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A program that a shell runs, and that answers each line with a line. Only one thread at a time may use it.
///
/// The program leads a process group of its own, so that all its processes can be ended, and shares the standard error of this process.
/// Requests are written while answers are read, so that a program cannot block this process beyond the time limit.
final class Subprocess {
    enum Failure: Error {
        case start(SystemError)
        case system(SystemError)
        /// The program ended, or closed its output, before its last answer.
        case ended(Ending)
        /// The program closed its input, but neither ended nor answered all requests.
        case closedInput
        /// There was no answer in time.
        case late(isStopped: Bool)
        /// An answer is too long: at least this many bytes.
        case tooLong(Int)
        /// The program wrote a line without being asked.
        case unasked([UInt8])
        case cancelled
    }

    enum Ending: Equatable {
        case status(Int32)
        case signal(Int32)
        /// The program closed its output but is still running, or its exit status is unknown.
        case closedOutput
    }

    private let process: pid_t
    private var requests: Descriptor?
    private let answers: Descriptor
    /// The time limit for an answer, in seconds.
    private let patience: Double
    private let longestAnswer: Int
    /// Received bytes that do not form a whole answer yet.
    private var received = ByteBuffer(capacity: 4096)
    /// Whether a request was sent. Anything that the program writes before the first request counts as the first answer, because it may
    /// arrive after the request.
    private var isAsked = false
    /// Whether the shell has ended, and its exit status was read.
    private var hasEnded = false
    private var isOver = false

    /// How long to wait for the end of a program that has closed its input or output, in seconds.
    private static let grace = 1.0

    init(_ command: String, patience: Double, longestAnswer: Int) throws(Failure) {
        do throws(SystemError) {
            var ends: [Descriptor] = []
            do throws(SystemError) {
                for _ in 0..<2 { ends += try Self.pipe() }
                process = try Self.start(command, input: ends[0], output: ends[3])
            } catch {
                for end in ends { try? end.close() }
                throw error
            }
            Signals.watch()
            for end in [ends[0], ends[3]] { try? end.close() }
            // Without this, a program that does not read would prevent this process from reading the program's output.
            _ = fcntl(ends[1].number, F_SETFL, O_NONBLOCK)
            requests = ends[1]
            answers = ends[2]
        } catch {
            throw .start(error)
        }
        self.patience = patience
        self.longestAnswer = longestAnswer
    }

    deinit { abandon() }

    // MARK: - Lines for lines

    /// Sends whole lines and appends the answers, each with its newline.
    ///
    /// - Parameters:
    ///   - taken: Incremented for each answer.
    ///   - isCancelled: Called from time to time; true ends the exchange.
    func exchange(
        _ lines: ByteView, count: Int, to output: inout ByteBuffer, taken: inout Int,
        isCancelled: () -> Bool
    ) throws(Failure) {
        var sent = 0
        var wanted = count
        var deadline = System.monotonicSeconds + patience
        if isAsked { try refuseUnasked() }
        isAsked = true
        while wanted > 0 {
            if isCancelled() { throw .cancelled }
            var polled = [pollfd(fd: answers.number, events: Int16(POLLIN), revents: 0)]
            let isSending = requests != nil && sent < lines.count
            if isSending, let requests {
                polled.append(pollfd(fd: requests.number, events: Int16(POLLOUT), revents: 0))
            }
            let ready = unsafe poll(&polled, nfds_t(polled.count), 100)
            if ready < 0, errno != EINTR { throw .system(.last) }
            let before = wanted
            if ready > 0, polled[0].revents != 0 {
                guard try receive() else { throw .ended(ending()) }
                try take(&wanted, to: &output, &taken)
                if wanted < before, requests != nil { deadline = System.monotonicSeconds + patience }
            }
            if ready > 0, isSending, polled[1].revents != 0, try !send(lines, from: &sent) {
                deadline = min(deadline, System.monotonicSeconds + Self.grace)
            }
            // An answer that is late still counts if it has arrived by now.
            if wanted > 0, wanted == before, System.monotonicSeconds >= deadline {
                throw requests == nil ? .closedInput : late()
            }
        }
        guard received.isEmpty else { throw .unasked(unaskedLine) }
    }

    /// Fails if the program wrote anything since its last answer.
    private func refuseUnasked() throws(Failure) {
        while received.isEmpty, answers.isReadable(within: 0) {
            guard try receive() else { throw .ended(ending()) }
        }
        guard received.isEmpty else { throw .unasked(unaskedLine) }
    }

    /// Moves whole answers from the received bytes to the output.
    private func take(_ wanted: inout Int, to output: inout ByteBuffer, _ taken: inout Int) throws(Failure) {
        var start = 0
        while wanted > 0, let end = received.firstOffset(of: ASCII.newline, from: start) {
            guard end - start <= longestAnswer else { throw .tooLong(end - start) }
            output.append(received, in: start..<end + 1)
            start = end + 1
            wanted -= 1
            taken += 1
        }
        received.removeFirst(start)
        if wanted > 0, received.count > longestAnswer { throw .tooLong(received.count) }
    }

    private var unaskedLine: [UInt8] {
        let end = received.firstOffset(of: ASCII.newline) ?? received.count
        return received.array(in: 0..<min(end, longestAnswer))
    }

    /// Reads the available bytes; returns false at the end.
    private func receive() throws(Failure) -> Bool {
        do throws(SystemError) {
            return try answers.read(upTo: 1 << 12, to: &received) > 0
        } catch {
            throw .system(error)
        }
    }

    /// Writes as much as the pipe takes; returns false if the program has closed it.
    private func send(_ lines: ByteView, from sent: inout Int) throws(Failure) -> Bool {
        guard let requests else { return false }
        let count = requests.writeSome(lines.part(sent..<lines.count))
        if count >= 0 {
            sent += count
            return true
        }
        switch errno {
        case EAGAIN, EINTR: return true
        case EPIPE:
            closeRequests()
            return false
        default: throw .system(.last)
        }
    }

    // MARK: - The end

    /// Closes the program's input and waits until the program ends.
    ///
    /// - Returns: How the program ended; nil if it did not end in time and was killed.
    func end(isCancelled: () -> Bool) throws(Failure) -> Ending? {
        closeRequests()
        let deadline = System.monotonicSeconds + patience
        while received.isEmpty {
            if isCancelled() { throw .cancelled }
            if answers.isReadable(within: 0.1) {
                guard try receive() else { break }
            } else if System.monotonicSeconds >= deadline {
                abandon()
                return nil
            }
        }
        guard received.isEmpty else { throw .unasked(unaskedLine) }
        guard let ending = awaitEnd(until: deadline) else {
            abandon()
            return nil
        }
        isOver = true
        try? answers.close()
        return ending
    }

    func abandon() {
        guard !isOver else { return }
        isOver = true
        closeRequests()
        try? answers.close()
        // Most programs end by themselves when their pipes are closed.
        if !hasEnded { _ = awaitEnd(until: System.monotonicSeconds + 0.2) }
        // A stopped process receives SIGTERM only after SIGCONT.
        for number in [SIGTERM, SIGCONT] { kill(-process, number) }
        let deadline = System.monotonicSeconds + 0.5
        while kill(-process, 0) == 0, System.monotonicSeconds < deadline {
            if !hasEnded { _ = awaitEnd(until: 0) }
            usleep(1000)
        }
        kill(-process, SIGKILL)
        if !hasEnded { _ = awaitEnd(until: .infinity) }
    }

    private func closeRequests() {
        try? requests?.close()
        requests = nil
    }

    /// Returns how a program ended that has closed its output.
    private func ending() -> Ending {
        awaitEnd(until: System.monotonicSeconds + Self.grace) ?? .closedOutput
    }

    private func awaitEnd(until deadline: Double) -> Ending? {
        while true {
            var status: Int32 = 0
            let found = unsafe waitpid(process, &status, WNOHANG)
            if found != 0, !(found < 0 && errno == EINTR) {
                hasEnded = true
                guard found > 0 else { return .closedOutput }
                return status & 0x7f == 0 ? .status(status >> 8 & 0xff) : .signal(status & 0x7f)
            }
            guard System.monotonicSeconds < deadline else { return nil }
            usleep(1000)
        }
    }

    /// Returns why there is no answer. A common reason is that the program reads from the terminal: the system stops a background process
    /// that does so.
    private func late() -> Failure {
        var status: Int32 = 0
        let found = unsafe waitpid(process, &status, WNOHANG | WUNTRACED)
        return .late(isStopped: found > 0 && status & 0xff == 0x7f)
    }

    // MARK: - The beginning

    /// Creates a pipe that child processes do not inherit. Returns the end for reading and the end for writing.
    private static func pipe() throws(SystemError) -> [Descriptor] {
        var ends: [Int32] = [-1, -1]
        guard unsafe systemPipe(&ends) == 0 else { throw .last }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return ends.map { Descriptor(number: $0) }
    }

    /// Starts the shell with default signal handling.
    private static func start(_ command: String, input: Descriptor, output: Descriptor) throws(SystemError) -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = unsafe posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { throw .last }
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        guard unsafe posix_spawnattr_init(&attributes) == 0 else { throw .last }
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input.number, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output.number, 1)
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        // A child process inherits ignored signals, and with SIGPIPE ignored it might not end when nobody reads its output.
        for number in [SIGPIPE, SIGXFSZ] { unsafe sigaddset(&signals, number) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        #if canImport(Darwin)
            let environment = unsafe _NSGetEnviron().pointee
        #else
            let environment = unsafe environ
        #endif
        var process: pid_t = 0
        let status = unsafe "/bin/sh".withPath { shell in
            unsafe "sh".withPath { name in
                unsafe "-c".withPath { option in
                    unsafe command.withPath { command in
                        let words =
                            unsafe [name, option, command].map { unsafe UnsafeMutablePointer(mutating: $0) } + [nil]
                        return unsafe posix_spawn(&process, shell, &actions, &attributes, words, environment)
                    }
                }
            }
        }
        guard status == 0 else { throw SystemError(code: status) }
        return process
    }
}

// Inside the type, a method hides the function of the same name.
private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { unsafe pipe(ends) }
