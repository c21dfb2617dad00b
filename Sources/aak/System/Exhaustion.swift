import AttributionECDSA

/// Ends a process that runs out of memory, or whose libcrypto lacks a required feature, with a message and status 2
/// instead of a trap.
enum Exhaustion {
    /// Handles failures of OpenSSL and, if memory is limited (`ulimit -v`), of the Swift runtime. The runtime traps
    /// when an allocation fails, so that only a signal handler can report it.
    static func watch() {
        CryptoFailure.endProcess { failure in
            Exhaustion.end("aak: error: \(failure)\n" + (failure.hint.map { "aak: hint: \($0)\n" } ?? ""))
        }
        guard isLimited else { return }
        for number in [SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS] {
            _ = signal(number) { number in
                if Exhaustion.isNear { Exhaustion.endOutOfMemory() }
                // For any other fault, end the process as it would have ended.
                _ = signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    /// Whether addresses or data are limited to less than a terabyte.
    private static var isLimited: Bool {
        #if canImport(Glibc)
            let resources = [RLIMIT_AS, RLIMIT_DATA].map { __rlimit_resource_t($0.rawValue) }
        #else
            let resources = [RLIMIT_AS, RLIMIT_DATA]
        #endif
        return resources.contains { resource in
            var limit = rlimit()
            return unsafe getrlimit(resource, &limit) == 0 && UInt64(limit.rlim_cur) < 1 << 40
        }
    }

    /// Whether there is not enough room for a few more megabytes. Safe to use in a signal handler.
    private static var isNear: Bool {
        let size = 64 << 20
        let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
        guard unsafe memory != MAP_FAILED else { return true }
        unsafe munmap(memory, size)
        return false
    }

    /// Safe to use in a signal handler, since it does not allocate.
    private static func endOutOfMemory() -> Never {
        WriteGuard.close(patience: 1000)
        Interruption.leaveNothing()
        let message: StaticString = "aak: error: out of memory\n"
        unsafe _ = write(2, message.utf8Start, message.utf8CodeUnitCount)
        _exit(2)
    }

    private static func end(_ message: String) -> Never {
        WriteGuard.close()
        Interruption.leaveNothing()
        var message = message
        message.withUTF8 { bytes in unsafe _ = write(2, bytes.baseAddress, bytes.count) }
        _exit(2)
    }
}
